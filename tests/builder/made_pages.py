"""Page records for the tests of the later stages, and bundles written from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from pinax_builder.records import Page, Section, SpilledPart, Symbol
from pinax_builder.segment import add_synonyms, segment
from pinax_builder.write import DocsetParts, write
from pinax_runtime.format import DocsetEntry, Entry, Ranking

DOCS = DocsetEntry("docs", "Docs", "", 0, 0, {}, "2026-01-02T03:04:05Z", 1.0, ())
"""A docset that is not yet written."""


def page(url: str, text: str = "", language: str = "en", n_sections: int = 1, **members: object) -> Page:
    """Return a page with its own section, a definition, and more headings as asked for."""
    name = url.rsplit("/", 1)[-1].partition(".")[0]
    sections = [
        Section(0, "", f"About {name}", "page", f"# About {name}\n\n{text}"),
        Section(1, f"{name}.run", f"{name}.run()", "definition", f"`{name}.run()`\n\nRun {name}.",
                (Symbol(f"{name}.run", "function", "python", f"{name}.run()"),)),
    ]  # fmt: skip
    sections += [Section(1, f"s{n}", f"Part {n}", "heading", f"## Part {n}\n\nText {n}.") for n in range(1, n_sections)]
    facets = {"language": (language,), "tag": ("all", f"t{len(url) % 3}")}
    return Page(url, url, f"About {name}", f"All of {name}", language, tuple(sections), {}, facets, **members)


def pages(total: int) -> list[Page]:
    """Return so many pages, in URL order, every fifth in German."""
    return [
        page(f"d{n // 10}/p{n:03}.md", f"word{n} common text " * (1 + n % 7), "de" if n % 5 == 4 else "en", 1 + n % 3)
        for n in range(total)
    ]


def parts(given: Iterable[Page], folder: Path, batch: int = 1_000, base_url: str = "") -> tuple[SpilledPart, ...]:
    """Index pages in batches of so many, in URL order."""
    folder.mkdir(parents=True, exist_ok=True)
    ordered = sorted(given, key=lambda page: page.url)
    batches = [ordered[at : at + batch] for at in range(0, len(ordered), batch)]
    found = [segment(group, folder / f"{at:06}", base_url, "en") for at, group in enumerate(batches)]
    return tuple(part for of_batch in found for part in of_batch)


def written(
    given: Sequence[Page],
    output: Path,
    work: Path,
    *,
    batch: int = 1_000,
    dropped: Iterable[str] = (),
    synonyms: Sequence[tuple[str, str]] = (),
    **options: object,
) -> Entry:
    """Write a bundle of one docset."""
    indexed = tuple(add_synonyms(part, synonyms) for part in parts(given, work, batch))
    docset = DocsetParts(DOCS, indexed, frozenset(dropped))
    return write([docset], output, ranking=Ranking(), builder="test", **options)


def files(bundle: Path) -> dict[str, bytes]:
    """Return the files of a bundle."""
    return {path.relative_to(bundle).as_posix(): path.read_bytes() for path in bundle.rglob("*") if path.is_file()}
