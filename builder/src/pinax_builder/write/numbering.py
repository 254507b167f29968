"""Number the pages and sections that a build keeps.

In:    Parts in URL order, and the URLs that the build drops.
Out:   A Numbering for each part.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence, Set
from dataclasses import dataclass
from itertools import repeat

from pinax_builder.columns import Numbers, np
from pinax_builder.records import SpilledPart

DROPPED = -1
"""Number of a page or section that the build drops."""


@dataclass(frozen=True, slots=True)
class Numbering:
    """New numbers of one part's pages and sections; `DROPPED` for those that the build drops."""

    pages: Sequence[int]
    sections: Sequence[int]
    """A range, as the pages are, where none is dropped."""
    n_sections: Sequence[int]
    """Number of sections of each page of the part."""

    def new_pages(self, old: Numbers) -> Numbers:
        """Return the new numbers of some pages."""
        return _renumbered(self.pages, old)

    def new_sections(self, old: Numbers) -> Numbers:
        """Return the new numbers of some sections."""
        return _renumbered(self.sections, old)


AS_IT_IS = Numbering(range(0), range(0), ())
"""Numbering of what has its final numbers already."""


def number(parts: list[SpilledPart], dropped: Set[str]) -> list[Numbering]:
    """Number the kept pages and sections of all parts consecutively, in part order."""
    numberings = []
    n_pages = n_sections = 0
    for part in parts:
        of_part = [(page.url not in dropped, page.n_sections) for page in part.pages]
        sizes = array("L", (n for _, n in of_part))
        if all(kept for kept, _ in of_part):
            ends = n_pages + len(sizes), n_sections + sum(sizes)
            numberings.append(Numbering(range(n_pages, ends[0]), range(n_sections, ends[1]), sizes))
            n_pages, n_sections = ends
            continue
        pages, sections = array("i"), array("i")
        for kept, n in of_part:
            pages.append(n_pages if kept else DROPPED)
            sections.extend(range(n_sections, n_sections + n) if kept else repeat(DROPPED, n))
            n_pages, n_sections = n_pages + kept, n_sections + kept * n
        numberings.append(Numbering(pages, sections, sizes))
    return numberings


def _renumbered(new: Sequence[int], old: Numbers) -> Numbers:
    if isinstance(new, range):
        return old + np.int32(new.start)
    of_all: Numbers = np.frombuffer(new, np.int32)  # type: ignore[call-overload]
    return of_all[old]
