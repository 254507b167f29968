"""Turn comments and documentation strings into Markdown, and cut a definition's long documentation at its headings.

In:    Comments as written in the source.
Out:   Markdown without comment signs, rulers and common indentation. The common part of other markup becomes Markdown:
       indented examples of Go, Javadoc's HTML and tags, Scaladoc's links and blocks, RDoc, C#'s XML. Lines of Rust's
       examples that rustdoc hides are left out. The text before the headings, and what each heading begins.
Rules: no other word is lost; a fence that a comment leaves open is closed. The parts, one after the other, are the
       Markdown. Its headings are below the page's title, which has the first level. A heading stands between empty
       lines, or right before a fence: other lines with `#` are comments in code.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pinax_runtime.text import are_in_fences, fence_opening, fenced, fenced_blocks, open_fence

LONG_PROSE_WORDS = 300
"""Length of documentation from which on its headings open sections, in words."""

_HEADING = re.compile(r"(#{1,6})[ \t]+(\S.*?)[ \t#]*")
_LINK = re.compile(r"!?\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])?")
_SIGNS = re.compile(r"[`*]+")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of documentation: what a heading begins, or what stands before the first."""

    level: int
    """Number of signs of the heading; 0 without one."""
    title: str
    """The heading as plain text."""
    text: str


def parts_of(prose: str) -> list[Part]:
    """Cut documentation at its headings, if it is long; a heading that begins it belongs to the first part.

    >>> [part.text for part in parts_of("# Use\\n\\nCall it.")]
    ['## Use\\n\\nCall it.']
    """
    lines = prose.split("\n")
    headings = list(_headings(lines)) if "#" in prose else []
    if any(len(match[1]) == 1 for _, match in headings):
        for at, _ in headings:
            lines[at] = f"#{lines[at]}" if not lines[at].startswith("######") else lines[at]
    is_long = len(prose.split()) >= LONG_PROSE_WORDS
    cuts = [(at, match) for at, match in headings if at] if is_long else []
    ends = [at for at, _ in cuts] + [len(lines)]
    parts = [Part(0, "", "\n".join(lines[: ends[0]]).rstrip("\n"))]
    for (start, match), end in zip(cuts, ends[1:], strict=True):
        title = _SIGNS.sub("", _LINK.sub(r"\1", match[2])).strip()
        parts.append(Part(len(match[1]), title, "\n".join(lines[start:end]).rstrip("\n")))
    return parts


def _headings(lines: list[str]) -> Iterator[tuple[int, re.Match[str]]]:
    for at, (line, is_code) in enumerate(zip(lines, are_in_fences(lines), strict=True)):
        match = _HEADING.fullmatch(line) if not is_code and line.startswith("#") else None
        below = lines[at + 1].strip() if at + 1 < len(lines) else ""
        if match and not (at and lines[at - 1].strip()) and (not below or fence_opening(below)):
            yield at, match


_BLOCK_START = re.compile(r"/\*[*!]*<?[ \t]?")
_LUA_BLOCK = re.compile(r"--\[(=*)\[(.*?)\]\1\]", re.DOTALL)
_STAR = re.compile(r"^[ \t]*\*(?!\*)[ \t]?|^[ \t]*\*+[ \t]*$", re.MULTILINE)
_STARRED = re.compile(r"[^\n]*\n[ \t]*\*")
"""A block comment whose second line begins with a star: stars decorate its lines, else they begin items of a list."""
_SIGN = re.compile(r"^[ \t]*(?://[/!]*<?|#+!?|-{2,}|;+)[ \t]?", re.MULTILINE)
_STRING = re.compile(r"^[A-Za-z]{0,2}(\"\"\"|'''|\"|')(.*?)(?:\1)?$", re.DOTALL)
_RULER = re.compile(r"^[ \t]*[^\w\s`.'\"|]{4,}[ \t]*$\n?", re.MULTILINE)
_RULED = re.compile(r"^\W{0,3}([^\w\s])\1{3}|([^\w\s])\2{3}\W{0,2}$")
"""A line that begins or ends with a ruler."""
_BLANK_LINES = re.compile(r"\n[ \t]*\n(?:[ \t]*\n)+")
_LICENSE = re.compile(
    r"copyright|spdx-license|licen[sc]ed under|all rights reserved|permission is hereby"
    r"|\A\W*(?:the\s+)?(?:MIT|ISC|BSD|Apache)\s+licen[sc]e",
    re.IGNORECASE,
)

