"""The steps of the GitHub Action and of the GitLab template run, in a project made for it."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from examples.action_runner import ACTION, ROOT, ActionRunner

VERSION = tomllib.loads((ROOT / "builder/pyproject.toml").read_text("utf-8"))["project"]["version"]
GITLAB = yaml.safe_load((ROOT / "examples/ci/gitlab.yml").read_text("utf-8"))
CONFIG = """
[[docset]]
path = "docs"

[[golden]]
query = "whale oil"
expect = "{}"
"""
GH = '#!/bin/sh\necho "$@" > commented\ncat "$5" >> commented\n'
AWS = """#!/bin/sh
# Copies to a folder as `aws s3 sync` and `aws s3 cp` do, and keeps what it was asked.
echo "$@" >> "$ASKED"
from="$3"; to="$BUCKET/${4#s3://}"
if [ "$2" = sync ]; then
    (cd "$from" && find . -type f ! -name 'pinax.json*' -exec cp --parents {} "$to" ";")
else
    cp "$from" "$to"
fi
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one page and a golden query that is answered."""
    folder = tmp_path / "project"
    (folder / "docs").mkdir(parents=True)
    (folder / "docs/oil.md").write_text("# Oil\n\nWhale oil, and more.\n")
    (folder / "pinax.toml").write_text(CONFIG.format("oil.md"))
    return folder


def program(folder: Path, name: str, script: str) -> Path:
    """Put a program into a folder for programs, in which pip keeps what it is asked, and return that folder."""
    programs = folder / "programs"
    programs.mkdir(exist_ok=True)
    (programs / "pip").write_text(f'#!/bin/sh\necho "$@" > {folder}/asked-pip\n')
    (programs / "pip").chmod(0o755)
    (programs / name).write_text(script)
    (programs / name).chmod(0o755)
    return programs


def test_the_action_builds_and_summarizes(project: Path) -> None:
    """The bundle, the reports and JUnit's files are there; the summary has the tables. Nothing is published."""
    action = ActionRunner(project)
    ended = action.run()
    assert ended.returncode == 0, ended.stderr
    for name in ("bundle/pinax.json", "pinax-report.json"):
        assert (project / name).is_file()
    for name in ("pinax-golden.xml", "pinax-gate.xml"):
        assert 'failures="0"' in (project / name).read_text()
    assert "1 of 1 answered" in action.summary.read_text()
    assert "## Bundle: within its limits" in action.summary.read_text()
    assert action.used == ["actions/setup-python@v5", "actions/cache@v4"]


def test_the_action_installs_its_own_version(project: Path) -> None:
    """Whatever packages are asked for, Pinax is of the version that the Action's own files have."""
    action = ActionRunner(project, programs=program(project.parent, "none", ""))
    assert action.run().returncode == 0
    assert (project.parent / "asked-pip").read_text().startswith("install --quiet pinax-builder[code,pdf,rst] -c ")
    constraints = (project.parent / "pinax-constraints.txt").read_text().splitlines()
    assert constraints == [f"pinax-builder=={VERSION}", f"pinax-runtime=={VERSION}"]


def test_the_action_works_in_a_folder(project: Path) -> None:
    """Configuration and bundle are relative to `working-directory`."""
    action = ActionRunner(project.parent)
    ended = action.run(working_directory="project")
    assert ended.returncode == 0, ended.stderr
    assert (project / "bundle/pinax.json").is_file()


def test_the_action_fails_for_a_golden_query(project: Path) -> None:
    """And the summary still has the table, with what was found."""
    (project / "pinax.toml").write_text(CONFIG.format("lamps.md"))
    action = ActionRunner(project)
    assert action.run(publish="pages").returncode == 1
    assert "0 of 1 answered" in action.summary.read_text()
    assert "actions/upload-pages-artifact@v3" not in action.used


def test_the_action_fails_beyond_limits(project: Path) -> None:
    """The run says each figure with its limit, and counts a failure for each; within other limits it passes."""
    (project / "docs/empty.md").write_text("")
    (project / "docs/oil.md").write_text("# Oil\n\nWhale oil, and more. See [lamps](lamps.md).\n")
    assert ActionRunner(project).run(max_bytes="100000", min_coverage="50", max_dead_links="1").returncode == 0
    assert 'failures="0"' in (project / "pinax-gate.xml").read_text()
    ended = ActionRunner(project).run(max_bytes="100", min_coverage="90", max_dead_links="0")
    assert ended.returncode == 1
    assert "beyond the limit of 100\n" in ended.stdout
    assert "coverage of docs (%): 50, below the limit of 90" in ended.stdout
    assert "dead links: 1, beyond the limit of 0" in ended.stdout
    assert 'failures="3"' in (project / "pinax-gate.xml").read_text()
    # Each alone, of the same build. So many programs take long to start, and only the gate is asked here.
    built = '#!/bin/sh\n[ "$1" = build ] || exec "{}" "$@"\n'.format(Path(sys.executable).parent / "pinax")
    program(project.parent, "pinax-runtime", "#!/bin/sh\ntouch pinax-golden.md\n")
    programs = program(project.parent, "pinax", built)
    for limit, value in {"max_bytes": "100", "min_coverage": "90", "max_dead_links": "0"}.items():
        assert ActionRunner(project, programs=programs).run(**{limit: value}).returncode == 1, limit
        assert 'failures="1"' in (project / "pinax-gate.xml").read_text(), limit


