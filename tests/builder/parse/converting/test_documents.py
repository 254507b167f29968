"""Formats whose files are no text, and what is refused of them."""

from __future__ import annotations

import gzip
import io
import json
import shutil
import sys
import time
import zipfile
from collections.abc import Callable

import pytest

from builder.parse.reading import outcome
from lacking import skip
from pinax_builder.formats import MAX_PAGE_BYTES
from pinax_builder.parse import parse
from pinax_builder.processes import PageTooSlowError, collector_paused, time_limit
from pinax_builder.records import Admitted, Page, Rejection

CONTAINER = '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>'
PACKAGE = """<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/">
<metadata><dc:title>The Lantern Book</dc:title><dc:language>en</dc:language><dc:description>All of it.</dc:description>
</metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="two" href="two.xhtml" media-type="application/xhtml+xml"/>
<item id="one" href="one.xhtml" media-type="application/xhtml+xml"/></manifest>
<spine><itemref idref="nav"/><itemref idref="one"/><itemref idref="two"/></spine></package>"""
CHAPTERS = {
    "nav": "<h1>Contents</h1><p>One, two</p>",
    "one": '<h1 id="lamps">Lamps</h1><p>Light them, see <a href="two.xhtml#oil">oil</a>.</p>',
    "two": '<h1 id="oil">Oil</h1><p>Burn it.</p><h2 id="kinds">Kinds</h2><p>Many.</p>',
}


