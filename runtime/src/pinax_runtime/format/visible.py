"""Remove characters that nobody sees: controls, overrides of direction, tags, and characters of no width.

A terminal takes control characters for commands (OSC 52 writes to its clipboard). Tag characters and runs of variation
selectors can hold whole sentences that a model reads and people do not see. Overrides of direction show text in another
order than it has. What scripts and emoji need stays: joiners, marks of direction, one selector after a character.

In:    Any text of a page: titles, facets, metadata, Markdown.
Out:   The same text without those. Cleaning twice changes nothing.
Spec:  docs/format.md, section 8.3.
"""

from __future__ import annotations

import re

_CONTROLS = "\x00-\x08\x0b-\x1f\x7f-\x9f"
_DIRECTIONS = "\u202a-\u202e\u2066-\u2069\u206a-\u206f"
_WIDTHLESS = "\u180e\u2060-\u2065\ufeff\ufff9-\ufffb"
_NO_CHARACTERS = "\ufdd0-\ufdef\ufffe\uffff"
_TAGS = "\U000e0000-\U000e00ff\U000e01f0-\U000e0fff"
_SELECTORS = "\ufe00-\ufe0f\U000e0100-\U000e01ef"
_SPACED_BY_WIDTHLESS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
"""Characters of Thai, Lao, Myanmar and Khmer, which divide words by U+200B."""
_HIDDEN = (
    # The order matters: what one pattern removes may bring characters together that the next one matches.
    re.compile(f"[{_CONTROLS}{_DIRECTIONS}{_WIDTHLESS}{_NO_CHARACTERS}{_TAGS}]"),
    re.compile(f"(?<![{_SPACED_BY_WIDTHLESS}])\u200b+|\u200b+(?![\u200b{_SPACED_BY_WIDTHLESS}])|(?<=\u200b)\u200b+"),
    re.compile(f"(?<=[{_SELECTORS}])[{_SELECTORS}]+|(?<=[\u200c\u200d]{{2}})[\u200c\u200d]+"),
)
_SUSPECT = re.compile(
    f"[{_CONTROLS}{_DIRECTIONS}{_WIDTHLESS}{_NO_CHARACTERS}{_TAGS}{_SELECTORS}\u200b-\u200d\u2028\u2029]"
)
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
    text = _LINE_ENDS.sub("\n", text)
    for hidden in _HIDDEN:
        text = hidden.sub("", text)
    return text


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