def test_the_action_says_what_changed(typed: Callable[..., str], project: Path) -> None:
    """The difference to the published bundle is in the summary, and a comment on the pull request."""
    typed("pinax", "build", project / "pinax.toml", "-o", project / "published", "--workers", "1")
    (project / "docs/lamps.md").write_text("# Lamps\n\nLamps burn whale oil.\n")
    programs = program(project.parent, "gh", GH)
    action = ActionRunner(project, github={"event.pull_request.number": "7"}, programs=programs)
    ended = action.run(baseline="published", comment="true")
    assert ended.returncode == 0, ended.stderr
    assert "| docs | 1 | 0 | 0 | 1 |" in action.summary.read_text()
    commented = (project / "commented").read_text()
    assert commented.startswith("pr comment 7 --body-file pinax-diff.md --edit-last --create-if-none")
    assert "- `+ lamps.md`" in commented


def test_without_a_published_bundle_nothing_is_compared(project: Path) -> None:
    """The first run passes, and says so; the bundle becomes the artifact that Pages deploys."""
    action = ActionRunner(project)
    ended = action.run(baseline="published", comment="true", publish="pages")
    assert ended.returncode == 0
    assert "the difference is left out" in ended.stdout
    assert action.used[-1] == "actions/upload-pages-artifact@v3"


def test_the_action_publishes_to_a_branch(typed: Callable[..., str], project: Path) -> None:
    """The branch has the bundle alone, in one commit, each time; a server of it finds the bundle whole."""
    bare = project.parent / "bare.git"
    git("init", "--quiet", "--bare", str(bare), cwd=project)
    git("init", "--quiet", cwd=project)
    git("remote", "add", "origin", f"file://{bare}", cwd=project)
    for text in ("One.", "Two."):
        (project / "docs/oil.md").write_text(f"# Oil\n\nWhale oil, and more. {text}\n")
        ended = ActionRunner(project).run(publish="branch", branch="docs-bundle")
        assert ended.returncode == 0, ended.stderr
    copy = project.parent / "copy"
    git("clone", "--quiet", "--branch", "docs-bundle", str(bare), str(copy), cwd=project)
    assert git("rev-list", "--count", "HEAD", cwd=copy).strip() == "1"
    served = {str(path.relative_to(copy)) for path in copy.rglob("*") if path.is_file() and ".git/" not in str(path)}
    built = {str(path.relative_to(project / "bundle")) for path in (project / "bundle").rglob("*") if path.is_file()}
    assert served == built | {".nojekyll"}
    typed("pinax-runtime", "verify", copy)


def test_the_action_publishes_to_s3(typed: Callable[..., str], project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that never change come first and may be kept, the entry comes last and may not."""
    bucket, asked = project.parent / "s3", project.parent / "asked"
    (bucket / "docs/bundle").mkdir(parents=True)
    programs = program(project.parent, "aws", AWS)
    monkeypatch.setenv("BUCKET", str(bucket))
    monkeypatch.setenv("ASKED", str(asked))
    ended = ActionRunner(project, programs=programs).run(publish="s3", s3_url="s3://docs/bundle/")
    assert ended.returncode == 0, ended.stderr
    first, last = asked.read_text().splitlines()
    assert "immutable" in first
    assert "--exclude pinax.json " in first
    assert last.startswith("s3 cp bundle/pinax.json s3://docs/bundle/pinax.json --cache-control no-cache")
    typed("pinax-runtime", "verify", bucket / "docs/bundle")


def test_every_input_is_used() -> None:
    """No input of the Action is without effect, and each is described."""
    steps = str(ACTION["runs"]["steps"]) + str(ACTION["outputs"])
    assert [name for name in ACTION["inputs"] if f"inputs.{name}" not in steps] == []
    assert all(described["description"] for described in ACTION["inputs"].values())


def test_the_gitlab_template_builds(project: Path) -> None:
    """All its steps but pip's run, and the files that it keeps are there."""
    job = GITLAB["pinax"]
    script = "\n".join([*job["script"][1:], *job["after_script"]])
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    variables = {**GITLAB["variables"], "PINAX_MAX_BYTES": "100000", "PINAX_MAX_DEAD_LINKS": "0", "PATH": path}
    ended = bash(script, project, variables)
    assert ended.returncode == 0, ended.stderr
    for name in ("bundle/pinax.json", "pinax-report.json", "pinax-gate.md", *job["artifacts"]["reports"]["junit"]):
        assert (project / name).is_file()
    assert bash(script, project, {**variables, "PINAX_MAX_BYTES": "10"}).returncode == 1
    pages = bash("\n".join(GITLAB["pages"]["script"]), project, variables)
    assert pages.returncode == 0
    assert (project / "public/bundle/pinax.json").is_file()


def bash(script: str, folder: Path, variables: dict[str, str]) -> subprocess.CompletedProcess[str]:
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    return subprocess.run(command, cwd=folder, env={**os.environ, **variables}, capture_output=True, text=True)


def git(*arguments: str, cwd: Path) -> str:
    return subprocess.run(["git", *arguments], cwd=cwd, check=True, capture_output=True, text=True).stdout
