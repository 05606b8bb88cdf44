"""The machine in general words."""

from __future__ import annotations

import os
import platform
import re
from pathlib import Path
from typing import Any

CACHES = Path("/sys/devices/system/cpu/cpu0/cache")
UNITS = {"K": 1 << 10, "M": 1 << 20}


def about() -> dict[str, Any]:
    """Cores, kind of processor, cache sizes in bytes (of one core, and what all share), and how busy it is."""
    return {
        "cores": os.cpu_count(),
        "kind": platform.machine(),
        "python": platform.python_version(),
        "caches": caches(),
        "load": round(os.getloadavg()[1], 1),
    }


def caches() -> dict[str, int]:
    """The data caches by level, as far as the system tells."""
    found = {}
    for place in sorted(CACHES.glob("index*")):
        if (place / "type").read_text().strip() != "Instruction":
            number, unit = re.fullmatch(r"(\d+)([KM])", (place / "size").read_text().strip()).groups()  # type: ignore[union-attr]
            found[f"L{(place / 'level').read_text().strip()}"] = int(number) * UNITS[unit]
    return found
