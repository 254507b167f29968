"""Everything that can be wrong with a bundle, as types.

    PinaxError                      never raised itself
    ├── BundleError                 the bundle is at fault
    │   ├── NotABundleError         no entry file here
    │   ├── FormatVersionError      written for a newer reader
    │   ├── DigestMismatchError     the bytes are not those that the name promises
    │   ├── CorruptFileError        the bytes are as named, but are not a record of this format
    │   ├── LimitExceededError      larger, deeper or more than a reader accepts
    │   ├── SourceError             the bytes could not be had
    │   │   └── MissingFileError    there is no file of that name
    │   └── UnknownAnalyzerError    built with text rules that this reader does not have
    └── CacheError                  the local copy of a file cannot be used, and there is no other

Facts travel as attributes; each message ends with what to do.
"""

from __future__ import annotations

import json

from pinax_runtime.format.visible import visible_line


class PinaxError(Exception):
    """Base of every error that Pinax raises on purpose."""


class BundleError(PinaxError):
    """The bundle is at fault. `name` is the file concerned, relative to the bundle.

    A message may quote the bundle, so invisible characters are removed from it.
    """

    def __init__(self, name: str, message: str) -> None:
        super().__init__(visible_line(message))
        self.name = name


class NotABundleError(BundleError):
    """There is no readable `pinax.json` where a bundle was expected."""

    def __init__(self, location: str, reason: str) -> None:
        super().__init__(
            "pinax.json",
            f"{location} is not a Pinax bundle: {reason}. Give the folder that `pinax build … -o` wrote, or its URL.",
        )
        self.location, self.reason = location, reason


class FormatVersionError(BundleError):
    """The bundle needs a newer reader."""

    def __init__(self, needs: int, reads: int) -> None:
        super().__init__(
            "pinax.json",
            f"the bundle needs a reader of format {needs}, this one reads up to {reads}. "
            "Upgrade pinax-runtime, or rebuild the bundle with an older pinax-builder.",
        )
        self.needs, self.reads = needs, reads


class DigestMismatchError(BundleError):
    """A file's bytes do not hash to its name, or to the digest that the entry gives of itself."""

    def __init__(self, name: str, got: str, expected: str) -> None:
        super().__init__(
            name,
            f"{name} is damaged: its bytes hash to {got}, not {expected}. Copy the bundle again, or rebuild it.",
        )
        self.got, self.expected = got, expected


class CorruptFileError(BundleError):
    """A file decodes to something that the format does not allow."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(name, f"{name} is not valid: {reason}. Rebuild the bundle with a current pinax-builder.")
        self.reason = reason


class decoding:
    """Raise CorruptFileError for what goes wrong inside a `with`: a member is missing, of another type or refused."""

    def __init__(self, name: str, what: str) -> None:
        self._name, self._what = name, what

    def __enter__(self) -> None:
        pass

    def __exit__(self, _type: object, error: object, _traceback: object) -> None:
        if isinstance(error, (ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError)):
            raise CorruptFileError(self._name, f"not {self._what} ({str(error) or type(error).__name__})") from error


def require(holds: bool, otherwise: str) -> None:
    """Raise ValueError where something does not hold."""
    if not holds:
        raise ValueError(otherwise)


class LimitExceededError(BundleError):
    """A file asks the reader for more than the format allows."""

    def __init__(self, name: str, what: str, limit: int, got: int, remedy: str = "") -> None:
        super().__init__(
            name,
            f"{name}: {what} is {got:,}, the limit is {limit:,}. "
            + (remedy or "No builder writes such a file. Rebuild the bundle, or ask who made it."),
        )
        self.what, self.limit, self.got = what, limit, got


class SourceError(BundleError):
    """A file of the bundle could not be read at all."""

    def __init__(self, name: str, cause: str) -> None:
        super().__init__(
            name, f"{name} could not be read: {cause}. Check the bundle's location, or copy the bundle again."
        )
        self.cause = cause


class MissingFileError(SourceError):
    """A file of the bundle is missing: the bundle is incomplete, or was replaced after it was opened."""

    def __init__(self, name: str) -> None:
        super().__init__(name, "the file is missing")


class UnknownAnalyzerError(BundleError):
    """A segment was built with text rules (or a stemmer release) that this reader does not have."""

    def __init__(self, name: str, analyzer: str, known: str) -> None:
        super().__init__(
            name,
            f"{name} was built with analyzer {analyzer!r}; this reader has {known}. "
            "Install matching releases of pinax-runtime and snowballstemmer, or rebuild the bundle.",
        )
        self.analyzer, self.known = analyzer, known


class CacheError(PinaxError):
    """The cached copy of a remote bundle's file is damaged, and the file cannot be fetched again."""

    def __init__(self, name: str, folder: str, cause: str) -> None:
        super().__init__(
            f"the copy of {name} in {folder} is damaged, and it cannot be fetched again: {cause}. "
            "Try again when its server can be reached."
        )
        self.name, self.folder, self.cause = name, folder, cause


def cause_of(error: Exception) -> str:
    """Say what is wrong with input that could not be read as JSON, YAML, TOML or the like, without a word of Python.

    >>> cause_of(RecursionError("maximum recursion depth exceeded")), cause_of(KeyError("files"))
    ('it is nested too deep', "it has no member 'files'")
    """
    if isinstance(error, RecursionError):
        return "it is nested too deep"
    if isinstance(error, json.JSONDecodeError):
        return f"it is no JSON from line {error.lineno}, column {error.colno} on"
    if isinstance(error, UnicodeDecodeError):
        return f"it is not in {error.encoding.upper()} from byte {error.start:,} on"
    if "integer string conversion" in str(error):
        return "a number has too many digits"
    if isinstance(error, KeyError) and error.args:
        return f"it has no member {error.args[0]!r}"
    if isinstance(error, TypeError | AttributeError | IndexError) and " is not a" not in str(error):
        return "a member is of another type"
    return " ".join(str(error).split()) or type(error).__name__
