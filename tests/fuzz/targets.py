"""What is fuzzed: each reader of foreign bytes, sound input for it, and the errors that it may raise."""

from __future__ import annotations

import hashlib
import json
import re
import tempfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from builder.crawl.crawling import crawl
from builder.crawl.packages.test_archives import tar_of, zip_of
from builder.crawl.site.test_warc import DATA, outcomes
from pinax_builder import build
from pinax_builder.configuration import load_config
from pinax_builder.crawl import Folder
from pinax_builder.crawl.packages import parse_spec
from pinax_builder.crawl.packages.archives import FetchError, unpack
from pinax_builder.crawl.site.links import links_of
from pinax_builder.crawl.site.llms import parse_llms_full, parse_llms_txt
from pinax_builder.crawl.site.responses import EncodingError, TooLargeError, unpacked
from pinax_builder.crawl.site.robots import Robots, SitemapError, parse_sitemap
from pinax_builder.crawl.site.urls import UrlError, canonical
from pinax_builder.errors import BuildError, PlaceError
from pinax_builder.extraction import extract
from pinax_builder.gate import gate
from pinax_builder.parse import InventoryError, parse, read_inventory
from pinax_builder.questions import load as load_questions
from pinax_builder.questions import save as save_questions
from pinax_builder.questions.filling import fill
from pinax_builder.questions.filling import parse as parse_answer
from pinax_builder.questions.manual import Manual
from pinax_builder.records import Fetched, Page
from pinax_builder.segment import segment
from pinax_builder.state import Cache, EntryError, read_result
from pinax_runtime.clients.text import put_member, put_table
from pinax_runtime.format import (
    ENTRY,
    Asked,
    BundleError,
    Definers,
    Entry,
    KeyedShard,
    Lengths,
    PagePack,
    SegmentManifest,
    digest,
    table_from_wire,
    texts_from_pack,
    wire,
)
from pinax_runtime.live.pages import _decoded
from pinax_runtime.lockfiles import LockfileError, read_lockfiles
from pinax_runtime.search import MemorySource, open_library
from pinax_runtime.server.stdio import MessageError, read_message
from pinax_runtime.text import analyzer
from pinax_runtime.tools import call_tool
from pinax_runtime.trust.signatures import SIGNATURE, Signature
from runtime.search.made import asked_docset, two_docsets

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "data" / "bundles" / "v1"
EXAMPLES = ROOT / "examples" / "site"
ZIP = zip_of(("a/", b""), ("a/docs/", b""), ("a/docs/b.md", b"# B\n"))


@dataclass(frozen=True)
class Target:
    """A reader."""

    read: Callable[[bytes], Any]
    seeds: tuple[bytes, ...]
    errors: tuple[type[Exception], ...] = ()
    """What it may raise."""
    max_bytes: int = 100_000
    """Longest input."""
    inside: str = ""
    """Function in which a defect is planted; by default the deepest that is given input."""


def _page(name: str, media_type: Any, url: str) -> Callable[[bytes], None]:
    def read(data: bytes) -> None:
        admitted = gate(Fetched(url, name, data, media_type))
        page = parse(admitted) if not hasattr(admitted, "reason") else admitted
        if isinstance(page, Page):
            with tempfile.TemporaryDirectory() as folder:
                segment([page], Path(folder) / "part", "https://x.dev/", "en")

    return read


def _record(kind: str) -> Callable[[bytes], Any]:
    readers: dict[str, Callable[[Any, str], Any]] = {
        "segment": SegmentManifest.from_wire,
        "table": table_from_wire,
        "lengths": Lengths.from_wire,
        "definers": Definers.from_wire,
        "pages": lambda value, name: [list(page.sections) for page in PagePack(value, name)],
        "texts": texts_from_pack,
        "questions": texts_from_pack,
        "asked": _asked,
    }
    return lambda data: readers.get(kind, KeyedShard.from_wire)(wire.decode(data, "x"), "x")


