"""One commit of a repository becomes a folder, with a real Git."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from local_proxy import LocalProxy
from pinax_builder.crawl.packages import parse_spec, running
from pinax_builder.crawl.packages.fetching import fetch_package
from pinax_builder.errors import InputError


def git(folder: Path, *arguments: str) -> str:
    settings = ["-c", "user.name=n", "-c", "user.email=e@e", "-c", "init.defaultBranch=main"]
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull}
    command = ["git", *settings, *arguments]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, env=environment).stdout


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with a tag `v1.0`, and a newer commit on its branch `main`."""
    folder = tmp_path / "project"
    (folder / "docs").mkdir(parents=True)
    (folder / "docs/oil.md").write_text("# Oil\n\nOne.\n")
    (folder / "src.py").write_text("pass\n")
    git(folder, "init", "--quiet")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "-m", "one")
    git(folder, "tag", "-a", "v1.0", "-m", "one")
    (folder / "docs/oil.md").write_text("# Oil\n\nTwo.\n")
    git(folder, "commit", "--quiet", "-a", "-m", "two")
    return folder


def fetch(repository: Path, tmp_path: Path, rest: str = "", **options: bool) -> Path:
    return fetch_package(parse_spec(f"git+file://{repository}{rest}"), tmp_path / "cache", **options).folder


def test_a_tag_a_branch_a_commit_and_none(repository: Path, tmp_path: Path) -> None:
    """Each leads to its own state of the files; none, to the repository's own branch."""
    first = git(repository, "rev-parse", "v1.0^{commit}").strip()
    git(repository, "config", "uploadpack.allowAnySHA1InWant", "true")
    said = {ref: (fetch(repository, tmp_path, ref) / "docs/oil.md").read_text() for ref in ("@v1.0", "@main", "")}
    assert said == {"@v1.0": "# Oil\n\nOne.\n", "@main": "# Oil\n\nTwo.\n", "": "# Oil\n\nTwo.\n"}
    assert "One." in (fetch(repository, tmp_path, f"@{first}") / "docs/oil.md").read_text()


def test_a_folder_comes_alone(repository: Path, tmp_path: Path) -> None:
    """Neither other files nor the repository itself lie around it."""
    folder = fetch(repository, tmp_path, "@v1.0:docs/")
    assert [path.name for path in folder.iterdir()] == ["oil.md"]
    assert [path.name for path in folder.parent.iterdir()] == ["docs"]


def test_a_branch_that_moved_is_fetched_again(repository: Path, tmp_path: Path) -> None:
    """The cache keeps the newest commit alone; a build without a network uses it."""
    fetch(repository, tmp_path, "@main")
    (repository / "docs/oil.md").write_text("# Oil\n\nThree.\n")
    git(repository, "commit", "--quiet", "-a", "-m", "three")
    folder = fetch(repository, tmp_path, "@main")
    assert "Three." in (folder / "docs/oil.md").read_text()
    assert len(list(folder.parents[1].iterdir())) == 1
    repository.rename(tmp_path / "gone")
    assert fetch(repository, tmp_path, "@main", offline=True) == folder


def test_nothing_of_the_repository_runs(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hooks that the user's template brings do not run, and variables of a hook lead nowhere else."""
    hooks = tmp_path / "template/hooks"
    hooks.mkdir(parents=True)
    (hooks / "post-checkout").write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    (hooks / "post-checkout").chmod(0o755)
    monkeypatch.setenv("GIT_TEMPLATE_DIR", str(tmp_path / "template"))
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    assert (fetch(repository, tmp_path) / "docs/oil.md").is_file()
    assert not (tmp_path / "ran").exists()
    assert not (tmp_path / "elsewhere").exists()


def test_no_filter_of_the_user_runs(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does Git change a file as the repository's attributes ask: its bytes come as they are."""
    (tmp_path / "gitconfig").write_text(f'[filter "own"]\n\tsmudge = touch {tmp_path}/ran; cat\n\trequired = true\n')
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "gitconfig"))
    (repository / "docs/oil.md").write_bytes(b"# Oil $Id$\n")
    (repository / ".gitattributes").write_text("*.md filter=own ident text eol=crlf\n")
    git(repository, "add", ".")
    git(repository, "commit", "--quiet", "-m", "filter")
    for rest in ("", ":docs/"):
        folder = fetch(repository, tmp_path, rest)
        (page,) = folder.rglob("oil.md")
        assert page.read_bytes() == b"# Oil $Id$\n"
    assert not (tmp_path / "ran").exists()


