"""Remove invisible characters: controls, overrides of direction, tags, and characters of no width.

A terminal obeys control characters (OSC 52 writes to its clipboard). Tags, variation selectors and joiners can hide
sentences that a model reads and people do not see. Overrides of direction show text in another order. What scripts and
emoji need stays: joiners, marks of direction, a selector after a character that has variants.

In:    Any text of a page: titles, facets, metadata, Markdown.
Out:   The same text without those. Cleaning twice changes nothing.
Spec:  docs/format.md, section 8.3; Default_Ignorable_Code_Point of Unicode 14.0.
"""

from __future__ import annotations

import re

_CONTROLS = "\x00-\x08\x0b-\x1f\x7f-\x9f"
_NO_CHARACTERS = "\ufdd0-\ufdef\ufff9-\ufffb" + "".join(chr(n) + chr(n + 1) for n in range(0xFFFE, 0x110000, 1 << 16))
_IGNORABLE = (
    "\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufff8"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff"
)
"""Default ignorable code points that no living script needs; the others follow."""
_NEVER = _CONTROLS + _NO_CHARACTERS + _IGNORABLE
_SELECTORS = "\ufe00-\ufe0f\U000e0100-\U000e01ef"
_MONGOLIAN = "\u180b-\u180d\u180f"
"""Selectors of variants that letters of Mongolian have."""
_MARKS = "\u200e\u200f"
"""Marks of direction."""
_LATIN = "\x00-\u02ff"
"""Characters that joiners do not join, and that have no variants but digits and signs that become emoji."""
_SPACED_BY_WIDTHLESS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
"""Characters of Thai, Lao, Myanmar and Khmer, which divide words by U+200B."""
_HIDDEN = (
    # The order matters: what one pattern removes may bring characters together that the next one matches.
    re.compile(f"[{_NEVER}]"),
    re.compile(f"(?<![\u1800-\u18af])[{_MONGOLIAN}]+|(?<=[{_MONGOLIAN}])[{_MONGOLIAN}]+"),
    re.compile(f"(?<![{_SPACED_BY_WIDTHLESS}])\u200b+|\u200b+(?![\u200b{_SPACED_BY_WIDTHLESS}])|(?<=\u200b)\u200b+"),
    re.compile(f"(?<![^{_LATIN}{_MARKS}])[\u200c\u200d\ufe00-\ufe0d\U000e0100-\U000e01ef]+"),
    re.compile(
        f"(?<=[{_SELECTORS}])[{_SELECTORS}]+|(?<=[\u200c\u200d]{{2}})[\u200c\u200d]+|(?<=[{_MARKS}])[{_MARKS}]+"
    ),
)
_SUSPECT = re.compile(f"[{_NEVER}{_SELECTORS}{_MONGOLIAN}\u200b-\u200f\u2028\u2029]+")
"""Characters that may have to be removed; most texts have none."""
_SEEN = bytes((*b"\t\n", *range(0x20, 0x7F)))
"""Bytes of UTF-8 that are a visible character each. Without these a text is a tenth as long to search, or empty."""
_LINE_ENDS = re.compile("\r\n?|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")


def visible(text: str) -> str:
    r"""Return a text without characters that nobody sees; all line ends become `\n`.

    >>> visible("a\x1b]52;c;eA==\x07b\u202ec\r\nd")
    'a]52;c;eA==bc\nd'
    """
    rest = text.encode("utf-8", "surrogatepass").translate(None, _SEEN)
    if not rest or not _SUSPECT.search(rest.decode("utf-8", "surrogatepass")):
        return text
    return _SUSPECT.sub(_seen, _LINE_ENDS.sub("\n", text))


def _seen(suspects: re.Match[str]) -> str:
    """Return what stays of some characters that may have to be removed; what it is depends on those around them."""
    text, start, end = suspects.string, suspects.start(), suspects.end()
    before, after = text[max(0, start - 1) : start], text[end : end + 1]
    kept = before + suspects[0] + after
    for hidden in _HIDDEN:
        kept = hidden.sub("", kept)
    return kept[len(before) : len(kept) - len(after)]


def visible_line(text: str) -> str:
    r"""Return a text as one line without characters that nobody sees; line ends and tabs become spaces.

    >>> visible_line("Title\nSource: https://bank.example\x9d")
    'Title Source: https://bank.example'
    """
    cleaned = visible(text)
    return re.sub(r"[\n\t]+", " ", cleaned) if "\n" in cleaned or "\t" in cleaned else cleaned


def is_visible_line(text: str) -> bool:
    """Tell whether a text is one line without characters that nobody sees."""
    return visible_line(text) == text