def epub(chapters: dict[str, str] = CHAPTERS) -> bytes:
    """A book with these chapters."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("META-INF/container.xml", CONTAINER)
        archive.writestr("OEBPS/book.opf", PACKAGE)
        for name, body in chapters.items():
            archive.writestr(f"OEBPS/{name}.xhtml", f"<html><body>{body}</body></html>")
    return file.getvalue()


def pdf(pages: list[list[str]], outline: list[tuple[str, int]] = ()) -> bytes:
    """A document with these lines on its pages and these entries (title, page from 0) in its outline."""
    pypdf = pytest.importorskip("pypdf")
    generic = pytest.importorskip("pypdf.generic")
    writer = pypdf.PdfWriter()
    name = generic.NameObject
    font = generic.DictionaryObject(
        {name("/Type"): name("/Font"), name("/Subtype"): name("/Type1"), name("/BaseFont"): name("/Helvetica")}
    )
    for lines in pages:
        page = writer.add_blank_page(300, 400)
        fonts = generic.DictionaryObject({name("/F1"): writer._add_object(font)})
        page[name("/Resources")] = generic.DictionaryObject({name("/Font"): fonts})
        stream = generic.StreamObject()
        shown = " T* ".join(f"({line}) Tj" for line in lines)
        stream.set_data(f"BT /F1 12 Tf 14 TL 20 380 Td {shown} ET".encode())
        page[name("/Contents")] = writer._add_object(stream)
    for title, at in outline:
        writer.add_outline_item(title=title, page_number=at)
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()


def outline_of(page: Page | Rejection) -> list[tuple[int, str, str]]:
    """Depth, anchor and title of each section."""
    assert isinstance(page, Page), page
    return [(section.depth, section.anchor, section.title) for section in page.sections]


def test_the_chapters_of_a_book_are_sections_in_reading_order() -> None:
    """The spine decides; the table of contents is left out, and links between chapters lead into the page."""
    page = outcome(epub(), "lantern.epub")
    assert outline_of(page) == [
        (0, "", "The Lantern Book"), (1, "lamps", "Lamps"), (1, "oil", "Oil"), (2, "kinds", "Kinds"),
    ]  # fmt: skip
    assert isinstance(page, Page)
    assert (page.language, page.description) == ("en", "All of it.")
    assert "[oil](lantern.epub#oil)" in page.sections[1].text


@pytest.mark.parametrize(
    "content",
    [b"PK\x03\x04 no zip", epub({"one": "x"})[:-40], epub({}), epub({"one": " " * (MAX_PAGE_BYTES + 1)})],
    ids=["no archive", "cut off", "without its chapters", "a bomb"],
)
def test_a_broken_book_is_rejected(content: bytes) -> None:
    """What cannot be unpacked within the bounds of a page costs that book alone."""
    found = outcome(content, "book.epub")
    assert isinstance(found, Rejection)
    assert found.reason == "unreadable"


def test_the_outline_of_a_pdf_cuts_it() -> None:
    """Headings stand where their lines stand; the anchors are those that viewers of PDF understand."""
    page = outcome(
        pdf([["Lamps", "Light them."], ["More.", "Oil", "Burn it."]], [("Lamps", 0), ("Oil", 1)]), "guide.pdf"
    )
    assert outline_of(page) == [(0, "", "Guide"), (1, "page=1", "Lamps"), (1, "page=2", "Oil")]
    assert isinstance(page, Page)
    assert [section.text for section in page.sections[1:]] == ["## Lamps\n\nLight them.\n\nMore.", "## Oil\n\nBurn it."]


def test_a_pdf_without_an_outline_is_cut_at_its_pages() -> None:
    """Lines that repeat at the edges of pages are left out, whatever their numbers are."""
    lines = [
        ["Lantern manual", "Manual", f"Text {name}.", "More.", "Of it", f"Page {n}"] for n, name in enumerate("abc", 1)
    ]
    page = outcome(pdf(lines), "guide.pdf")
    assert [title for _, _, title in outline_of(page)] == ["Guide", "Page 1", "Page 2", "Page 3"]
    assert isinstance(page, Page)
    assert page.sections[2].text == "## Page 2\n\nText b.\nMore."


def test_words_of_a_pdf_are_parted_by_where_they_stand() -> None:
    """Documents of XeTeX move from word to word and write no spaces."""
    page = outcome(pdf([["Light) Tj 32 0 Td (them) Tj 34 0 Td (well."]]), "guide.pdf")
    assert isinstance(page, Page)
    assert page.sections[-1].text.endswith("Light them well.")


def test_a_printed_table_of_contents_goes_and_bullets_are_items() -> None:
    """The outline says what dots lead to; without one the lines stay."""
    lines = ["Contents", "1 Oil . . . . . . 12", "Lamps need", "\\267 oil", "\\267 a wick"]
    kept = outcome(pdf([lines], [("Contents", 0)]), "guide.pdf")
    assert isinstance(kept, Page)
    assert kept.sections[-1].text == "## Contents\n\nLamps need\n- oil\n- a wick"
    assert "1 Oil . . . . . . 12" in outcome(pdf([lines]), "guide.pdf").sections[-1].text


def test_a_pdf_without_text_has_no_content() -> None:
    """Pictures of text are not read."""
    found = outcome(pdf([[""]]), "scan.pdf")
    assert isinstance(found, Rejection)
    assert found.reason == "no_content"


def test_a_pdf_with_a_password_is_rejected() -> None:
    """One that only its owner needs a password for, to change it, is read."""
    pypdf = pytest.importorskip("pypdf")
    for password, expected in (("secret", "encrypted"), ("", "Page")):
        writer = pypdf.PdfWriter(io.BytesIO(pdf([["Light them."]])))
        writer.encrypt(password, owner_password="owner", algorithm="RC4-128")
        writer.write(file := io.BytesIO())
        found = outcome(file.getvalue(), "guide.pdf")
        assert (found.reason if isinstance(found, Rejection) else type(found).__name__) == expected


@pytest.mark.parametrize("content", [b"%PDF-1.7 cut", b"no pdf at all", pdf([["x"]])[:200]])
def test_a_broken_pdf_is_rejected(content: bytes) -> None:
    """What is no PDF is said to be none."""
    found = outcome(content, "guide.pdf")
    assert isinstance(found, Rejection)
    assert found.reason == "unreadable"


def test_man_pages_may_be_compressed() -> None:
    """Debian's are."""
    page = outcome(gzip.compress(b".TH LS 1\n.SH NAME\nls \\- list\n.SH DESCRIPTION\nLists.\n"), "ls.1.gz")
    assert isinstance(page, Page)
    assert (page.title, page.description) == ("ls(1)", "list")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"just a log", "unreadable"),
        (b".so man1/other.1\n", "redirect_stub"),
        (gzip.compress(b"x" * 100, mtime=0)[:20], "unreadable"),
    ],
)
def test_what_is_no_man_page(content: bytes, reason: str) -> None:
    """A file that only looks like a man page by its name is rejected, with the reason."""
    found = outcome(content, "tool.1")
    assert isinstance(found, Rejection)
    assert found.reason == reason


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("a.ipynb", b"{"), ("a.ipynb", b"[]"), ("a.ipynb", b'{"cells": 1}'),
        ("openapi.yaml", b"a: ["), ("openapi.yaml", b"a: 1"), ("openapi.json", b"{"), ("openapi.json", b"[" * 100_000),
    ],
)  # fmt: skip
def test_what_is_not_what_its_name_says(path: str, content: bytes) -> None:
    """A notebook or description that is none is rejected, and nothing raises."""
    found = outcome(content, path)
    assert isinstance(found, Rejection)
    assert found.reason == "unreadable"


