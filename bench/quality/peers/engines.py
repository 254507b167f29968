"""Engines that a Python user would pick instead, behind one interface.

`build(documents, folder)` writes an index; `Engine(folder).search(query, limit)` gives URLs, best first; `excerpts`
gives a passage of each as well, where the engine can cut one. Documents are mappings with url, title, headings (list)
and body. All stem English and ask for any of the words (OR).
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

WORD = re.compile(r"[^\W_]+")
Document = Mapping[str, Any]


class Engine(Protocol):
    """An opened index."""

    def search(self, query: str, limit: int) -> list[str]: ...


def words_of(query: str) -> list[str]:
    """List the words of a query, each once."""
    return list(dict.fromkeys(WORD.findall(query)))


class Fts5:
    """SQLite FTS5: columns title, headings, body; porter over unicode61; plain bm25(); the text is stored."""

    weights: Sequence[float] = (1.0, 1.0, 1.0)

    @staticmethod
    def build(documents: Iterable[Document], folder: Path) -> None:
        database = sqlite3.connect(folder / "fts.db")
        database.executescript(
            "PRAGMA journal_mode=off; PRAGMA synchronous=off;"
            "CREATE VIRTUAL TABLE f USING fts5(title, headings, body, tokenize='porter unicode61');"
            "CREATE TABLE u(id INTEGER PRIMARY KEY, url TEXT)"
        )
        for number, document in enumerate(documents, 1):
            row = (number, document["title"], " . ".join(document["headings"]), document["body"])
            database.execute("INSERT INTO f(rowid, title, headings, body) VALUES(?, ?, ?, ?)", row)
            database.execute("INSERT INTO u VALUES(?, ?)", (number, document["url"]))
        database.execute("INSERT INTO f(f) VALUES('optimize')")
        database.commit()
        database.execute("VACUUM")
        database.close()

    def __init__(self, folder: Path) -> None:
        self._database = sqlite3.connect(f"file:{folder / 'fts.db'}?mode=ro&immutable=1", uri=True)
        rank = "bm25(f, {}, {}, {})".format(*self.weights)
        best = f"SELECT rowid AS found FROM f WHERE f MATCH ? ORDER BY {rank} LIMIT ?"
        self._select = f"SELECT u.url FROM ({best}) JOIN u ON u.id = found"

    def search(self, query: str, limit: int) -> list[str]:
        match = self._match(query)
        return [url for (url,) in self._database.execute(self._select, (match, limit))] if match else []

    def excerpts(self, query: str, limit: int) -> list[tuple[str, str]]:
        """Return the URLs of the best by plain bm25(), each with a snippet.

        They are ordered by `rank`: by bm25() itself SQLite would cut a snippet of every row that matches.
        """
        best = (
            "SELECT rowid AS found, snippet(f, -1, '', '', '…', 32) AS cut FROM f WHERE f MATCH ? ORDER BY rank LIMIT ?"
        )
        select = f"SELECT u.url, cut FROM ({best}) JOIN u ON u.id = found"
        match = self._match(query)
        return self._database.execute(select, (match, limit)).fetchall() if match else []

    @staticmethod
    def _match(query: str) -> str:
        return " OR ".join(f'"{word}"' for word in words_of(query))


class Fts5Weighted(Fts5):
    """The same index with column weights: title 10, headings 4, body 1."""

    weights = (10.0, 4.0, 1.0)


class Tantivy:
    """Tantivy: three fields, en_stem, the text is stored."""

    boosts: Mapping[str, float] | None = None
    fields = ("title", "headings", "body")
    operators = frozenset(("and", "or", "not", "in", "to"))

    @classmethod
    def build(cls, documents: Iterable[Document], folder: Path) -> None:
        import tantivy

        schema = tantivy.SchemaBuilder()
        schema.add_text_field("url", stored=True, tokenizer_name="raw")
        for field in cls.fields:
            schema.add_text_field(field, stored=True, tokenizer_name="en_stem")
        writer = tantivy.Index(schema.build(), path=str(folder)).writer(heap_size=256_000_000, num_threads=2)
        for document in documents:
            headings = " . ".join(document["headings"])
            fields = {"url": document["url"], "title": document["title"], "headings": headings}
            writer.add_document(tantivy.Document(**fields, body=document["body"]))
        writer.commit()
        writer.wait_merging_threads()

    def __init__(self, folder: Path) -> None:
        import tantivy

        self._index = tantivy.Index.open(str(folder))
        self._index.reload()
        self._searcher = self._index.searcher()

    def search(self, query: str, limit: int) -> list[str]:
        return [document["url"][0] for document in self._best(self._parse(query), limit)]

    def excerpts(self, query: str, limit: int) -> list[tuple[str, str]]:
        """Return the URLs of the best, each with a snippet."""
        import tantivy

        parsed = self._parse(query)
        found = self._best(parsed, limit)
        if not found:
            return []
        generator = tantivy.SnippetGenerator.create(self._searcher, parsed, self._index.schema, "body")
        generator.set_max_num_chars(240)
        return [(document["url"][0], generator.snippet_from_doc(document).fragment()) for document in found]

    def _parse(self, query: str) -> Any:
        words = list(dict.fromkeys(word.lower() for word in WORD.findall(query)))
        text = " ".join(f'"{word}"' if word in self.operators else word for word in words)
        boosts = {"field_boosts": dict(self.boosts)} if self.boosts else {}
        return self._index.parse_query(text, list(self.fields), **boosts) if words else None

    def _best(self, parsed: Any, limit: int) -> list[Any]:
        hits = self._searcher.search(parsed, limit, count=False).hits if parsed else []
        return [self._searcher.doc(address) for _, address in hits]


class TantivyBoosted(Tantivy):
    """The same index with boosts: title 3, headings 1.5, body 1."""

    boosts = {"title": 3.0, "headings": 1.5, "body": 1.0}  # noqa: RUF012


class Bm25s:
    """bm25s (Lucene's variant, k1 1.5, b 0.75): English stop words, PyStemmer, one field; no text is stored."""

    @staticmethod
    def build(documents: Iterable[Document], folder: Path) -> None:
        import bm25s
        import Stemmer

        urls, texts = [], []
        for document in documents:
            urls.append(document["url"])
            texts.append(" ".join((document["title"], " ".join(document["headings"]), document["body"])))
        stemmer = Stemmer.Stemmer("english")
        index = bm25s.BM25()
        index.index(bm25s.tokenize(texts, stopwords="en", stemmer=stemmer, show_progress=False), show_progress=False)
        index.save(str(folder))
        (folder / "urls.json").write_text(json.dumps(urls), "utf-8")

    def __init__(self, folder: Path) -> None:
        import bm25s
        import Stemmer

        self._tokenize, self._stemmer = bm25s.tokenize, Stemmer.Stemmer("english")
        self._index = bm25s.BM25.load(str(folder))
        self._urls = json.loads((folder / "urls.json").read_text("utf-8"))

    def search(self, query: str, limit: int) -> list[str]:
        tokens = self._tokenize([query], stopwords="en", stemmer=self._stemmer, show_progress=False)
        if not tokens.vocab:
            return []
        numbers, scores = self._index.retrieve(tokens, k=min(limit, len(self._urls)), show_progress=False)
        return [self._urls[number] for number, score in zip(numbers[0], scores[0], strict=True) if score > 0]


ENGINES = {"fts5": Fts5, "fts5w": Fts5Weighted, "tantivy": Tantivy, "tantivyw": TantivyBoosted, "bm25s": Bm25s}
SHARED_INDEX = {"fts5w": "fts5", "tantivyw": "tantivy"}
"""Engine → the one whose index it reads."""
