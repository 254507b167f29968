"""A configuration of Pagefind is read as it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from pinax_builder.cli import main
from pinax_builder.configuration import load_pagefind
from pinax_builder.errors import ConfigError


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pagefind.toml", 'site = "public"\nglob = "docs/*.{html,htm}"\nforce_language = "de"\noutput_subdir = "x"\n'),
        ("pagefind.yml", "site: public\nglob: 'docs/*.{html,htm}'\nforce_language: de\n"),
        ("pagefind.json", '{"source": "public", "glob": "docs/*.{html,htm}", "force_language": "de"}'),
    ],
)
def test_each_form_says_the_same(tmp_path: Path, name: str, text: str) -> None:
    """Folder, globs and language are taken from whichever file there is; the folder is relative to it."""
    (tmp_path / name).write_text(text)
    docset, unknown = load_pagefind(tmp_path / name)
    assert (docset.path, docset.include, docset.language) == (
        tmp_path / "public", ("docs/*.html", "docs/*.htm"), "de",
    )  # fmt: skip
    assert unknown == []


@pytest.mark.parametrize("text", ["", "site = 1", "glob = 'x'", "site = ["])
def test_what_says_no_site_is_refused(tmp_path: Path, text: str) -> None:
    """The message names what is missing."""
    (tmp_path / "pagefind.toml").write_text(text)
    with pytest.raises(ConfigError):
        load_pagefind(tmp_path / "pagefind.toml")


def test_the_command_says_what_it_does_not_use(tmp_path: Path) -> None:
    """Options that change the text that is indexed are named."""
    (tmp_path / "public").mkdir()
    (tmp_path / "public/a.html").write_text("<h1>A</h1><p>Text of it.</p>")
    config = tmp_path / "pagefind.yml"
    config.write_text("site: public\nroot_selector: main\n")
    ended = CliRunner().invoke(main, ["build", str(config), "-o", str(tmp_path / "b"), "--workers", "1"])
    assert ended.exit_code == 0
    assert "without a counterpart here: root_selector" in ended.output


def test_a_configuration_that_stands_for_too_much_is_refused(tmp_path: Path) -> None:
    """References of YAML to its own parts, and braces in a glob, are counted before they are expanded."""
    parts = "".join(f"x{at}: &x{at} [{','.join([f'*x{at - 1}'] * 9)}]\n" for at in range(1, 10))
    for text, why in (
        (f"x0: &x0 [lol]\n{parts}site: *x9\n", "stand for more than"),
        (f"site: public\nglob: '{'{a,b}' * 40}'\n", "too many braces"),
        (f"site: public\nglob: '{'{' * 5_000}a{'}' * 5_000}'\n", "too many braces"),
    ):
        (tmp_path / "pagefind.yml").write_text(text)
        with pytest.raises(ConfigError, match=why):
            load_pagefind(tmp_path / "pagefind.yml")
