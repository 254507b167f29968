"""Bundles that the search tests ask."""

from __future__ import annotations

from functools import cache

from bundle_maker import Cutting, MadeDocset, MadePage, MadeSection, make_bundle

COMMON = "the manual describes every thing that the program does and how the program does that"


def guide_pages() -> list[MadePage]:
    """Return twenty pages with common words, a rare word each, and sections of all kinds."""
    return [
        MadePage(
            f"guide/p{n:02}.md",
            f"Chapter {n}",
            f"{COMMON}. Only here: marker{n:02}.",
            description=f"What chapter {n} is about",
            sections=(
                MadeSection("How to run it", f"Running takes time. {COMMON}", "run --fast", "run"),
                MadeSection(f"create_task{n}", "Create a task.", anchor=f"task{n}", depth=2, kind="definition",
                            symbols=((f"lib.create_task{n}", "function", "python", f"create_task{n}(coro)"),)),
                MadeSection("", "A continuation with zebras.", anchor="~more", depth=2, kind="more"),
            ),
            facets={"parity": ["odd" if n % 2 else "even"], "tag": ["all", f"t{n % 5}"]},
            meta={"author": "nobody"},
        )
        for n in range(20)
    ]  # fmt: skip


def german_pages() -> list[MadePage]:
    """Return three pages in German."""
    texts = ("Häuser und Straßen", "Das Haus am Fluß, übermäßig groß", "Ein naïver Text über Aufgaben")
    return [
        MadePage(f"de/s{n}.md", f"Seite {n}", text, language="de", facets={"tag": ["all"]})
        for n, text in enumerate(texts)
    ]


@cache
def two_docsets(blocks: int = 0, *, joins_tables: bool = False) -> dict[str, bytes]:
    """Return the files of a bundle of two docsets, two languages and many shards, so many of these to a file if any."""
    guide = MadeDocset("guide", [*guide_pages(), *german_pages()], url="https://x.dev/docs/")
    guide = MadeDocset("guide", [_below(page, guide.url) for page in guide.pages], url=guide.url)
    api = MadeDocset("api", [MadePage("gather.html", "asyncio.gather", "Run awaitables concurrently. zebras")])
    cutting = Cutting(24, 8, 20, blocks, joins_tables=joins_tables, brings_manifests=blocks > 0, positions_beside=9)
    return make_bundle([guide, api], cutting=cutting)


@cache
def asked_docset() -> dict[str, bytes]:
    """Return the files of a bundle whose pages and sections have questions, some in words that no page has."""
    pages = [
        MadePage(
            f"p{n}.html",
            f"Chapter {n}",
            COMMON,
            sections=(MadeSection("Running", "Runs.", anchor="run", questions=(f"how to start the thing {n} times",)),),
            questions=("carry everything on a usb stick", f"what is chapter {n} good for") if n % 2 else (),
        )
        for n in range(9)
    ]
    return make_bundle([MadeDocset("asked", pages)], cutting=Cutting(keys=8))


def _below(page: MadePage, url: str) -> MadePage:
    return MadePage(
        url + page.url, page.title, page.text, page.description, page.sections, page.facets, page.meta, page.language
    )