def _asked(value: Any, name: str) -> None:
    """Read a shard of questions, and each of its values."""
    shard = KeyedShard.from_wire(value, name)
    for at in range(len(shard.values)):
        Asked.from_wire(shard.value(at, name), name, 1_000)


def _records() -> dict[str, Target]:
    """Return a target for each kind of file, with what the files of a made bundle hold."""
    raw: dict[str, list[bytes]] = {}
    for blocks in (0, 4):
        for name, data in two_docsets(blocks).items():
            if name != ENTRY and not blocks or name.endswith((".segment", ".table")):
                raw.setdefault(name.rsplit(".", 1)[1], []).append(wire.decompress(data, name))
    for name, data in asked_docset().items():
        if name.endswith((".asked", ".questions", ".segment")):
            raw.setdefault(name.rsplit(".", 1)[1], []).insert(0, wire.decompress(data, name))
    return {f"record {kind}": Target(_record(kind), tuple(seeds[:6]), (BundleError,)) for kind, seeds in raw.items()}


@cache
def _library() -> Any:
    return open_library([MemorySource(two_docsets()), MemorySource(asked_docset())])


def _call(data: bytes) -> None:
    """Call a tool: the first line names it, the rest are its arguments as JSON."""
    name, _, arguments = data.decode("utf-8", "surrogateescape").partition("\n")
    try:
        given = json.loads(arguments, strict=False)
    except (ValueError, RecursionError):
        given = arguments
    reply = call_tool(_library(), name, given)
    assert "failed unexpectedly" not in reply.text, reply.text


def _search(data: bytes) -> None:
    for tool in ("search_documents", "find_symbol"):
        reply = call_tool(_library(), tool, {"query": data.decode("utf-8", "surrogateescape")[:2_000]})
        assert "failed unexpectedly" not in reply.text, reply.text


