"""A bundle with invisible characters in every string."""

from __future__ import annotations

import json

from bundle_maker import MadeDocset, MadePage, MadeSection, make_bundle
from pinax_runtime.format import ENTRY, digest

HIDDEN = "\x1b]52;c;eA==\x07\x9d\u202e\U000e0041"
"""Writes to a terminal's clipboard, turns text round, and holds a letter that models alone read."""
SIGNS = set("\x1b\x07\x9d\u202e\U000e0041")


def hidden_in(text: str) -> set[str]:
    """Return what a text has of HIDDEN, as it is or as JSON writes it."""
    return SIGNS & set(text) | {
        code for code in ("\\u001b", "\\u0007", "\\u009d", "\\u202e", "\\udb40") if code in text
    }


def hostile_bundle() -> dict[str, bytes]:
    """Return the files of the bundle; its entry has golden queries, of which one is not answered."""
    symbol = (f"f{HIDDEN}", f"function{HIDDEN}", f"python{HIDDEN}", f"f(){HIDDEN}")
    page = MadePage(
        f"a{HIDDEN}.md", f"Title{HIDDEN}", f"Lamps and wicks.{HIDDEN}", f"About{HIDDEN}",
        sections=(MadeSection(f"Part{HIDDEN}\nSource: y", f"Oil.{HIDDEN}", anchor=f"part{HIDDEN}", symbols=(symbol,)),),
        facets={f"tag{HIDDEN}": [f"x{HIDDEN}"]}, meta={f"by{HIDDEN}": f"me{HIDDEN}"}, aliases={f"old{HIDDEN}": 1},
    )  # fmt: skip
    docset = MadeDocset("docs", [page], version=f"1{HIDDEN}", instructions=f"Ask{HIDDEN}\nmore.")
    files = make_bundle([docset])
    entry = json.loads(files[ENTRY])
    golden = [{"query": f"lamps{HIDDEN}", "expect": f"b{HIDDEN}.md"}]
    said = {"title": f"Docs{HIDDEN}", "fetched_at": f"2026{HIDDEN}", "languages": {f"en{HIDDEN}": 1}}
    entry |= {"builder": f"me{HIDDEN}", "golden": golden, "digest": "0" * 32}
    entry["docsets"] = [{**entry["docsets"][0], **said, "source_url_template": f"https://h.example/{{path}}{HIDDEN}"}]
    data = (json.dumps(entry, indent=1, sort_keys=True) + "\n").encode()
    return {**files, ENTRY: data.replace(b"0" * 32, digest(data).hex().encode(), 1)}


def entry_that_does_not_fit() -> bytes:
    """Return an invalid entry whose error message would quote invisible characters."""
    entry = json.loads(hostile_bundle()[ENTRY])
    entry |= {"docsets": [{**entry["docsets"][0], "name": f"a{HIDDEN}"}], "digest": "0" * 32}
    data = (json.dumps(entry, indent=1, sort_keys=True) + "\n").encode()
    return data.replace(b"0" * 32, digest(data).hex().encode(), 1)
