"""Why a build cannot go on.

Rules: the facts are attributes, the message ends with the remedy. One bad page is never an error: it is a Rejection.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, dataclass_transform

from pinax_builder.released import install_command
from pinax_builder.storage import Place
from pinax_runtime.format import PinaxError

_PASSWORD = re.compile(r"://[^/@\s]*@")
"""User and password in a URL, which no message repeats."""


@dataclass_transform()
@dataclass(eq=False, repr=False)
class BuildError(PinaxError):
    """The build cannot go on; never raised itself. Each kind is a dataclass of its facts."""

    message: ClassVar[str] = "{cause}; {remedy}."
    """What a person is told, with the names of facts in braces."""
    reports: Sequence[Any] = field(default=(), init=False)
    """What became of the pages of each docset that was read before the build ended."""

    def __init_subclass__(cls) -> None:
        dataclass(eq=False, repr=False)(cls)

    def __str__(self) -> str:
        return self.message.format_map(vars(self))


class ConfigError(BuildError):
    """A key is unknown, missing or has a value that is not allowed."""

    key: str
    """Where it stands, e.g. `docset[1].base_url`."""
    value: object
    """What was given; None when nothing was."""
    allowed: str
    """What to write instead; the message ends with it."""
    problem: str = "is not allowed"
    """What is wrong with it."""

    def __str__(self) -> str:
        given = "" if self.value is None else f" = {_short(self.value)}"
        return f"{self.key}{given} {self.problem}; use {self.allowed}."


class MissingExtraError(BuildError):
    """A docset asks for source code, and what parses it is not installed."""

    docset: str
    modules: list[str]

    def __str__(self) -> str:
        return (
            f"docset {self.docset!r} is to read source code (`code`), and {', '.join(self.modules)} cannot be "
            f"imported; install the extra: {install_command('code')}."
        )


class PlaceError(BuildError):
    """A docset's folder, archive or object store is missing, or cannot be read."""

    path: Place
    cause: str

    def __str__(self) -> str:
        is_there = not isinstance(self.path, Path) or self.path.exists()
        site = "" if is_there else " The address of a site begins with https://."
        return f"cannot read the source {self.path}: {self.cause}; check the path and that you may read it.{site}"


class InputError(BuildError):
    """Something that a build reads besides pages cannot be had or used."""

    what: str
    """What it is, and where: `the store docs.sqlite`."""
    cause: str
    remedy: str
    message = "cannot use {what}: {cause}; {remedy}."


class SiteError(BuildError):
    """A docset's site cannot be crawled, or not to its end."""

    url: str
    cause: str
    remedy: str
    message = "cannot crawl {url}: {cause}; {remedy}."


class SiteRefusedError(BuildError):
    """The gate refuses a docset's site; the old bundle stays in place."""

    docset: str
    """Its name."""
    url: str
    """What its pages lie below."""
    verdict: Any
    """The gate's `SiteVerdict`."""
    message = (
        "{url} is not worth indexing as docset {docset!r} ({verdict.reason}): {verdict.detail}; "
        "{verdict.remedy}, or index it all the same with --no-gate (`gate = false`)."
    )


class WorseCrawlError(BuildError):
    """A site gave far fewer pages than the bundle has of it; the old bundle stays in place."""

    docset: str
    n_before: int
    n_now: int
    message = (
        "docset {docset!r} has {n_before} pages in the bundle and would have {n_now} now, fewer "
        "than half; look at the report for what is missing, or replace it all the same with --force."
    )


OF_SHELLS = (
    "build from what the site is made of (Markdown, OpenAPI, source code), "
    "or from its address, where a browser fills them"
)
"""What to do about pages of a folder that only scripts fill."""


class AskingError(BuildError):
    """Who was asked to write questions refuses, or gives no answers."""

    cause: str
    remedy: str


class QuestionsError(BuildError):
    """A question file cannot be read, or a line of it is not allowed."""

    path: Path
    """The file."""
    line: int
    """Number of the line from 1; 0 for the file as a whole."""
    cause: str
    """What is wrong."""

    def __str__(self) -> str:
        where = f"{self.path}, line {self.line}" if self.line else f"{self.path}"
        return f"{where}: {self.cause}; correct or remove it."


