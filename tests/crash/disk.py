"""A disk that loses power: SQLite files in memory, where only what was synced is sure to survive.

The disk is a SQLite VFS inside the very library the product uses, so the product runs on it unchanged.
It knows the difference between written and synced, tears what was not synced, forgets names that were
not made durable, and can fail any call by number.
"""

import ctypes as c
import itertools
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from pysqlite3 import _sqlite3 as driver

OK, BUSY, NOTFOUND, CANTOPEN = 0, 5, 12, 14
IOERR_READ, IOERR_SHORT_READ, IOERR_WRITE, IOERR_FSYNC = 10 | 1 << 8, 10 | 2 << 8, 10 | 3 << 8, 10 | 4 << 8
IOERR_TRUNCATE, IOERR_FSTAT, IOERR_DELETE, IOERR_ACCESS = 10 | 6 << 8, 10 | 7 << 8, 10 | 10 << 8, 10 | 13 << 8
FULL = 13
POWERSAFE_OVERWRITE = 0x1000
OPEN_CREATE, OPEN_DELETE_ON_CLOSE = 0x4, 0x8
OPEN_MAIN_JOURNAL, OPEN_SUPER_JOURNAL, OPEN_WAL = 0x800, 0x4000, 0x80000
SECTOR_BYTES = 512


@dataclass(slots=True)
class File:
    """What the file holds now, what it holds for sure, and the writes between the two."""

    live: bytearray = field(default_factory=bytearray)
    durable: bytearray = field(default_factory=bytearray)
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)
    """(offset, bytes) of a write, or (size, None) of a truncation, oldest first."""

    def write(self, offset: int, data: bytes) -> None:
        _put(self.live, offset, data)
        self.pending.append((offset, data))

    def truncate(self, size: int) -> None:
        _cut(self.live, size)
        self.pending.append((size, None))

    def sync(self) -> None:
        for offset, data in self.pending:
            _cut(self.durable, offset) if data is None else _put(self.durable, offset, data)
        self.pending.clear()

    def after_power_loss(self, rng: random.Random) -> bytearray:
        """One of the many contents the platter may show: each unsynced write kept, lost or torn."""
        if not self.pending:
            return self.durable
        content = bytearray(self.durable)
        kept = rng.choice((0.0, 0.5, 0.9, 1.0))
        for offset, data in self.pending:
            if rng.random() < kept:
                _cut(content, offset) if data is None else _put(content, offset, data)
            elif data is not None and rng.random() < 0.3:
                for start in range(0, len(data), SECTOR_BYTES):
                    if rng.random() < 0.5:
                        _put(content, offset + start, data[start : start + SECTOR_BYTES])
        return content


def _put(content: bytearray, offset: int, data: bytes) -> None:
    if len(content) < offset:
        content.extend(bytes(offset - len(content)))
    content[offset : offset + len(data)] = data


def _cut(content: bytearray, size: int) -> None:
    if size < len(content):
        del content[size:]
    else:
        content.extend(bytes(size - len(content)))


Image = dict[str, bytes]
"""The files a disk holds when the power comes back."""


class Disk:
    """All files by name, the durable names, and the faults that are asked for."""

    def __init__(self, image: Image | None = None) -> None:
        self.files: dict[str, File] = {
            name: File(bytearray(data), bytearray(data)) for name, data in (image or {}).items()
        }
        self.durable_names: dict[str, File] = dict(self.files)
        self.calls = 0
        self.fail: Callable[[int, str], int] = lambda number, kind: OK
        """Asked before each call; anything but OK is that call's error, and the call has no effect."""
        self.watch: Callable[[str], None] = lambda kind: None
        """Told after each call that changed something."""
        self.locks: dict[str, dict[int, int]] = {}
        self.shared_memory: dict[str, _SharedMemory] = {}

    def step(self, kind: str) -> int:
        self.calls += 1
        return self.fail(self.calls, kind)

    def sync_names(self) -> None:
        self.durable_names = dict(self.files)

    def image(self) -> Image:
        """What the disk holds if it is shut down in order."""
        return {name: bytes(file.live) for name, file in self.files.items()}

    def power_loss(self, rng: random.Random) -> Image:
        """What the disk may hold if the power goes now."""
        names = dict(self.durable_names)
        if names.keys() != self.files.keys() or any(names[n] is not f for n, f in self.files.items()):
            for name in sorted(names.keys() | self.files.keys()):
                if names.get(name) is not self.files.get(name) and rng.random() < 0.5:
                    names.pop(name, None)
                    if name in self.files:
                        names[name] = self.files[name]
        return {name: bytes(file.after_power_loss(rng)) for name, file in names.items()}