def _config(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pinax.toml"
        path.write_bytes(data)
        load_config(path)


def _question_file(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "questions.jsonl"
        path.write_bytes(data)
        load_questions(path)


@cache
def _manual() -> Manual:
    return Manual(GOLDEN)


def _answer(data: bytes) -> None:
    """Read an answer, and expect that what is taken of it is a question file."""
    page = next(iter(_manual()))
    found, _ = parse_answer(data.decode("utf-8", "replace"), _manual(), "model", page)
    with tempfile.TemporaryDirectory() as folder:
        save_questions(Path(folder) / "questions.jsonl", fill([], found, _manual())[0])
        load_questions(Path(folder) / "questions.jsonl")


def _including(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "a.md").write_bytes(data)
        assert len(list(crawl(Folder(Path(folder))))) == 1


def _archive(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        inside = Path(folder) / "files"
        inside.mkdir()
        unpack(data, inside)
        assert [path.name for path in Path(folder).iterdir()] == ["files"]


def _zipped(data: bytes) -> None:
    """Read all pages of an archive, as a docset."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.zip"
        path.write_bytes(data)
        list(crawl(Folder(path)))


def _web_archive(data: bytes) -> None:
    """Read all pages of a web archive, as a docset."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.warc"
        path.write_bytes(data)
        outcomes(path)


def _lockfile(name: str) -> Callable[[bytes], None]:
    def read(data: bytes) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / name
            path.write_bytes(data)
            read_lockfiles([path])

    return read


def _locks() -> dict[str, Target]:
    """Return a target for each kind of lockfile."""
    folder = ROOT / "tests/data/lockfiles"
    seeds = {path.name: (path.read_bytes(),) for path in folder.iterdir() if path.suffix != ".md" and path.is_file()}
    seeds["go.mod"] = (b"module a\n\nrequire (\n\tgithub.com/a/bcd v1.2.3 // indirect\n)\n",)
    seeds["go.sum"] = (b"github.com/a/bcd v1.2.3 h1:abc=\ngithub.com/a/bcd v1.2.3/go.mod h1:abc=\n",)
    seeds["yarn.lock"] = tuple((folder / version / "yarn.lock").read_bytes() for version in ("yarn-1", "yarn-4"))
    seeds["Gemfile.lock"] = (b"GEM\n  specs:\n    rails (7.1.3)\n\nDEPENDENCIES\n  rails\n",)
    seeds["composer.lock"] = (b'{"packages": [{"name": "a/bcd", "version": "v1.2"}]}',)
    seeds["pom.xml"] = (
        b"<project><properties><v>1.2</v></properties><dependencies><dependency><groupId>g</groupId>"
        b"<artifactId>abc</artifactId><version>${v}</version></dependency></dependencies></project>",
    )
    return {name: Target(_lockfile(name), given, (LockfileError,)) for name, given in seeds.items()}


def _sealed(entry: bytes) -> bytes:
    """Write the right digest into a `pinax.json`, or nothing behind the check of it would be tried."""
    sealed = entry.replace(b"\r\n", b"\n")
    if found := re.search(rb'\n "digest": "(\w{32})"', sealed):
        zeroed = sealed[: found.start(1)] + b"0" * 32 + sealed[found.end(1) :]
        sealed = zeroed.replace(b"0" * 32, digest(zeroed).hex().encode(), 1)
    return sealed


KEY = bytes(32)


def _cached(data: bytes) -> None:
    """Read an entry of the build cache, whose digest is right, as a build does."""
    with tempfile.TemporaryDirectory() as folder:
        cache = Cache(Path(folder))
        cache.put(KEY, [])
        (path,) = cache.place.rglob("*.cache")
        path.write_bytes(hashlib.sha256(KEY + data).digest() + data)
        if blocks := cache.get(KEY):
            read_result(blocks, Path(folder) / "part")


def _cached_result(data: bytes) -> None:
    """Read the result of a batch from an entry: its first value is given, and the others are empty."""
    with tempfile.TemporaryDirectory() as folder:
        cache = Cache(Path(folder))
        cache.put(KEY, [data, *[b""] * 8])
        read_result(cache.get(KEY) or [], Path(folder) / "part")


@cache
def _cache_entries() -> tuple[bytes, ...]:
    """Return what the entries of a small build's cache hold, without their digests."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        (folder / "docs").mkdir()
        for number, page in enumerate(MARKDOWN[:3]):
            (folder / "docs" / f"{number}.md").write_bytes(page)
        (folder / "docs" / "bad.html").write_bytes(b"\0")
        (folder / "pinax.toml").write_text('[build]\ncache = "cache"\n[[docset]]\nname = "d"\npath = "docs"\n')
        build(load_config(folder / "pinax.toml"), folder / "bundle", workers=1)
        return tuple(path.read_bytes()[32:] for path in sorted((folder / "cache").rglob("*.cache")))


def _cache_results() -> tuple[bytes, ...]:
    """Return the first values of those entries that hold results of batches."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        cache = Cache(Path(folder))
        cache.put(KEY, [])
        (path,) = cache.place.rglob("*.cache")
        for body in _cache_entries():
            path.write_bytes(hashlib.sha256(KEY + body).digest() + body)
            blocks = cache.get(KEY) or []
            with suppress(EntryError):  # it holds something else
                read_result(blocks, Path(folder) / "part")
                found.append(blocks[0])
    return tuple(found)


def _text(read: Callable[[str], Any]) -> Callable[[bytes], Any]:
    return lambda data: read(data.decode("utf-8", "replace"))


def _below(folder: Path, *ends: str) -> tuple[bytes, ...]:
    found = [path.read_bytes() for path in sorted(folder.rglob("*")) if path.suffix in ends]
    return tuple(sorted(found, key=len)[:12])


HTML = (*_below(EXAMPLES, ".html"), *_below(ROOT / "tests" / "builder" / "gate" / "shells", ".html"))
MARKDOWN = _below(EXAMPLES, ".md")
SITEMAP = b"""<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://x.dev/a</loc>
<lastmod>2026-01-01</lastmod></url></urlset>"""
LLMS = (
    b"# Site\n\n> What it is\n\n## Docs\n\n- [A](https://x.dev/a.md): about a\n- [B](/b)\n\n## Optional\n\n- [C](c)\n"
)
INVENTORY = b"# Sphinx inventory version 2\n# Project: x\n# Version: 1\n# The rest is zlib\n"
CODE = {
    ".py": b'"""Module."""\n\nclass A:\n    """Of A."""\n    def f(self, x: int) -> str:\n        """Do f."""\n',
    ".c": b"/** Adds. */\n#if X\nint add(int a, int b) { return a + b; }\n#endif\n",
    ".cpp": b"namespace n { /** C. */ template<class T> class C : public B { void f() const; }; }\n",
    ".ts": b"/** I. */ export interface I { a: string }\nexport function f<T>(a: T): T { return a }\n",
    ".rs": b"/// Adds.\npub fn add(a: i32) -> i32 { a }\nimpl T for U { fn f(&self) {} }\n",
    ".go": b"// F does.\nfunc (t *T) F(a int) error { return nil }\n",
    ".java": b"/** C. */ public class C<T> { /** f. */ public void f(int a) {} }\n",
    ".rb": b"# C\nclass C < B\n  # f\n  def f(a)\n  end\nend\n",
    ".sh": b"# Do f\nf() {\n  echo $1\n}\n",
}
TARGETS: dict[str, Target] = {
    "html": Target(_page("a.html", "text/html", "https://x.dev/a.html"), HTML),
    "markdown": Target(_page("a.md", "text/markdown", "https://x.dev/a.md"), MARKDOWN),
    "mdx": Target(_page("a.mdx", "text/markdown", "https://x.dev/a.mdx"), MARKDOWN),
    **{
        f"code {end}": Target(
            _page(f"a{end}", "text/plain", f"https://x.dev/a{end}"), (code, code * 5), max_bytes=2_000
        )
        for end, code in CODE.items()
    },
    "extract": Target(lambda data: extract(data, "text/html", "https://x.dev/"), HTML, (ValueError,)),
    "links": Target(lambda data: links_of(data, "text/html", "https://x.dev/"), HTML),
    "llms.txt": Target(_text(lambda text: parse_llms_txt(text, "https://x.dev/")), (LLMS,)),
    "llms-full.txt": Target(_text(parse_llms_full), (b"# A\nSource: https://x.dev/a\n\nText\n\n# B\n\n" + LLMS,)),
    "sitemap": Target(parse_sitemap, (SITEMAP,), (SitemapError,)),
    "robots": Target(Robots.of, (b"User-agent: *\nDisallow: /a*$\nCrawl-delay: 1\nSitemap: https://x.dev/s.xml\n",)),
    "inventory": Target(
        lambda data: read_inventory(INVENTORY + zlib.compress(data, 1)),
        (b"a.b py:function 1 a.html#$ -\nc std:label -1 c.html#x Title of c\n",),
        (InventoryError,),
    ),
    "compressed": Target(
        lambda data: unpacked(data, 1 << 20), (zlib.compress(SITEMAP),), (EncodingError, TooLargeError)
    ),
    "pinax.toml": Target(_config, ((ROOT / "examples" / "pinax.toml").read_bytes(),), (BuildError,)),
    "questions.jsonl": Target(_question_file, ((ROOT / "tests/data/questions.jsonl").read_bytes(),), (BuildError,)),
    "answer": Target(
        _answer,
        (b'{"id": "#a", "questions": ["why does it smoke"]}\n', b'{"page": "", "questions": []}\nlight it\t#b\n'),
        (ValueError,),
    ),
    "including": Target(
        _including,
        (b'--8<-- "a.md"\n```{include} b.md\n.. include:: a.md\n', b"[[a#b|c]] %%d%% ^e\n"),
        inside="_candidates",
    ),
    "url": Target(
        lambda data: canonical(data.decode("utf-8", "surrogateescape"), "https://x.dev/"),
        (b"https://u@x.dev:443/a/../b%20c?q=1#f", b"//[::1]:80/a"),
        (UrlError,),
    ),
    "entry": Target(lambda data: Entry.from_bytes(_sealed(data), "here"), (two_docsets()[ENTRY],), (BundleError,)),
    "frame": Target(
        lambda data: wire.decompress(data, "x"),
        tuple(data for name, data in two_docsets().items() if name != ENTRY)[:4],
        (BundleError,),
    ),
    "page cache": Target(lambda data: _decoded(data, 1.0), (b'["u","","","t",[[0,"","T","x"]]]',)),
    "analyzer": Target(_text(lambda text: [run.terms() for run in analyzer("english").runs(text)]), MARKDOWN),
    "query": Target(_search, (b'"create a task" -not mark* asyncio.gather zebras~', b"a OR b title:x (c)")),
    "tool": Target(
        _call,
        (
            b'search_pages\n{"query": "zebras", "limit": 2, "docs": ["guide"], "filters": {"tag": ["all"]}}',
            b'get_page\n{"url": "guide:p01.md#run", "max_tokens": 500, "cursor": ""}',
            b'get_node_content\n{"doc_id": "guide:p01.md", "node_ids": ["#run"]}',
            b'find_symbol\n{"query": "create", "kind": "function", "language": "python"}',
            b'list_sections\n{"docs": ["api"], "prefix": "docs"}',
        ),
    ),
    "client JSON": Target(
        _text(lambda text: put_member(text, "mcpServers", "pinax", {"command": "x"})),
        (b'{\n  // comment\n  "mcpServers": {"a": {"command": "b"}},\n}\n',),
        (ValueError,),
    ),
    "client TOML": Target(
        _text(lambda text: put_table(text, "mcp_servers", "pinax", {"command": "x"})),
        (b'model = "x"\n\n[mcp_servers.a]\ncommand = "b"\n',),
        (ValueError,),
        inside="_appended",
    ),
    "package": Target(
        _text(parse_spec),
        (b"git+https://h.example/a/p@v1.2:docs/", b"npm:@a/b@1.2.3:docs", b"pypi:a.b==1.2"),
        (ValueError,),
    ),
    "zip": Target(_zipped, (ZIP,), (PlaceError,), inside="read"),
    "web archive": Target(
        _web_archive,
        tuple((DATA / name).read_bytes() for name in ("wget.warc", "wget.warc.gz")),
        (PlaceError,),
        inside="_fields",
    ),
    "archive": Target(_archive, (tar_of(("a/docs/b.md", b"# B\n")), ZIP), (FetchError,), inside="_safe"),
    "line on standard input": Target(
        read_message,
        (
            b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x", "arguments": {}}}',
            b'{"jsonrpc": "2.0", "id": "a", "method": "x\\ud800"}',
        ),
        (MessageError,),
        inside="_request_id",
    ),
    "signature": Target(Signature.from_bytes, ((ROOT / "tests/data/signing" / SIGNATURE).read_bytes(),), (ValueError,)),
    "cache entry": Target(_cached, _cache_entries(), (EntryError,)),
    "cache result": Target(_cached_result, _cache_results(), (EntryError,), inside="_list"),
    **_locks(),
    **_records(),
}
GROUPS: dict[str, tuple[str, ...]] = {
    "cache entries": ("cache entry", "cache result"),
    "bundles": ("entry", "frame", "signature", *_records()),
    "lockfiles": tuple(_locks()),
    "configuration": ("pinax.toml", "client JSON", "client TOML", "package"),
    "questions": ("questions.jsonl", "answer"),
    "archives": ("archive", "zip", "web archive", "compressed"),
    "tool calls": ("tool", "query"),
    "standard input": ("line on standard input",),
    "pages": ("html", "markdown", "mdx", "extract", "including", "inventory", "analyzer", "page cache"),
    "source code": tuple(f"code {end}" for end in CODE),
    "crawls": ("links", "llms.txt", "llms-full.txt", "sitemap", "robots", "url"),
}
"""Readers that are fuzzed together, by what a stranger would send; each reader is in one group."""
