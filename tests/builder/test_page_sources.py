"""Which texts beside pages of HTML are left out, since these pages say what they say."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from pinax_builder import BuildConfig, DocsetConfig, DocsetReport, build
from pinax_builder.gate import find_sources
from pinax_builder.records import Page, PageSummary, Section
from pinax_builder.segment import segment

WORDS = [a + b for a in ("glas", "tern", "oil", "wick", "burn") for b in ("ing", "er", "ed", "ful", "ly", "ness", "s")]


def prose(seed: int, n_words: int = 300) -> list[str]:
    """Write paragraphs of sentences; other seeds say other things."""
    chance = random.Random(seed)
    sentences = [" ".join(chance.choices(WORDS, k=10)).capitalize() + "." for _ in range(n_words // 10)]
    return [" ".join(sentences[at : at + 4]) for at in range(0, len(sentences), 4)]


def html(title: str, *paragraphs: str) -> str:
    body = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    return f"<html lang=en><title>{title}</title><main><h1>{title}</h1>{body}</main></html>"


def built(folder: Path, files: Mapping[str, str], **options: object) -> DocsetReport:
    """Build a folder of these files beside two other pages of HTML."""
    others = {"index.html": html("Home", *prose(90)), "about.html": html("About", *prose(91))}
    for name, text in {**others, **files}.items():
        path = folder / "site" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    docset = DocsetConfig("docs", folder / "site", **options)  # type: ignore[arg-type]
    return build(BuildConfig((docset,)), folder / "bundle", workers=1).docsets[0]


def sources(report: DocsetReport) -> dict[str, str]:
    """Return which texts are left out as sources, and the page that is named for each."""
    return {one.url: one.twin for one in report.rejections if one.reason == "source_of_a_page"}


def test_a_fragment_that_a_page_includes_is_left_out(tmp_path: Path) -> None:
    """Its markup may stand between its words; what only tells the program that builds does not count."""
    said = prose(1)
    fragment = "\n\n".join(f"ifndef::other[]\n{text}\nendif::other[]\n" for text in said).replace(" oil", " *oil")
    report = built(tmp_path, {"lamp.html": html("Lamp", *prose(2), *said, *prose(3)), "parts/fragment.txt": fragment})
    assert sources(report) == {"parts/fragment.txt": "lamp.html"}
    assert report.admitted == 3


def test_a_fragment_may_be_on_several_pages(tmp_path: Path) -> None:
    """What depends on the page that includes it is on one page alone; together they have all. Most of it names one."""
    of_all, of_one, of_other = prose(1), prose(2, 120), prose(3, 40)
    files = {
        "one.html": html("One", *of_all, *of_one),
        "other.html": html("Other", *of_all, *of_other),
        "fragment.txt": "\n\n".join((*of_all, *of_one, *of_other)),
    }
    assert sources(built(tmp_path, files)) == {"fragment.txt": "one.html"}


@pytest.mark.parametrize("at", [0, 4, 8])
def test_a_text_with_a_passage_of_its_own_is_a_page(tmp_path: Path, at: int) -> None:
    """What no page of HTML says is never lost, wherever it stands."""
    said = prose(1)
    text = "\n\n".join((*said[:at], *prose(2, 120), *said[at:]))
    report = built(tmp_path, {"lamp.html": html("Lamp", *said), "notes.txt": text})
    assert sources(report) == {}
    assert report.admitted == 4


def test_a_text_about_the_same_is_a_page(tmp_path: Path) -> None:
    """Release notes name what the manual explains, in other words."""
    report = built(tmp_path, {"lamp.html": html("Lamp", *prose(1)), "2.0.txt": "\n\n".join(prose(2))})
    assert (sources(report), report.admitted) == ({}, 4)


@pytest.mark.parametrize("name", ["lamp.md", "text/lamp.md", "lamp.txt.md"])
def test_a_page_in_markdown_gives_way_to_the_same_in_html(tmp_path: Path, name: str) -> None:
    """Where HTML is published, Markdown beside it is what it was built from, or a copy."""
    markdown = "# Lamp\n\n" + "\n\n".join(prose(1))
    report = built(tmp_path, {"lamp.html": html("Lamp", *prose(1)), name: markdown})
    assert [(one.url, one.twin) for one in report.rejections] == [(name, "lamp.html")]


def test_texts_stay_where_they_are_far_more_than_the_html(tmp_path: Path) -> None:
    """Then people read the texts, and the HTML may be all of them on one page."""
    chapters = {f"{number}.md": "\n\n".join((f"# {number}", *prose(number))) for number in range(10)}
    everything = html("All", *(paragraph for number in range(10) for paragraph in prose(number)))
    assert sources(built(tmp_path, {**chapters, "all.html": everything})) == {}
    assert len(sources(built(tmp_path, {"more.html": html("More", *prose(80))}))) == 10


def test_source_code_is_no_source_of_pages(tmp_path: Path) -> None:
    """Who asks for source code gets it, also where the HTML shows it."""
    code = "\n\n".join(f"def f{number}():\n    {text!r}" for number, text in enumerate(prose(1)))
    listing = html("lamp.py").replace("</main>", f"<pre>{code}</pre></main>")
    report = built(tmp_path, {"lamp.html": listing, "lamp.py": code, "more.txt": "\n".join(prose(1))}, code=True)
    assert (sources(report), report.admitted) == ({}, 5)


def test_sources_can_be_kept(tmp_path: Path) -> None:
    """Then a text is a page whatever its name and whatever HTML says."""
    text = "\n\n".join(prose(1))
    files = {"lamp.html": html("Lamp", *prose(1)), "lamp.txt": text, "fragment.txt": text + " And more."}
    assert sources(built(tmp_path, files)) == {"lamp.txt": "lamp.html", "fragment.txt": "lamp.html"}
    report = built(tmp_path, files, keep_sources=True)
    assert (sources(report), report.admitted) == ({}, 5)


def test_a_patched_bundle_leaves_out_the_same(tmp_path: Path) -> None:
    """A text is a page again when the page that said the same has gone or changed, and not when it comes back."""
    (tmp_path / "site").mkdir()
    said = "\n\n".join(prose(1))

    def report_with(lamp: str, **options: bool) -> DocsetReport:
        files = {f"{number}.html": html(str(number), *prose(20 + number)) for number in range(8)}
        for name, text in {**files, "lamp.html": lamp, "fragment.txt": said}.items():
            (tmp_path / "site" / name).write_text(text, "utf-8")
        config = BuildConfig((DocsetConfig("docs", tmp_path / "site"),), cache=tmp_path / "cache", patch=True)
        return build(config, tmp_path / "bundle", workers=1).docsets[0]

    assert sources(report_with(html("Lamp", *prose(1)))) == {"fragment.txt": "lamp.html"}
    changed = report_with(html("Lamp", *prose(2)))
    assert (sources(changed), changed.admitted, changed.note) == ({}, 10, "")
    again = report_with(html("Lamp", *prose(1)))
    assert (sources(again), again.admitted, again.note) == ({"fragment.txt": "lamp.html"}, 9, "")


def page(url: str, *texts: str, is_built: bool | None) -> PageSummary:
    """Return what is kept of a page with a section for each text."""
    sections = tuple(Section(min(1, number), "x" * number, "", "page", text) for number, text in enumerate(texts))
    made = Page(url, url, "", "", "en", sections, {}, {}, is_built=is_built)
    with TemporaryDirectory() as folder:
        (part,) = segment([made], Path(folder) / "part", "", "en")
        (summary,) = part.pages
    return summary


def shingles(*texts: str, is_built: bool | None = True) -> bytes:
    return page("p.html", *texts, is_built=is_built).shingles


def test_all_that_a_short_text_says_must_be_there() -> None:
    """A few words are no passage; one word that differs keeps a text of a line."""
    line = " ".join(prose(1, 20))
    page_of_html = page("lamp.html", line + " And more.", is_built=True)
    changed = line.replace(line.split()[9], "never")
    texts = [page("same.txt", line, is_built=False), page("changed.txt", changed, is_built=False)]
    assert [one.url for one in find_sources([page_of_html, *texts])] == ["same.txt"]
    assert find_sources([page_of_html, page("empty.txt", "", is_built=False)]) == []


@pytest.mark.parametrize("at", [0, 1, 3])
def test_texts_are_compared_in_groups(at: int) -> None:
    """That texts are compared with the pages after each 200,000 of their shingles decides nothing."""
    pages = [page(f"{n}.html", " ".join(prose(n)), is_built=True) for n in range(5)]
    texts = [page(f"{n}.txt", " ".join(prose(n)), is_built=False) for n in range(3, 8)]
    huge = replace(texts[0], url="huge.txt", shingles=random.Random(1).randbytes(4 * 200_000))
    sources = find_sources([*pages, *texts[:at], huge, *texts[at:]])
    assert sources == find_sources([*pages, *texts])
    assert [one.url for one in sources] == ["3.txt", "4.txt"]


def test_the_same_shingles_are_sampled_on_every_page() -> None:
    """Those of a passage do not depend on what stands around it, nor on signs and links."""
    said = " ".join(prose(1))
    alone = shingles(said)
    assert alone in shingles(" ".join(prose(2)) + " " + said.replace(". ", ".\n\n* "), "more")
    assert shingles(said.replace(" oil", " [oil").replace("ness ", "ness](a_b.html#c) "), is_built=False) == alone


@pytest.mark.parametrize(
    "text",
    [
        "The tank has a filter that keeps dirt out of the burner, so clean it with care before you put it back.",
        "Der Tank hat ein Sieb, das Schmutz vom Brenner fernhält; bitte putze es sorgfältig und setze es gut ein.",
        "В баке есть фильтр, который не пускает грязь к горелке; снимите его, осторожно промойте и вставьте снова.",
        "油箱里有一个过滤器，可以防止污垢进入燃烧器。请在装回之前小心地清洁它，以免损坏。如果脏了，请用温水清洗。",
        "연료 탱크에는 이물질이 버너로 들어가지 않게 하는 필터가 있으므로 다시 넣기 전에 조심스럽게 청소하십시오.",
    ],
)
def test_every_script_has_shingles(text: str) -> None:
    """Of a sentence or two at least two are sampled."""
    assert len(shingles(text)) >= 2 * 4


def test_no_hashes_are_made_where_nobody_compares() -> None:
    """A folder of HTML alone costs nothing."""
    assert shingles(" ".join(prose(1)), is_built=None) == b""
