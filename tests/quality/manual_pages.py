"""Make a manual as mandoc writes them, so that questions in plain words have something like man pages to find.

In:    manual/pages.txt: a page's name and purpose, what it does, and an option on each further line.
Out:   HTML of each page: NAME, SYNOPSIS, DESCRIPTION, and OPTIONS as a list of definitions.
"""

from __future__ import annotations

from html import escape
from pathlib import Path

PAGES = Path(__file__).with_name("manual") / "pages.txt"


def manual_pages() -> dict[str, str]:
    """Return the HTML of each page by its file name."""
    pages = {}
    for page in PAGES.read_text("utf-8").strip().split("\n\n"):
        heading, text, *options = page.splitlines()
        name, _, purpose = heading.partition(": ")
        pages[f"{name}.1.html"] = _html(name, purpose, text, options)
    return pages


def _html(name: str, purpose: str, text: str, options: list[str]) -> str:
    title = f"{name.upper()}(1)"
    sections = {
        "NAME": f"<p><b>{name}</b> &#x2014; {escape(purpose)}</p>",
        "SYNOPSIS": f"<p><b>{name}</b> [options]</p>",
        "DESCRIPTION": f"<p>{escape(text)}</p>",
        "OPTIONS": f'<dl class="Bl-tag">{"".join(map(_option, options))}</dl>',
    }
    shown = "".join(
        f'<section class="Sh"><h1 class="Sh">{head}</h1>{body}</section>' for head, body in sections.items()
    )
    head = f'<html lang="en"><head><meta charset="utf-8"><title>{title}</title></head>'
    table = f'<table class="head"><tr><td>{title}</td></tr></table>'
    return f"<!doctype html>{head}<body>{table}<main>{shown}</main></body></html>"


def _option(line: str) -> str:
    option, _, text = line.partition(": ")
    return f"<dt><b>{escape(option)}</b></dt><dd>{escape(text)}</dd>"
