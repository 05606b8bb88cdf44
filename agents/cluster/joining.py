"""How work gets to a cluster: a Ray of our own on this machine, the one that this machine belongs to, or one elsewhere.

Ray carries tasks and results between its nodes as pickles, and whoever reaches its ports may run what they like: it is
for networks in which everybody is trusted. A Ray of our own listens on this machine alone.
"""

from __future__ import annotations

import logging
import os
import re
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path
from typing import Any

from rush_envs.errors import BadOption, MissingExtra, RushError, shown

PLACES = "ray|auto|ray://HOST:PORT"
HERE, NEAR = "ray", "auto"
STORE = 200 << 20  # bytes of shared memory that a Ray of our own takes for objects; more of them go to the disk
KNOCK = 10.0  # seconds for an answer of a cluster's port
_FAR = re.compile(r"ray://[A-Za-z0-9.\-\[\]:]+:[0-9]{1,5}")


class NoCluster(RushError, ConnectionError):
    """There is no cluster where one was looked for, or it is not there any more."""


def checked_place(where: Any) -> str:
    if isinstance(where, str) and (where in (HERE, NEAR) or _FAR.fullmatch(where)):
        return where
    raise BadOption(f"--on {shown(where)}: give ray (this machine), auto (the cluster of this node) or ray://HOST:PORT")


def library() -> Any:
    """Ray, which tells nobody that it is used."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # else it warns of a default to come
    try:
        import ray
    except ImportError:
        raise MissingExtra("--on", "ray") from None
    return ray


def connect(where: str, cores: int, folder: Path | None = None) -> Any:
    """Ray, connected for as long as this process lives; its workers are started in a copy of the folder. `cores` are
    those of a Ray of our own."""
    ray = library()
    if ray.is_initialized():
        raise NoCluster("this process is connected to Ray already; call ray.shutdown() first")
    more: dict[str, Any] = {} if folder is None else {"runtime_env": {"working_dir": str(folder)}}
    if where == HERE:
        more |= {"address": "local", "num_cpus": cores, "object_store_memory": STORE, "include_dashboard": False}
        more |= {"_node_ip_address": "127.0.0.1"}
    else:
        more |= {"address": where}
    try:
        _knock(where)
        ray.init(logging_level=logging.ERROR, log_to_driver=False, **more)
    except (OSError, ValueError, RuntimeError, ImportError) as error:
        raise NoCluster(f"--on {where}: {_first_line(error)}; {_advice(where)}") from None
    return ray


@contextmanager
def joined(where: str, cores: int, folder: Path | None = None) -> Iterator[Any]:
    """The same for a while."""
    ray = connect(where, cores, folder)
    try:
        with redirect_stdout(sys.stderr):  # where Ray prints that a node has died: stdout is for results
            yield ray
    finally:
        with suppress(ConnectionError):  # it may be gone
            ray.shutdown()


def _knock(where: str) -> None:
    """Raises at once if nobody answers; Ray itself would try for many minutes."""
    address = os.environ.get("RAY_ADDRESS", "") if where == NEAR else where
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), KNOCK).close()


def _advice(where: str) -> str:
    if where == HERE:
        return "see that this machine lets Ray start, or use --processes"
    if where == NEAR:
        return "start one with `ray start --head`, say where it is in RAY_ADDRESS, or use --on ray"
    return "is its Ray client server reachable, and its Ray of our version?"


def _first_line(error: BaseException) -> str:
    return next((line.strip().rstrip(".") for line in str(error).splitlines() if line.strip()), type(error).__name__)


def cores_of(ray: Any) -> int:
    """Of all nodes that are there now."""
    return int(ray.cluster_resources().get("CPU", 0))
