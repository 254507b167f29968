"""What is published besides the wheels: manual pages, the .mcpb, and whose project it is."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from types import ModuleType

import jsonschema
import pytest

from lacking import skip

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "build/mcpb/package/dist/mcpb-manifest-v0.4.schema.json"
"""The published schema of manifests, which `.ci/programs` brings."""


def script(name: str) -> ModuleType:
    """Load a script of CI."""
    spec = importlib.util.spec_from_file_location(f"ci_{name}", ROOT / ".ci" / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


manual, mcpb, owner = script("manual"), script("mcpb"), script("owner")
PAGES = {file: text for _, name, program in manual.PROGRAMS for file, text in manual.pages(name, program).items()}


def test_every_command_has_a_manual_page() -> None:
    """One of each program and of each command, with its options."""
    assert {"pinax.1", "pinax-build.1", "pinax-catalog-list.1", "pinax-runtime-serve.1"} <= PAGES.keys()
    assert ".B \\-\\-max\\-dead\\-links" in PAGES["pinax-gate.1"]
    assert ".SH EXAMPLES" in PAGES["pinax-build.1"]


@pytest.mark.parametrize("file", PAGES)
def test_a_manual_page_is_sound(file: str) -> None:
    """Mandoc has nothing to say of it but that it has no date, and shows its name."""
    if not shutil.which("mandoc"):
        skip("mandoc is not installed")
    lint = subprocess.run(["mandoc", "-Tlint", "-Wwarning"], input=PAGES[file], capture_output=True, text=True)
    assert [line for line in lint.stdout.splitlines() if "missing date" not in line] == []
    shown = subprocess.run(["mandoc", "-Tutf8"], input=PAGES[file], capture_output=True, text=True, check=True).stdout
    plain = re.sub(r".\x08", "", shown)
    assert f"{file.removesuffix('.1')} - " in plain


def test_the_mcpb_is_valid(tmp_path: Path) -> None:
    """Its manifest keeps to the published schema."""
    if not SCHEMA.is_file():
        skip("the schema of .mcpb manifests is not there")
    mcpb.pack(tmp_path / "a.mcpb")
    with zipfile.ZipFile(tmp_path / "a.mcpb") as archive:
        manifest = json.loads(archive.read("manifest.json"))
        assert manifest["server"]["entry_point"] in archive.namelist()
    jsonschema.validate(manifest, json.loads(SCHEMA.read_text("utf-8")))


def test_the_mcpb_starts_the_server(tmp_path: Path) -> None:
    """What it starts takes the arguments that its manifest gives, and answers a client."""
    mcpb.pack(tmp_path / "a.mcpb")
    with zipfile.ZipFile(tmp_path / "a.mcpb") as archive:
        archive.extractall(tmp_path)
    arguments = mcpb.manifest()["server"]["mcp_config"]["args"]
    bundle = ROOT / "tests/data/bundles/v1"
    words = [
        word.replace("${user_config.bundle}", str(bundle)) for word in arguments[arguments.index("src/server.py") :]
    ]
    asked = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
    }
    ended = subprocess.run(
        [sys.executable, *words],
        cwd=tmp_path,
        input=json.dumps(asked) + "\n",
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert json.loads(ended.stdout.splitlines()[0])["result"]["serverInfo"]["name"]


def test_the_same_version_gives_the_same_mcpb(tmp_path: Path) -> None:
    """No time of the build is in it."""
    mcpb.pack(tmp_path / "a.mcpb")
    mcpb.pack(tmp_path / "b.mcpb")
    assert (tmp_path / "a.mcpb").read_bytes() == (tmp_path / "b.mcpb").read_bytes()


def test_the_dockerfile_is_sound() -> None:
    """Hadolint has nothing to say of it."""
    linter = ROOT / "build/hadolint/bin/hadolint"
    if not linter.is_file():
        skip("hadolint is not installed")
    ended = subprocess.run([linter, "--no-color", ROOT / "Dockerfile"], capture_output=True, text=True)
    assert (ended.returncode, ended.stdout) == (0, "")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the files that say whose project this is."""
    for name in (*owner.FILES, *owner.PROJECTS):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def test_nothing_is_published_without_an_owner(copy: Path) -> None:
    """Each file that lacks the owner's name is listed, until it is said in one place."""
    assert owner.unsaid(copy) == [*owner.FILES, *owner.PROJECTS]
    owner.say(copy, "lantern-hq")
    assert owner.unsaid(copy) == []
    entry = json.loads((copy / "server.json").read_text())
    assert entry["name"] == "io.github.lantern-hq/pinax-runtime"
    assert f"mcp-name: {entry['name']}" in (copy / "runtime/README.md").read_text()
    assert 'Source = "https://github.com/lantern-hq/pinax"' in (copy / "builder/pyproject.toml").read_text()
    assert "uses: lantern-hq/pinax@main" in (copy / "docs/how-to/ci.md").read_text()


def test_every_placeholder_is_known() -> None:
    """No other file of the project has the placeholder."""
    listed = subprocess.run(
        ["git", "grep", "-lE", r"\bOWNER/(pinax|)", "--", ".", ":!.ci/owner.py", ":!tests/house"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    ).stdout.split()
    assert sorted(listed) == sorted(owner.FILES)


@pytest.mark.parametrize("words", [["a b"], ["OWNER"], ["a", "b"], ["-x"]])
def test_a_name_that_is_none_is_refused(words: list[str]) -> None:
    """Nothing is changed."""
    assert owner.main(words) == 2
