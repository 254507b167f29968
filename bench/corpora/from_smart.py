"""Convert a test collection from its original form (SMART: .I .T .A .B .W) to BEIR's layout.

    python bench/corpora/from_smart.py cran.all.1400 cran.qry cranqrel ~/.cache/pinax-bench/ir/cranfield --cranfield
    python bench/corpora/from_smart.py CISI.ALL CISI.QRY CISI.REL ~/.cache/pinax-bench/ir/cisi

Queries without a judgment are left out. Cranfield numbers its queries by place, not by name, and its codes fall with
relevance, from 1 (a complete answer) to 4: they become grades 4 to 1. CISI's judgments all have grade 1.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

FIELD = re.compile(r"^\.([A-Z])[ ]*$", re.MULTILINE)
Judgment = tuple[str, str, int]


def records(path: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """Return each record's number and its fields, their lines joined by blanks."""
    for record in re.split(r"^\.I +(?=\d)", path.read_text("latin-1"), flags=re.MULTILINE)[1:]:
        number, _, rest = record.partition("\n")
        parts = FIELD.split(rest)
        fields: dict[str, str] = {}
        for name, text in zip(parts[1::2], parts[2::2], strict=True):  # a field may come twice
            fields[name] = " ".join((fields.get(name, "") + " " + text).split())
        yield str(int(number)), fields


def judgments(path: Path, falling: bool) -> Iterator[Judgment]:
    """Return query, document and grade of each line."""
    for line in filter(str.strip, path.read_text("latin-1").splitlines()):
        query, document, code, *_ = line.split()
        yield query, document, (5 - int(code) if int(code) > 0 else 2) if falling else 1


def write(
    folder: Path, documents: Iterable[dict[str, str]], queries: Iterable[dict[str, str]], judged: list[Judgment]
) -> None:
    """Write the three files of the layout."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, rows in (("corpus", documents), ("queries", queries)):
        lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (folder / f"{name}.jsonl").write_text(lines, "utf-8")
    lines = "".join(f"{query}\t{document}\t{grade}\n" for query, document, grade in judged)
    (folder / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\n" + lines, "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("documents", "queries", "judgments", "folder"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--cranfield", action="store_true", help="queries by place, codes that fall with relevance")
    options = parser.parse_args()
    judged = list(judgments(options.judgments, options.cranfield))
    asked = {query for query, _, _ in judged}
    numbered = (
        (str(place) if options.cranfield else number, fields)
        for place, (number, fields) in enumerate(records(options.queries), 1)
    )
    write(
        options.folder,
        ({"_id": number, "title": f.get("T", ""), "text": f.get("W", "")} for number, f in records(options.documents)),
        ({"_id": number, "text": fields["W"]} for number, fields in numbered if number in asked),
        judged,
    )


if __name__ == "__main__":
    main()
