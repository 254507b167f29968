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
from operator import itemgetter
from typing import NamedTuple

from pinax_builder.columns import Flags, Numbers, as_numbers, changes, np
from pinax_builder.records import Stretches
from pinax_builder.segment.vocabulary import Spelled, Vocabulary
from pinax_runtime.format import HEADINGS, TITLE, TITLED

UNCOUNTED = TITLED + 1
"""Field of runs that have positions, but whose terms are added by themselves."""


_TEXT = itemgetter(1)
"""The text of a stretch."""


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

    def __missing__(self, spelling: str) -> int:
        number = self[spelling] = len(self.spelled)
        self.spelled.append(self._known[spelling])
        return number


class WordCounts(NamedTuple):
    """Numbers of words, that is of positions, of each section."""

    shown: Numbers
    """Words of titles and of what is below them."""
    below: Numbers
    """Words of body and code."""
    titles: Numbers
    """Words of the first title, its numbering aside."""


def no_words() -> WordCounts:
    """Return those of no sections."""
    none = np.zeros(0, np.int32)
    return WordCounts(none, none, none)


class Occurrences:
    """What occurs where in a part."""

    def __init__(self, known: Vocabulary) -> None:
        self.spellings = Spellings(known)
        self.term_numbers = Numbered()
        self.runs = _numbers()
        """Numbers of the spellings of all runs that have positions, in order."""
        self.stretches, self.fields = _numbers(), _numbers()
        """For each stretch of runs in one field of one section: number of runs, field."""
        self.n_stretches = _numbers()
        """For each section the number of its stretches."""
        self.n_numbering = _numbers()
        """For each section the number of words that its title's numbering has."""
        self.terms, self.term_fields, self.term_sections = _numbers(), _numbers(), _numbers()
        """For each occurrence of a term that has no position: its number, field, section."""
        self.reweighted: set[str] = set()
        """Terms whose frequencies a weight of the page changed, so that they no longer count positions."""
        self.seen, self.n_seen = _numbers(), _numbers()
        """Numbers of spellings that a page has, and how many these are: its own and those of its titles, by turns."""
        self._find, self._find_each = known.spellings, known.spellings_of

    def add_section(self, n_stretches: int, n_numbering: int) -> None:
        """Begin the next section.

        Args:
            n_stretches: Number of stretches of text that are going to be added, titles first.
            n_numbering: Number of words that the title's numbering has.
        """
        self.n_stretches.append(n_stretches)
        self.n_numbering.append(n_numbering)

    def add(self, stretches: Stretches) -> list[int]:
        """Add stretches of text of the section; return the numbers of the spellings of their runs."""
        found = self._find_each(map(_TEXT, stretches))
        numbers = list(map(self.spellings.__getitem__, chain.from_iterable(found)))
        self.runs.fromlist(numbers)
        self.stretches.extend(map(len, found))
        self.fields.extend([field for field, _ in stretches])
        return numbers

    def numbers(self, text: str) -> list[int]:
        """Return the numbers of the spellings of a text, without adding it."""
        return list(map(self.spellings.__getitem__, self._find(text)))

    def add_terms(self, section: int, field: int, terms: Sequence[str]) -> None:
        """Add terms of a section that have no position."""
        self.terms.extend(map(self.term_numbers.__getitem__, terms))
        self.term_fields.extend(repeat(field, len(terms)))
        self.term_sections.extend(repeat(section, len(terms)))

    def n_positions(self, numbers: Sequence[int]) -> int:
        """Return how many positions runs take that are spelled so."""
        return sum(len(self.spellings.spelled[number].primaries) for number in numbers)

    def word_counts(self) -> WordCounts:
        """Count the words of all sections."""
        n_primaries = np.array([len(spelled.primaries) for spelled in self.spellings.spelled], np.int32)
        runs, fields, n_stretches = as_numbers(self.runs), as_numbers(self.fields), as_numbers(self.n_stretches)
        n_words = _sums(n_primaries[runs], as_numbers(self.stretches))
        sections = np.repeat(np.arange(len(n_stretches)), n_stretches)
        in_title = (fields == TITLE) | (fields == HEADINGS)

        def total(wanted: Flags) -> Numbers:
            return np.bincount(sections[wanted], n_words[wanted], len(n_stretches)).astype(np.int32)

        below = total(~in_title)
        titles = total(in_title & changes(sections)) - as_numbers(self.n_numbering)
        return WordCounts(below + total(in_title), below, titles)

    def see(self, numbers: set[int]) -> None:
        """Add the spellings of the next page; or those of its titles."""
        self.seen.extend(numbers)
        self.n_seen.append(len(numbers))


def _sums(numbers: Numbers, sizes: Numbers) -> Numbers:
    """Return the sum of each stretch, of stretches of these sizes one after the other.

    >>> _sums(np.array([1, 2, 3]), np.array([2, 0, 1])).tolist()
    [3, 0, 3]
    """
    sums: Numbers = np.diff(np.append(0, np.cumsum(numbers))[np.cumsum(sizes)], prepend=0)
    return sums
