"""List what the builder flags in folders of documentation: what is meant for models or terminals, and secret keys.

    python bench/flagged.py FOLDER…

Every page goes through the gate, its reader and `vet`, as in a build of the folder. A page is read only if its bytes
have a character or a word that a sign needs; the others cannot be flagged. Real documentation should have none but
keys, and few of these.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from pinax_builder.formats import format_of
from pinax_builder.gate import gate, vet
from pinax_builder.parse import parse
from pinax_builder.records import Fetched, Page, Rejection

MAYBE = re.compile(
    rb"instruction|prompt|you are no|guideline|attention|\x1b|\xc2[\x90\x9d-\x9f]|\xe2\x80[\xad\xae]"
    rb"|\xef\xb8[\x80-\x8f]|\xe2\x80[\x8b-\x8d]|\xf3\xa0|&#|\\[uxeU]|PRIVATE KEY|AKIA|ASIA|AIza|gh[opsur]_"
    rb"|github_pat|gl(?:pat|dt|rt)-|npm_|pypi-|xox|_live_|_test_|sk-|hf_|eyJ",
    re.IGNORECASE,
)


def main() -> None:
    parser = argparse.ArgumentParser(description="List what the builder flags.")
    parser.add_argument("folders", nargs="+", type=Path)
    totals: Counter[str] = Counter()
    for folder in parser.parse_args().folders:
        for path, notices in flagged(folder, totals):
            for notice in notices:
                totals[notice.split(":")[0]] += 1
                print(f"{path}: {notice}", flush=True)
    for what, count in sorted(totals.items()):
        print(f"{count:>8,}  {what}")


def flagged(folder: Path, totals: Counter[str]) -> Iterator[tuple[Path, list[str]]]:
    """Yield the pages below a folder that have notices of the vetting."""
    for path in sorted(folder.rglob("*")):
        known = format_of(path.name) if path.is_file() and not path.is_symlink() else None
        if known is None:
            continue
        totals["pages"] += 1
        content = path.read_bytes()
        if not MAYBE.search(content):
            continue
        totals["pages that were read"] += 1
        fetched = Fetched(path.as_uri(), path.name, content, known.media_type)
        admitted = gate(fetched)
        page = admitted if isinstance(admitted, Rejection) else parse(admitted)
        if isinstance(page, Page):
            vetted = vet(fetched, page)
            yield path, [note for note in getattr(vetted, "notices", ()) if note not in page.notices]


if __name__ == "__main__":
    main()
