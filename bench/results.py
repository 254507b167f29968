"""Write the table of results in bench/README.md from bench/results.tsv.

    python bench/results.py [--check]

After a measurement, replace its line in the TSV file (or add one) and run this. --check changes nothing, and ends with
1 if the page is out of date.
"""

from __future__ import annotations

import csv
import sys
from itertools import groupby
from pathlib import Path

FOLDER = Path(__file__).parent
PAGE = FOLDER / "README.md"
BEGIN, END = "<!-- results -->\n", "<!-- end of results -->"
PEERS = "peer's figure"
"""Column of the TSV file."""
HEAD = "| What | Pinax | Peer | Ratio | Measured | By |\n|---|--:|--:|--:|---|---|\n"


def table() -> str:
    """Return all results as one table in Markdown, with a line for each part."""
    with (FOLDER / "results.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    parts = groupby(rows, key=lambda row: row["part"])
    return HEAD + "".join(f"| **{part}** | | | | | |\n" + "".join(map(line, results)) for part, results in parts)


def line(row: dict[str, str]) -> str:
    """Return one result as a row; the ratio is our figure over the peer's.

    >>> fields = {"what": "git", "figure": "2.4", "unit": "s", "peer": "x", PEERS: "1.2", "date": "d", "command": "c"}
    >>> line(fields)
    '| git | 2.4 s | x 1.2 | 2.00 | d | `c` |\\n'
    """
    peer = f"{row['peer']} {row[PEERS]}".strip()
    ratio = f"{float(row['figure']) / float(row[PEERS]):.2f}" if row[PEERS] else ""
    ours = f"{row['figure']} {row['unit']}".strip()
    return f"| {row['what']} | {ours} | {peer} | {ratio} | {row['date']} | `{row['command']}` |\n"


def main() -> None:
    page = PAGE.read_text("utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    new = f"{before}{BEGIN}{table()}{END}{after}"
    if "--check" in sys.argv[1:]:
        sys.exit("bench/README.md is out of date: run python bench/results.py" if new != page else 0)
    PAGE.write_text(new, "utf-8")


if __name__ == "__main__":
    main()
