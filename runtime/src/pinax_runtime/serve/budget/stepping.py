"""Choose how much to show of each item of a list, so that as many as possible fit: full, shorter, briefest.

Rules: the order stays. What comes first is shown most fully: first every item is given in its briefest form as long as
       there is room, then what is left goes into the next fuller forms, from the first item on. The first item is
       full from the start unless that takes more than half of the room.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pinax_runtime.serve.budget.tokens import cost

Item = Mapping[str, Any]
Form = Callable[[Item], Item]
"""Makes an item shorter."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """The items that fit, as they are written."""

    texts: list[str]
    shortened: int
    """How many are not full."""


def fit(written: Sequence[Sequence[str]], room: int, between: str = ",") -> Fitted:
    """Choose a form for each item.

    Args:
        written: Of each item its forms, the full one first, the briefest last.
        room: Highest cost of all with what stands between them.
        between: What is written after each.
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
