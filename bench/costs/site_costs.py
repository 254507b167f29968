"""Measure what one site costs with Pinax and with Pagefind (and the Python peers): build, size, memory, queries.

    python bench/costs/site_costs.py [SITE] [--runs 3] [--queries 150] [--json FILE]

Builds and timed passes alternate between the contenders; a figure is the median of the runs, and ± half of the range
between the least and the greatest, relative to it. Queries are every n-th of the site's sets in bench/quality/queries.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from corpora import places
from costs import measuring, report
from quality.query_sets import QUERIES, Corpus


def sample_queries(site: str, wanted: int) -> list[str]:
    """Take queries of all sets of a site, evenly spread."""
    files = sorted(QUERIES.glob(f"{site}.*.tsv"))
    found = [line.split("\t")[0] for file in files for line in file.read_text("utf-8").splitlines()]
    if not found:
        sys.exit(f"there are no queries for {site}; bench/quality/queries has {', '.join(_sites_with_queries())}")
    return [found[number * len(found) // wanted] for number in range(min(wanted, len(found)))]


def _sites_with_queries() -> list[str]:
    return sorted({file.name.split(".")[0] for file in QUERIES.glob("*.tsv")})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("site", nargs="?", default="python")
    parser.add_argument("--runs", type=int, default=3, help="runs of each timed measurement (3)")
    parser.add_argument("--queries", type=int, default=150, help="how many queries (150)")
    parser.add_argument("--json", type=Path, help="write the figures there as well")
    options = parser.parse_args()
    site = places.site(options.site)
    queries = sample_queries(site.name, options.queries)
    with tempfile.TemporaryDirectory(dir=places.WORK) as folder:
        figures = measuring.measure(Corpus(site.name, site.root), queries, options.runs, Path(folder))
    figures |= {"site": site.name, "runs": options.runs, "cpus": os.cpu_count(), "load_at_end": os.getloadavg()[0]}
    print(report.table(figures))
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