def test_what_a_library_does_not_foresee_is_rejected() -> None:
    """Substitutions of reStructuredText that contain each other make docutils fail; the page is at fault, not Pinax."""
    found = outcome(b"S\n=\n\n.. |a| replace:: |b| |b|\n.. |b| replace:: |a| |a|\n\ntext |a|\n", "a.rst")
    assert isinstance(found, Rejection)
    assert found.reason == "unreadable"


@pytest.mark.parametrize("path", ["a.ipynb", "openapi.json", "openapi.yaml"])
def test_what_nests_too_deep_is_rejected_in_plain_words(path: str) -> None:
    """The rejection says what is wrong with the file, and nothing of the program that read it."""
    read = outcome('{"cells": ' + "[" * 100_000, path)
    assert isinstance(read, Rejection)
    assert "deep" in read.detail
    assert "recursion" not in read.detail


def test_operations_and_schemas_are_symbols() -> None:
    """An operation is found by its id, a schema by its name."""
    source = (
        b"openapi: 3.0.0\ninfo: {title: A}\npaths: {/a: {get: {operationId: getA}}}\ncomponents: {schemas: {B: {}}}"
    )
    page = outcome(source, "openapi.yaml")
    assert isinstance(page, Page)
    found = [(symbol.name, symbol.kind, symbol.signature) for section in page.sections for symbol in section.symbols]
    assert found == [("getA", "operation", "GET /a"), ("B", "type", "")]


def test_what_sphinx_describes_are_symbols() -> None:
    """A method has its class's name, and its id leads to it."""
    source = b"A\n=\n\n.. py:class:: lamp.Lamp(oil)\n\n   Text.\n\n   .. py:method:: on()\n\n      Text.\n"
    page = outcome(source, "a.rst")
    assert isinstance(page, Page)
    found = [(section.anchor, symbol.kind) for section in page.sections for symbol in section.symbols]
    assert found == [("lamp.Lamp", "class"), ("lamp.Lamp.on", "method")]


def test_a_module_qualifies_what_follows() -> None:
    """Names begin with the current module, once, and with the class around them, as Sphinx's anchors do."""
    source = (
        ".. currentmodule:: lamps\n\nLamps\n=====\n\n.. function:: burn(oil)\n\n   Burns.\n\n"
        ".. autofunction:: lamps.snuff\n\n   Ends.\n\n.. class:: Wick\n\n   Soaks.\n\n   .. method:: Wick.trim()\n\n"
        "      Cuts.\n\n.. option:: --dry\n\n   Pours nothing.\n"
    )
    page = outcome(source.encode(), "lamps.rst")
    assert isinstance(page, Page)
    names = [symbol.name for section in page.sections for symbol in section.symbols]
    assert names == ["lamps.burn", "lamps.snuff", "lamps.Wick", "lamps.Wick.trim", "--dry"]


