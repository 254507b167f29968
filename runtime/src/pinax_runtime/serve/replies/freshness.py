"""Say how old documentation is: the day on which it was fetched, and its age in days.

Rules: a bundle's date is shown only if it is a valid one. If all items of a reply were fetched on the same day, the
       reply says so once.
Spec:  RFC 3339 for dates; docs/format.md, section 3, `fetched_at`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from pinax_runtime.search import Library

Clock = Callable[[], float]
"""Returns the time (seconds since 1970); tests pass their own."""

_DAY_S = 86_400
"""Length of a day (seconds)."""


def day_of(fetched_at: str) -> str:
    """Return the day of a date; empty for an invalid date.

    >>> day_of("2026-11-21T09:53:54Z"), day_of("long ago")
    ('2026-11-21', '')
    """
    fetched = _parsed(fetched_at)
    return fetched.date().isoformat() if fetched else ""


def age_days(fetched_at: str, now: float) -> int | None:
    """Return how many whole days have passed since a date; 0 for the future, None for an invalid date.

    >>> age_days("2026-11-21T09:53:54Z", datetime(2026, 11, 23, 9, tzinfo=UTC).timestamp())
    1
    """
    fetched = _parsed(fetched_at)
    return max(0, int((now - fetched.timestamp()) // _DAY_S)) if fetched else None


def with_dates(
    library: Library, items: Sequence[Mapping[str, Any]], docsets: Sequence[str]
) -> tuple[Sequence[Mapping[str, Any]], dict[str, str]]:
    """Add to a reply when its items were fetched: once if all were on the same day, else to each item.

    Args:
        library: Says when each docset was fetched.
        items: The items of the reply.
        docsets: The docset of each item.

    Returns:
        The items, and the members to add to the reply.
    """
    days = [day_of(library.docsets[name].entry.fetched_at) for name in docsets]
    if len(set(days)) == 1:
        return items, {"fetched": days[0]} if days[0] else {}
    return [{**item, "fetched": day} if day else item for item, day in zip(items, days, strict=True)], {}


def _parsed(fetched_at: str) -> datetime | None:
    try:
        parsed = datetime.fromisoformat(fetched_at)
        parsed = parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)
        return parsed.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