_TAB_AFTER_SIGN = re.compile(r"^//\t", re.MULTILINE)
_INDENTED = re.compile(r"^[ \t]+\S[^\n]*(?:\n*\n[ \t]+\S[^\n]*)*", re.MULTILINE)
_LISTED = re.compile(r"[ \t]+(?:[-*+•]|\d+[.)])[ \t]")
_INLINE_TAG = re.compile(r"\{@(?:code|link|linkplain|literal|value)\s+([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}")
_HTML = (
    (re.compile(r"<pre>\s*(?:<code>)?\s*?\n?", re.IGNORECASE), "\n```\n"),
    (re.compile(r"(?<!\s)\s*+(?:</code>)?\s*+</pre>", re.IGNORECASE), "\n```\n"),
    (re.compile(r"</?(?:code|tt)>", re.IGNORECASE), "`"),
    (re.compile(r"</?(?:b|strong)>", re.IGNORECASE), "**"),
    (re.compile(r"</?(?:i|em)>", re.IGNORECASE), "*"),
    (re.compile(r"[ \t]*<li>[ \t]*", re.IGNORECASE), "- "),
    (re.compile(r"[ \t]*</?(?:p|ul|ol|dl|div|blockquote)(?:\s[^<>]*)?>[ \t]*", re.IGNORECASE), "\n"),
    (re.compile(r"</li>|<br ?/?>", re.IGNORECASE), ""),
)
_XML = (
    (re.compile(r"<(?:param|typeparam)\s+name=\"([^\"]*)\"\s*>"), r"\n- `\1`: "),
    (re.compile(r"<exception\s+cref=\"(?:\w:)?([^\"]*)\"\s*>"), r"\n- Raises `\1`: "),
    (re.compile(r"<returns>"), "\nReturns: "),
    (re.compile(r"<(?:see|seealso|paramref|typeparamref)\s+\w+=\"(?:\w:)?([^\"]*)\"\s*/>"), r"`\1`"),
    (re.compile(r"<code>\s*?\n?"), "\n```\n"),
    (re.compile(r"\s*</code>"), "\n```\n"),
    (re.compile(r"</?c>"), "`"),
    (re.compile(r"</?(?:summary|remarks|param|typeparam|exception|returns|value|example|para|inheritdoc ?)/?>"), "\n"),
)
_SCALADOC = (
    (re.compile(r"[ \t]*\{\{\{[ \t]*\n?"), "\n```\n"),
    (re.compile(r"\n?[ \t]*\}\}\}"), "\n```"),
    (re.compile(r"\[\[([^\s\[\]]+)(\s[^\[\]]*)?\]\]"), r"`\1`\2"),
)
_RDOC = (
    (re.compile(r"^[ \t]*:(?:markup|nodoc|doc|stopdoc|startdoc|enddoc|yields|args):.*$\n?", re.MULTILINE), ""),
    (re.compile(r"</?tt>", re.IGNORECASE), "`"),
    (re.compile(r"(?<![\w`+])\+([\w:.@!?=]{1,80})\+(?![\w`+])"), r"`\1`"),
)
_RUST_FENCE = re.compile(
    r"[ \t]*(?:(?:rust|should_panic|no_run|ignore|allow_fail|test_harness|compile_fail|standalone|edition|E\d)[\w-]*+"
    r"[ \t,]*+)*+"
)
_HIDDEN = re.compile(r"^[ \t]*#(?:[ \t][^\n]*)?(?:\n|\Z)|^([ \t]*#)#", re.MULTILINE)
"""A line of a Rust example that rustdoc does not show; or a sign that it shows for two."""
_ENTITIES = (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&nbsp;", " "), ("&amp;", "&"))


def prose_of(comments: Iterable[str], markup: str = "") -> str:
    """Join comments and turn them into Markdown.

    >>> prose_of(["/** Opens it.", " * Twice. */"][:1] + ["// And closes."])
    'Opens it.\\nAnd closes.'
    """
    text = "\n".join(_bare(comment) for comment in comments)
    if markup == "go":
        text = _with_examples("\n".join(_bare(_TAB_AFTER_SIGN.sub("// \t", comment)) for comment in comments))
    elif markup == "scaladoc":
        text = _replace(text, _SCALADOC, sign="")
    if markup in ("javadoc", "scaladoc"):
        text = _replace(_INLINE_TAG.sub(r"`\1`", text) if "{@" in text else text, _HTML)
    elif markup == "rdoc":
        text = _replace(text, _RDOC, sign="")
    elif markup == "xml":
        text = _replace(text, _XML)
    elif markup == "rustdoc" and "#" in text:
        for block in reversed(list(fenced_blocks(text))):
            if block["fenced"] and _RUST_FENCE.fullmatch(block["info"]):
                shown = _HIDDEN.sub(r"\1", block["fenced"])
                text = text[: block.start("fenced")] + shown + text[block.end("fenced") :]
    text = _BLANK_LINES.sub("\n\n", _RULER.sub("", text))
    return _close_fence("\n".join(line.rstrip() for line in text.splitlines()).strip("\n"))


def _with_examples(text: str) -> str:
    """Fence the indented lines of Go's comments, unless they are a list (go.dev/doc/comment).

    >>> print(_with_examples("Use it:\\n  f()\\n  g()\\nand go on."))
    Use it:
    <BLANKLINE>
    ```
    f()
    g()
    ```
    <BLANKLINE>
    and go on.
    """
    return _INDENTED.sub(_without_indentation, text)


def _without_indentation(found: re.Match[str]) -> str:
    lines = inspect.cleandoc(f"\n{found[0]}")
    return lines if _LISTED.match(found[0]) else f"\n{fenced(lines)}\n"


def is_license(comment: str) -> bool:
    """Return whether a comment at the head of a file is about its copyright and license."""
    return bool(_LICENSE.search(comment))


def is_banner(comment: str) -> bool:
    """Return whether a comment is a title between or beside rulers, or a ruler alone.

    >>> is_banner("/***** READING *****/"), is_banner("# -----\\n# Reading\\n# -----"), is_banner("# Reading")
    (True, True, False)
    """
    lines = [line.strip() for line in comment.splitlines()]
    words = [line for line in lines if re.search(r"\w", line)]
    return len(words) <= 1 and any(_RULED.search(line) for line in lines)


def _bare(comment: str) -> str:
    """Return one comment or documentation string without its signs."""
    text = comment.strip()
    if text.startswith("/*"):
        inside = _inside(text)
        return inspect.cleandoc(_STAR.sub("", inside) if _STARRED.match(inside) else inside)
    if text.startswith("=begin"):
        return inspect.cleandoc(text.removeprefix("=begin").removesuffix("=end"))
    if block := _LUA_BLOCK.fullmatch(text):
        return inspect.cleandoc(block[2])
    string = _STRING.match(text)
    if string:
        return inspect.cleandoc(string[2])
    return _SIGN.sub("", text)


def _inside(block: str) -> str:
    """Return the text between `/*` and `*/`, of which the latter may be missing."""
    start = _BLOCK_START.match(block)
    begin = start.end() if start else 0
    return block[begin:-2].rstrip("*").rstrip(" \t") if block.endswith("*/") else block[begin:]


def _replace(text: str, rules: Iterable[tuple[re.Pattern[str], str]], sign: str = "<") -> str:
    """Apply the rules, if the text has the sign that all of them need; then replace entities."""
    if sign in text:
        for pattern, replacement in rules:
            text = pattern.sub(replacement, text)
    for entity, character in _ENTITIES if "&" in text else ():
        text = text.replace(entity, character)
    return text


def _close_fence(text: str) -> str:
    """Close the fence that a text leaves open, so that it does not take in the text after it."""
    fence = open_fence(text)
    return f"{text}\n{fence}" if fence else text
