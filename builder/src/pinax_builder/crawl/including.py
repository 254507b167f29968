"""Insert what a Markdown file includes from other files of its folder.

In:    A file's text, its path, and the folder that it was listed in.
Out:   The text with each including line replaced by what it stands for.
Rules: no hidden file and nothing outside the folder is ever read, not through a link either. A line whose file is
       missing, too large, no text or in a loop stays as it is. Relative paths are tried below the including file's
       folder, then below the source folder.
Spec:  https://facelessuser.github.io/pymdown-extensions/extensions/snippets/ (`--8<--`),
       https://rust-lang.github.io/mdBook/format/mdbook.html (`{{#include}}`),
       https://myst-parser.readthedocs.io/en/latest/syntax/organising_content.html (`{include}`, `{literalinclude}`)
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from pinax_builder.charsets import decode
from pinax_builder.crawl.files import Files
from pinax_builder.formats import MARKDOWN, format_of

MAX_FILE_BYTES = 1_000_000
"""Size (bytes) above which a file is not included."""
MAX_ADDED_CHARS = 2_000_000
"""Characters that all includes together may add to one page."""
MAX_DEPTH = 8
"""Number of files that may include one another in a row."""
MAX_FILES = 500
"""Number of includes in one page."""

_HINTS = (b"8<", b"{{#", b"{*", b"{!", b"include}")
"""Bytes without one of which a file includes nothing; they spare most files the slow pattern."""
_LINE = re.compile(
    r"""^(?P<indent>[ \t>]*)(?:
        -{1,2}8<-{1,2}[ \t]+["'](?P<snippet>[^"'\n]+)["'][ \t]*$
      | \{\{\#(?:rustdoc_)?(?:include|playground)[ \t]+(?P<book>[^}\n]+)\}\}[ \t]*$
      | \{[*!][ \t]*(?P<code>[^\s*!{}]+)[^{}\n]*[*!]\}[ \t]*$
      | (?P<fence>`{3,}|:{3,})\{(?P<kind>literalinclude|include)\}[ \t]+(?P<directive>[^\n]+)\n
        (?P<options>(?:[ \t]*:[^\n]*\n|[ \t]*\n)*)[ \t]*(?P=fence)[ \t]*$
    )""",
    re.MULTILINE | re.VERBOSE,
)
_RANGE = re.compile(r":(-?\d*)(?::(-?\d*))?$")
_NAMED = re.compile(r":([A-Za-z][\w.-]*)$")
_MARKER = re.compile(r"ANCHOR(?:_END)?:|--8<--[ \t]*\[(?:start|end):")
_LINES = re.compile(r":lines:[ \t]*(\d+)-(\d*)[ \t]*$", re.MULTILINE)
_LANGUAGE = re.compile(r":language:[ \t]*([\w+#.-]+)")


def include_files(content: bytes, path: str, files: Files) -> bytes:
    """Insert what a Markdown file includes.

    Args:
        content: The file's bytes; returned unchanged if they include nothing or are no text.
        path: The file's path below the folder.
        files: Those of the docset; nothing else is read.
    """
    if not any(hint in content for hint in _HINTS):
        return content
    decoded = decode(content)
    if decoded is None:
        return content
    return (
        _Including(lambda name: files.read(name.replace(os.sep, "/"), MAX_FILE_BYTES))
        .run(decoded.text, path, ())
        .encode("utf-8")
    )


@dataclass(slots=True)
class _Including:
    """One page with what it includes."""

    read: Callable[[str], bytes]
    """Returns a file below the source folder, or its first bytes; raises OSError or ValueError."""
    files: int = 0
    added_chars: int = 0
    texts: dict[str, str | None] = field(default_factory=dict)

    def run(self, text: str, path: str, above: tuple[str, ...]) -> str:
        if len(above) >= MAX_DEPTH:
            return text
        return _LINE.sub(lambda found: self._included(found, path, (*above, path)) or found[0], text)

    def _included(self, found: re.Match[str], path: str, above: tuple[str, ...]) -> str:
        """Return the text that an including line stands for; empty if the line has to stay."""
        name = (found["snippet"] or found["book"] or found["code"] or found["directive"] or "").strip()
        wanted = _without_part(name)
        target = next((below for below in self._candidates(wanted, path) if self._read(below) is not None), None)
        if target is None or target in above or self.files >= MAX_FILES:
            return ""
        text = _part(self._read(target) or "", name[len(wanted) :], found["options"] or "")
        if self.added_chars + len(text) > MAX_ADDED_CHARS:
            return ""
        self.files += 1
        self.added_chars += len(text)
        if found["code"] or found["kind"] == "literalinclude":
            language = _LANGUAGE.search(found["options"] or "")
            ticks = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
            text = f"{ticks}{language[1] if language else PurePosixPath(target).suffix[1:]}\n{text}\n{ticks}"
        elif format_of(target) is MARKDOWN:
            text = self.run(text, target, above)
        return "\n".join(found["indent"] + line if line else line for line in text.split("\n"))

    def _candidates(self, name: str, path: str) -> list[str]:
        """List the paths below the root that a name may mean."""
        if "\0" in name or "\\" in name or name.startswith(("/", "~")) or "://" in name:
            return []
        candidates = (os.path.join(os.path.dirname(path), name), name)
        return list(dict.fromkeys(os.path.normpath(location) for location in candidates))

    def _read(self, path: str) -> str | None:
        """Read a text below the root; None for what is elsewhere, hidden, too large or no text."""
        if path not in self.texts:
            self.texts[path] = _text(path, self.read)
        return self.texts[path]


def _text(path: str, read: Callable[[str], bytes]) -> str | None:
    if any(part.startswith(".") for part in path.split(os.sep)):  # `..` among them
        return None
    try:
        content = read(path)
    except (OSError, ValueError):
        return None
    decoded = decode(content) if len(content) <= MAX_FILE_BYTES and b"\0" not in content else None
    return decoded.text.replace("\r\n", "\n").rstrip("\n") if decoded else None


def _without_part(name: str) -> str:
    """Remove the selector (`:2:10`, `:section`) from a file's name."""
    return _NAMED.sub("", _RANGE.sub("", name))


def _part(text: str, selector: str, options: str) -> str:
    """Return the lines that a selector names, without the lines that mark sections."""
    lines = text.split("\n")
    if given := _LINES.search(options):
        lines = lines[int(given[1]) - 1 : int(given[2]) if given[2] else None]
    elif selected := _RANGE.search(selector):
        first = int(selected[1]) if selected[1].isdigit() else 1
        last = first if selected[2] is None else int(selected[2]) if selected[2].isdigit() else None
        lines = lines[max(0, first - 1) : last]
    elif selector:
        lines = _section(lines, selector[1:])
    return "\n".join(line for line in lines if not _MARKER.search(line))


def _section(lines: list[str], name: str) -> list[str]:
    """Return the lines between a section's marks, of mdBook or of snippets; all lines if there are no marks."""
    marks = re.compile(rf"(?:ANCHOR:[ \t]*{re.escape(name)}\b|\[start:{re.escape(name)}\])")
    ends = re.compile(rf"(?:ANCHOR_END:[ \t]*{re.escape(name)}\b|\[end:{re.escape(name)}\])")
    first = next((at for at, line in enumerate(lines) if marks.search(line)), None)
    if first is None:
        return lines
    last = next((at for at, line in enumerate(lines[first:], first) if ends.search(line)), len(lines))
    return lines[first + 1 : last]
