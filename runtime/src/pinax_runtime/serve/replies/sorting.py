"""Sort pages by what their publishers say of them: a date, a version, a number, the title.

Rules: a page's value is that of `data-pagefind-sort`, else its metadata, else its title or address by those names.
       Values that are numbers come in their order, before texts; pages without a value come last, whichever the
       direction. A search is sorted among its best hits alone: a page that hardly matches should not come first.
Why:   docs/decisions/0153
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from pinax_runtime.format import PageRecord
from pinax_runtime.serve.errors import invalid_args

Item = TypeVar("Item")

MAX_HITS = 200
"""Number of the best hits of a search among which it is sorted."""
MAX_PAGES = 5_000
"""Number of pages that a list may have to be sorted: each page has to be read."""


def sorted_by(order: str, items: Sequence[Item], page_of: Callable[[Item], PageRecord]) -> list[Item]:
    """Return items in the order of their pages' values.

    Args:
        order: The name of a value; `-` before it puts the largest first.
        items: What is to be sorted; equal ones keep their order.
        page_of: Returns the page of an item.
    """
    name = order.strip().removeprefix("-")
    valued = [(_value(page_of(item), name), item) for item in items]
    known = [(_comparable(value), item) for value, item in valued if value]
    known.sort(key=lambda pair: pair[0], reverse=order.strip().startswith("-"))
    return [item for _, item in known] + [item for value, item in valued if not value]


def check_sortable(n_pages: int) -> None:
    """Refuse to sort a list that is too long.

    Raises:
        ToolError: invalid_args, with what to do.
    """
    if n_pages > MAX_PAGES:
        raise invalid_args(f"{n_pages:,} pages are too many to sort. Narrow them to {MAX_PAGES:,} by docs or filters.")


def _value(page: PageRecord, name: str) -> str:
    own = {"title": page.title, "url": page.url}
    return (page.meta.get(f"sort:{name}") or page.meta.get(name) or own.get(name, "")).strip()


def _comparable(value: str) -> tuple[int, float, str]:
    """Return what to compare a value by.

    >>> sorted(["10", "9", "b", "A"], key=_comparable)
    ['9', '10', 'A', 'b']
    """
    try:
        number = float(value)
    except ValueError:
        return 1, 0.0, value.casefold()
    return (0, number, "") if number == number else (1, 0.0, value.casefold())