class _SharedMemory:
    """The wal-index of one database file, shared by the connections of this process."""

    def __init__(self) -> None:
        self.regions: list[Any] = []
        self.holders: dict[int, dict[int, str]] = {}
        """slot -> handle -> "shared" or "exclusive"."""

    def lock(self, handle: int, first: int, count: int, flags: int) -> int:
        unlock, exclusive = flags & 1, flags & 8
        slots = [self.holders.setdefault(slot, {}) for slot in range(first, first + count)]
        for held in slots:
            if unlock:
                held.pop(handle, None)
                continue
            others = [mode for holder, mode in held.items() if holder != handle]
            if others if exclusive else "exclusive" in others:
                return BUSY
        if not unlock:
            for held in slots:
                held[handle] = "exclusive" if exclusive else "shared"
        return OK

    def leave(self, handle: int) -> bool:
        for held in self.holders.values():
            held.pop(handle, None)
        return not any(self.holders.values())


class _SqliteFile(c.Structure):
    _fields_ = (("methods", c.c_void_p), ("handle", c.c_int64))


_PFile = c.POINTER(_SqliteFile)
_I, _P, _L = c.c_int, c.c_void_p, c.c_int64
_METHODS: dict[str, tuple[Any, ...]] = {
    "xClose": (_I, _PFile),
    "xRead": (_I, _PFile, _P, _I, _L),
    "xWrite": (_I, _PFile, _P, _I, _L),
    "xTruncate": (_I, _PFile, _L),
    "xSync": (_I, _PFile, _I),
    "xFileSize": (_I, _PFile, c.POINTER(_L)),
    "xLock": (_I, _PFile, _I),
    "xUnlock": (_I, _PFile, _I),
    "xCheckReservedLock": (_I, _PFile, c.POINTER(_I)),
    "xFileControl": (_I, _PFile, _I, _P),
    "xSectorSize": (_I, _PFile),
    "xDeviceCharacteristics": (_I, _PFile),
    "xShmMap": (_I, _PFile, _I, _I, _I, c.POINTER(_P)),
    "xShmLock": (_I, _PFile, _I, _I, _I),
    "xShmBarrier": (None, _PFile),
    "xShmUnmap": (_I, _PFile, _I),
}
_VFS_CALLS: dict[str, tuple[Any, ...]] = {
    "xOpen": (_I, _P, c.c_char_p, _PFile, _I, c.POINTER(_I)),
    "xDelete": (_I, _P, c.c_char_p, _I),
    "xAccess": (_I, _P, c.c_char_p, _I, c.POINTER(_I)),
    "xFullPathname": (_I, _P, c.c_char_p, _I, _P),
}
_BORROWED = (
    *("xDlOpen", "xDlError", "xDlSym", "xDlClose", "xRandomness", "xSleep"),
    *("xCurrentTime", "xGetLastError", "xCurrentTimeInt64"),
)
_METHOD_TYPES = {name: c.CFUNCTYPE(*types) for name, types in _METHODS.items()}
_VFS_TYPES = {name: c.CFUNCTYPE(*types) for name, types in _VFS_CALLS.items()}


class _IoMethods(c.Structure):
    _fields_ = (("iVersion", _I), *((name, _METHOD_TYPES[name]) for name in _METHODS))


