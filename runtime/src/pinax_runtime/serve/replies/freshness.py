"""Say how old documentation is: the day it was fetched with every hit and page, its age with every docset.

Rules: what a bundle says of a date is shown only if it is one. Where all items of a reply are of one day, that is said
       once.
Spec:  RFC 3339 for dates; docs/format.md, section 3, `fetched_at`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from pinax_runtime.search import Library

Clock = Callable[[], float]
"""Gives the time (seconds since 1970); tests give their own."""

_DAY_S = 86_400


def day_of(fetched_at: str) -> str:
    """Give the day of a date; empty if it is none.

    >>> day_of("2026-11-21T09:53:54Z"), day_of("long ago")
    ('2026-11-21', '')
    """
    fetched = _parsed(fetched_at)
    return fetched.date().isoformat() if fetched else ""


def age_days(fetched_at: str, now: float) -> int | None:
    """Give how many whole days have passed since a date; none are negative.

    >>> age_days("2026-11-21T09:53:54Z", datetime(2026, 11, 23, 9, tzinfo=UTC).timestamp())
    1
    """
    fetched = _parsed(fetched_at)
    return max(0, int((now - fetched.timestamp()) // _DAY_S)) if fetched else None


def with_days(
    library: Library, items: Sequence[Mapping[str, Any]], docsets: Sequence[str]
) -> tuple[Sequence[Mapping[str, Any]], dict[str, str]]:
    """Date items: give the items, and the members of the reply that concern all.

    Args:
        library: Knows when each docset was fetched.
        items: Of a reply.
        docsets: The docset that each item is of.
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
