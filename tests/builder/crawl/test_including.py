"""What a file includes stands in its place, and nothing from elsewhere ever does."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.crawl.crawling import crawl
from pinax_builder.crawl import Folder
from pinax_builder.records import Fetched
from scaling import assert_in_proportion

CODE = "# ANCHOR: head\nimport kite\n# ANCHOR_END: head\n\nkite.fly()\nkite.land()\n"
SECTIONS = "Before.\n\n<!-- --8<-- [start:use] -->\nUse it.\n<!-- --8<-- [end:use] -->\n\nAfter.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "docs"
    (root / "guide").mkdir(parents=True)
    (root / "code.py").write_text(CODE)
    (root / "guide" / "part.md").write_text(SECTIONS)
    return root


def text_of(folder: Path, source: str, name: str = "page.md") -> str:
    """Return what a file in guide/ becomes with that source."""
    (folder / "guide" / name).write_text(source)
    (page,) = (one for one in crawl(Folder(folder, include=(f"guide/{name}",))) if isinstance(one, Fetched))
    return page.content.decode()


@pytest.mark.parametrize(
    ("line", "included"),
    [
        ('--8<-- "part.md"', "Before.\n\nUse it.\n\nAfter."),
        ('--8<-- "guide/part.md:use"', "Use it."),
        ("-8<- 'code.py:5:6'", "kite.fly()\nkite.land()"),
        ("{{#include ../code.py:head}}", "import kite"),
        ("{{#include ../code.py:5}}", "kite.fly()"),
        ("{{#rustdoc_include ../code.py:5:}}", "kite.fly()\nkite.land()"),
        ("{* ../code.py ln[5:6] *}", "```py\nimport kite\n\nkite.fly()\nkite.land()\n```"),
        (
            "```{literalinclude} ../code.py\n:language: python\n:lines: 5-6\n```",
            "```python\nkite.fly()\nkite.land()\n```",
        ),
        ("```{literalinclude} ../code.py\n:lines: 2, 5-\n```", "```py\nimport kite\nkite.fly()\nkite.land()\n```"),
        ("```{literalinclude} ../code.py\n:start-after: END\n:end-at: fly\n```", "```py\n\nkite.fly()\n```"),
        ("```{include} part.md\n```", "Before.\n\nUse it.\n\nAfter."),
        ('```{include} part.md\n:end-before: "<!-- --8"\n```', "Before."),
        ("```{include} part.md\n:start-after: ':use] -->'\n:end-before: Aft\n```", "Use it."),
        ("```{include} part.md\n:start-line: 3\n:end-line: -2\n```", "Use it."),
    ],
)
def test_a_line_is_replaced_by_what_it_includes(folder: Path, line: str, included: str) -> None:
    """Each tool's way to include a file, a range of its lines or a section of it works."""
    assert text_of(folder, f"Text.\n\n{line}\n\nMore.\n") == f"Text.\n\n{included}\n\nMore.\n"


@pytest.mark.parametrize(
    ("lines", "included"),
    [
        (".. include:: part.rst", "Before.\n\n.. use\n\nUse it."),
        (".. include:: part.rst\n   :start-after: .. use", "Use it."),
        (".. include:: part.rst\n   :end-line: 1", "Before."),
        (
            ".. include:: ../code.py\n   :code: python\n   :start-line: 4",
            ".. code-block:: python\n\n   kite.fly()\n   kite.land()",
        ),
        (".. literalinclude:: ../code.py\n   :lines: 5", ".. code-block:: py\n\n   kite.fly()"),
    ],
)
def test_restructuredtext_includes_files_too(folder: Path, lines: str, included: str) -> None:
    """The directives of docutils and Sphinx insert a file, some of its lines, or what stands between two marks."""
    (folder / "guide" / "part.rst").write_text("Before.\n\n.. use\n\nUse it.\n")
    assert text_of(folder, f"Text.\n\n{lines}\n\nMore.\n", "page.rst") == f"Text.\n\n{included}\n\nMore.\n"


def test_what_a_file_lacks_is_not_included(folder: Path) -> None:
    """Where the words are missing that a part begins or ends with, the directive stays: its generator refuses it."""
    source = "```{include} part.md\n:start-after: no such words\n```\n"
    assert text_of(folder, source) == source


def test_an_include_keeps_its_indentation(folder: Path) -> None:
    """In a fence of a list item the lines are indented as the including one is."""
    source = "- Item\n\n  ```python\n  {{#include ../code.py:5:6}}\n  ```\n"
    assert text_of(folder, source) == "- Item\n\n  ```python\n  kite.fly()\n  kite.land()\n  ```\n"


def test_what_is_included_may_include(folder: Path) -> None:
    """An included Markdown file's own includes are put in, relative to it."""
    (folder / "outer.md").write_text('Outer.\n--8<-- "guide/part.md:use"\n')
    assert text_of(folder, '--8<-- "outer.md"\n') == "Outer.\nUse it.\n"


@pytest.mark.parametrize(
    "name",
    ["../../secret.md", "/etc/hostname", "~/x.md", ".env", ".git/config", "link.md", "linked/secret.md", "none.md"],
)
def test_nothing_from_elsewhere_is_included(folder: Path, name: str) -> None:
    """A file outside of the folder, a hidden one and one behind a link stay out, and the line stays as it is."""
    (folder.parent / "secret.md").write_text("secret")
    (folder / ".env").write_text("secret")
    (folder / ".git").mkdir()
    (folder / ".git" / "config").write_text("secret")
    (folder / "link.md").symlink_to(folder.parent / "secret.md")
    (folder / "linked").symlink_to(folder.parent)
    source = f'--8<-- "{name}"\n'
    assert text_of(folder, source) == source


def test_loops_end(folder: Path) -> None:
    """A file that includes itself, or one that includes it, leaves the line that would close the loop."""
    (folder / "guide" / "other.md").write_text('Other.\n--8<-- "page.md"\n')
    assert text_of(folder, '--8<-- "page.md"\n--8<-- "other.md"\n') == ('--8<-- "page.md"\nOther.\n--8<-- "page.md"\n')


def test_no_page_grows_without_bound(folder: Path) -> None:
    """Files that double at every level are put in up to the bound; a file too large, or no text, is not."""
    for level in range(12):
        (folder / f"{level}.md").write_text(f"{'x' * 50_000}\n" + f'--8<-- "{level + 1}.md"\n' * 8)
    assert len(text_of(folder, '--8<-- "0.md"\n')) < 3_000_000
    (folder / "big.md").write_bytes(b"x" * 1_000_001)
    (folder / "binary.md").write_bytes(b"a\0b")
    source = '--8<-- "big.md"\n--8<-- "binary.md"\n'
    assert text_of(folder, source) == source


def test_odd_lines_cost_their_length(folder: Path) -> None:
    """Openings without an end take time in proportion."""
    assert_in_proportion(lambda times: text_of(folder, '--8<-- "' * times + "\n" + "{{#include " * times), 20_000)
