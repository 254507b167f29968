"""The pages of a bundle as authors of questions are shown them, and as their answers are checked against.

In:    A bundle in a folder.
Out:   A Manual: its pages by id, URL or path.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote

from pinax_builder.questions.file import digest_of
from pinax_builder.reading import open_entry, pages_of
from pinax_builder.words import count_words, letters, words_of
from pinax_runtime.format import MORE, PageRecord

PAGE_CHARS = 6_000
"""Length of a page's text as models are shown it (characters), divided among its sections."""
SECTION_CHARS = 1_200
"""Length to which they are shown a section at most."""
_FIRST_CHARS, _LEAST_CHARS = 500, 40
"""Length to which the page's own section is shown at least, and any other section."""
_WORDS_A_QUESTION = 60
"""Words of a page for which it gets another question."""
_LEAST_QUESTIONS, _MOST_QUESTIONS = 6, 60
"""How many questions a narrow and a broad page get at most."""
_WORD_START = 6
"""Characters of a word by which it is compared with others; what follows is mostly an ending."""
_SUFFIX = re.compile(r"(?:(?:^|/)index)?\.(?:html?|xhtml|mdx?|markdown)$|/$")


def starts(text: str) -> frozenset[str]:
    """Return how the words of a text begin, those of a few letters left out if there are others."""
    words = words_of(text.lower())
    long = frozenset(word[:_WORD_START] for word in words if len(word) > 3 or not word.isascii())
    return long or frozenset(words)


@dataclass(frozen=True, eq=False)
class Page:
    """A page, with the texts of its sections."""

    id: str
    record: PageRecord
    texts: Sequence[str]

    @cached_property
    def sections(self) -> dict[str, tuple[int, str]]:
        """Id of a section → its index and its Markdown, with the text that goes on behind its definitions."""
        found: dict[str, tuple[int, str]] = {}
        above: list[tuple[int, str]] = []
        for index, (section, text) in enumerate(zip(self.record.sections, self.texts, strict=True)):
            above = [one for one in above if one[0] < section.depth]
            if section.kind == MORE and above:
                at, own = found[above[-1][1]]
                found[above[-1][1]] = at, f"{own}\n\n{text}"
            elif index == 0 or section.anchor:
                key = f"{self.id}#{section.anchor}" if index else self.id
                found.setdefault(key, (index, text))
                above.append((section.depth, key))
        return found

    @cached_property
    def text(self) -> str:
        """The Markdown of the whole page."""
        return "\n\n".join(self.texts)

    @cached_property
    def names(self) -> frozenset[str]:
        """The letters of every title on the page, and of every word in one."""
        titles = [self.record.title, *(section.title for section in self.record.sections)]
        return frozenset(letters(name) for title in titles for name in (title, *words_of(title)))

    @cached_property
    def letters(self) -> str:
        """The letters and digits of the page's text, titles and address."""
        return letters(f"{self.record.url} {self.record.title} {self.text}")

    @cached_property
    def starts(self) -> frozenset[str]:
        """How the words of its title and text begin."""
        return starts(f"{self.record.title} {self.text}")

    @cached_property
    def section_starts(self) -> list[frozenset[str]]:
        """How the words of each section begin, those of the page's title included."""
        return [starts(f"{self.record.title} {text}") for _, text in self.sections.values()]

    @property
    def language(self) -> str:
        """Its language subtag; empty if it is not known."""
        return next(iter(self.record.facets.get("language", ())), "")

    @property
    def most_questions(self) -> int:
        """How many questions it gets at most: more where it is broad."""
        return min(_MOST_QUESTIONS, _LEAST_QUESTIONS + count_words(self.text) // _WORDS_A_QUESTION)

    def digest(self, key: str) -> str:
        """Return the digest of the text that an id of the page stands for."""
        return digest_of(self.texts if key == self.id else [self.sections[key][1]])

    def find(self, anchor: str) -> str | None:
        """Return the id of the section that a fragment leads to, the page's own for an empty one; None if none."""
        if not anchor:
            return self.id
        for spelled in (anchor, unquote(anchor)):
            if f"{self.id}#{spelled}" in self.sections:
                return f"{self.id}#{spelled}"
            if (index := self.record.aliases.get(spelled)) is not None:
                return next((key for key, (at, _) in self.sections.items() if at == index), None)
        return None

    def shown(self, page_chars: int = PAGE_CHARS, section_chars: int = SECTION_CHARS) -> str:
        """Return the page as authors are shown it: titles, anchors, and how each section begins, or all of it.

        Args:
            page_chars: Length of all sections (characters), divided among them where they are longer together.
            section_chars: Length of one section.
        """
        is_short = sum(len(text) for _, text in self.sections.values()) <= page_chars
        share = max(_LEAST_CHARS, min(section_chars, page_chars if is_short else page_chars // len(self.sections)))
        lines = [f"=== PAGE {self.id}", f"title: {self.record.title}", f"words: {count_words(self.text)}"]
        lines.append(f"questions: at most {self.most_questions}")
        for index, text in self.sections.values():
            section = self.record.sections[index]
            heading = (
                f"--- #{section.anchor} {'>' * section.depth} {section.title}" if index else "--- (the page itself)"
            )
            lines += [heading, " ".join(text.split())[: share if index else max(share, _FIRST_CHARS)]]
        return "\n".join(filter(None, lines)) + "\n"


class Manual:
    """All pages of a bundle."""

    def __init__(self, folder: Path) -> None:
        """Read a bundle.

        Raises:
            BundleError: There is none, or a file of it is damaged.
        """
        self.pages: dict[str, Page] = {}
        self._by_name: dict[str, Page | None] = {}
        """URL or path, with its suffix or without → its page; None where it is that of two."""
        for docset in open_entry(folder).docsets:
            for record, texts in pages_of(folder, docset):
                path = record.url.removeprefix(docset.url)
                page = self.pages[f"{docset.name}:{path}"] = Page(f"{docset.name}:{path}", record, texts)
                for name in {record.url, path, _SUFFIX.sub("", record.url), _SUFFIX.sub("", path)}:
                    self._by_name[name] = None if name in self._by_name else page

    def __iter__(self) -> Iterator[Page]:
        return iter(self.pages.values())

    def page_of(self, key: str) -> Page | None:
        """Return the page that an id belongs to; None if there is none."""
        return self.pages.get(key.partition("#")[0])

    def find(self, target: str) -> tuple[Page | None, str | None]:
        """Find what an id, a URL or a path means, with an anchor or without.

        Returns:
            The page, None if there is none or several; and the id of the section or page, None if there is none.
        """
        name, _, anchor = target.strip().partition("#")
        page = self.pages.get(name) or self._by_name.get(name) or self._by_name.get(_SUFFIX.sub("", name))
        return page, page.find(anchor) if page else None
