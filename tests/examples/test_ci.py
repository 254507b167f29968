"""The steps of the GitHub Action and of the GitLab template run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
GITLAB = yaml.safe_load((ROOT / "examples/ci/gitlab.yml").read_text("utf-8"))["pinax"]
CONFIG = """
[[docset]]
path = "docs"

[[golden]]
query = "whale oil"
expect = "{}"
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one page and a golden query that is answered."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/oil.md").write_text("# Oil\n\nWhale oil, and more.\n")
    (tmp_path / "pinax.toml").write_text(CONFIG.format("oil.md"))
    return tmp_path


def run(script: str, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a step's script as a runner does, with the programs of this environment."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "GITHUB_STEP_SUMMARY": str(folder / "summary.md"), **variables}
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


def build_step(folder: Path, max_bytes: str = "0") -> subprocess.CompletedProcess[str]:
    """Run the Action's last step with its default inputs."""
    inputs = {name: given["default"] for name, given in ACTION["inputs"].items()}
    step = ACTION["runs"]["steps"][-1]
    assert set(step["env"]) == {"CONFIG", "OUTPUT", "MAX_BYTES"}
    return run(step["run"], folder, CONFIG=inputs["config"], OUTPUT=inputs["output"], MAX_BYTES=max_bytes)


def test_the_action_builds_and_summarizes(project: Path) -> None:
    """The bundle, the report and JUnit's file are there; the summary has the table."""
    ended = build_step(project)
    assert ended.returncode == 0, ended.stderr
    assert (project / "bundle/pinax.json").is_file()
    assert (project / "pinax-report.json").is_file()
    assert 'failures="0"' in (project / "pinax-golden.xml").read_text()
    assert "1 of 1 answered" in (project / "summary.md").read_text()


def test_the_action_fails_for_a_golden_query(project: Path) -> None:
    """And the summary still has the table, with what was found."""
    (project / "pinax.toml").write_text(CONFIG.format("lamps.md"))
    ended = build_step(project)
    assert ended.returncode == 1
    assert "0 of 1 answered" in (project / "summary.md").read_text()


def test_the_action_fails_for_size(project: Path) -> None:
    """The message has both numbers."""
    ended = build_step(project, "100")
    assert ended.returncode == 1
    assert "more than 100" in ended.stdout


def test_the_gitlab_template_builds(project: Path) -> None:
    """All its steps but pip's run, and the files that it keeps are there."""
    script = "\n".join([*GITLAB["script"][1:], *GITLAB["after_script"]])
    ended = run(script, project, PINAX_CONFIG="pinax.toml", PINAX_OUTPUT="bundle")
    assert ended.returncode == 0, ended.stderr
    for name in ("bundle/pinax.json", "pinax-report.json", GITLAB["artifacts"]["reports"]["junit"]):
        assert (project / name).is_file()
