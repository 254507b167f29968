"""Leave out of what a bundle says what nobody sees, before anything is made of it.

A builder does so, too; but who made a bundle that comes from elsewhere may not have wanted to. This is where all text
of a bundle comes in: pages, texts, definitions and facets. So titles, excerpts, outlines and pages are clean wherever
they leave, to an agent or to a terminal.

Spec:  docs/format.md, section 8.3.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pinax_runtime.contract.entry import DocsetEntry
from pinax_runtime.contract.hygiene.visible import is_visible_line, visible, visible_line
from pinax_runtime.contract.pages import Outline, PagePack, PageRecord, texts_from_pack
from pinax_runtime.contract.symbols import Definition


class CleanPages(PagePack):
    """A pack of pages that are cleaned as they are decoded; its URLs stay as they are filed."""

    def page(self, index: int) -> PageRecord:
        """Decode one page and clean it."""
        page = super().page(index)
        lines = [page.url, page.title, page.description, *page.meta, *page.meta.values(), *page.facets, *page.aliases]
        lines += [*page.variants, *(value for values in page.facets.values() for value in values)]
        lines += page.sections.lines()
        return page if is_visible_line("".join(lines)) else _cleaned(page)


class CleanTexts:
    """A `texts` file whose texts are cleaned as they are asked for: a query wants one or two of a hundred."""

    def __init__(self, value: Any, name: str) -> None:
        """Decode what the file holds. Raises CorruptFileError."""
        self._texts = texts_from_pack(value, name)

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
        sections=Outline.of(
            [
                section._replace(anchor=visible_line(section.anchor), title=visible_line(section.title))
                for section in page.sections
            ]
        ),
        aliases={visible_line(alias): at for alias, at in page.aliases.items()},
        variants=list(map(visible_line, page.variants)),
    )


def _cleaned_definition(d: Definition) -> Definition:
    return replace(
        d,
        name=visible_line(d.name),
        kind=visible_line(d.kind),
        language=visible_line(d.language),
        signature=visible(d.signature),
    )
