"""Insert what a file of Markdown or reStructuredText includes from other files of its folder.

In:    A file's text, its path, and the folder that it was listed in.
Out:   The text with each including line replaced by what it stands for.
Rules: no hidden file and nothing outside the folder is ever read, not through a link either. A line whose file is
       missing, too large, no text or in a loop stays as it is, and so does one that names words or lines which its
       file lacks. Relative paths are tried below the including file's folder, then below the source folder.
Spec:  https://facelessuser.github.io/pymdown-extensions/extensions/snippets/ (`--8<--`),
       https://rust-lang.github.io/mdBook/format/mdbook.html (`{{#include}}`),
       https://myst-parser.readthedocs.io/en/latest/syntax/organising_content.html (`{include}`, `{literalinclude}`),
       https://docutils.sourceforge.io/docs/ref/rst/directives.html#include,
       https://www.sphinx-doc.org/en/master/usage/restructuredtext/directives.html#directive-literalinclude
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from pinax_builder.charsets import decode
from pinax_builder.crawl.files import Files
from pinax_builder.formats import MARKDOWN, RST, format_of

MAX_FILE_BYTES = 1_000_000
"""Size (bytes) above which a file is not included."""
MAX_ADDED_CHARS = 2_000_000
"""Characters that all includes together may add to one page."""
MAX_DEPTH = 8
"""Number of files that may include one another in a row."""
MAX_FILES = 500
"""Number of includes in one page."""

_HINTS = (b"8<", b"{{#", b"{*", b"{!", b"include}", b"include::")
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
_RST_DIRECTIVE = re.compile(
    r"^(?P<indent>[ \t]*)\.\.[ \t]+(?P<kind>literalinclude|include)::[ \t]+(?P<directive>[^\n]+)"
    r"(?P<options>(?:\n[ \t]+:[^\n]*)*)$",
    re.MULTILINE,
)
_RANGE = re.compile(r":(-?\d*)(?::(-?\d*))?$")
_NAMED = re.compile(r":([A-Za-z][\w.-]*)$")
_MARKER = re.compile(r"ANCHOR(?:_END)?:|--8<--[ \t]*\[(?:start|end):")
_OPTION = re.compile(r"^[ \t]*:([\w-]+):[ \t]*(.*?)[ \t]*$", re.MULTILINE)
_QUOTED = re.compile(r"'(.*)'|\"(.*)\"")
"""A value of MyST's options, which are YAML."""


