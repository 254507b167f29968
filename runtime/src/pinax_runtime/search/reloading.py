"""Bundles that may be rebuilt while they are asked: each question gets one library, whole, from its start to its end.

Strategy. A library never changes. When a bundle's entry has, a new library takes the place of the old one for the
questions that come from then on; those under way keep the old one, whose files a builder leaves for one build more. If
two builds pass meanwhile and a file is gone, the question is put again to the newest library. A new entry whose files
are not all there yet, or which cannot be read, changes nothing: the old library answers until it is whole.

Rules: the entry of a folder is looked at with each question, which costs a `stat`; that of a URL every so many seconds,
       on a thread of its own, so that no question waits for it.
Why:   docs/decisions/0018
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from pinax_runtime.bundle import DEFAULT_BYTES, Batch, Source, fetch
from pinax_runtime.deadline import apart
from pinax_runtime.format import BundleError, DigestMismatchError, MissingFileError, all_files
from pinax_runtime.search.library import Bundle, Library, Override, Packages, check_targets, compose, source_of

Result = TypeVar("Result")

_log = logging.getLogger(__name__)

_TRIES = 5
"""Times that a question is put again, each time to a newer library than the last."""


class Shelf:
    """The present library of some bundles. Safe to share between threads."""

    def __init__(
        self,
        locations: Sequence[str | Path | Source],
        overrides: Sequence[Override] = (),
        *,
        cache_bytes: int = DEFAULT_BYTES,
        packages: Callable[[], Packages] | None = None,
    ) -> None:
        """Open bundles.

        Args:
            locations: As `open_bundle` takes them; at least one.
            overrides: Weights and tags of docsets.
            cache_bytes: Most memory for decoded files of all bundles (bytes, estimated).
            packages: Returns the versions of packages that a project uses; docsets of these versions come first. It is
                asked at each question, and returns another object when they have changed.

        Raises:
            UnknownTargetError: An override concerns no docset and no bundle of these.
            BundleError: As `open_bundle`.
        """
        self._overrides, self._uses = overrides, packages
        self._packages = packages() if packages else None
        sources = [source_of(location) for location in locations]
        self._bundles = [Bundle(source, cache_bytes // len(sources)) for source in sources]
        self._looking = [threading.Lock() for _ in sources]
        self._switching = threading.Lock()
        self._told: dict[str, str] = {}
        check_targets(self._bundles, overrides)
        self._library = compose(self._bundles, overrides, self._packages)
        self._before: Library | None = None

    @property
    def library(self) -> Library:
        """The present library."""
        return self._library

    def ask(self, question: Callable[[Library], Result]) -> Result:
        """Return the result of a question to the present library, or to a newer one where a rebuild took a file away.

        Args:
            question: May be put several times, as long as its files vanish.

        Raises:
            BundleError: A file is missing or damaged, and there is no newer build.
        """
        library = self.present()
        for _ in range(_TRIES):
            try:
                return question(library)
            except (MissingFileError, DigestMismatchError) as error:
                newer = self.refresh()
                if newer is library:
                    return self._ask_before(question, error)
                library = newer
        return question(library)

    def _ask_before(self, question: Callable[[Library], Result], error: BundleError) -> Result:
        """Put a question to the library before the present one, or raise the error that the present one gave.

        A server may have a new entry sooner than the files that it names. A folder's are looked at before its build is
        taken; asking a server for all of them would take too long, so it is a question that finds one missing.
        """
        before = self._before
        if before is None or not isinstance(error, MissingFileError):
            raise error
        self._tell("questions", f"the new build is not whole ({error}); the one before goes on answering")
        try:
            return question(before)
        except BundleError:
            raise error from None

    def _tell(self, about: str, message: str) -> None:
        """Log a warning, once as long as it stays the same."""
        if self._told.get(about) != message:
            _log.warning("%s", message)
        self._told[about] = message

    def present(self) -> Library:
        """Return the library that holds from now on, after a look at the bundles' folders and what a project uses."""
        if self._uses is not None and (packages := self._uses()) is not self._packages:
            with self._switching:
                self._packages = packages
                self._recompose()
        for at, bundle in enumerate(self._bundles):
            if bundle.stamp != bundle.files.stamp():
                self._refresh(at, bundle)
        return self._library

    def refresh(self) -> Library:
        """Look for newer builds, and return the library that holds from now on."""
        for at, bundle in enumerate(self._bundles):
            self._refresh(at, bundle)
        return self._library

    @contextmanager
    def watched(self, seconds: float) -> Iterator[None]:
        """Look for newer builds every so many seconds, on another thread; 0 for never."""
        ended = threading.Event()

        def watch() -> None:
            while not ended.wait(seconds):
                try:
                    self.refresh()
                except Exception:
                    _log.exception("looking for newer builds failed")

        if seconds:
            threading.Thread(target=watch, name="pinax-refresh", daemon=True).start()
        try:
            yield
        finally:
            ended.set()

    def _refresh(self, at: int, seen: Bundle) -> None:
        """Take a newer build of one bundle; who waited while another thread did so has nothing left to do."""
        with apart(), self._looking[at]:
            old = self._bundles[at]
            new = self._newest(old) if old is seen else old
            if new is old:
                return
            with self._switching:
                self._bundles = [new if number == at else bundle for number, bundle in enumerate(self._bundles)]
                self._before = self._library
                self._recompose()
                _forget_gone(new, old)

    def _recompose(self) -> None:
        """Put a library of what is open now in the place of the present one."""
        self._library = compose(self._bundles, self._overrides, self._packages)

    def _newest(self, old: Bundle) -> Bundle:
        """Open a bundle as it is now; return the old one where nothing has changed, or the new one is not whole."""
        try:
            new = Bundle(old.files)
            if new.entry == old.entry:
                old.stamp, new = new.stamp, old
            else:
                _check_whole(new, old)
        except BundleError as error:
            self._tell(old.location, f"{old.location} has changed but cannot be used yet: {error}")
            return old
        self._told.pop(old.location, None)
        return new


def _forget_gone(new: Bundle, old: Bundle) -> None:
    """Forget what was read of builds before the last one, which would stay until the cache is full."""
    docsets = [*new.docsets.values(), *old.docsets.values()]
    new.files.keep_only(tuple({segment.prefix for docset in docsets for segment in docset.segments}))


def _check_whole(new: Bundle, old: Bundle) -> None:
    """Refuse a new build that is not all there: its manifests have to be readable, the files of a folder to exist."""
    known = {ref for docset in old.entry.docsets for ref in docset.segments}
    added = [one for docset in new.docsets.values() for one in docset.segments if one.ref not in known]
    fetch(map(Batch, added))
    has = getattr(new.files.source, "has", None)  # a folder's; asking a server for every file would take too long
    for segment in added:
        manifest = segment.manifest
        if has is not None:
            files = all_files(manifest, new.files.table)
            missing = next((file.name for file in files if not has(file.name)), "")
            if missing:
                raise MissingFileError(missing)
