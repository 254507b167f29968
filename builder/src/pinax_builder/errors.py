"""Why a build cannot go on.

Tree:

    PinaxError
    └── BuildError
        ├── ConfigError         a key of pinax.toml (or an option) is unknown or has a value that is not allowed
        ├── ConfigFileError     a pinax.toml cannot be changed
        ├── MissingExtraError   source code is to be read and what parses it is not installed
        ├── SourceFolderError   a docset's folder cannot be listed
        ├── PackageError        a docset's repository or package cannot be fetched
        ├── SiteError           a docset's site cannot be crawled, or not to its end
        ├── SiteRefusedError    a docset's site is not worth indexing: no prose, shells, a wall, the wrong language
        ├── WorseCrawlError     a site gave far fewer pages than the bundle that it would replace has
        ├── CatalogError        a catalog of sites cannot be had, or is none
        ├── StoreError          the file that keeps a site's answers cannot be used
        ├── AskingError         nobody answers who was asked to write questions
        ├── QuestionsError      a question file cannot be read, or a line of it is not allowed
        ├── ReportError         the report of a build cannot be read
        ├── NoPagesError        nothing was admitted; the old bundle stays in place
        ├── OutputError         the bundle cannot be written
        │   ├── OtherFilesError its folder holds files that are no bundle's
        │   └── UnreadableError what was built is not what a reader opens; the old bundle stays in place
        ├── ClusterError        a cluster cannot be used
        ├── GoldenError         the bundle is written, but does not answer its golden queries
        └── SigningError        a bundle cannot be signed

Rules: the facts are attributes, the message ends with the remedy. One bad page is never an error: it is a Rejection.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pinax_builder.storage import Place
from pinax_runtime.format import PinaxError

_PASSWORD = re.compile(r"://[^/@\s]*@")
"""User and password in a URL, which no message repeats."""


class BuildError(PinaxError):
    """The build cannot go on; never raised itself."""

    reports: Sequence[Any] = ()
    """What became of the pages of each docset that was read before the build ended."""


class ConfigError(BuildError):
    """A key is unknown, missing or has a value that is not allowed."""

    def __init__(self, key: str, value: object, allowed: str, problem: str = "is not allowed") -> None:
        """Keep the facts.

        Args:
            key: Where it stands, e.g. `docset[1].base_url`.
            value: What was given; None when nothing was.
            allowed: What to write instead; the message ends with it.
            problem: What is wrong with it.
        """
        super().__init__(key, value, allowed, problem)
        self.key = key
        self.value = value
        self.allowed = allowed
        self.problem = problem

    def __str__(self) -> str:
        given = "" if self.value is None else f" = {_short(self.value)}"
        return f"{self.key}{given} {self.problem}; use {self.allowed}."


class ConfigFileError(BuildError):
    """A pinax.toml cannot be changed."""

    def __init__(self, path: Path, cause: str) -> None:
        super().__init__(path, cause)
        self.path = path
        self.cause = cause

    def __str__(self) -> str:
        return f"cannot write {self.path}: {self.cause}; name another file with --config, or change it by hand."


class MissingExtraError(BuildError):
    """A docset asks for source code, and what parses it is not installed."""

    def __init__(self, docset: str, modules: list[str]) -> None:
        super().__init__(docset, modules)
        self.docset = docset
        self.modules = modules

    def __str__(self) -> str:
        return (
            f"docset {self.docset!r} is to read source code (`code`), and {', '.join(self.modules)} cannot be "
            'imported; install the extra: pip install "pinax-builder[code]".'
        )


class SourceFolderError(BuildError):
    """A docset's folder is missing, is no folder, or cannot be listed."""

    def __init__(self, path: Place, cause: str) -> None:
        super().__init__(path, cause)
        self.path = path
        self.cause = cause

    def __str__(self) -> str:
        is_there = not isinstance(self.path, Path) or self.path.exists()
        site = "" if is_there else " The address of a site begins with https://."
        return (
            f"cannot list the source folder {self.path}: {self.cause}; check the path and that you may read it.{site}"
        )