def test_a_tree_of_billions_of_files_is_refused(repository: Path, tmp_path: Path) -> None:
    """Trees that repeat each other are counted before anything is checked out, within little memory and time."""
    blob = git(repository, "rev-parse", "HEAD:src.py").strip()
    tree = make_tree(repository, [f"100644 blob {blob}\tf{number}" for number in range(100)])
    for _ in range(4):
        tree = make_tree(repository, [f"040000 tree {tree}\td{number}" for number in range(100)])
    commit = git(repository, "commit-tree", "-m", "many", tree).strip()
    git(repository, "update-ref", "refs/heads/many", commit)
    with pytest.raises(InputError, match="lists more than|more than 200,000 files"):
        fetch(repository, tmp_path, "@many")


@pytest.mark.parametrize("rest", ["@long", "@long:docs/"])
def test_a_name_that_no_file_system_takes_is_left_out(repository: Path, tmp_path: Path, rest: str) -> None:
    """It costs its file and no other, and the notes say so."""
    blob = git(repository, "rev-parse", "HEAD:src.py").strip()
    docs = make_tree(repository, [f"100644 blob {blob}\t{name}.md" for name in ("a", "b*" * 150, "z")])
    tree = make_tree(repository, [f"040000 tree {docs}\tdocs"])
    git(repository, "update-ref", "refs/heads/long", git(repository, "commit-tree", "-m", "long", tree).strip())
    found = fetch_package(parse_spec(f"git+file://{repository}{rest}"), tmp_path / "cache")
    assert sorted(path.name for path in found.folder.rglob("*.md")) == ["a.md", "z.md"]
    assert found.notes == ("1 files with names that are too long were left out",)


KILLED = """
import os, signal, sys
from pathlib import Path
from pinax_builder.temporary import temporary_folder

with temporary_folder(Path(sys.argv[1])) as folder:
    (folder / "part").write_text("much")
    os.utime(folder / ".lock", (0, 0))
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is swept there")
def test_what_a_killed_fetch_left_goes_with_the_next(repository: Path, tmp_path: Path) -> None:
    """Whichever package it was of: what a killed build had fetched does not stay in the cache."""
    cache = tmp_path / "cache"
    cache.mkdir()
    subprocess.run([sys.executable, "-c", KILLED, cache], check=False)
    assert len(list(cache.glob("*/part"))) == 1
    fetch(repository, tmp_path)
    assert list(cache.glob("*/part")) == []


def make_tree(repository: Path, lines: list[str]) -> str:
    """Return the name of a new tree."""
    made = subprocess.run(["git", "mktree"], cwd=repository, input="\n".join(lines), capture_output=True, text=True)
    return made.stdout.strip()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not bound a program's memory")
def test_a_program_that_is_started_has_little_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it cannot allocate ends it, with a message, and not the machine."""
    monkeypatch.setattr(running, "MAX_MEMORY_BYTES", 200 << 20)
    command = [sys.executable, "-c", "bytearray(1 << 30)"]
    with pytest.raises(running.FetchError, match="MemoryError"):
        running.run_bounded(command, tmp_path, os.environ)


