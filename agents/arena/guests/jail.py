"""The first thing that runs in a guest's process: it takes away what a guest does not need and becomes the guest.

`sandbox` starts this file by its path, in a Python that has loaded nothing else, and says in JSON what is to be done.
Only the standard library is used here. See `sandbox` for what is promised.
"""

from __future__ import annotations

import ctypes
import json
import os
import platform
import resource
import signal
import sys
from contextlib import suppress
from typing import Any

USER, MOUNTS, PIDS, NETWORK, MESSAGES, NAMES = 1 << 28, 1 << 17, 1 << 29, 1 << 30, 1 << 27, 1 << 26  # CLONE_NEW…
NO_SET_UID, NO_DEVICES, NO_PROGRAMS, BIND, RECURSIVE, PRIVATE = 2, 4, 8, 1 << 12, 1 << 14, 1 << 18  # MS_…
DETACH = 2  # MNT_DETACH
DIE_WITH_PARENT, DUMPABLE, NO_NEW_PRIVILEGES = 1, 4, 38  # PR_…
MOUNT_SETATTR, HERE, ALL_BELOW, READ_ONLY = 442, -100, 0x8000, 1
PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}
NOBODY = 65534
SYSTEM = (
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/etc/alternatives",
)
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
libc = ctypes.CDLL(None, use_errno=True)


def done(result: int, words: str) -> None:
    """Of a call into the system's library, which says by a negative number that it failed."""
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, f"{words}: {os.strerror(error)}")


def mount(source: str, target: str, kind: str = "", flags: int = 0, data: str = "") -> None:
    words = [text.encode() if text else None for text in (source, target, kind)]
    done(libc.mount(*words, ctypes.c_ulong(flags), data.encode()), f"mount {target}")


def process_control(option: int, value: int) -> None:
    done(libc.prctl(option, ctypes.c_ulong(value), 0, 0, 0), "prctl")


def limit(limits: dict[str, int]) -> None:
    """By the names of the module `resource`; a hard limit that is lower already stays."""
    for name, most in limits.items():
        number = getattr(resource, name)
        hard = resource.getrlimit(number)[1]
        value = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(number, (value, value))


# ------------------------------------------------------------------------------------------------------------------
# Namespaces of its own


def leave(order: dict[str, Any]) -> None:
    """Into namespaces of its own; only the process that becomes the guest returns.

    Three processes: one outside that waits, the first of the new namespace, with whose end the kernel ends all others
    there whatever they did to escape, and the guest.
    """
    user, group = os.getuid(), os.getgid()
    done(libc.unshare(USER | MOUNTS | PIDS | NETWORK | MESSAGES | NAMES), "unshare")
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{user or NOBODY} {user} 1"),  # nobody special: what is executed has no capabilities
        ("gid_map", f"{group or NOBODY} {group} 1"),
    ):
        with open(f"/proc/self/{name}", "w") as file:
            file.write(text)
    outside_of(os.fork())
    process_control(DIE_WITH_PARENT, signal.SIGKILL)
    furnish(order)
    outside_of(os.fork())
    process_control(NO_NEW_PRIVILEGES, 1)


def outside_of(child: int) -> None:
    """In the parent: waits for the child and ends as it does."""
    if not child:
        return
    process_control(DUMPABLE, 0)  # the guest has our user's number and must not look into us
    os.closerange(0, 3)
    while True:
        ended, status = os.wait()
        if ended == child:
            os._exit(os.waitstatus_to_exitcode(status) & 0xFF)


def furnish(order: dict[str, Any]) -> None:
    """A root that holds what may be read, an empty scratch folder, and nothing else."""
    scratch, root = order["scratch"], os.path.join(order["scratch"], "root")
    os.mkdir(root)
    mount("", "/", flags=RECURSIVE | PRIVATE)
    mount("tmpfs", root, "tmpfs", NO_SET_UID | NO_DEVICES, "size=1m,mode=755")
    for path in (*SYSTEM, *DEVICES, *order["visible"]):
        show(path, root)
    for path in order["hidden"]:
        hide(path, root)
    for path in ("/proc", "/dev/shm", scratch):
        os.makedirs(root + path, exist_ok=True)
    wish = (ctypes.c_uint64 * 4)(READ_ONLY, 0, 0, 0)
    done(libc.syscall(MOUNT_SETATTR, HERE, root.encode(), ALL_BELOW, wish, 32), "mount_setattr")
    for path, size in (("/dev/shm", order["scratch_bytes"]), (scratch, order["scratch_bytes"])):
        mount("tmpfs", root + path, "tmpfs", NO_SET_UID | NO_DEVICES, f"size={size},mode=700")
    with suppress(OSError):  # containers that hide parts of theirs forbid it; an empty folder hides the others as well
        mount("proc", root + "/proc", "proc", NO_SET_UID | NO_DEVICES | NO_PROGRAMS)
    os.chdir(root)
    done(libc.syscall(PIVOT_ROOT[platform.machine()], b".", b"."), "pivot_root")
    done(libc.umount2(b".", DETACH), "umount")
    os.chdir("/")


def show(path: str, root: str) -> None:
    """The same path in the new root; read-only later, all at once."""
    target = root + path
    if not os.path.lexists(path) or os.path.lexists(target):
        return  # or it lies in a folder that is shown already
    os.makedirs(os.path.dirname(target), exist_ok=True)
    if os.path.islink(path):
        os.symlink(os.readlink(path), target)
        return
    if os.path.isdir(path):
        os.mkdir(target)
    else:
        os.close(os.open(target, os.O_CREAT | os.O_WRONLY))
    mount(path, target, flags=BIND | RECURSIVE)


def hide(path: str, root: str) -> None:
    target = root + path
    if os.path.isdir(target):
        mount("tmpfs", target, "tmpfs", data="size=4k")
    elif os.path.exists(target):
        mount("/dev/null", target, flags=BIND)


# ------------------------------------------------------------------------------------------------------------------


def link(source: str, target: str) -> None:
    """A folder of its own that holds what another one does: kernels are read from there and written here."""
    for folder, _, files in os.walk(source):
        own = os.path.join(target, os.path.relpath(folder, source))
        os.makedirs(own, exist_ok=True)
        for name in files:
            if name.rpartition(".")[2] != "lock":  # who compiles here waits for nobody
                os.symlink(os.path.join(folder, name), os.path.join(own, name))


def main() -> None:
    order = json.loads(sys.argv[1])
    if sys.platform == "linux":
        process_control(DIE_WITH_PARENT, signal.SIGKILL)
    if order["apart"]:
        leave(order)
    os.chdir(order["scratch"])
    for source, target in order["links"]:
        link(source, target)
    limit(order["limits"])
    os.execve(order["command"][0], order["command"], order["environment"])


if __name__ == "__main__":
    main()