class PackageError(BuildError):
    """A docset's repository or package cannot be fetched, or lacks the folder that was asked for."""

    def __init__(self, source: str, cause: str, remedy: str) -> None:
        super().__init__(source, cause, remedy)
        self.source = source
        self.cause = cause
        self.remedy = remedy

    def __str__(self) -> str:
        return f"cannot use the source {self.source}: {self.cause}; {self.remedy}."


class SiteError(BuildError):
    """A docset's site cannot be crawled, or not to its end."""

    def __init__(self, url: str, cause: str, remedy: str) -> None:
        super().__init__(url, cause, remedy)
        self.url = url
        self.cause = cause
        self.remedy = remedy

    def __str__(self) -> str:
        return f"cannot crawl {self.url}: {self.cause}; {self.remedy}."


class SiteRefusedError(BuildError):
    """The gate refuses a docset's site; the old bundle stays in place."""

    def __init__(self, docset: str, url: str, reason: str, detail: str, remedy: str) -> None:
        """Keep the facts.

        Args:
            docset: Its name.
            url: What its pages lie below.
            reason: A stable slug: `chrome_only`, `javascript_shell`, `soft_404`, …
            detail: The figures.
            remedy: What to do.
        """
        super().__init__(docset, url, reason, detail, remedy)
        self.docset = docset
        self.url = url
        self.reason = reason
        self.detail = detail
        self.remedy = remedy

    def __str__(self) -> str:
        return (
            f"{self.url} is not worth indexing as docset {self.docset!r} ({self.reason}): {self.detail}; "
            f"{self.remedy}, or index it all the same with --no-gate (`gate = false`)."
        )


class WorseCrawlError(BuildError):
    """A site gave far fewer pages than the bundle has of it; the old bundle stays in place."""

    def __init__(self, docset: str, n_before: int, n_now: int) -> None:
        super().__init__(docset, n_before, n_now)
        self.docset = docset
        self.n_before = n_before
        self.n_now = n_now

    def __str__(self) -> str:
        return (
            f"docset {self.docset!r} has {self.n_before} pages in the bundle and would have {self.n_now} now, fewer "
            "than half; look at the report for what is missing, or replace it all the same with --force."
        )


class CatalogError(BuildError):
    """A catalog of sites cannot be had, or is none."""

    def __init__(self, origin: str, cause: str, remedy: str) -> None:
        super().__init__(origin, cause, remedy)
        self.origin = origin
        self.cause = cause
        self.remedy = remedy

    def __str__(self) -> str:
        return f"cannot use the catalog {self.origin}: {self.cause}; {self.remedy}."


class StoreError(BuildError):
    """The file that keeps a site's answers cannot be used."""

    def __init__(self, path: Path, cause: str) -> None:
        super().__init__(path, cause)
        self.path = path
        self.cause = cause

    def __str__(self) -> str:
        return f"cannot use the store {self.path}: {self.cause}; choose another with --store or remove the file."


OF_SHELLS = (
    "build from what the site is made of (Markdown, OpenAPI, source code), "
    "or from its address, where a browser fills them"
)
"""What to do about pages of a folder that only scripts fill."""


class AskingError(BuildError):
    """Who was asked to write questions refuses, or gives no answers."""

    def __init__(self, cause: str, remedy: str) -> None:
        super().__init__(cause, remedy)
        self.cause = cause
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.cause}; {self.remedy}."


class QuestionsError(BuildError):
    """A question file cannot be read, or a line of it is not allowed."""

    def __init__(self, path: Path, line: int, cause: str) -> None:
        """Keep the facts.

        Args:
            path: The file.
            line: Number of the line from 1; 0 for the file as a whole.
            cause: What is wrong.
        """
        super().__init__(path, line, cause)
        self.path = path
        self.line = line
        self.cause = cause

    def __str__(self) -> str:
        where = f"{self.path}, line {self.line}" if self.line else f"{self.path}"
        return f"{where}: {self.cause}; correct or remove it."


class ReportError(BuildError):
    """The report of a build cannot be read."""

    def __init__(self, path: Path, cause: str) -> None:
        super().__init__(path, cause)
        self.path = path
        self.cause = cause

    def __str__(self) -> str:
        return f"cannot use the report {self.path}: {self.cause}; give the file that `pinax build --report` wrote."