class _Vfs(c.Structure):
    _fields_ = (
        ("iVersion", _I),
        ("szOsFile", _I),
        ("mxPathname", _I),
        ("pNext", _P),
        ("zName", c.c_char_p),
        ("pAppData", _P),
        *((name, _VFS_TYPES[name]) for name in _VFS_CALLS),
        *((name, _P) for name in _BORROWED),
    )


_library = c.CDLL(driver.__file__)
_library.sqlite3_vfs_find.restype = c.POINTER(_Vfs)
_library.sqlite3_vfs_find.argtypes = (c.c_char_p,)
_library.sqlite3_vfs_register.argtypes = (c.POINTER(_Vfs), _I)
_library.sqlite3_vfs_unregister.argtypes = (c.POINTER(_Vfs),)
_numbers = itertools.count(1)


class _Mount:
    """The C face of a disk: one VFS with its callbacks, kept alive as long as it is registered."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self.open_files: dict[int, tuple[str, File, int]] = {}
        self.methods = _IoMethods(2, *(_METHOD_TYPES[name](getattr(self, name)) for name in _METHODS))
        system = _library.sqlite3_vfs_find(None).contents
        borrowed = {name: getattr(system, name) for name in _BORROWED}
        self.vfs = _Vfs(
            2,
            c.sizeof(_SqliteFile),
            512,
            None,
            f"power-loss-{next(_numbers)}".encode(),
            None,
            *(_VFS_TYPES[name](getattr(self, name)) for name in _VFS_CALLS),
            **borrowed,
        )

    # The file system.

    def xOpen(self, vfs: int, name: bytes | None, file: Any, flags: int, out_flags: Any) -> int:  # noqa: N802
        file.contents.methods = None
        handle = next(_numbers)
        path = name.decode() if name else f"temporary-{handle}"
        if error := self.disk.step("open"):
            return error
        if path not in self.disk.files:
            if not flags & OPEN_CREATE:
                return CANTOPEN
            self.disk.files[path] = File()
            self.disk.watch("create")
        self.open_files[handle] = (path, self.disk.files[path], flags)
        file.contents.handle = handle
        file.contents.methods = c.addressof(self.methods)
        if out_flags:
            out_flags[0] = flags
        return OK

    def xDelete(self, vfs: int, name: bytes, sync_directory: int) -> int:  # noqa: N802
        if error := self.disk.step("delete"):
            return error
        if self.disk.files.pop(name.decode(), None) is None:
            return 10 | 23 << 8  # IOERR_DELETE_NOENT
        if sync_directory:
            self.disk.sync_names()
        self.disk.watch("delete")
        return OK

    def xAccess(self, vfs: int, name: bytes, flags: int, result: Any) -> int:  # noqa: N802
        if error := self.disk.step("access"):
            return error
        result[0] = name.decode() in self.disk.files
        return OK

    def xFullPathname(self, vfs: int, name: bytes, size: int, result: int) -> int:  # noqa: N802
        c.memmove(result, name + b"\0", len(name) + 1)
        return OK

    # One open file.

    def _file(self, file: Any) -> File:
        return self.open_files[file.contents.handle][1]

    def xClose(self, file: Any) -> int:  # noqa: N802
        path, _, flags = self.open_files.pop(file.contents.handle)
        self.disk.locks.get(path, {}).pop(file.contents.handle, None)
        if flags & OPEN_DELETE_ON_CLOSE:
            self.disk.files.pop(path, None)
        return OK

    def xRead(self, file: Any, buffer: int, size: int, offset: int) -> int:  # noqa: N802
        if error := self.disk.step("read"):
            return error
        data = bytes(self._file(file).live[offset : offset + size])
        c.memmove(buffer, data.ljust(size, b"\0"), size)
        return OK if len(data) == size else IOERR_SHORT_READ

    def xWrite(self, file: Any, buffer: int, size: int, offset: int) -> int:  # noqa: N802
        if error := self.disk.step("write"):
            return error
        self._file(file).write(offset, c.string_at(buffer, size))
        self.disk.watch("write")
        return OK

    def xTruncate(self, file: Any, size: int) -> int:  # noqa: N802
        if error := self.disk.step("truncate"):
            return error
        self._file(file).truncate(size)
        self.disk.watch("truncate")
        return OK

    def xSync(self, file: Any, flags: int) -> int:  # noqa: N802
        if error := self.disk.step("sync"):
            return error
        _, opened, open_flags = self.open_files[file.contents.handle]
        opened.sync()
        # As SQLite's own layer for Unix: syncing a journal makes the directory durable too.
        if open_flags & (OPEN_MAIN_JOURNAL | OPEN_SUPER_JOURNAL | OPEN_WAL):
            self.disk.sync_names()
        self.disk.watch("sync")
        return OK

    def xFileSize(self, file: Any, result: Any) -> int:  # noqa: N802
        result[0] = len(self._file(file).live)
        return OK

    def xLock(self, file: Any, level: int) -> int:  # noqa: N802
        handle = file.contents.handle
        held = self.disk.locks.setdefault(self.open_files[handle][0], {})
        others = [other for holder, other in held.items() if holder != handle]
        highest = max(others, default=0)
        if (level == 1 and highest >= 3) or (level >= 2 and highest >= 2) or (level == 4 and highest >= 1):
            return BUSY
        held[handle] = max(level, held.get(handle, 0))
        return OK

    def xUnlock(self, file: Any, level: int) -> int:  # noqa: N802
        handle = file.contents.handle
        held = self.disk.locks.setdefault(self.open_files[handle][0], {})
        held[handle] = min(level, held.get(handle, 0))
        return OK

    def xCheckReservedLock(self, file: Any, result: Any) -> int:  # noqa: N802
        held = self.disk.locks.get(self.open_files[file.contents.handle][0], {})
        result[0] = any(level >= 2 for level in held.values())
        return OK

    def xFileControl(self, file: Any, operation: int, argument: int) -> int:  # noqa: N802
        return NOTFOUND

    def xSectorSize(self, file: Any) -> int:  # noqa: N802
        return 4096

    def xDeviceCharacteristics(self, file: Any) -> int:  # noqa: N802
        return POWERSAFE_OVERWRITE

    def _shared_memory(self, file: Any) -> _SharedMemory:
        path = self.open_files[file.contents.handle][0]
        return self.disk.shared_memory.setdefault(path, _SharedMemory())

    def xShmMap(self, file: Any, region: int, size: int, extend: int, result: Any) -> int:  # noqa: N802
        regions = self._shared_memory(file).regions
        while len(regions) <= region:
            if not extend:
                result[0] = None
                return OK
            regions.append(c.create_string_buffer(size))
        result[0] = c.addressof(regions[region])
        return OK

    def xShmLock(self, file: Any, first: int, count: int, flags: int) -> int:  # noqa: N802
        return self._shared_memory(file).lock(file.contents.handle, first, count, flags)

    def xShmBarrier(self, file: Any) -> None:  # noqa: N802
        return

    def xShmUnmap(self, file: Any, delete: int) -> int:  # noqa: N802
        path = self.open_files[file.contents.handle][0]
        if self._shared_memory(file).leave(file.contents.handle) and delete:
            del self.disk.shared_memory[path]
        return OK


@contextmanager
def mounted(disk: Disk) -> Iterator[Disk]:
    """Every SQLite file this process opens in the block is on `disk`."""
    system = _library.sqlite3_vfs_find(None)
    mount = _Mount(disk)
    _library.sqlite3_vfs_register(c.byref(mount.vfs), 1)
    try:
        yield disk
    finally:
        _library.sqlite3_vfs_unregister(c.byref(mount.vfs))
        _library.sqlite3_vfs_register(system, 1)
        if mount.open_files:
            _abandoned.append(mount)


_abandoned: list[_Mount] = []
"""Mounts whose connections were never closed, as after a power loss: C may still point at them."""
