"""What a power cut may leave of a sequence of steps: what was not synced may be missing, whole, torn, or out of order.

Strategy. A file's bytes are safe once the file is synced, and a name (made, renamed or removed) once its folder is. Of
the rest a file system may have written any part in any order (POSIX promises no more), so for every moment these
remainders are tried: nothing, everything, each change by itself, and everything but one.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from faults.disk import Step


@dataclass
class _Inode:
    data: bytes = b""
    is_safe: bool = True


@dataclass
class _Folder:
    """Names that are safe, and changes to them that are not."""

    names: dict[str, _Inode] = field(default_factory=dict)
    pending: list[tuple[str, str, _Inode | None]] = field(default_factory=list)
    """(name that goes or "", name that comes or "", what it leads to)."""

    def now(self) -> dict[str, _Inode]:
        return _applied(self.names, self.pending)


def after_power_cuts(before: dict[str, bytes], steps: Sequence[Step]) -> Iterator[tuple[int, dict[str, bytes]]]:
    """Return (number of steps done, files) of every state that a power cut may leave.

    Args:
        before: The files at the start, all of them safe.
        steps: What was done to them.
    """
    folders: dict[str, _Folder] = {}
    for path, data in before.items():
        _folder(folders, path).names[os.path.basename(path)] = _Inode(data)
    yield from ((0, files) for files in _states(folders))
    for number, step in enumerate(steps):
        _do(folders, step)
        yield from ((number + 1, files) for files in _states(folders))


def _folder(folders: dict[str, _Folder], path: str) -> _Folder:
    return folders.setdefault(os.path.dirname(path), _Folder())


def _do(folders: dict[str, _Folder], step: Step) -> None:
    folder, name = _folder(folders, step.path), os.path.basename(step.path)
    if step.what == "create":
        folder.pending.append(("", name, _Inode(is_safe=False)))
    elif step.what == "write":
        inode = folder.now()[name]
        inode.data, inode.is_safe = inode.data + step.data, False
    elif step.what == "rename":
        assert os.path.dirname(step.path) == os.path.dirname(step.to)
        folder.pending.append((name, os.path.basename(step.to), folder.now()[name]))
    elif step.what == "remove":
        folder.pending.append((name, "", None))
    elif step.what == "sync":
        whole = folders.get("" if step.path == "." else step.path)
        if whole is not None:
            whole.names, whole.pending = whole.now(), []
        else:
            folder.now()[name].is_safe = True


def _states(folders: dict[str, _Folder]) -> Iterator[dict[str, bytes]]:
    total = sum(len(folder.pending) for folder in folders.values())
    kept: list[set[int]] = [set(), set(range(total))]
    kept += [{one} for one in range(total)] + [set(range(total)) - {one} for one in range(total)]
    seen = set()
    for chosen in kept:
        for torn in ("lost", "half", "whole"):
            files = _files(folders, chosen, torn)
            key = hash(tuple(sorted(files.items())))
            if key not in seen:
                seen.add(key)
                yield files


def _files(folders: dict[str, _Folder], chosen: set[int], torn: str) -> dict[str, bytes]:
    files, number = {}, 0
    for path, folder in folders.items():
        changes = []
        for change in folder.pending:
            if number in chosen:
                changes.append(change)
            number += 1
        for name, inode in _applied(folder.names, changes).items():
            files[os.path.join(path, name)] = inode.data if inode.is_safe else _part(inode.data, torn)
    return files


def _part(data: bytes, torn: str) -> bytes:
    return {"lost": b"", "half": data[: len(data) // 2], "whole": data}[torn]


def _applied(names: dict[str, _Inode], changes: Iterable[tuple[str, str, _Inode | None]]) -> dict[str, _Inode]:
    applied = dict(names)
    for old, new, inode in changes:
        applied.pop(old, None)
        if new and inode is not None:
            applied[new] = inode
    return applied
