"""Run the official conformance suite against a server over HTTP: the protocol's authors judge it.

    python tests/oracle/conformance.py BUNDLE          (needs Node 22 or newer, and pinax-runtime on the path)

Not part of `make test`, since it needs Node and fetches the suite through npm. `conformance.toml` says which scenarios
apply; that names every scenario of the suite, so that one which is new, passes by accident or stops passing is seen.
Ends with 1 if one that applies does not pass, or one stands in the wrong place.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

SUITE = "@modelcontextprotocol/conformance@0.2.0-alpha.12"
SCHEMA_CHECK = "wire-schema-valid"
KNOWN = tomllib.loads((Path(__file__).parent / "conformance.toml").read_text("utf-8"))
Checks = list[dict[str, Any]]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bundle")
    parser.add_argument(
        "--suite", nargs="+", default=["npx", "--yes", SUITE], help="the program, if it is there already"
    )
    given = parser.parse_args()
    wrong = []
    with serving(given.bundle) as url:
        for version, applies in KNOWN["applies"].items():
            found = run(given.suite, url, version)
            findings = list(judge(found, applies))
            succeeded = sum(count(found[name], "SUCCESS") for name in applies if name in found)
            invalid = sum(
                check["id"] == SCHEMA_CHECK and check["status"] == "FAILURE" for c in found.values() for check in c
            )
            print(f"{version}: {len(applies)} scenarios apply, {succeeded} checks succeeded; "
                  f"{len(found)} scenarios ran, {invalid} with a message that is not valid")  # fmt: skip
            wrong += [f"{version}: {finding}" for finding in findings]
    for finding in wrong:
        print(finding)
    return 1 if wrong else 0


def judge(found: dict[str, Checks], applies: dict[str, int]) -> Iterator[str]:
    """Say what is not as `conformance.toml` has it."""
    for name, least in applies.items():
        checks = found.get(name, [])
        failed = [check["id"] for check in checks if check["status"] == "FAILURE" and not is_excused(check)]
        if failed or count(checks, "SUCCESS") < least:
            failed_ids = ", ".join(failed) or "none"
            yield f"{name}: {count(checks, 'SUCCESS')} checks succeeded, not {least}; failed: {failed_ids}"
    for name, checks in found.items():
        if name not in applies and name not in KNOWN["vacuous"] and name not in KNOWN["lacks"]:
            yield f"{name} stands nowhere in conformance.toml"
        elif name in KNOWN["lacks"] and not any(check["status"] == "FAILURE" for check in checks):
            yield f"{name} passes; it should stand elsewhere in conformance.toml"
        if any(check["id"] == SCHEMA_CHECK and check["status"] == "FAILURE" for check in checks):
            yield f"{name}: a message of the server is not valid by the protocol's schema"


def is_excused(check: dict[str, Any]) -> bool:
    """Return whether a check that failed could not be made: the table knows it, and the suite says so itself."""
    return check["id"] in KNOWN["without"] and bool(check.get("details", {}).get("untestable"))


def count(checks: Checks, status: str) -> int:
    return sum(check["status"] == status and check["id"] != SCHEMA_CHECK for check in checks)


def run(suite: list[str], url: str, version: str) -> dict[str, Checks]:
    """Run every scenario of a version, and give its checks."""
    with tempfile.TemporaryDirectory() as folder:
        options = ["server", "--url", url, "--suite", "all", "--spec-version", version, "--output-dir", folder]
        ended = subprocess.run([*suite, *options], check=False, capture_output=True, text=True)
        results = {path.parent.name: json.loads(path.read_text()) for path in Path(folder).glob("*/checks.json")}
    if not results:
        sys.exit(f"the suite gave nothing: {(ended.stdout + ended.stderr)[-1_000:]}")
    names = {*KNOWN["vacuous"], *KNOWN["lacks"], *(name for table in KNOWN["applies"].values() for name in table)}
    return {name_in(folder, names): checks for folder, checks in results.items()}


def name_in(folder: str, names: set[str]) -> str:
    """Return the scenario whose results a folder `server-NAME-TIME` holds; names may start with "server-", too."""
    fitting = [name for name in names if folder.startswith(f"server-{name}-2") or folder.startswith(f"{name}-2")]
    return max(fitting, key=len, default=folder)


@contextmanager
def serving(bundle: str) -> Iterator[str]:
    """Serve a bundle, and give the address."""
    command = ["pinax-runtime", "serve", bundle, "--http", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr
        line = server.stderr.readline()
        try:
            yield line.split()[1].removesuffix(";")
        finally:
            server.terminate()


if __name__ == "__main__":
    sys.exit(main())
