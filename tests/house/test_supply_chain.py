"""What is installed is pinned, listed and asked for; an audit that asks nobody says so."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
KNOWS = 'case "$*" in *vulnerable*) echo "jinja2 2.4.1   PYSEC-2014-8   2.7.2"; exit 1;; esac\n'
SERVICES = {
    "finds nothing in our pins": (KNOWS + "exit 0", "", 0),
    "finds something": (KNOWS + "exit 1", "", 1),
    "knows nothing": ("exit 0", "", 0),
    "knows nothing, and must": ("exit 0", "required", 1),
    "cannot be reached": ("echo no route >&2; exit 1", "", 0),
    "says that it skipped": (
        'echo "jinja2 Dependency not found on PyPI and could not be audited: jinja2 (2.4.1)"',
        "",
        0,
    ),
}


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script")
@pytest.mark.parametrize("name", SERVICES)
def test_the_audit_can_fail(name: str, tmp_path: Path) -> None:
    """It fails for a finding; where the service does not know what is known, it says that nothing was checked."""
    script, mode, code = SERVICES[name]
    fake = tmp_path / "pip-audit"
    fake.write_text(f"#!/bin/sh\n{script}\n")
    fake.chmod(0o755)
    environment = {**os.environ, "PINAX_PIP_AUDIT": str(fake), "PINAX_AUDIT": mode}
    done = subprocess.run(
        ["bash", ROOT / ".ci" / "audit"], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == code
    assert ("SKIPPED" in done.stderr) == ("finds" not in name)


def test_the_bills_name_what_is_pinned(tmp_path: Path) -> None:
    """Components have the versions of the pins, a second run gives the same bytes, and the runtime's are its own."""
    command = [sys.executable, ROOT / ".ci" / "sbom"]
    pinned = (ROOT / "requirements" / "dev.txt").read_text()
    pins = {*re.findall(r"^([\w.-]+)==([\w.+!-]+)", pinned, re.MULTILINE)}  # some have a version for each Python
    for folder in ("one", "two"):
        subprocess.run([*command, tmp_path / folder], check=True, capture_output=True)
    bills = {path.name: json.loads(path.read_bytes()) for path in (tmp_path / "one").iterdir()}
    assert len(bills) == 2
    for name, bill in bills.items():
        assert (tmp_path / "two" / name).read_bytes() == (tmp_path / "one" / name).read_bytes()
        found = {each["name"]: each["version"] for each in bill["components"] if each["name"] != "pinax-runtime"}
        assert found.items() <= pins
    names = {each["name"] for each in next(bill for name, bill in bills.items() if "runtime" in name)["components"]}
    assert {"mcp", "msgpack", "uvicorn"} <= names
    assert not {"lxml", "pytest"} & names


def test_everything_that_is_installed_is_pinned_with_its_hash() -> None:
    """No step of CI, of the Makefile or of the container installs a requirement without `--require-hashes`."""
    scripts = [ROOT / "Makefile", ROOT / "Dockerfile", *filter(Path.is_file, (ROOT / ".ci").iterdir())]
    for script in scripts:
        for line in script.read_text("utf-8").replace("\\\n", " ").splitlines():
            if re.search(r"\binstall\b.* -r ", line):
                assert "--require-hashes" in line, f"{script.name}: {line}"
