"""Keep a marked block in a text file that a person also writes, such as AGENTS.md.

Rules: what stands around the block stays as it is, to the byte. A file is left alone if its markers are not one pair,
       or if it is not UTF-8, is read-only, or has the name of a link out of its folder.
Why:   docs/decisions/0278
"""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

from pinax_runtime.clients.files import ClientFileError, Written, read_or_empty, replace_file

_BEGIN = "<!-- pinax:begin {} This block is replaced when `pinax-runtime` writes it anew. -->"
"""First line of the block. Its number is that of the line ends that were added before it."""
_END = "<!-- pinax:end -->"
"""Last line of the block."""
_MARKER = re.compile(r"^\ufeff?(?P<line><!-- pinax:(?:begin (?P<added>[0-2])\b[^\n]*|end) -->)[ \t]*\r?$", re.M)
_LIKE_MARKER = re.compile(r"<!--\s*pinax:\s*(?:begin|end)", re.I)
"""What looks like a marker, also a damaged one."""
_FRONT_MATTER = re.compile(r"\A\ufeff?---\r?\n(?:(?!---)[^\n]*\n)*---[ \t]*\r?\n?\s*\Z")
"""A text that is nothing but front matter."""


def put_block(file: Path, block: str, head: str = "") -> Written:
    r"""Put a block into a file: in place of the one that is there, else at the end.

    Args:
        file: Path of the file, which is created if it does not exist.
        block: The block's text, with `\n` between lines.
        head: Front matter of a new file. A file that exists must then have a block already.

    Raises:
        ClientFileError: The file cannot be changed safely. It is as it was.
    """
    file, before, text = _opened(file)
    if head and text and not _LIKE_MARKER.search(text):
        raise ClientFileError(f"{file} is not of pinax-runtime, which writes no other skill's file. Name a new folder.")
    had_block = _LIKE_MARKER.search(text) is not None
    return _written(file, before, with_block(text or head, block, str(file)), replaced=had_block)


def remove_block(file: Path) -> Written:
    """Remove the block from a file; the file goes if nothing but front matter is left.

    Raises:
        ClientFileError: The file cannot be changed safely. It is as it was.
    """
    file, before, text = _opened(file)
    rest = without_block(text, str(file))
    if rest != text and (not rest.removeprefix("\ufeff") or _FRONT_MATTER.match(rest)):
        try:
            file.unlink()
        except OSError as error:
            raise ClientFileError(f"{file} cannot be removed: {error}.") from error
        return Written(file, None, True)
    return _written(file, before, rest)


def with_block(text: str, block: str, name: str = "the text") -> str:
    r"""Return a text with a block in it.

    >>> print(with_block("Mine.", "Ours."))
    Mine.
    <BLANKLINE>
    <!-- pinax:begin 2 This block is replaced when `pinax-runtime` writes it anew. -->
    Ours.
    <!-- pinax:end -->
    <BLANKLINE>
    >>> without_block(with_block("Mine.", "Ours."))
    'Mine.'

    Raises:
        ClientFileError: The text has markers that are not one pair.
    """
    span = _span(text, name)
    newline = _newline(text, span[0] if span else 0)
    if span:
        start, end, added = span
    else:
        start = end = len(text)
        missing = 2 - text[len(text.rstrip("\r\n")) :].count("\n")
        added = max(missing, int(not text.endswith("\n"))) if text.removeprefix("\ufeff") else 0
    lines = [_BEGIN.format(added), *block.split("\n"), _END]
    gap = "" if span else newline * added
    return text[:start] + gap + newline.join(lines) + newline * (not span) + text[end:]


def without_block(text: str, name: str = "the text") -> str:
    """Return a text without its block, and without the line ends that were added for it.

    Raises:
        ClientFileError: The text has markers that are not one pair.
    """
    span = _span(text, name)
    if span is None:
        return text
    start, end, added = span
    before, after = text[:start], re.sub(r"\A\r?\n", "", text[end:])
    if not after and re.search(r"\n\r*\n\Z", before):  # an empty line stands before it still
        before = before.removesuffix(_newline(text, start) * added)
    return before + after


def _newline(text: str, start: int) -> str:
    """Return the line end of a text from an offset on."""
    return "\r\n" if text[max(0, text.find("\n", start) - 1) :][:1] == "\r" else "\n"


def _span(text: str, name: str) -> tuple[int, int, int] | None:
    """Return start and end of the block, and how many line ends were added before it; None if there is no block."""
    like, markers = len(_LIKE_MARKER.findall(text)), list(_MARKER.finditer(text))
    if not like:
        return None
    if like != 2 or len(markers) != 2 or markers[0]["added"] is None or markers[1]["added"] is not None:
        raise ClientFileError(
            f"{name} was left as it is: its lines <!-- pinax:begin … --> and <!-- pinax:end --> must stand once each, "
            "in this order, whole and unindented. Mend or delete them."
        )
    return markers[0].start("line"), markers[1].end("line"), int(markers[0]["added"])


def _opened(file: Path) -> tuple[Path, bytes, str]:
    """Return a file's real path, its bytes and its text; empty if it does not exist."""
    folder, real = Path(os.path.realpath(file.parent)), Path(os.path.realpath(file))
    if folder not in real.parents:
        raise ClientFileError(f"{file} is a link to {real}, which lies outside of its folder. Name that file itself.")
    try:
        before = read_or_empty(real)
        if real.exists() and not real.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH):
            raise ClientFileError(f"{file} is read-only, and was left as it is. Allow writing first.")
        text = before.decode("utf-8")
    except UnicodeError:
        raise ClientFileError(f"{file} is not UTF-8, and was left as it is. Save it as UTF-8 first.") from None
    except OSError as error:
        raise ClientFileError(f"{file} cannot be changed: {error}.") from error
    if "\0" in text:
        raise ClientFileError(f"{file} is not a text, and was left as it is.")
    return real, before, text


def _written(file: Path, before: bytes, text: str, replaced: bool = False) -> Written:
    after = text.encode("utf-8")
    if after == before:
        return Written(file, None, False)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(file, before, after, mode=0o666)
    except OSError as error:
        raise ClientFileError(f"{file} cannot be changed: {error}.") from error
    return Written(file, None, True, replaced=replaced)