def include_files(content: bytes, path: str, files: Files) -> bytes:
    """Insert what a file of Markdown or reStructuredText includes.

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
        .run(decoded.text, path, (), _RST_DIRECTIVE if format_of(path) is RST else _LINE)
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

    def run(self, text: str, path: str, above: tuple[str, ...], pattern: re.Pattern[str]) -> str:
        if len(above) >= MAX_DEPTH:
            return text
        return pattern.sub(lambda found: self._included(found, path, (*above, path)) or found[0], text)

    def _included(self, found: re.Match[str], path: str, above: tuple[str, ...]) -> str:
        """Return the text that an including line stands for; empty if the line has to stay."""
        given = found.groupdict()
        name = next(given[key] for key in ("snippet", "book", "code", "directive") if given.get(key)).strip()
        wanted = _without_part(name)
        target = next((below for below in self._candidates(wanted, path) if self._read(below) is not None), None)
        if target is None or target in above or self.files >= MAX_FILES:
            return ""
        is_rst = found.re is _RST_DIRECTIVE
        options = {key: value if is_rst else _unquoted(value) for key, value in _OPTION.findall(given["options"] or "")}
        is_code = (
            bool(given.get("code")) or given["kind"] == "literalinclude" or not {"code", "literal"}.isdisjoint(options)
        )
        if is_rst and not is_code and format_of(target) is MARKDOWN:
            return ""
        text = _part(self._read(target) or "", name[len(wanted) :], options, by_line=given["kind"] == "literalinclude")
        if text is None or self.added_chars + len(text) > MAX_ADDED_CHARS:
            return ""
        self.files += 1
        self.added_chars += len(text)
        if is_code:
            language = options.get("language") or options.get("code") or PurePosixPath(target).suffix[1:]
            text = _code(text, language, is_rst)
        elif is_rst or format_of(target) is MARKDOWN:
            text = self.run(text, target, above, found.re)
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


def _unquoted(value: str) -> str:
    quoted = _QUOTED.fullmatch(value)
    return (quoted[1] or quoted[2] or "") if quoted else value


def _code(text: str, language: str, is_rst: bool) -> str:
    """Write a block of code."""
    if is_rst:
        return f".. code-block:: {language}\n\n" + "\n".join(
            "   " + line if line else line for line in text.split("\n")
        )
    ticks = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{ticks}{language}\n{text}\n{ticks}"


def _part(text: str, selector: str, options: Mapping[str, str], *, by_line: bool) -> str | None:
    """Return what a selector and options name of a text, without the lines that mark sections; None if it lacks that.

    Args:
        text: All of it.
        selector: What stands behind the file's name: `:2:10`, `:section` or nothing.
        options: Those of the directive.
        by_line: Whether words name their whole line, as in `literalinclude`, and not their place in it.
    """
    lines = text.split("\n")
    try:
        lines = lines[_number(options, "start-line") : _number(options, "end-line")]
        if given := options.get("lines"):
            lines = [line for numbers in given.split(",") for line in _numbered(lines, numbers)]
        elif selected := _RANGE.search(selector):
            first = int(selected[1]) if selected[1].isdigit() else 1
            last = first if selected[2] is None else int(selected[2]) if selected[2].isdigit() else None
            lines = lines[max(0, first - 1) : last]
        elif selector:
            lines = _section(lines, selector[1:])
        lines = _between(lines, options) if by_line else _between_words("\n".join(lines), options).split("\n")
    except (StopIteration, ValueError):
        return None
    return "\n".join(line for line in lines if not _MARKER.search(line))


def _number(options: Mapping[str, str], key: str) -> int | None:
    return int(options[key]) if key in options else None


def _numbered(lines: list[str], numbers: str) -> list[str]:
    """Return the lines of a number (`5`) or a range (`2-4`, `2-`), counted from 1."""
    first, dash, last = numbers.strip().partition("-")
    return lines[int(first or 1) - 1 : (int(last) if last else None) if dash else int(first)]


def _between_words(text: str, options: Mapping[str, str]) -> str:
    """Return what stands behind the words of `start-after` and before those of `end-before`."""
    if after := options.get("start-after"):
        text = text[text.index(after) + len(after) :]
    if before := options.get("end-before"):
        text = text[: text.index(before)]
    return text.strip("\n")


def _between(lines: list[str], options: Mapping[str, str]) -> list[str]:
    """Return the lines between those that hold the words of `start-after` and `end-before`, or `-at` with these."""
    for key in ("start-after", "start-at"):
        if words := options.get(key):
            lines = lines[_holding(lines, words) + (key == "start-after") :]
    for key in ("end-before", "end-at"):
        if words := options.get(key):
            lines = lines[: _holding(lines, words) + (key == "end-at")]
    return lines


def _holding(lines: list[str], words: str) -> int:
    return next(at for at, line in enumerate(lines) if words in line)


def _section(lines: list[str], name: str) -> list[str]:
    """Return the lines between a section's marks, of mdBook or of snippets; all lines if there are no marks."""
    marks = re.compile(rf"(?:ANCHOR:[ \t]*{re.escape(name)}\b|\[start:{re.escape(name)}\])")
    ends = re.compile(rf"(?:ANCHOR_END:[ \t]*{re.escape(name)}\b|\[end:{re.escape(name)}\])")
    first = next((at for at, line in enumerate(lines) if marks.search(line)), None)
    if first is None:
        return lines
    last = next((at for at, line in enumerate(lines[first:], first) if ends.search(line)), len(lines))
    return lines[first + 1 : last]
