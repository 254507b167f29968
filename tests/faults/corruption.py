"""Damage a bundle in every way of a kind, and say what each damage does: it is detected, or it is harmless.

Strategy. A flipped byte or a cut of a file can only show where the file, or a block of it, is read; so each damage is
tried on what reads the damaged bytes. Two swapped files are tried on the whole bundle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

from pinax_runtime.format import ENTRY, BundleError, Entry, FileRef
from pinax_runtime.search import Bundle, MemorySource, Reply, open_bundle, verify

QUERIES = ("the schedule", "retry", "Straßen")


@dataclass
class Tally:
    """What became of damages of one kind."""

    detected: int = 0
    harmless: int = 0
    wrong: int = 0
    """Neither: a wrong answer, or an error that is not a BundleError."""

    def note(self, outcome: str) -> None:
        setattr(self, outcome, getattr(self, outcome) + 1)


class Damages:
    """A bundle and what can be done to it."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = dict(files)

    @cached_property
    def refs(self) -> dict[str, list[tuple[int, int, FileRef]]]:
        """File → what is read of it: (first byte, byte after the last, reference)."""
        found: dict[str, list[tuple[int, int, FileRef]]] = {}
        for docset in open_bundle(MemorySource(self.files)).docsets.values():
            for segment in docset.segments:
                refs = [segment.ref, *segment.manifest.files()]
                refs += [shard.ref for table in segment.tables.values() for shard in table]
                for each in refs:
                    start = each.start if each.file else 0
                    found.setdefault(each.path, []).append((start, start + each.size, each))
        assert found.keys() | {ENTRY} == self.files.keys()
        return found

    def flips(self, every: int = 1) -> Iterator[str]:
        """Flip a bit in every byte of every file, of the entry every bit; of these take every so-manieth."""
        places = [(name, at) for name, data in sorted(self.files.items()) for at in range(len(data))]
        for number, (name, at) in enumerate(places[::every]):
            for bit in range(8) if name == ENTRY else (number % 8,):
                data = bytearray(self.files[name])
                data[at] ^= 1 << bit
                yield self._outcome(name, bytes(data), at, at + 1)

    def cuts(self, every: int = 1) -> Iterator[str]:
        """Cut every file at every length; of these take every so-manieth."""
        places = [(name, at) for name, data in sorted(self.files.items()) for at in range(len(data))]
        for name, length in places[::every]:
            yield self._outcome(name, self.files[name][:length], length, len(self.files[name]))

    def swaps(self, every: int = 1) -> Iterator[str]:
        """Swap any two files; of these pairs take every so-manieth."""
        for first, second in list(combinations(sorted(self.files), 2))[::every]:
            changed = {**self.files, first: self.files[second], second: self.files[first]}
            found = {name for name, _ in verify(MemorySource(changed)).findings}
            is_named = bool(found) and found <= {first, second}  # what a swapped manifest leads to is not looked at
            yield "detected" if is_named and self._asked_right(changed) else "wrong"

    @cached_property
    def _reader(self) -> Bundle:
        """What reads any file by itself: also manifests, which the entry may bring along."""
        entry = replace(Entry.from_bytes(self.files[ENTRY], "here"), manifests={})
        return open_bundle(MemorySource({**self.files, ENTRY: entry.to_bytes()}), cache_bytes=0)

    @cached_property
    def _right(self) -> list[Reply]:
        return [open_bundle(MemorySource(self.files)).search(query) for query in QUERIES]

    def _asked_right(self, changed: Mapping[str, bytes]) -> bool:
        """Say whether a few questions give what they give of the sound bundle, or a BundleError."""
        for query, right in zip(QUERIES, self._right, strict=True):
            try:
                if open_bundle(MemorySource(changed)).search(query) != right:
                    return False
            except BundleError:
                continue
            except Exception:
                return False
        return True

    def _outcome(self, name: str, data: bytes, start: int, end: int) -> str:
        """Read what has the bytes from `start` up to `end` of a file that holds `data` now."""
        if name == ENTRY:
            return _entry_outcome(data, self.files[ENTRY])
        self._reader.files.source = MemorySource({**self.files, name: data})
        touched = [ref for first, last, ref in self.refs[name] if first < end and start < last]
        if not touched:
            return "wrong"  # every byte of a bundle is read by something
        for ref in touched:
            try:
                self._reader.files.bytes_of(ref)
            except BundleError as error:
                if error.name != ref.path:
                    return "wrong"
            except Exception:
                return "wrong"
            else:
                return "wrong"
        return "detected"


def tally(outcomes: Iterator[str]) -> Tally:
    """Count outcomes."""
    counted = Tally()
    for outcome in outcomes:
        counted.note(outcome)
    return counted


def _entry_outcome(data: bytes, sound: bytes) -> str:
    try:
        entry = Entry.from_bytes(data, "here")
    except BundleError:
        return "detected"
    except Exception:
        return "wrong"
    return "harmless" if entry == Entry.from_bytes(sound, "here") else "wrong"
