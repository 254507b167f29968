"""Leave out of what a bundle says what nobody sees, before anything is made of it.

A builder does so, too; but who made a bundle that comes from elsewhere may not have wanted to. This is where all text
of a bundle comes in: pages, texts, definitions and facets. So titles, excerpts, outlines and pages are clean wherever
they leave, to an agent or to a terminal.

Spec:  docs/format.md, section 8.3.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import overload

from pinax_runtime.format import Definition, DocsetEntry, Outline, PagePack, PageRecord, SectionEntry, texts_from_pack
from pinax_runtime.trust import is_visible_line, visible, visible_line


class CleanPages(PagePack):
    """A pack of pages that are cleaned as they are decoded; its URLs stay as they are filed."""

    def page(self, index: int) -> PageRecord:
        """Decode one page and clean it."""
        page = super().page(index)
        lines = [page.url, page.title, page.description, *page.meta, *page.meta.values(), *page.facets, *page.aliases]
        lines += [*page.variants, *(value for values in page.facets.values() for value in values)]
        clean = page if is_visible_line("".join(lines)) else _cleaned(page)
        return replace(clean, sections=CleanOutline(*page.sections.columns))


class CleanOutline(Outline):
    """Sections that are cleaned as they are asked for."""

    @overload
    def __getitem__(self, at: int) -> SectionEntry: ...

    @overload
    def __getitem__(self, at: slice) -> list[SectionEntry]: ...

    def __getitem__(self, at: int | slice) -> SectionEntry | list[SectionEntry]:
        found = super().__getitem__(at)
        return _cleaned_section(found) if isinstance(found, SectionEntry) else list(map(_cleaned_section, found))

    def __iter__(self) -> Iterator[SectionEntry]:
        sections = super().__iter__()
        return sections if is_visible_line("".join(self.lines())) else map(_cleaned_section, sections)


class CleanTexts:
    """A `texts` file whose texts are cleaned as they are asked for: a query wants one or two of a hundred."""

    def __init__(self, data: bytes, name: str) -> None:
        """Find the texts. Raises CorruptFileError."""
        self._texts = texts_from_pack(data, name)

    def __len__(self) -> int:
        return len(self._texts)

    def __getitem__(self, at: int) -> str:
        return visible(self._texts[at])


def clean_definitions(found: list[Definition]) -> list[Definition]:
    """Clean the names and signatures of definitions."""
    texts = "".join(text for d in found for text in (d.name, d.kind, d.language, d.signature))
    return found if is_visible_line(texts) else list(map(_cleaned_definition, found))


def clean_docset(entry: DocsetEntry) -> DocsetEntry:
    """Clean what an entry says of a docset."""
    return replace(
        entry,
        title=visible_line(entry.title),
        url=visible_line(entry.url),
        fetched_at=visible_line(entry.fetched_at),
        source_url_template=visible_line(entry.source_url_template),
    )


def _cleaned(page: PageRecord) -> PageRecord:
    return replace(
        page,
        url=visible_line(page.url),
        title=visible_line(page.title),
        description=visible_line(page.description),
        meta={visible_line(key): visible_line(value) for key, value in page.meta.items()},
        facets={visible_line(key): list(map(visible_line, values)) for key, values in page.facets.items()},
        aliases={visible_line(alias): at for alias, at in page.aliases.items()},
        variants=list(map(visible_line, page.variants)),
    )


def _cleaned_section(section: SectionEntry) -> SectionEntry:
    return section._replace(anchor=visible_line(section.anchor), title=visible_line(section.title))


def _cleaned_definition(d: Definition) -> Definition:
    return replace(
        d,
        name=visible_line(d.name),
        kind=visible_line(d.kind),
        language=visible_line(d.language),
        signature=visible(d.signature),
    )
