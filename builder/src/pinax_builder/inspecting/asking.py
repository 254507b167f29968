"""Let the runtime ask a bundle's golden queries, or any others, in a process of its own.

Why:   docs/decisions/0163
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from pinax_builder.errors import GoldenError
from pinax_builder.storage import Place
from pinax_runtime.format import Golden, SourceError, visible_line
from pinax_runtime.trust.options import REQUIRE_KEY

_COMPARED = 20
"""Number of hits among which golden queries are compared."""
_NAMED = 3
"""Most pages that are named for one query."""


def ask_golden(bundle: Place, queries: Sequence[Golden]) -> None:
    """Ask the golden queries that a bundle was written with, if there are any.

    Raises:
        GoldenError: One is not answered, or they cannot be asked.
    """
    if queries and (failed := failed_golden(bundle)):
        raise GoldenError(bundle, failed)


def failed_golden(bundle: Place | Path) -> list[str]:
    """Ask the golden queries of a bundle; return a line for each that is not answered, or why none could be asked."""
    asked = _runtime("golden", str(bundle), "--quiet")
    said = asked.stdout or asked.stderr.removeprefix("error: ")
    return said.splitlines() if asked.returncode else []


def search_all(
    bundle: Path, queries: Sequence[str], *options: str, limit: int, with_questions: bool
) -> list[list[dict[str, Any]]]:
    """Search a bundle for several queries.

    Args:
        bundle: Its folder.
        queries: Each in one line.
        options: More options of `pinax-runtime search`.
        limit: Most hits of each.
        with_questions: Whether the questions that pages answer count.

    Returns:
        The hits of each query, best first: objects with `url`, `anchor`, `title` and `score`; with questions also the
        `explanation`, which names those that raised it.

    Raises:
        SourceError: It cannot be searched.
    """
    weight = ["--explain"] if with_questions else ["--set", "question_weight=0"]
    lines = "".join(f"{' '.join(query.split())}\n" for query in queries)
    asked = _runtime("search", str(bundle), "--batch", "-", "--limit", str(limit), *weight, *options, text=lines)
    if asked.returncode:
        raise SourceError(str(bundle), visible_line(asked.stderr.strip()[-300:]))
    return [json.loads(line)["hits"] for line in asked.stdout.splitlines()]


def worse_golden(bundle: Path, queries: Sequence[Golden]) -> list[str]:
    """Compare golden queries with and without questions; return a line for each that questions make worse.

    Raises:
        SourceError: The bundle cannot be searched.
    """
    found: list[str] = []
    for (docs, is_section), group in groupby(sorted(queries, key=_kind), _kind):
        asked = list(group)
        options = [*(["--docs", docs] if docs else []), *(["--sections"] if is_section else [])]
        without, with_questions = (
            search_all(bundle, [one.query for one in asked], *options, limit=_COMPARED, with_questions=counts)
            for counts in (False, True)
        )
        for golden, before, after in zip(asked, without, with_questions, strict=True):
            rank, now = _rank(golden, before), _rank(golden, after)
            if now > rank:
                ahead = {hit["url"] for hit in before[:rank]}
                risen = [hit["url"] for hit in after[: now - 1] if hit["url"] not in ahead]
                where = f"hit {now}" if now <= _COMPARED else f"beyond hit {_COMPARED}"
                behind = _with_questions(risen, after)
                found.append(f"{golden.query!r}: {golden.expect} falls from hit {rank} to {where}, behind {behind}")
    return found


def _with_questions(urls: Sequence[str], hits: Sequence[dict[str, Any]]) -> str:
    """Name pages, each with the question that raises it."""
    raised = {hit["url"]: hit["explanation"]["questions"] for hit in reversed(hits)}
    named = [f"{url} ({raised[url][0]!r})" if raised[url] else url for url in dict.fromkeys(urls)]
    return ", ".join(named[:_NAMED]) or "another section"


def _kind(golden: Golden) -> tuple[str, bool]:
    return golden.docs, "#" in golden.expect


def _rank(golden: Golden, hits: Sequence[dict[str, Any]]) -> int:
    """Return the rank of the first expected hit, from 1; one more than there are hits if there is none."""
    page, _, anchor = golden.expect.partition("#")
    end = "/" + page.lstrip("/")
    right = (
        at
        for at, hit in enumerate(hits, start=1)
        if (hit["url"] == page or f"/{hit['url']}".endswith(end)) and anchor in ("", hit["anchor"])
    )
    return next(right, _COMPARED + 1)


def _runtime(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command of `pinax-runtime`."""
    environment = {name: value for name, value in os.environ.items() if name != REQUIRE_KEY}  # it is signed later
    environment["PYTHONIOENCODING"] = "utf-8"
    return subprocess.run(
        [sys.executable, "-m", "pinax_runtime", *arguments],
        input=text,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        env=environment,
    )
