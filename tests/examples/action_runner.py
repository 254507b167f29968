"""Run the steps of a composite Action with bash, as a runner does, without GitHub."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
_EXPRESSION = re.compile(r"\$\{\{(.+?)\}\}")
_NAME = re.compile(r"(?:inputs|github)(?:\.[\w-]+)+")


class ActionRunner:
    """One run of the Action in a folder. Steps that use other Actions are listed, and not run. pip is run only from
    the folder of programs, if there is one.
    """

    def __init__(self, folder: Path, *, github: Mapping[str, str] | None = None, programs: Path | None = None) -> None:
        self.folder = folder
        self.summary = folder / "summary.md"
        self.used: list[str] = []
        self._github = dict(github or {})
        self._programs = programs

    def run(self, **inputs: str) -> subprocess.CompletedProcess[str]:
        """Run all steps in order up to the first that fails; names of inputs have `_` for `-`."""
        unknown = {name.replace("_", "-") for name in inputs} - set(ACTION["inputs"])
        assert not unknown, unknown
        given = {name: described["default"] for name, described in ACTION["inputs"].items()}
        given |= {name.replace("_", "-"): value for name, value in inputs.items()}
        ended = subprocess.CompletedProcess([], 0, "", "")
        for step in ACTION["runs"]["steps"]:
            if "if" in step and not self._value(step["if"], given):
                continue
            if "uses" in step:
                self.used.append(step["uses"])
            elif step["name"] != "Install" or self._programs:
                done = self._shell(step, given)
                ended = subprocess.CompletedProcess(
                    done.args, done.returncode, ended.stdout + done.stdout, ended.stderr + done.stderr
                )
                if done.returncode:
                    break
        return ended

    def _shell(self, step: Mapping[str, Any], inputs: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
        assert step["shell"] == "bash"
        folders = [str(self._programs)] * bool(self._programs) + [str(Path(sys.executable).parent)]
        environment = {
            **os.environ,
            "PATH": os.pathsep.join([*folders, os.environ["PATH"]]),
            "HOME": str(self.folder.parent),
            "GITHUB_ACTION_PATH": str(ROOT),
            "GITHUB_STEP_SUMMARY": str(self.summary),
            "RUNNER_TEMP": str(self.folder.parent),
            **{name: self._filled(value, inputs) for name, value in step.get("env", {}).items()},
        }
        command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", self._filled(step["run"], inputs)]
        folder = self.folder / self._filled(step.get("working-directory", "."), inputs)
        return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=600)

    def _filled(self, text: str, inputs: Mapping[str, str]) -> str:
        return _EXPRESSION.sub(lambda found: str(self._value(found[1], inputs)), text)

    def _value(self, expression: str, inputs: Mapping[str, str]) -> Any:
        """Evaluate an expression of names, texts, `==`, `!=`, `&&` and `||`, whose rules are Python's as well."""

        def value(found: re.Match[str]) -> str:
            where, _, name = found[0].partition(".")
            return repr(inputs[name] if where == "inputs" else self._github.get(name, ""))

        python = _NAME.sub(value, expression).replace("&&", " and ").replace("||", " or ")
        assert re.fullmatch(r"(?:\s|'(?:[^'\\])*'|==|!=|and|or)+", python), python
        return eval(python.strip(), {"__builtins__": {}})
