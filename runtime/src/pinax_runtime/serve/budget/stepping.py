"""Choose how much of each item of a list to show, so that as many items as possible fit.

Strategy. Every item has several forms, from full to briefest. First as many items as fit are taken in their briefest
form. Then the room that is left goes into fuller forms, from the first item on. The first item is the likeliest to be
read, so it is full from the start, unless that takes more than half of the room. The order never changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pinax_runtime.serve.budget.tokens import cost

Item = Mapping[str, Any]
Form = Callable[[Item], Item]
"""Returns a shorter form of an item."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """The items that fit, as texts."""

    texts: list[str]
    shortened: int
    """Number of items that are not in their full form."""


def fit(written: Sequence[Sequence[str]], room: int, between: str = ",") -> Fitted:
    """Choose a form for each item.

    Args:
        written: The forms of each item, from full to briefest.
        room: Highest cost of all items together, with `between` after each.
        between: The text that is written after each item.
    """
    costs = [[cost(form + between) for form in forms] for forms in written]
    levels: list[int] = []
    left = room
    for number, forms in enumerate(costs):
        level = 0 if not number and forms[0] <= room // 2 else len(forms) - 1
        if forms[level] > left:
            break
        levels.append(level)
        left -= forms[level]
    for level in range(max(levels, default=0) - 1, -1, -1):
        for number, now in enumerate(levels):
            more = costs[number][level] - costs[number][now] if now > level else 0
            if more > left:
                break
            levels[number] = min(now, level)
            left -= more
    return Fitted([forms[level] for forms, level in zip(written, levels, strict=False)], sum(map(bool, levels)))
