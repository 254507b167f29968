"""Map the kinds of admonitions to the labels that readers see.

In:    A kind as a tool spells it: `note`, `warn`, `seealso`, `callout-tip`.
Out:   Its label: `Note`, `Warning`, `See also`.
"""

from __future__ import annotations

from collections.abc import Mapping

_LABELS: Mapping[str, str] = {
    "abstract": "Abstract",
    "admonition": "Note",
    "alert": "Alert",
    "attention": "Attention",
    "bug": "Bug",
    "callout": "Note",
    "caution": "Caution",
    "check": "Success",
    "cite": "Quote",
    "danger": "Danger",
    "deprecated": "Deprecated",
    "details": "Details",
    "done": "Success",
    "error": "Error",
    "example": "Example",
    "fail": "Failure",
    "failure": "Failure",
    "faq": "Question",
    "help": "Question",
    "hint": "Hint",
    "important": "Important",
    "info": "Info",
    "missing": "Failure",
    "note": "Note",
    "pitfall": "Pitfall",
    "question": "Question",
    "quote": "Quote",
    "secondary": "Note",
    "seealso": "See also",
    "success": "Success",
    "summary": "Summary",
    "tip": "Tip",
    "tldr": "Summary",
    "todo": "Todo",
    "warn": "Warning",
    "warning": "Warning",
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
