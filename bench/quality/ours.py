"""Ask Pinax through the commands that a user has: `pinax build`, `pinax-runtime search --batch`."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from corpora import places
from quality.query_sets import Corpus

BUILDING = ("pinax_builder", "pinax_runtime.format", "pinax_runtime.text", "pinax_runtime.trust")
"""The packages whose code a bundle depends on."""


def bundle_of(corpus: Corpus, keep: bool, questions: Path | None = None) -> Path:
    """Return a corpus's bundle; built anew when the code that builds has changed, unless any that is there shall do.

    Args:
        corpus: Of pages.
        keep: Whether any that is there shall do.
        questions: Folder of question files; a corpus that has one is built with it, beside the one without.
    """
    file = questions / f"{corpus.file_name}.jsonl" if questions else None
    asked = file if file and file.exists() else None
    name = f"{corpus.file_name}{f'.{asked.parent.name}' if asked else ''}"
    folder, stamp = places.BUNDLES / name, places.BUNDLES / f"{name}.stamp"
    now = _code_digest() + (hashlib.sha256(asked.read_bytes()).hexdigest() if asked else "")
    if (folder / "pinax.json").exists() and (keep or (stamp.exists() and stamp.read_text("utf-8") == now)):
        return folder
    places.BUNDLES.mkdir(parents=True, exist_ok=True)
    stamp.unlink(missing_ok=True)
    # The docset's name is that of the file's ids: a site's own name may differ, and no line would be about its pages.
    options = ["--questions", str(asked), "--name", _docset_of(asked)] if asked else []
    _run([places.command("pinax"), "build", str(corpus.root), "-o", str(folder), *options])
    stamp.write_text(now, "utf-8")
    return folder


def rank(
    corpus: Corpus,
    queries: Sequence[str],
    depth: int,
    keep: bool,
    questions: Path | None = None,
    settings: Sequence[str] = (),
) -> list[list[str]]:
    """Return each query's pages, best first; `questions` as `bundle_of` has it, `settings` are NAME=NUMBER."""
    bundle = bundle_of(corpus, keep, questions)
    with tempfile.TemporaryDirectory() as folder:
        asked = Path(folder, "queries.txt")
        asked.write_text("".join(" ".join(query.split()) + "\n" for query in queries), "utf-8")
        command = [places.command("pinax-runtime"), "search", str(bundle), "--batch", str(asked)]
        command += ["--limit", str(depth), *(f"--set={setting}" for setting in settings)]
        answers = [json.loads(line) for line in _run(command).splitlines()]
    if len(answers) != len(queries):
        sys.exit(f"{len(queries)} queries got {len(answers)} answers")
    return [[hit["url"] for hit in answer["hits"]] for answer in answers]


def _docset_of(questions: Path) -> str:
    with questions.open(encoding="utf-8") as lines:
        return str(json.loads(next(lines))["id"]).partition(":")[0]


def _code_digest() -> str:
    total = hashlib.sha256()
    for name in BUILDING:
        spec = find_spec(name)
        if spec is None or spec.origin is None:
            sys.exit(f"{name} is not installed for {sys.executable}")
        for path in sorted(Path(spec.origin).parent.rglob("*.py")):
            total.update(path.read_bytes())
    return total.hexdigest()


def _run(command: Sequence[str]) -> str:
    result = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    if result.returncode:
        sys.exit(f"{' '.join(command)}\nexited with {result.returncode}\n{result.stderr[-2000:]}")
    return result.stdout