_ARCHIVES = frozenset({".7z", ".bz2", ".chm", ".gz", ".rar", ".tar", ".tgz", ".xz", ".zip", ".zst"})
"""Extensions of files that hold other files."""


class NoPagesError(BuildError):
    """No page was admitted, so there is nothing to write."""

    def __init__(
        self, docset: str, n_rejected: int, reasons: dict[str, int], skipped: Mapping[str, int] | None = None
    ) -> None:
        """Keep the facts.

        Args:
            docset: Its name.
            n_rejected: Pages that were listed and refused.
            reasons: How many for each reason slug.
            skipped: Files that are no pages: how many of each extension.
        """
        super().__init__(docset, n_rejected, reasons, skipped)
        self.docset = docset
        self.n_rejected = n_rejected
        self.reasons = reasons
        self.skipped = skipped or {}

    def __str__(self) -> str:
        return f"no page of docset {self.docset!r} was admitted: {self._found()}; {self._advice()}."

    def _advice(self) -> str:
        if self.reasons.get("javascript_shell", 0) > self.n_rejected / 2:
            return f"those of `javascript_shell` are empty until scripts run: {OF_SHELLS}"
        return "check `include` and `exclude`"

    def _found(self) -> str:
        if self.n_rejected:
            counts = ", ".join(f"{reason} {count}" for reason, count in sorted(self.reasons.items()))
            return f"{self.n_rejected} were rejected ({counts}); --report FILE tells of each"
        most = sorted(self.skipped.items(), key=lambda item: (-item[1], item[0]))[:5]
        files = f", only {', '.join(f'{extension} {count}' for extension, count in most)}" if most else ""
        unpack = "unpack archives first; " if _ARCHIVES & set(self.skipped) else ""
        code = "for source code use --code (`code = true`), with pinax-builder[code]"
        return f"no documentation was found{files}; {unpack}{code}"


class ClusterError(BuildError):
    """A cluster of machines cannot be used."""

    def __init__(self, address: str, cause: str) -> None:
        super().__init__(address, cause)
        self.address = address
        self.cause = cause

    def __str__(self) -> str:
        return f"{self.address} cannot be used: {self.cause}; build without --executor, or see docs/scale.md."


class OutputError(BuildError):
    """The bundle cannot be written."""

    def __init__(self, path: Place, cause: str) -> None:
        super().__init__(path, cause)
        self.path = path
        self.cause = cause

    def __str__(self) -> str:
        return f"cannot write {self.path}: {self.cause}; choose another folder or make room there."


class UnreadableError(OutputError):
    """What was built is not what a reader opens; the earlier bundle is still in place."""

    def __str__(self) -> str:
        return (
            f"cannot write {self.path}: {self.cause}. The bundle that was there is unchanged; build again without "
            "a cache, and report it if that fails."
        )


class OtherFilesError(OutputError):
    """The folder of the bundle holds files that are no bundle's."""

    def __init__(self, path: Place, names: Sequence[str]) -> None:
        super().__init__(path, f"it holds {names[0]}" + (f" and {len(names) - 1} more" if len(names) > 1 else ""))

    def __str__(self) -> str:
        return f"{self.path} is no bundle: {self.cause}; name a folder of its own, or give --allow-other-files."


class GoldenError(BuildError):
    """A bundle that was just written does not answer its golden queries."""

    def __init__(self, bundle: Place, failed: Sequence[str]) -> None:
        """Keep the facts.

        Args:
            bundle: Where it is.
            failed: A line for each query that is not answered as expected.
        """
        super().__init__(bundle, failed)
        self.bundle = bundle
        self.failed = failed

    def __str__(self) -> str:
        unanswered = f"{self.bundle} does not answer all golden queries"
        remedy = "improve the pages or the queries; the bundle is written, and must not be published"
        return "\n".join((*self.failed, f"{unanswered}; {remedy}."))


class SigningError(BuildError):
    """A bundle cannot be signed, or a key cannot be made."""

    def __init__(self, cause: str, remedy: str) -> None:
        super().__init__(cause, remedy)
        self.cause = cause
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.cause}; {self.remedy}."


def _short(value: object, limit: int = 80) -> str:
    text = _PASSWORD.sub("://•••@", repr(value))
    return text if len(text) <= limit else text[: limit - 1] + "…"