def test_a_page_is_read_as_if_no_other_had_been() -> None:
    """Roles and directives that one page defines or uses change no page after it."""
    page = b"Oil\n===\n\nUse :lamp:`a wick`, :sub:`2` and :class:`Wick`.\n\n.. glow:: Warm\n\n   Light.\n"
    other = b"Lamps\n=====\n\n.. role:: lamp(emphasis)\n.. role:: class(strong)\n\n:lamp:`One` and :glow:`two`.\n"
    alone = outcome(page, "oil.rst")
    assert isinstance(outcome(other, "lamps.rst"), Page)
    assert outcome(page, "oil.rst") == alone


@pytest.mark.parametrize(
    ("media_type", "remedy"),
    [
        ("text/x-rst", '[rst]".'),
        ("text/troff", "apt-get install mandoc)."),
    ],
)
def test_a_reader_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, media_type: str, remedy: str) -> None:
    """The rejection says what to install, be it an extra or a program."""
    monkeypatch.setitem(sys.modules, "docutils", None)
    monkeypatch.setenv("PATH", "")
    found = parse(Admitted("a", "a", media_type, text="A"))
    assert isinstance(found, Rejection)
    assert (found.reason, found.detail.endswith(remedy)) == ("missing_reader", True), found.detail


def billion_laughs(levels: int, end: str) -> bytes:
    """An API description whose YAML refers to its own parts, nine times each."""
    parts = "".join(f"  x{at}: &x{at} [{','.join([f'*x{at - 1}'] * 9)}]\n" for at in range(1, levels + 1))
    return f"openapi: 3.0.0\ninfo: {{title: T}}\nx:\n  x0: &x0 [lol]\n{parts}{end}".encode()


@pytest.mark.parametrize(
    ("source", "why"),
    [
        (billion_laughs(9, "components: {schemas: {A: {type: string, default: *x9}}}\n"), "stand for more than"),
        (billion_laughs(9, "components: {schemas: {A: {type: string, enum: *x9}}}\n"), "stand for more than"),
        (
            b"openapi: 3.0.0\ninfo: {title: {2020-01-01: x}}\ncomponents: {schemas: {A: {default: {2020-01-01: x}}}}\n",
            "",
        ),
    ],
    ids=["default", "enum", "a date as a key"],
)
def test_yaml_that_refers_to_itself_is_bounded(source: bytes, why: str) -> None:
    """What a few hundred bytes stand for is counted before it is made; the file is refused with the reason."""
    refused = outcome(source, "openapi.yaml")
    assert isinstance(refused, Rejection)
    assert refused.reason == "unreadable"
    assert why in refused.detail


def test_yaml_in_which_everything_contains_everything_is_read() -> None:
    """Parts within parts that each refer to all around them have more paths than anybody can follow."""
    inside = "end"
    for at in reversed(range(60)):
        inside = f"&n{at} [{inside}, {', '.join(f'*n{around}' for around in range(at + 1))}]"
    source = (
        f"openapi: 3.0.0\ninfo: {{title: T}}\nx: {inside}\ncomponents: {{schemas: {{A: {{type: *n59, enum: *n30}}}}}}\n"
    )
    page = outcome(source.encode(), "openapi.yaml")
    assert isinstance(page, Page)


