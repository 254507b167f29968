"""Note what occurs in the sections of a part, as numbers of spellings and terms.

In:    The runs of text of one section after the other, and terms that have no position.
Out:   Arrays, of which `tabulating` makes columns.

Strategy: a spelling is looked up once in a part and has a number from then on; so a run of text costs a look-up and a
number of four bytes, and what follows from it is worked out for the whole part at once.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import chain, repeat

from pinax_builder.segment.vocabulary import Spelled, Vocabulary
from pinax_runtime.contract.fields import TITLED

UNCOUNTED = TITLED + 1
"""Field of runs that have positions, but whose terms are added by themselves."""


class Numbered(dict[str, int]):
    """Numbers strings in the order in which they are first asked for."""

    def __missing__(self, text: str) -> int:
        number = self[text] = len(self)
        return number


def _numbers() -> array[int]:
    return array("I")


class Spellings(dict[str, int]):
    """Numbers the spellings of a part, and keeps the terms and words of each."""

    def __init__(self, known: Vocabulary) -> None:
        super().__init__()
        self._known = known
        self.spelled: list[Spelled] = []
        """What each number stands for."""
        self.n_primaries = _numbers()
        """Number of positions of each."""

    def __missing__(self, spelling: str) -> int:
        spelled = self._known[spelling]
        number = self[spelling] = len(self)
        self.spelled.append(spelled)
        self.n_primaries.append(len(spelled.primaries))
        return number


class Occurrences:
    """What occurs where in a part."""

    def __init__(self, known: Vocabulary) -> None:
        self.spellings = Spellings(known)
        self.term_numbers = Numbered()
        self.runs = _numbers()
        """Numbers of the spellings of all runs that have positions, in order."""
        self.stretches, self.fields, self.sections = _numbers(), _numbers(), _numbers()
        """For each stretch of runs in one field of one section: number of runs, field, section."""
        self.terms, self.term_fields, self.term_sections = _numbers(), _numbers(), _numbers()
        """For each occurrence of a term that has no position: its number, field, section."""
        self.reweighted: set[str] = set()
        """Terms whose frequencies a weight of the page changed, so that they no longer count positions."""
        self.seen, self.n_seen = _numbers(), _numbers()
        """Numbers of spellings that a page has, and how many these are: its own and those of its titles, by turns."""
        self._find = known.spellings

    def add(self, section: int, stretches: Sequence[tuple[int, str]]) -> list[int]:
        """Add stretches of text of a section, each with its field; return the numbers of the spellings of its runs."""
        found = [self._find(text) for _, text in stretches]
        numbers = list(map(self.spellings.__getitem__, chain.from_iterable(found)))
        self.runs.fromlist(numbers)
        self.stretches.extend(map(len, found))
        self.fields.extend([field for field, _ in stretches])
        self.sections.extend(repeat(section, len(found)))
        return numbers

    def add_terms(self, section: int, field: int, terms: Sequence[str]) -> None:
        """Add terms of a section that have no position."""
        self.terms.extend(map(self.term_numbers.__getitem__, terms))
        self.term_fields.extend(repeat(field, len(terms)))
        self.term_sections.extend(repeat(section, len(terms)))

    def numbers(self, text: str) -> list[int]:
        """Return the numbers of the spellings of a text, without adding it."""
        return list(map(self.spellings.__getitem__, self._find(text)))

    def n_positions(self, numbers: Sequence[int]) -> int:
        """Return how many positions runs take that are spelled so."""
        return sum(map(self.spellings.n_primaries.__getitem__, numbers))

    def see(self, numbers: set[int]) -> None:
        """Add the spellings of the next page; or those of its titles."""
        self.seen.extend(numbers)
        self.n_seen.append(len(numbers))