def test_submodules_are_left_out_and_said(repository: Path, tmp_path: Path) -> None:
    """Their addresses are another project's choice."""
    git(repository, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", f"file://{repository}", "theme")
    git(repository, "commit", "--quiet", "-m", "theme")
    found = fetch_package(parse_spec(f"git+file://{repository}"), tmp_path / "cache")
    assert found.notes == ("1 submodules were left out: theme",)
    assert list((found.folder / "theme").iterdir()) == []


def test_a_folder_that_is_a_link_is_none(repository: Path, tmp_path: Path) -> None:
    """What lies outside the package is not read."""
    (repository / "more").symlink_to("/etc")
    git(repository, "add", ".")
    git(repository, "commit", "--quiet", "-m", "link")
    with pytest.raises(InputError, match="no folder more; it has docs"):
        fetch(repository, tmp_path, "@main:more")


def test_what_is_missing_is_said(repository: Path, tmp_path: Path) -> None:
    """A tag, a folder, a repository; and what a build without a network does not have."""
    for rest, cause in (("@v9", "no tag or branch 'v9'"), ("@v1.0:doc", "no folder doc")):
        with pytest.raises(InputError, match=cause):
            fetch(repository, tmp_path, rest)
    with pytest.raises(InputError, match="`git` failed: fatal: "):
        fetch(tmp_path / "nowhere", tmp_path)
    with pytest.raises(InputError, match="not in the cache"):
        fetch(tmp_path / "nowhere", tmp_path, offline=True)


def test_private_addresses_are_refused(tmp_path: Path) -> None:
    """Before any connection is made; for https and for ssh."""
    for url in ("https://127.0.0.1/p", "https://localhost/p", "ssh://git@[::1]/p", "https://10.0.0.8:8443/p"):
        with pytest.raises(InputError, match="a private address; allow it with --allow-private"):
            fetch_package(parse_spec(f"git+{url}"), tmp_path / "cache")


@pytest.mark.parametrize("is_own", [False, True])
def test_behind_a_proxy_no_name_is_looked_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_own: bool) -> None:
    """The proxy of the environment, or of Git's own settings, resolves names; what is private as written is refused."""

    def nowhere(*_: object, **__: object) -> list:
        raise socket.gaierror("there is no name server")

    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "gitconfig"))
    with LocalProxy({}) as proxy:
        (tmp_path / "gitconfig").write_text(f"[http]\nproxy = {proxy.at}\n" if is_own else "")
        monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9" if is_own else f"http://{proxy.at}")
        monkeypatch.delenv("https_proxy", raising=False)
        with monkeypatch.context() as patched:
            patched.setattr(socket, "getaddrinfo", nowhere)
            with pytest.raises(InputError, match="`git` failed: .*502"):
                fetch_package(parse_spec("git+https://h.example/p"), tmp_path / "cache")
            for host in ("10.0.0.8", "0x7f.1", "localhost"):
                with pytest.raises(InputError, match="private address|no address"):
                    fetch_package(parse_spec(f"git+https://{host}/p"), tmp_path / "cache")
    assert proxy.asked == ["CONNECT h.example"]


def test_the_connection_goes_to_the_address_that_was_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Git is told the address, so that another answer of the name server changes nothing; it follows no redirect."""
    found = [(2, 1, 6, "", ("10.1.2.3", 443)), (2, 1, 6, "", ("93.184.215.14", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    (program := tmp_path / "git").write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > {tmp_path}/told\nexit 1\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(InputError):
        fetch_package(parse_spec("git+https://h.example/p"), tmp_path / "cache")
    told = (tmp_path / "told").read_text().splitlines()
    assert "http.curloptResolve=h.example:443:93.184.215.14" in told
    assert "http.followRedirects=false" in told
    assert "protocol.allow=never" in told


def test_a_large_repository_is_refused(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of it stays in the cache."""
    monkeypatch.setattr("pinax_builder.crawl.packages.running.MAX_FILES", 2)
    with pytest.raises(InputError, match="more than 2 files"):
        fetch(repository, tmp_path)
    assert [path for path in (tmp_path / "cache").rglob("*") if path.is_file()] == []