def test_substitutions_that_contain_each_other_are_bounded() -> None:
    """What a few hundred bytes of reStructuredText stand for is counted before it is made."""
    levels = "".join(f".. |a{at}| replace:: {f'|a{at - 1}| ' * 9}\n" for at in range(1, 10))
    refused = outcome(f"T\n=\n\n|a9|\n\n.. |a0| replace:: lol lol\n{levels}".encode(), "a.rst")
    assert isinstance(refused, Rejection)
    assert "substitutions stand for more than" in refused.detail
    page = outcome(b"T\n=\n\nSee |a|, |a| and |b|.\n\n.. |a| replace:: the **lamp**\n.. |b| replace:: |b|\n", "a.rst")
    assert isinstance(page, Page)
    assert "the **lamp**, the **lamp**" in page.sections[0].text


def test_an_api_whose_references_repeat_a_long_text_is_bounded() -> None:
    """Thousands of operations may refer to one parameter, whose description would be written for each."""
    parameter = {"name": "a", "in": "query", "description": "word " * 100_000}
    operation = {"parameters": [{"$ref": "#/components/parameters/P"}] * 200}
    paths = {f"/{number}": {"get": operation} for number in range(2_000)}
    api = {"openapi": "3.0.0", "paths": paths, "components": {"parameters": {"P": parameter}}}
    refused = outcome(json.dumps(api).encode(), "openapi.json")
    assert isinstance(refused, Rejection)
    assert "more than 20,000,000 characters" in refused.detail


def test_a_book_without_one_of_its_chapters_keeps_the_others() -> None:
    """A chapter that is listed and not there is named in a notice; a book with no chapter left is refused."""
    page = outcome(epub({name: text for name, text in CHAPTERS.items() if name != "one"}), "book.epub")
    assert isinstance(page, Page)
    assert "Burn it." in "".join(section.text for section in page.sections)
    assert page.notices == ("1 chapters of the book are missing or damaged: OEBPS/one.xhtml.",)
    refused = outcome(epub({}), "book.epub")
    assert isinstance(refused, Rejection)
    assert "None of the book's chapters can be read" in refused.detail


def shared_stream() -> bytes:
    """A PDF with 4,000 pages, all of one long stream."""
    generic = pytest.importorskip("pypdf.generic")
    import pypdf

    whole = pypdf.PdfWriter(io.BytesIO(pdf([["words of a line"] * 20_000])))
    stream = whole.pages[0].raw_get("/Contents")
    for _ in range(3_999):
        page = whole.add_blank_page(300, 400)
        page[generic.NameObject("/Contents")] = stream
        page[generic.NameObject("/Resources")] = whole.pages[0]["/Resources"]
    whole.write(file := io.BytesIO())
    return file.getvalue()


SLOW: dict[str, tuple[str, Callable[[], bytes]]] = {
    "beginnings of emphasis": ("a.rst", lambda: b"*a " * 100_000),
    "footnotes": ("a.rst", lambda: b"Word [#]_.\n\n" * 20_000 + b".. [#] note\n" * 20_000),
    "pages of one stream": ("a.pdf", shared_stream),
}


@pytest.mark.skipif(sys.platform == "win32", reason="no timer interrupts a process there")
@pytest.mark.parametrize("name", SLOW)
def test_what_a_library_takes_long_for_ends_with_its_time(name: str) -> None:
    """No library goes on when the time is up, or takes that for a fault."""
    path, content = SLOW[name]
    slow = content()
    began = time.process_time()
    with collector_paused(), pytest.raises(PageTooSlowError), time_limit(1.0):  # as a build reads pages
        outcome(slow, path)
    assert time.process_time() - began < 60


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of processor time there")
def test_a_program_that_takes_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program that reads AsciiDoc ends when its processor time is used up, and the page is rejected."""
    if not shutil.which("asciidoctor"):
        skip("asciidoctor is not installed")
    monkeypatch.setattr("pinax_builder.parse.converting.handing_on.MAX_PROCESSOR_S", 1)
    nested = b"\n".join(b"*" * depth + b" item" for depth in range(1, 3_000))
    rejection = outcome(nested, "a.adoc")
    assert isinstance(rejection, Rejection)
    assert "asciidoctor took more than 1 s of processor time" in rejection.detail