_ARCHIVES = frozenset({".7z", ".bz2", ".chm", ".gz", ".rar", ".tar", ".tgz", ".xz", ".zip", ".zst"})
"""Extensions of files that hold other files."""


class NoPagesError(BuildError):
    """No page was admitted, so there is nothing to write."""

    docset: str
    """Its name."""
    n_rejected: int
    """Pages that were listed and refused."""
    reasons: dict[str, int]
    """How many for each reason slug."""
    skipped: Mapping[str, int] = field(default_factory=dict)
    """Files that are no pages: how many of each extension. Paths with a slash at the end are folders not walked."""
    missing_readers: Sequence[str] = ()
    """For each kind of page that nothing installed reads, a sentence that says what to install."""

    def __str__(self) -> str:
        return f"no page of docset {self.docset!r} was admitted: {self._found()}; {self._advice()}."

    def _advice(self) -> str:
        if self.reasons.get("javascript_shell", 0) > self.n_rejected / 2:
            return f"those of `javascript_shell` are empty until scripts run: {OF_SHELLS}"
        if self.missing_readers:
            return " ".join(self.missing_readers).removesuffix(".")
        return "check `include` and `exclude`"

    def _found(self) -> str:
        if self.n_rejected:
            counts = ", ".join(f"{reason} {count}" for reason, count in sorted(self.reasons.items()))
            return f"{self.n_rejected} were rejected ({counts}); --report FILE tells of each"
        folders = sorted(kind for kind in self.skipped if kind.endswith("/"))[:5]
        counted = (item for item in self.skipped.items() if not item[0].endswith("/"))
        most = sorted(counted, key=lambda item: (-item[1], item[0]))[:5]
        files = f", only {', '.join(f'{extension} {count}' for extension, count in most)}" if most else ""
        hidden = f"some folders are not entered unless you give them: {', '.join(folders)}; " if folders else ""
        unpack = "unpack archives first; " if _ARCHIVES & set(self.skipped) else ""
        code = f"for source code use --code (`code = true`), after {install_command('code')}"
        return f"no documentation was found{files}; {hidden}{unpack}{code}"


class ClusterError(BuildError):
    """A cluster of machines cannot be used."""

    address: str
    cause: str
    message = "{address} cannot be used: {cause}; build without --executor, or see docs/configuration.md."


class OutputError(BuildError):
    """The bundle cannot be written."""

    path: Place
    cause: str
    message = "cannot write {path}: {cause}; choose another folder or make room there."


class UnreadableError(OutputError):
    """What was built is not what a reader opens; the earlier bundle is still in place."""

    message = (
        "cannot write {path}: {cause}. The bundle that was there is unchanged; build again without "
        "a cache, and report it if that fails."
    )


class OtherFilesError(OutputError):
    """The folder of the bundle holds files that are no bundle's."""

    message = "{path} is no bundle: {cause}; name a folder of its own, or give --allow-other-files."


class GoldenError(BuildError):
    """A bundle that was just written does not answer its golden queries."""

    bundle: Place
    """Where it is."""
    failed: Sequence[str]
    """A line for each query that is not answered as expected."""

    def __str__(self) -> str:
        unanswered = f"{self.bundle} does not answer all golden queries"
        remedy = "improve the pages or the queries; the bundle is written, and must not be published"
        return "\nerror: ".join((*self.failed, f"{unanswered}; {remedy}."))


class SigningError(BuildError):
    """A bundle cannot be signed, or a key cannot be made."""

    cause: str
    remedy: str


@contextmanager
def writing(path: Place) -> Iterator[None]:
    """Raise OutputError where what is done within raises OSError."""
    try:
        yield
    except OSError as error:
        raise OutputError(path, error.strerror or str(error)) from error


def _short(value: object, limit: int = 80) -> str:
    text = _PASSWORD.sub("://•••@", repr(value))
    return text if len(text) <= limit else text[: limit - 1] + "…"
