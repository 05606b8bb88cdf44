"""Agents that try what a guest must not do; `test_guests` copies this file and invites them."""

from __future__ import annotations

import ctypes
import os
import socket
import struct
import sys
import time
from contextlib import suppress
from pathlib import Path

import helper_of_stranger
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))


class Told(Exception):
    """How a guest tells the test what it has found."""


class Stranger:
    def act(self, view):
        return self.deed(view)


def content(path):
    return Path(path).read_text()


def tried(deed, *given):
    try:
        return deed(*given)
    except OSError as error:
        return type(error).__name__


class Environment(Stranger):
    def deed(self, view):
        given = content("/proc/self/environ") if os.path.exists("/proc/self/environ") else "HOME=1"
        raise Told(" ".join(part.partition("=")[0] for part in given.split("\0") if part))


class Descriptors(Stranger):
    def deed(self, view):
        kinds = []
        for number in range(200):
            with suppress(OSError):
                kinds.append(os.readlink(f"/proc/self/fd/{number}").partition(":")[0])
        raise Told(" ".join(kinds))


class Place(Stranger):
    def deed(self, view):
        Path("mine.txt").write_text("x")
        raise Told(f"{os.getcwd()} {os.environ['HOME']} {os.environ['TMPDIR']} {sorted(os.listdir())}")


class Writes(Stranger):
    def deed(self, view):
        places = (HERE + "/evil", "/etc/evil", "/evil", "/tmp/evil")
        raise Told(" ".join(str(tried(open, path, "w")) for path in places))


class Peeks(Stranger):
    def deed(self, view):
        seen = [tried(os.listdir, os.path.join(HERE, "results")), tried(open, os.path.join(HERE, "other.db"), "rb")]
        seen[1] = seen[1] if isinstance(seen[1], str) else seen[1].read()
        processes = sorted(int(name) for name in os.listdir("/proc") if name.isdecimal())
        raise Told(repr([*seen, processes, os.path.exists("/home")]))


class Calls(Stranger):
    def deed(self, view):
        raise Told(str(tried(socket.create_connection, ("127.0.0.1", int(content(HERE + "/port"))), 1)))


class Mounts(Stranger):
    def deed(self, view):
        libc = ctypes.CDLL(None)
        libc.unshare(1 << 28)
        hidden, here = os.path.join(HERE, "results").encode(), HERE.encode()
        raise Told(repr([libc.umount2(hidden, 2), libc.mount(None, here, None, 32 | 4096, None)]))


class Outlives(Stranger):
    def deed(self, view):
        if os.fork() == 0:
            if "Leaves" in type(self).__name__:
                os.setsid()
            os.execvp("sleep", ["sleep", content(HERE + "/number")])
        raise Told("forked")


class OutlivesAndLeaves(Outlives):
    pass


class Floods(Stranger):
    head = b""

    def deed(self, view):
        while True:
            for number in (3, 4, 5, 6):
                tried(os.write, number, self.head + bytes(1 << 20))


class FloodsInOneAnswer(Floods):
    head = struct.pack("<cI", b"A", 1 << 30)


class Allocates(Stranger):
    def deed(self, view):
        self.kept = [np.empty(1 << 28) for _ in range(1000)]


class WritesMuch(Stranger):
    def deed(self, view):
        with open("much", "wb") as file:
            raise Told(str(tried(file.truncate, 1 << 31)))


class Spawns(Stranger):
    def deed(self, view):
        count = 0
        try:
            while count < 500:
                if os.fork() == 0:
                    time.sleep(30)
                count += 1
        except OSError:
            pass
        raise Told(f"processes {count}")


class Compiles(Stranger):
    def __init__(self, game):
        import numba

        import rush_agents

        self.first = numba.njit(cache=True)(helper_of_stranger.first)
        self.greedy = rush_agents.load("greedy", game)

    def deed(self, view):
        assert self.first(view.mask[0]) == view.mask[0].argmax()
        return self.greedy.act(view)


class Rude(Stranger):
    def deed(self, view):
        print("\x1b[31mbefore I fall\x07", file=sys.stderr)
        helper_of_stranger.fall("no\x1b[2J mood\n" + "x" * 10_000)


class Dies(Stranger):
    def deed(self, view):
        os.write(2, b"y" * 100_000 + b" my last words")
        os._exit(3)


def unfinished():
    raise ModuleNotFoundError("no_such_package")
