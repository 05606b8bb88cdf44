"""Starts the server: where it listens, who may come, where games are kept."""

from __future__ import annotations

import secrets
import socket
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from platformdirs import user_data_path

from rush_envs.errors import BadOption, MissingExtra

from ..results.running import clear

OWN = ("127.0.0.1", "localhost", "::1")
FILE = "tables.db"
SLOWEST = 1.0  # seconds until the browser is sent


def serve_table(host: str, port: int, data: Path | None, books: list[Path], browser: bool, admitted: list[str]) -> None:
    """Serves until it is stopped."""
    try:
        import uvicorn

        from .hub import Hub
        from .messages import LARGEST
        from .server import application
        from .store import Store
        from .thinking import Thinkers
    except ImportError as error:
        raise MissingExtra("rush-envs serve", "table") from error
    for book in books:
        if not book.parent.is_dir():  # a tournament that has just begun has no file yet
            raise BadOption(f"--games {book}: there is no such folder")
    token = "" if host in OWN else secrets.token_urlsafe(18)
    hosts = () if token else ("127.0.0.1", "localhost", "[::1]")
    listening = _bound(host, port)
    port = listening.getsockname()[1]
    store = Store((data or user_data_path("rush-envs", appauthor=False)) / FILE)
    thinkers = Thinkers(admitted=admitted if token else None, hidden=[str(store.path)])
    app = application(Hub(store, thinkers, books), hosts, token)
    link, others = (f"http://{name}:{port}/" + f"?token={token}" * bool(token) for name in _names(host))
    words = f"The table is laid at {link}" + f", for other machines at {others}" * (others != link)
    print(f"{words}\nGames are kept in {store.path}. Ctrl-C ends it.", flush=True)
    if browser:
        timer = threading.Timer(SLOWEST, webbrowser.open, [link])
        timer.daemon = True
        timer.start()
    config = uvicorn.Config(
        app, log_level="warning", ws_max_size=LARGEST, ws_per_message_deflate=True, access_log=False
    )
    uvicorn.Server(config).run(sockets=[listening])


@contextmanager
def watched(book: Path) -> Iterator[None]:
    """A server in a process of its own that shows a tournament while it is held, and afterwards until Ctrl-C."""
    book.parent.mkdir(parents=True, exist_ok=True)
    clear(book)
    start = "from rush_agents.cli.app import main; main()"
    # Standard output is the tournament's own: `--json` goes on being one document.
    server = subprocess.Popen(
        [sys.executable, "-c", start, "serve", "--port", "0", "--games", str(book)], stdout=sys.stderr.fileno()
    )
    try:
        yield
        if server.poll() is None:
            print("The table shows the tournament until Ctrl-C.", file=sys.stderr, flush=True)
            server.wait()
    except KeyboardInterrupt:
        pass
    finally:
        server.terminate()
        server.wait(10)
        clear(book)


def _names(host: str) -> tuple[str, str]:
    """What this machine's browser calls the address, and what others do."""
    if host in ("0.0.0.0", "::"):
        return "127.0.0.1" if host == "0.0.0.0" else "[::1]", socket.gethostname()
    name = f"[{host}]" if ":" in host else "127.0.0.1" if host in OWN else host
    return name, name


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen()  # whoever follows the printed link at once waits until the server has come up
    except OSError as error:
        listening.close()
        raise BadOption(f"{host}:{port} cannot be used ({error.strerror}); give another --port or --host") from None
    return listening
