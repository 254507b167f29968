"""What pages have in common is looked for again only where the compared pages changed."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import fields, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from builder.state.sites import Site, Watched, contents, files, text_of
from pinax_builder.parse import Repeated

KIND = ("div", 1, "menu", "")
EVERYTHING = Repeated(
    {KIND: frozenset({b"x", b"y"})},
    frozenset({"The site"}),
    True,
    frozenset({"Contents"}),
    frozenset({"Home"}),
    frozenset({"Chapter"}),
    frozenset({"All about it"}),
    {KIND: "ab"},
)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    """A site of twenty pages, which are one batch."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767323045")
    site = Site(tmp_path)
    site.write({f"p{number:02}": text_of(number) for number in range(20)})
    return site


def n_tasks(site: Site, output: str) -> int:
    """Build the site, and count what was done: taking a batch through the stages is a task, comparing is another."""
    executor = Watched()
    site.build(output=site.folder / output, executor=executor)
    return executor.n_tasks


def test_an_unchanged_docset_is_not_compared_again(site: Site) -> None:
    """A second build takes it from the cache; a page of the sample that changed is compared with the others."""
    assert [n_tasks(site, output) for output in ("first", "second")] == [2, 1]
    site.write({f"p{number:02}": text_of(number) + "More." for number in range(20)})
    assert n_tasks(site, "third") == 2


def test_pages_are_made_with_what_the_cache_says(site: Site) -> None:
    """A page that changed loses the chrome that the compared pages share, as in a build without a cache."""

    def write(number: int, text: str) -> None:
        bar = "<div class='bar'>Ask us in the forum, which is open to all.</div>"
        shown = f"<h1>Page {number}</h1><p>{text}</p><p>{text_of(number) * 3}</p>"
        (site.source / f"h{number:02}.html").write_text(f"<title>Page {number}</title><body>{bar}{shown}", "utf-8")

    for number in range(30):
        write(number, "Written first.")
    site.build(prune=True)
    write(29, "Written later.")
    site.build(prune=True)
    site.build(output=site.folder / "plain", cached=False, prune=True)
    assert files(site.bundle) == files(site.folder / "plain")
    texts = [str(content) for content in contents(site.open()).values()]
    assert any("Written later" in text for text in texts)
    assert not any("forum" in text for text in texts)


def test_what_chance_decided_is_not_kept(site: Site) -> None:
    """Where a process ended while pages were compared, the next build compares again."""

    def end(number: int) -> None:
        if number == 0:
            raise BrokenExecutor

    site.build(output=site.folder / "first", executor=Watched(end))
    assert n_tasks(site, "second") == 2


class Comparing(Watched):
    """Runs the tasks of a build, but says itself what the pages have in common."""

    def __init__(self, repeated: Repeated, *, is_stable: bool) -> None:
        super().__init__()
        self._compared = SimpleNamespace(repeated=repeated, is_stable=is_stable)

    def submit(self, task: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        """Run a task; the first one compares."""
        return super().submit(task if self.n_tasks else lambda *_: self._compared, *given, **named)


def n_reused(site: Site, output: str, executor: Executor) -> int:
    """Build the site, and count the pages that were taken from the cache."""
    return site.build(output=site.folder / output, executor=executor).reused


def test_all_of_it_is_kept(site: Site) -> None:
    """What is read from the cache is what was put there, for else the pages would be made anew."""
    assert all(getattr(EVERYTHING, one.name) != getattr(Repeated(), one.name) for one in fields(Repeated))
    assert n_reused(site, "first", Comparing(EVERYTHING, is_stable=True)) == 0
    executor = Watched()
    assert n_reused(site, "second", executor) == 20
    assert executor.n_tasks == 1


def test_what_says_something_else_is_not_taken(site: Site) -> None:
    """Where the cache has an entry of another kind under its key, the pages are compared again."""
    assert n_tasks(site, "first") == 2
    entries = sorted((site.folder / "cache").glob("*/*.cache"), key=lambda path: path.stat().st_size)
    for path in entries[:-1]:
        path.write_bytes(entries[-1].read_bytes())
    assert n_tasks(site, "second") == 2


@pytest.mark.parametrize("name", [one.name for one in fields(Repeated)])
def test_all_of_it_is_in_the_keys(site: Site, name: str) -> None:
    """Pages are converted again where anything else is in common: each part of it changes what becomes of a page."""
    less = replace(EVERYTHING, **{name: getattr(Repeated(), name)})
    found = [
        n_reused(site, f"{at}", Comparing(repeated, is_stable=False))
        for at, repeated in enumerate((EVERYTHING, less, EVERYTHING))
    ]
    assert found == [0, 0, 20]
