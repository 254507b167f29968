"""Drive the peers: extract text, build indexes, ask. What they made is kept in the work folder.

The Python peers run in their own interpreter (peers/worker.py), Pagefind in Node (pagefind_client.mjs). A name such as
`bm25s-sec` is the engine over heading sections; a page stands where its best section does. The documents of a test
collection have no sections: there it is the engine itself.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from corpora import places
from quality.query_sets import Corpus

HERE = Path(__file__).parent
CLIENT = HERE / "pagefind_client.mjs"
PYTHON_PEERS = ("fts5", "fts5w", "tantivy", "tantivyw", "bm25s", "fts5w-sec", "bm25s-sec")
PAGEFIND = "pagefind"
ALL_PEERS = (PAGEFIND, *PYTHON_PEERS)
SHARED_INDEX = {"fts5w": "fts5", "tantivyw": "tantivy"}
SECTIONS_PER_PAGE = 7
"""So many sections are asked for per page that is wanted, since several can be of one page."""


def work(task: str, *arguments: str | Path) -> dict[str, Any]:
    """Run a task of peers/worker.py and give its answer."""
    if not places.PEERS_PYTHON.exists():
        sys.exit(f"{places.PEERS_PYTHON} is missing; {places.SETUP}")
    command = [str(places.PEERS_PYTHON), str(HERE / "peers/worker.py"), task, *map(str, arguments)]
    return json.loads(_run(command).splitlines()[-1])


def _run(command: Sequence[str]) -> str:
    result = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    if result.returncode:
        sys.exit(f"{' '.join(command)}\nexited with {result.returncode}\n{result.stderr[-2000:]}")
    return result.stdout


def text_of(corpus: Corpus, sections: bool) -> Path:
    """Return the file of a corpus's text, extracted when it is not there yet."""
    out = places.TEXTS / f"{corpus.file_name}{'.sections' * sections}.jsonl"
    if not out.exists():
        out.parent.mkdir(parents=True, exist_ok=True)
        unfinished = out.with_suffix(".part")
        if corpus.is_collection:
            lines = (json.dumps(document, ensure_ascii=False) + "\n" for document in corpus.documents())
            unfinished.write_text("".join(lines), "utf-8")
        else:
            work("sections" if sections else "text", corpus.root, unfinished)
        unfinished.replace(out)
    return out


def index_of(engine: str, corpus: Corpus) -> Path:
    """Return the folder of an engine's index, built when it is not there yet."""
    base, sections = engine.removesuffix("-sec"), engine.endswith("-sec") and not corpus.is_collection
    base = SHARED_INDEX.get(base, base)
    folder = places.INDEXES / f"{base}{'-sec' * sections}" / corpus.file_name
    if not folder.exists():
        text = text_of(corpus, sections)
        with _unfinished(folder) as unfinished:
            work("build", base, text, unfinished)
            unfinished.rename(folder)
    return folder


def pagefind_index_of(corpus: Corpus) -> Path:
    """Return the folder of Pagefind's bundle with its defaults, built when it is not there yet."""
    folder = places.INDEXES / PAGEFIND / corpus.file_name
    if not folder.exists():
        with _unfinished(folder) as unfinished:
            _run(pagefind_build(corpus.root, unfinished))
            unfinished.rename(folder)
    return folder


def pagefind_build(source: Path, folder: Path) -> list[str]:
    """Return the command that builds Pagefind's bundle."""
    return [str(places.pagefind()), "--site", str(source), "--output-path", str(folder), "--silent"]


def ask_pagefind(mode: str, bundle: Path, queries: Sequence[str], limit: int) -> Any:
    """Run Pagefind's client; see pagefind_client.mjs for the modes and what they give."""
    with tempfile.TemporaryDirectory() as folder:
        asked, out = Path(folder, "queries.json"), Path(folder, "out.json")
        asked.write_text(json.dumps(list(queries)), "utf-8")
        _run(["node", str(CLIENT), mode, str(bundle), str(asked), str(out), str(limit)])
        return json.loads(out.read_text("utf-8"))


def rank(engine: str, corpus: Corpus, queries: Sequence[str], depth: int) -> list[list[str]]:
    """Return each query's pages, best first."""
    if engine == PAGEFIND:
        rankings = ask_pagefind("rank", pagefind_index_of(corpus), queries, depth)
        return [[_site_path(url) for url in ranking] for ranking in rankings]
    sections = engine.endswith("-sec") and not corpus.is_collection
    with tempfile.TemporaryDirectory() as folder:
        asked, out = Path(folder, "queries.json"), Path(folder, "out.json")
        asked.write_text(json.dumps(list(queries)), "utf-8")
        index = index_of(engine, corpus)
        work("rank", engine.removesuffix("-sec"), index, asked, out, depth * (SECTIONS_PER_PAGE if sections else 1))
        rankings = json.loads(out.read_text("utf-8"))
    return [list(dict.fromkeys(url.split("#")[0] for url in ranking))[:depth] for ranking in rankings]


def _site_path(url: str) -> str:
    return (f"{url}index.html" if url.endswith("/") else url).lstrip("/")


@contextmanager
def _unfinished(folder: Path) -> Iterator[Path]:
    """Return a name beside the folder to be made, so that an interrupted build leaves nothing that looks whole."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".making-") as parent:
        yield Path(parent, "index")
