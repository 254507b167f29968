"""What pages have in common is looked for again only where the compared pages changed."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import pytest

from builder.incremental.sites import Site, contents, files, text_of
from pinax_builder.batches import InCommon
from pinax_builder.build_cache import EntryError
from pinax_builder.comparison import repeating
from pinax_builder.configuration.config import DocsetConfig
from pinax_builder.incremental import shared
from pinax_builder.incremental.keys import docset_context, repeated_to_row
from pinax_builder.parse import Repeated
from pinax_builder.sources import list_docset
from pinax_runtime.format import wire

KIND = ("div", 1, "menu", "")
EVERYTHING = Repeated(
    {KIND: frozenset({b"x", b"y"})},
    frozenset({"The site"}),
    True,
    frozenset({"Contents"}),
    frozenset({"Home"}),
    frozenset({"All about it"}),
    {KIND: 7},
    {KIND: "ab"},
)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    """A site of forty pages."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767323045")
    site = Site(tmp_path)
    site.write({f"p{number:02}": text_of(number) for number in range(40)})
    return site


def test_an_unchanged_docset_is_not_compared_again(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second build takes it from the cache; a page of the sample that changed is compared with the others."""
    compared: list[int] = []
    find_repeated = repeating.find_repeated
    monkeypatch.setattr(repeating, "find_repeated", lambda trees: compared.append(len(trees)) or find_repeated(trees))
    site.build()
    site.build()
    assert len(compared) == 1
    site.write({f"p{number:02}": text_of(number) + "More." for number in range(40)})
    site.build()
    assert len(compared) == 2


def test_pages_are_made_with_what_the_cache_says(site: Site) -> None:
    """A page that changed loses the chrome that the compared pages share, as in a build without a cache."""

    def write(number: int, text: str) -> None:
        bar = "<div class='bar'>Ask us in the forum, which is open to all.</div>"
        shown = f"<h1>Page {number}</h1><p>{text}</p><p>{text_of(number) * 3}</p>"
        (site.source / f"h{number:02}.html").write_text(f"<title>Page {number}</title><body>{bar}{shown}", "utf-8")

    for number in range(30):
        write(number, "Written first.")
    site.build(prune=True)
    sampled = {page.path for page in repeating.choose_sample(list_docset(DocsetConfig("docs", site.source)))}
    write(next(number for number in range(30) if f"h{number:02}.html" not in sampled), "Written later.")
    site.build(prune=True)
    site.build(output=site.folder / "plain", cached=False, prune=True)
    assert files(site.bundle) == files(site.folder / "plain")
    texts = [str(content) for content in contents(site.open()).values()]
    assert any("Written later" in text for text in texts)
    assert not any("forum" in text for text in texts)


def test_what_chance_decided_is_not_kept(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a page could not be compared, the next build compares again."""
    read = repeating._tree
    monkeypatch.setattr(repeating, "_tree", lambda *_: 1 / 0)
    site.build()
    monkeypatch.setattr(repeating, "_tree", read)
    compared: list[int] = []
    monkeypatch.setattr(repeating, "find_repeated", lambda trees: compared.append(len(trees)) or Repeated())
    site.build()
    assert len(compared) == 1


def test_all_of_it_is_kept() -> None:
    """What is read from the cache is what was put there; anything else is not taken."""
    assert all(getattr(EVERYTHING, one.name) != getattr(Repeated(), one.name) for one in fields(Repeated))
    row = repeated_to_row(EVERYTHING)
    assert shared._read([wire.encode(row)]) == EVERYTHING
    wrong = ["something"], [*row[:6], [], row[7]], [*row[:2], 1, *row[3:]], [row[0], [["x"]], *row[2:]]
    for entry in ([wire.encode(row)] * 2, [], [b"\xc1"], *([wire.encode(one)] for one in wrong)):
        with pytest.raises(EntryError):
            shared._read(entry)


@pytest.mark.parametrize("name", [one.name for one in fields(Repeated)])
def test_all_of_it_is_in_the_keys(name: str) -> None:
    """Pages are converted again where anything else is in common: each part of it changes what becomes of a page."""
    docset = DocsetConfig("site", Path("site"))
    less = replace(EVERYTHING, **{name: getattr(Repeated(), name)})
    assert docset_context(docset, InCommon(repeated=less)) != docset_context(docset, InCommon(repeated=EVERYTHING))
