"""What pages lost is summed up by docset, and `--check` acts on it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from pinax_builder.cli.group import main
from pinax_builder.comparison.checks import ALL_PAGES, MIN_SHARE, Checks, checked_share, is_checked, summarize
from pinax_builder.records import Fault

URLS = [f"page-{number}.html" for number in range(1_000)]
LOST = Fault("words", 10, 100, is_warning=True, paths=("div.box > p.gone",))


def test_all_pages_of_a_small_docset_are_compared() -> None:
    """Up to a number of pages each is compared; of more, a share that depends on the URLs alone."""
    assert checked_share(ALL_PAGES) == 1.0
    assert all(is_checked(url, 1.0) for url in URLS)
    assert checked_share(1_000_000) == MIN_SHARE
    assert 50 < sum(is_checked(url, MIN_SHARE) for url in URLS) < 150


def test_faults_are_summed_up_with_the_elements_that_lose_most() -> None:
    """A fault of one page in a hundred is a notice; of more, a warning that names elements."""
    few = Checks(compared=tuple(URLS[:200]), faults=((URLS[0], (LOST,)),))
    many = Checks(compared=tuple(URLS[:200]), faults=tuple((url, (LOST,)) for url in URLS[:5]))
    assert [finding.is_warning for finding in summarize([few], set(URLS)).findings] == [False]
    (finding,) = summarize([many], set(URLS)).warnings
    assert (finding.what, finding.pages, finding.paths) == ("words", 5, {"div.box > p.gone": 5})


def test_pages_that_are_left_out_do_not_count() -> None:
    """A duplicate's faults are no one's."""
    assert summarize([Checks(compared=("a",), faults=(("a", (LOST,)),))], set()).findings == ()


def test_one_title_on_three_pages_is_found() -> None:
    """Titles tell pages apart; three of one name do not."""
    titles = tuple((url, "Manual" if number < 3 else url) for number, url in enumerate(URLS[:10]))
    (finding,) = summarize([Checks(titles=titles)], set(URLS)).findings
    assert (finding.what, finding.pages, finding.is_warning) == ("titles", 3, True)


@pytest.mark.parametrize(("title", "code"), [("Page {}", 0), ("Manual", 1)])
def test_check_fails_where_there_is_a_warning(tmp_path: Path, title: str, code: int) -> None:
    """The bundle is written either way, and the report names the finding."""
    folder = tmp_path / "site"
    folder.mkdir()
    for number in range(5):
        text = f"<h1>{title.format(number)}</h1><p>Words of number {number}, and no one else's {number * 7}.</p>"
        (folder / f"{number}.html").write_text(f"<html><head><title>T</title></head><body>{text}</body></html>")
    done = CliRunner().invoke(main, ["build", str(folder), "-o", str(tmp_path / "b"), "--check", "--workers", "1"])
    assert done.exit_code == code, done.output
    assert ("titles" in done.output) == bool(code)
    assert (tmp_path / "b" / "pinax.json").exists()
