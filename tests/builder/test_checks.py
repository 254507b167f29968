"""What pages lost is summed up by docset, and `--check` acts on it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from pinax_builder.cli import main
from pinax_builder.comparison import PageChecks, checked_share, checks_of, is_checked, summarize
from pinax_builder.records import Fault, Page, Section

URLS = [f"page-{number}.html" for number in range(1_000)]
LOST = Fault("words", 10, 100, is_warning=True, paths=("div.box > p.gone",), words=("tide", "mooring"))


def test_all_pages_of_a_small_docset_are_compared() -> None:
    """Up to a number of pages each is compared; of more, a share that depends on the URLs alone."""
    assert checked_share(20) == 1.0
    assert all(is_checked(url, 1.0) for url in URLS)
    assert checked_share(40) * 40 == 20
    assert checked_share(80) == 1 / 3
    assert checked_share(320) * 320 == 80
    assert checked_share(1_000_000) == 0.1
    assert 50 < sum(is_checked(url, 0.1) for url in URLS) < 150


@given(st.integers(20, 10_000))
def test_a_larger_docset_never_has_fewer_pages_compared(pages: int) -> None:
    """One page more raises the number of pages that are compared, or leaves it as it is."""
    assert pages * checked_share(pages) <= (pages + 1) * checked_share(pages + 1) + 1e-9


def test_faults_are_summed_up_with_the_elements_that_lose_most() -> None:
    """A fault of one page in a hundred is a notice; of more, a warning that names elements."""
    few, many = ([PageChecks(url, (LOST,) * (url in URLS[:n]), lines=b"") for url in URLS[:200]] for n in (1, 5))
    assert [finding.is_warning for finding in summarize([few], set()).findings] == [False]
    (finding,) = summarize([many], set()).warnings
    assert (finding.what, finding.pages, finding.paths) == ("words", 5, {"div.box > p.gone": 5})
    assert finding.detail.endswith(" Missing most: tide, mooring.")


def test_pages_that_are_left_out_do_not_count() -> None:
    """A duplicate's faults are no one's."""
    assert summarize([[PageChecks("a", (LOST,), lines=b"")]], {"a"}).findings == ()


def test_one_title_on_three_pages_is_found() -> None:
    """Titles tell pages apart; three of one name do not."""
    titled = [PageChecks(url, title="Manual" if number < 3 else url) for number, url in enumerate(URLS[:10])]
    (finding,) = summarize([titled], set()).findings
    assert (finding.what, finding.pages, finding.is_warning) == ("titles", 3, True)


def test_links_around_the_text_of_most_pages_are_navigation() -> None:
    """Three labels or more that pages have before or after their text are a warning, wherever they lead to."""
    around = "[![Prev](p{0}.png)](p{0}) [Up](u) [Next](n{0})"
    kept = [_page(number, f"{around}\n\n# Page\n\n{_text(number)}") for number in range(6)]
    (finding,) = summarize([checks_of(kept)], set()).findings
    assert (finding.what, finding.pages, finding.is_warning) == ("navigation", 6, True)
    within = [_page(number, f"# Page\n\n{_text(number)}\n{around}\n{_text(number + 9)}") for number in range(6)]
    assert summarize([checks_of(within)], set()).findings == ()


def test_a_row_of_links_on_one_kind_of_page_is_navigation() -> None:
    """The letters of an index need not be on most pages; signs, and links within the page, are none."""
    letters = "[A](a) | [B](b) | [C](c)"
    kept = [_page(number, f"{letters if number < 3 else ''}\n\n{_text(number)}") for number in range(6)]
    (finding,) = summarize([checks_of(kept)], set()).findings
    assert (finding.what, finding.pages, finding.is_warning) == ("navigation", 3, True)
    signs = [_page(number, f"[#&](a) [#|](b) [#!](c)\n\n{_text(number)}") for number in range(6)]
    assert summarize([checks_of(signs)], set()).findings == ()
    own = [_page(n, "[A]({0}#a) [B]({0}#b) [C]({0}#c)".replace("{0}", URLS[n]) + f"\n\n{_text(n)}") for n in range(6)]
    assert summarize([checks_of(own)], set()).findings == ()


def test_text_that_pages_share_is_chrome_at_their_ends_alone() -> None:
    """Manual pages of a family describe the same command in the same words; a notice stands above or below the text."""
    notice = " ".join(f"shared{place}" for place in range(30))
    own = [[_text(10 * number + line) for line in range(6)] for number in range(6)]
    within = [_page(number, "\n\n".join([*lines, notice, *lines[::-1]])) for number, lines in enumerate(own)]
    assert summarize([checks_of(within)], set()).findings == ()
    below = [_page(number, "\n\n".join([*lines, notice])) for number, lines in enumerate(own)]
    (finding,) = summarize([checks_of(below)], set()).findings
    assert (finding.what, finding.pages, finding.is_warning) == ("repeated", 6, True)


def test_lines_that_differ_by_targets_alone_are_the_same() -> None:
    """A menu whose links are relative to the page is repeated all the same."""
    menu = "\n".join(f"- [Chapter of number {number}](../{{0}}/c{number}.html)" for number in range(8))
    pages = [_page(number, f"{_text(number)}\n{menu}\n{_text(number + 9)}") for number in range(6)]
    (finding,) = summarize([checks_of(pages)], set()).findings
    assert (finding.what, finding.pages, finding.is_warning) == ("repeated", 6, True)


def _page(number: int, text: str) -> Page:
    url = URLS[number]
    sections = (Section(0, "", url, "page", text.format(number)),)
    return Page(url, url, url, "", "", sections, marks_body=False, is_compared=True)


def _text(number: int) -> str:
    return " ".join(f"word{number}x{place}" for place in range(12))


def test_source_code_does_not_count(tmp_path: Path) -> None:
    """As many documents are compared beside code as without it."""
    for number in range(15):
        (tmp_path / f"{number}.md").write_text(f"# Page {number}\n\n{_text(number)}\n")
    for number in range(60):
        (tmp_path / f"{number}.py").write_text(f"value_{number} = {number}\n")
    done = CliRunner().invoke(
        main, ["build", f"{tmp_path}", "-o", f"{tmp_path}/b", "--code", "--json", "--workers", "1"]
    )
    assert json.loads(done.stdout)["docsets"][0]["check"]["compared"] == 15


@pytest.mark.parametrize(("title", "code"), [("Page {}", 0), ("Manual", 1)])
def test_check_fails_where_there_is_a_warning(tmp_path: Path, title: str, code: int) -> None:
    """The bundle is written either way, and the report names the finding."""
    folder = tmp_path / "site"
    folder.mkdir()
    for number in range(4):
        text = f"<h1>{title.format(number)}</h1><p>Words of number {number}, and no one else's {number * 7}.</p>"
        (folder / f"{number}.html").write_text(f"<html><head><title>T</title></head><body>{text}</body></html>")
    done = CliRunner().invoke(main, ["build", str(folder), "-o", str(tmp_path / "b"), "--check", "--workers", "1"])
    assert done.exit_code == code, done.output
    assert ("titles" in done.output) == ("--check warns of" in done.stderr) == bool(code)
    assert (tmp_path / "b" / "pinax.json").exists()
