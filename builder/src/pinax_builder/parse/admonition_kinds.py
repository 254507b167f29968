"""Map the kinds of admonitions to the labels that readers see.

In:    A kind as a tool spells it: `note`, `warn`, `seealso`, `callout-tip`.
Out:   Its label: `Note`, `Warning`, `See also`.
"""

from __future__ import annotations

_KIND_LIST = """
    abstract alert attention bug caution danger deprecated details error example failure hint important info note
    pitfall question quote success summary tip todo warning
"""
_LABELS = {kind: kind.capitalize() for kind in _KIND_LIST.split()} | {
    **dict.fromkeys(("admonition", "callout", "secondary"), "Note"),
    **dict.fromkeys(("check", "done"), "Success"),
    **dict.fromkeys(("fail", "missing"), "Failure"),
    **dict.fromkeys(("faq", "help"), "Question"),
    **{"cite": "Quote", "seealso": "See also", "tldr": "Summary", "warn": "Warning"},
}
"""Kind, in lower case → label."""


def label_of_kind(kind: str) -> str | None:
    """Return the label of a known kind, else None.

    >>> label_of_kind("callout-tip")
    'Tip'
    """
    return _LABELS.get(kind.lower().removeprefix("callout-"))


def label_of_any(kind: str) -> str:
    """Return a label for any kind, also one that is not known.

    >>> label_of_any("did-you-know")
    'Did you know'
    """
    return label_of_kind(kind) or kind.replace("-", " ").replace("_", " ").strip().capitalize()


def head(label: str, title: str) -> str:
    """Return the first line of an admonition, without the quote mark before it.

    >>> head("Note", "Mind the gap"), head("Note", "note")
    ('**Note:** Mind the gap', '**Note:**')
    """
    title = title.strip()
    return f"**{label}:** {title}" if title and title.lower() != label.lower() else f"**{label}:**"
