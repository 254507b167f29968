"""Compare the symbols of Swift and Scala, which ctags does not know, with the names that Pygments' lexer sees declared.

Usage: python bench/lexer_symbols.py FOLDER --language swift|scala [--misses N]

A name counts as declared where it follows a word such as `func` or `trait`; a symbol is right if it has the name on
that line. Kinds are not compared: a lexer knows none. Prints files, names, how many are found, and with --misses the
others.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from pygments.lexers import get_lexer_by_name
from pygments.token import Keyword, Name

from pinax_builder.crawl import Folder, list_files, reader
from pinax_builder.gate import gate
from pinax_builder.parse import parse
from pinax_builder.records import Fetched, Page, Rejection

DECLARING = {
    "swift": {"class", "struct", "enum", "protocol", "func", "actor", "typealias"},
    "scala": {"class", "object", "trait", "def", "enum", "type", "given"},
}


def declared(text: str, language: str) -> Iterator[tuple[str, int]]:
    """Return each name after a declaring word, with its line."""
    before = ""
    for at, kind, token in get_lexer_by_name(language, stripnl=False, ensurenl=False).get_tokens_unprocessed(text):
        if not token.strip():
            continue
        if before in DECLARING[language] and (kind in Name or kind in Keyword):
            yield token.strip("`"), text.count("\n", 0, at) + 1
        before = token.strip() if kind in Keyword else ""


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--language", choices=sorted(DECLARING), required=True)
    arguments.add_argument("--misses", type=int, default=0, help="print so many names that are not found")
    given = arguments.parse_args()
    files = total = 0
    missing: list[str] = []
    folder = Folder(given.folder, code=True)
    for fetched in map(reader(folder.place, folder.max_bytes), list_files(folder).pages):
        admitted = gate(fetched) if isinstance(fetched, Fetched) else fetched
        page = admitted if isinstance(admitted, Rejection) else parse(admitted)
        if not isinstance(page, Page) or page.facets.get("language") != (given.language,):
            continue
        assert not isinstance(admitted, Rejection)
        files += 1
        symbols = [symbol for section in page.sections for symbol in section.symbols]
        ours = {(symbol.name.rpartition(".")[2].strip("`"), symbol.line) for symbol in symbols}
        text = (admitted.text or "").replace("\r\n", "\n")
        for name, line in declared(text, given.language):
            total += 1
            if (name, line) not in ours:
                missing.append(f"{page.path}:{line} {name}")
    found = total - len(missing)
    print(f"{given.language}: {files} files, {total} names, {found} found, {100 * found / max(1, total):.2f} %")
    print("\n".join(missing[: given.misses]))


if __name__ == "__main__":
    main()
