"""Folders of source code, from the files to the answers."""

from __future__ import annotations

import importlib.metadata
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from pinax_builder import BuildConfig, DocsetConfig, build
from pinax_builder.cli import main
from pinax_builder.errors import MissingExtraError, PlaceError
from pinax_builder.released import install_command
from pinax_runtime.cli import commands
from pinax_runtime.search import open_bundle
from pinax_runtime.tools import call_tool

TEMPLATE = "https://host.example/lantern/blob/v1/{path}#L{line}-L{last_line}"
FILES = {
    "README.md": "# Lantern\n\nRuns jobs from a `Queue`.\n",
    "src/auth.h": "namespace auth { bool check(int key); }\n",
    "src/auth.cc": "namespace auth {\n\n// Checks a key.\nbool check(int key) {\n  return key > 0;\n}\n\n}\n",
    "src/queue.py": 'class Queue:\n    """Holds jobs."""\n\n    def push(self, job):\n        """Adds a job."""\n',
    "src/queue_pb2.py": "x = 1\n",
    "src/program.c": "\x7fELF\0\0\0\0",
    "web/app.min.js": "f()",
    "vendor/other.py": "def other(): pass\n",
    "build/made.py": "def made(): pass\n",
    ".gitignore": "build/\n",
    "schema.sql": "create table jobs (id int);\n",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project with what is to be left out."""
    folder = tmp_path / "lantern"
    for path, text in FILES.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder


def config(folder: Path, **options: object) -> BuildConfig:
    return BuildConfig(docsets=(DocsetConfig("lantern", folder, code=True, **options),))  # type: ignore[arg-type]


def test_a_project_becomes_a_bundle_with_its_symbols(project: Path, tmp_path: Path) -> None:
    """Code and documentation are pages, what is left out has its reason, and names are found with lines."""
    report = build(config(project, source_url_template=TEMPLATE), tmp_path / "bundle", workers=1).docsets[0]
    assert (report.admitted, report.ignored) == (5, 1)
    assert {(rejection.url, rejection.reason) for rejection in report.rejections} == {
        ("src/program.c", "binary"),
        ("src/queue_pb2.py", "generated"),
        ("vendor/", "vendored"),
        ("web/app.min.js", "minified"),
    }
    assert [url for url, _ in report.notices.items()] == ["schema.sql"]
    bundle = open_bundle(tmp_path / "bundle")
    (push,) = json.loads(call_tool(bundle, "find_symbol", {"query": "push"}).text)["symbols"]
    assert push == {
        "name": "queue.Queue.push",
        "kind": "method",
        "language": "python",
        "signature": "def push(self, job)",
        "visibility": "public",
        "id": "lantern:src/queue.py#~Queue.push",
        "location": "src/queue.py:4-5",
        "source": "https://host.example/lantern/blob/v1/src/queue.py#L4-L5",
    }
    checks = json.loads(call_tool(bundle, "find_symbol", {"query": "auth::check"}).text)["symbols"]
    assert [found["location"] for found in checks] == ["src/auth.cc:4-6", "src/auth.h:1"]


def test_whatever_leads_to_code_links_to_its_lines(project: Path, tmp_path: Path) -> None:
    """Hits of sections and of pages, and what is read: a section to its lines, a file, or what has none, as a whole."""
    build(config(project, source_url_template=TEMPLATE), tmp_path / "bundle", workers=1)
    bundle = open_bundle(tmp_path / "bundle")
    host = "https://host.example/lantern/blob/v1"

    def source(tool: str, arguments: dict[str, object]) -> list[str]:
        key = "url" if tool == "search_documents" else "source"
        return [hit.get(key, "") for hit in json.loads(call_tool(bundle, tool, arguments).text)["hits"]]

    assert source("search_documents", {"query": "adds a job", "limit": 1}) == [f"{host}/src/queue.py#L4-L5"]
    assert source("search_pages", {"query": "adds a job", "limit": 1}) == [f"{host}/src/queue.py#L4-L5"]
    assert source("search_documents", {"query": "auth.cc", "limit": 1}) == [f"{host}/src/auth.cc"]
    assert source("search_documents", {"query": "create table", "limit": 1}) == [f"{host}/schema.sql"]
    assert source("search_documents", {"query": "lantern runs", "limit": 1}) == [""]
    page = call_tool(bundle, "get_page", {"url": "src/queue.py"}).text
    section = call_tool(bundle, "get_page", {"url": "src/queue.py#~Queue.push"}).text
    both = {"doc_id": "src/queue.py", "node_ids": ["~Queue", "~Queue.push"]}
    nodes = [line for line in call_tool(bundle, "get_node_content", both).text.splitlines() if "Source: " in line]
    assert page.startswith(f"Source: {host}/src/queue.py (")
    assert section.startswith(f"Source: {host}/src/queue.py#L4-L5 (")
    assert [line.split()[1] for line in nodes] == [f"{host}/src/queue.py#L1-L5", f"{host}/src/queue.py#L4-L5"]


def test_code_says_its_lines_and_can_be_read_by_what_is_printed(project: Path, tmp_path: Path) -> None:
    """Without a template the source is file and lines; `search` prints what `get` takes; a line found is the file's."""
    build(config(project), tmp_path / "bundle", workers=1)
    bundle = open_bundle(tmp_path / "bundle")
    assert call_tool(bundle, "get_page", {"url": "src/queue.py#push"}).text.startswith("Source: src/queue.py:4-5 (")
    assert call_tool(bundle, "get_page", {"url": "src/queue.py"}).text.startswith("Source: src/queue.py (")

    def run(*words: str) -> list[str]:
        ended = CliRunner().invoke(commands, [words[0], str(tmp_path / "bundle"), *words[1:]])
        assert ended.exit_code == 0, ended.output
        return ended.stdout.splitlines()

    for query in ("adds a job", "checks a key", "lantern runs"):
        printed = run("search", query, "--limit", "1")[1].strip()
        assert run("get", printed)[0].startswith("Source: "), printed
    assert run("search", "adds a job", "--limit", "1")[1].strip() == "lantern:src/queue.py#~Queue.push"
    assert run("grep", " key > 0;") == ["lantern:src/auth.cc#~auth::check (src/auth.cc:5):   return key > 0;"]
    assert run("grep", "(self, job)") == ["lantern:src/queue.py#~Queue.push (src/queue.py:4-5): def push(self, job):"]
    (match,) = json.loads(call_tool(bundle, "grep", {"text": " key > 0;"}).text)["matches"]
    assert match["location"] == "src/auth.cc:5"
    assert "line" not in match


def test_code_and_prose_are_ranked_together_and_told_apart(project: Path, tmp_path: Path) -> None:
    """One search finds both; facets choose code, a language or a kind of symbol."""
    build(config(project), tmp_path / "bundle", workers=1)
    bundle = open_bundle(tmp_path / "bundle")

    def urls(**filters: str) -> set[str]:
        return {
            hit.url for hit in bundle.search("queue", filters={key: [value] for key, value in filters.items()}).hits
        }

    assert urls() == {"README.md", "src/queue.py"}
    assert urls(content_type="code") == urls(language="python") == urls(symbol_kind="method") == {"src/queue.py"}
    assert urls(content_type="documentation") == {"README.md"}


def test_a_bare_name_finds_the_definition_that_is_spelled_so(tmp_path: Path) -> None:
    """Names whose words have the same stem, and those in another case, come behind, though they say it more often."""
    folder = tmp_path / "code"
    folder.mkdir()
    others = {"plans.py": "class Scheduler", "runs.py": "class Schedules", "lists.py": "class SCHEDULE"}
    for file, head in others.items():
        (folder / file).write_text(f'{head}:\n    """Schedule, schedule, schedule."""\n', "utf-8")
    (folder / "times.py").write_text(
        'class schedule:\n    """Says at which times a job runs, and how often."""\n', "utf-8"
    )
    build(config(folder), tmp_path / "bundle", workers=1)
    hits = open_bundle(tmp_path / "bundle").search("schedule").hits
    assert len(hits) == 4
    assert hits[0].section_id == "lantern:times.py#~schedule"


def test_the_weight_of_a_docset_moves_its_code_down(project: Path, tmp_path: Path) -> None:
    """With a docset of code at a tenth of its weight, the guide comes first for what both say."""
    guide = tmp_path / "guide"
    guide.mkdir()
    (guide / "queues.md").write_text(
        "# Queues\n\nA long text about many things, among them a queue.\n", encoding="utf-8"
    )
    first = {}
    for weight in (0.1, 10.0):
        code = DocsetConfig("code", project, code=True, weight=weight)
        build(BuildConfig(docsets=(code, DocsetConfig("guide", guide))), tmp_path / f"{weight}", workers=1)
        first[weight] = open_bundle(tmp_path / f"{weight}").search("queue").hits[0].docset
    assert first == {0.1: "guide", 10.0: "code"}


def test_without_the_grammars_the_build_says_what_to_install(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error names the docset, what is missing, and the extra."""
    monkeypatch.setitem(sys.modules, "tree_sitter", None)
    with pytest.raises(MissingExtraError) as raised:
        build(config(project), tmp_path / "bundle", workers=1)
    assert "'lantern'" in str(raised.value)
    assert "tree_sitter cannot be imported" in str(raised.value)
    assert f"install the extra: {install_command('code')}." in str(raised.value)


def test_a_wrong_path_is_said_before_a_missing_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who gave a folder that is not there need not install anything first."""
    monkeypatch.setitem(sys.modules, "tree_sitter", None)
    with pytest.raises(PlaceError):
        build(config(tmp_path / "none"), tmp_path / "bundle", workers=1)


@pytest.mark.parametrize(
    ("told", "command"),
    [
        (
            '{"url": "file:///home/me/the%20clone/builder", "dir_info": {}}',
            'pip install "/home/me/the clone/builder[code]"',
        ),
        ('{"url": "https://host.example/pinax.whl"}', 'pip install "pinax-builder[code]"'),
        (None, 'pip install "pinax-builder[code]"'),
        ("{", 'pip install "pinax-builder[code]"'),
    ],
)
def test_an_extra_is_installed_from_where_pinax_was(
    monkeypatch: pytest.MonkeyPatch, told: str | None, command: str
) -> None:
    """Who installed from a clone gets a command that works there: the index may know nobody of that name."""
    installed = SimpleNamespace(read_text=lambda name: told)
    monkeypatch.setattr(importlib.metadata, "distribution", lambda name: installed)
    assert install_command("code") == command


def test_grammars_that_are_not_used_are_not_required(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the languages that the folder has are asked for; of a header both that it may be in."""
    monkeypatch.setitem(sys.modules, "tree_sitter_kotlin", None)
    build(config(project), tmp_path / "bundle", workers=1)
    monkeypatch.setitem(sys.modules, "tree_sitter_cpp", None)
    (project / "src" / "auth.h").write_text("int login(void);\n")
    with pytest.raises(MissingExtraError, match="tree_sitter_cpp cannot be imported"):
        build(config(project), tmp_path / "bundle", workers=1)


def test_the_options_of_the_command_line(project: Path, tmp_path: Path) -> None:
    """--code and --source-url-template do what the keys do, and the summary tells what .gitignore left out."""
    arguments = ["build", str(project), "-o", str(tmp_path / "bundle"), "--code", "--source-url-template", TEMPLATE]
    result = CliRunner().invoke(main, [*arguments, "--workers", "1"])
    assert result.exit_code == 0, result.output
    assert "ignored by .gitignore 1" in result.output
    (hit,) = open_bundle(tmp_path / "bundle").find_symbol("Queue.push").hits
    link = "https://host.example/lantern/blob/v1/src/queue.py#L4-L5"
    assert hit.source_url == link
    arguments = ["search", str(tmp_path / "bundle"), "adds a job"]
    assert f"\n         {link}\n" in CliRunner().invoke(commands, arguments).output
    assert json.loads(CliRunner().invoke(commands, [*arguments, "--json"]).output)["hits"][0]["source_url"] == link


def test_inspect_counts_the_symbols(project: Path, tmp_path: Path) -> None:
    """`pinax inspect` says how many definitions of each kind a bundle has, in words and as JSON."""
    build(config(project), tmp_path / "bundle", workers=1)
    shown = CliRunner().invoke(main, ["inspect", str(tmp_path / "bundle")])
    assert "5 symbols: function 2, class 1, method 1, module 1" in shown.output
    found = json.loads(CliRunner().invoke(main, ["inspect", str(tmp_path / "bundle"), "--json"]).output)
    assert found["symbols"] == {"function": 2, "class": 1, "method": 1, "module": 1}


def test_a_template_fits_one_source_only(project: Path, tmp_path: Path) -> None:
    """Two folders cannot have one template; a folder without --code takes no code."""
    both = ["build", str(project), str(tmp_path), "-o", str(tmp_path / "bundle"), "--source-url-template", TEMPLATE]
    result = CliRunner().invoke(main, both)
    assert result.exit_code == 2
    assert "--source-url-template fits one source only" in result.output


def test_the_same_code_gives_the_same_bytes(project: Path, tmp_path: Path) -> None:
    """One process or two, the same files come out."""
    for workers in (1, 2):
        build(config(project), tmp_path / str(workers), workers=workers)
    files = [{path.name for path in (tmp_path / str(workers) / "files").iterdir()} for workers in (1, 2)]
    assert files[0] == files[1]
