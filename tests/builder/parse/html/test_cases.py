"""The Markdown of HTML, case by case: each document in cases/ holds a title, the input and what it becomes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from builder.parse.reading import markdown as text_of
from builder.parse.reading import page_of

CASES = Path(__file__).parent / "cases"
CASE = re.compile(r"^# ([^\n]+)\n~~~html\n(.*?)^~~~\n~~~markdown\n(.*?)^~~~$", re.MULTILINE | re.DOTALL)


def load() -> list:
    """Load every case of every document, named `document: title`."""
    found = []
    for document in sorted(CASES.glob("*.md")):
        text = document.read_text(encoding="utf-8")
        cases = CASE.findall(text)
        assert len(cases) == len(re.findall(r"^~~~html$", text, re.MULTILINE)), f"{document.name}: a case is misspelt"
        found += [pytest.param(source, result, id=f"{document.stem}: {title}") for title, source, result in cases]
    return found


@pytest.mark.parametrize(("source", "markdown"), load())
def test_html_becomes_this_markdown(source: str, markdown: str) -> None:
    """The sections of the parsed page, joined by blank lines, are the case's Markdown."""
    page = page_of(f"<html><head><title>T</title></head><body>{source}</body></html>", "guide/page.html")
    assert text_of(page) + "\n" == markdown


def test_a_box_that_a_style_sheet_sets_in_the_type_of_code_is_a_block() -> None:
    """A box of text is code, line by line, if a style sheet in the head sets its class in a face of typewriters."""
    sheet = 'div.Examples { font-family: "Courier New", monospace }\nDIV.listing {font:1em mono; white-space: pre}'
    shown = "<div class='Examples'><b>record</b><br>\n&nbsp;&nbsp;X :\nT;</div><div class='listing'>a\n  b</div>"
    linked = "<div class='Examples'><a href='x.html'>X</a></div><div class='other'>c</div>"
    page = page_of(f"<html><head><style>{sheet}</style></head><body><h1>T</h1>{shown}{linked}</body></html>")
    assert text_of(page) == "# T\n\n```\nrecord\n  X : T;\n```\n\n```\na\n  b\n```\n\n[X](x.html)\n\nc"


def test_words_that_a_style_sheet_sets_in_bold_are_bold() -> None:
    """Words, and paragraphs in large letters, are bold if a style sheet in the head sets their class so."""
    sheet = ".key{font-weight:bold}\np.title , p.large { font: bold 18pt serif }\np.strong {font-weight: 700}"
    shown = "<p class='large'>Keys</p><p>Press <span class='a key'>F1</span>.</p><p class='strong'>Now.</p>"
    page = page_of(f"<html><head><style>{sheet}</style></head><body><h1>T</h1>{shown}</body></html>")
    assert text_of(page) == "# T\n\n**Keys**\n\nPress **F1**.\n\nNow."


def test_words_that_a_style_sheet_sets_in_the_type_of_code_are_code() -> None:
    """Words are code, and lines a block, if a style sheet in the head sets their class so; a sentence is none."""
    sheet = ".typed { color: red; font-family: 'Courier New' }\n.kept{white-space:pre}"
    words = "<p>Press <span class='typed'>ls -l</span>. <span class='typed'>This is no name but a sentence.</span>"
    kept = "<p class='kept'>a\n  b</p>"
    page = page_of(f"<html><head><style>{sheet}</style></head><body><h1>T</h1>{words}{kept}</body></html>")
    assert text_of(page) == "# T\n\nPress `ls -l`. This is no name but a sentence.\n\n```\na\n  b\n```"


def test_words_that_a_style_sheet_hides_in_links_and_code_are_left_out() -> None:
    """Koka explains names that way, and has its code a second time; elsewhere, a script may show what is hidden."""
    sheet = (
        ".koka .plain, .koka a.pp .pc, .a .far, .tab { display: none } a.pp { color: red }"
        "@media print { .own { display: none } } .shown { display: none } .on .shown { display: inline }"
    )
    link = '<a class="pp" href="#t">lit<span class="pc">lamps/lit: bool</span></a>'
    code = (
        f'<pre><span class="plain">&gt; lit</span><span class="nice">&gt; {link}</span><span class="own">?</span></pre>'
    )
    kept = '<p class="tab">A <code>b<span class="far">c</span><span class="shown">d</span></code>.</p>'
    body = f'<body class="koka"><h1 id="t">T</h1><p>See {link}.</p>{code}{kept}</body>'
    page = page_of(f"<html><head><style>{sheet}</style></head>{body}</html>", "p.html")
    assert text_of(page) == "# T\n\nSee [lit](p.html#t).\n\n```\n> lit?\n```\n\nA `bcd`."
