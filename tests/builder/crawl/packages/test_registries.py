"""Packages of npm and PyPI, fetched from registries on this machine with the real clients."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.crawl.packages.test_archives import tar_of, zip_of
from lacking import skip
from local_proxy import LocalProxy
from pinax_builder.crawl.packages import parse_spec
from pinax_builder.crawl.packages.fetching import fetch_package
from pinax_builder.crawl.packages.registries import precedence
from pinax_builder.errors import InputError
from site_server import Asked, Reply, SiteServer, redirect

SDIST = tar_of(("my_lib-1.0/docs/a.md", b"# A"), ("my_lib-1.0/setup.py", b"raise SystemExit('it ran')"))
WHEEL = zip_of(("my_lib/__init__.py", b""), ("my_lib/docs/b.md", b"# B"), ("my_lib-1.0.dist-info/METADATA", b""))


@pytest.fixture(scope="module")
def server() -> Iterator[SiteServer]:
    """A server at one address, so that pip is asked once."""
    with SiteServer({}) as server:
        yield server


@pytest.fixture
def index(server: SiteServer, monkeypatch: pytest.MonkeyPatch) -> SiteServer:
    """An index of PyPI's kind that nobody has filled yet."""
    server.routes.clear()
    server.asked.clear()
    monkeypatch.setenv("PIP_INDEX_URL", server.url("/simple"))
    return server


def offer(index: SiteServer, *files: tuple[str, bytes], digest: str = "", url: str = "") -> None:
    """Put files of `my-lib` into the index, listed as JSON."""
    listed = [
        {"filename": name, "url": url or f"../../files/{name}", "hashes": {"sha256": digest or sha256(content)}}
        for name, content in files
    ]
    body = json.dumps({"meta": {"api-version": "1.1"}, "files": listed})
    index.routes["/simple/my-lib/"] = Reply(body, type="application/vnd.pypi.simple.v1+json")
    index.routes |= {f"/files/{name}": Reply(content, type="application/octet-stream") for name, content in files}


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def fetch(tmp_path: Path, source: str = "pypi:My.Lib==1.0") -> Path:
    return fetch_package(parse_spec(source), tmp_path / "cache").folder


def names(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_the_sdist_is_preferred(index: SiteServer, tmp_path: Path) -> None:
    """It has the documentation; nothing of it runs."""
    offer(index, ("my_lib-1.0-py3-none-any.whl", WHEEL), ("my_lib-1.0.tar.gz", SDIST), ("my_lib-1.1.tar.gz", b"no"))
    assert names(fetch(tmp_path)) == ["docs/a.md", "setup.py"]


def test_a_wheel_is_taken_without_an_sdist(index: SiteServer, tmp_path: Path) -> None:
    """Its folders stay as they are."""
    offer(index, ("my_lib-1.0-py3-none-any.whl", WHEEL))
    assert names(fetch(tmp_path, "pypi:my-lib==1.0:my_lib/docs")) == ["b.md"]


def test_an_index_in_html(index: SiteServer, tmp_path: Path) -> None:
    """Links with the digest in their fragment are read as well."""
    link = f'<a data-requires-python="&gt;=3" href="/files/my_lib-1.0.tar.gz#sha256={sha256(SDIST)}">sdist</a>'
    index.routes["/simple/my-lib/"] = Reply(f"<html>{link}</html>")
    index.routes["/files/my_lib-1.0.tar.gz"] = Reply(SDIST, type="application/gzip")
    assert names(fetch(tmp_path)) == ["docs/a.md", "setup.py"]


def test_it_is_fetched_once(index: SiteServer, tmp_path: Path) -> None:
    """A version never changes, so the cache answers."""
    offer(index, ("my_lib-1.0.tar.gz", SDIST))
    assert fetch(tmp_path) == fetch(tmp_path)
    assert len(index.asked) == 2


def test_credentials_go_to_the_index(index: SiteServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """User and password of the variable become a header."""
    offer(index, ("my_lib-1.0.tar.gz", SDIST))
    monkeypatch.setenv("PIP_INDEX_URL", index.url("/simple/").replace("://", "://me:a%40b@"))
    fetch(tmp_path)
    expected = "Basic " + base64.b64encode(b"me:a@b").decode()
    assert {asked.headers.get("authorization") for asked in index.asked} == {expected}


def test_a_wrong_digest_is_refused(index: SiteServer, tmp_path: Path) -> None:
    """So is a file without one."""
    offer(index, ("my_lib-1.0.tar.gz", SDIST), digest="0" * 64)
    with pytest.raises(InputError, match="is not what the index says it is"):
        fetch(tmp_path)
    offer(index, ("my_lib-1.0.tar.gz", SDIST), digest="none")
    with pytest.raises(InputError, match="gives no SHA-256"):
        fetch(tmp_path)


def test_files_on_other_private_hosts_are_refused(index: SiteServer, tmp_path: Path) -> None:
    """The user chose the index's host; another one is the index's choice. Redirects are checked alike."""
    with SiteServer({"/f": Reply(SDIST)}) as other:
        offer(index, ("my_lib-1.0.tar.gz", SDIST), url=other.url("/f", host="localhost"))
        with pytest.raises(InputError, match="private address"):
            fetch(tmp_path)
        offer(index, ("my_lib-1.0.tar.gz", SDIST))
        index.routes["/files/my_lib-1.0.tar.gz"] = redirect(other.url("/f", host="localhost"))
        with pytest.raises(InputError, match="private address .*; allow it with --allow-private "):
            fetch(tmp_path)
        assert other.asked == []


@pytest.mark.parametrize("setting", ["trusted-host", "extra-index-url", "find-links"])
def test_hosts_that_pip_is_set_up_with_may_be_private(
    index: SiteServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, setting: str
) -> None:
    """A mirror's files often lie on another host of the same network; naming that host in pip's file asks for it."""
    with SiteServer({"/f": Reply(SDIST)}) as other:
        offer(index, ("my_lib-1.0.tar.gz", SDIST), url=other.url("/f", host="localhost"))
        value = "localhost" if setting == "trusted-host" else other.url("/simple", host="localhost")
        (tmp_path / "pip.conf").write_text(f"[global]\n{setting} = {value}\n")
        monkeypatch.setenv("PIP_CONFIG_FILE", str(tmp_path / "pip.conf"))
        for variable in ("PIP_TRUSTED_HOST", "PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS"):
            monkeypatch.delenv(variable, raising=False)
        assert names(fetch(tmp_path)) == ["docs/a.md", "setup.py"]
        assert [asked.path for asked in other.asked] == ["/f"]


def test_further_indexes_are_asked(index: SiteServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the first has not, or not in this version, an extra index of pip's configuration may have."""
    offer(index, ("my_lib-0.9.tar.gz", SDIST))
    with SiteServer({}) as extra:
        offer(extra, ("my_lib-1.0.tar.gz", SDIST))
        monkeypatch.setenv("PIP_EXTRA_INDEX_URL", f"file:///nowhere {extra.url('/simple')}")
        assert names(fetch(tmp_path)) == ["docs/a.md", "setup.py"]


def test_a_password_in_pips_file_is_sent_and_never_shown(
    index: SiteServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pip masks it in its help but not in its configuration; messages and what is kept have none."""
    with_password = index.url("/simple").replace("://", "://me:s3cret@")
    (tmp_path / "pip.conf").write_text(f"[global]\nindex-url = {with_password}\n")
    monkeypatch.delenv("PIP_INDEX_URL")
    monkeypatch.setenv("PIP_CONFIG_FILE", str(tmp_path / "pip.conf"))
    with pytest.raises(InputError, match="404") as raised:
        fetch(tmp_path)
    assert "s3cret" not in str(raised.value)
    offer(index, ("my_lib-1.0.tar.gz", SDIST))
    fetch(tmp_path)
    assert {asked.headers.get("authorization") for asked in index.asked} == {
        "Basic " + base64.b64encode(b"me:s3cret").decode()
    }
    assert not [path for path in (tmp_path / "cache").rglob("*") if path.is_file() and b"s3cret" in path.read_bytes()]


def test_an_index_behind_a_proxy(index: SiteServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The proxy resolves the index's name, and a note says so."""
    offer(index, ("my_lib-1.0.tar.gz", SDIST))
    with LocalProxy({"pypi.example": index.port}) as proxy:
        monkeypatch.setenv("HTTP_PROXY", f"http://{proxy.at}")
        monkeypatch.setenv("PIP_INDEX_URL", "http://pypi.example/simple")
        found = fetch_package(parse_spec("pypi:my-lib==1.0"), tmp_path / "cache")
    assert names(found.folder) == ["docs/a.md", "setup.py"]
    assert [note for note in found.notes if proxy.at in note]
    assert set(proxy.asked) == {"GET pypi.example"}


@pytest.mark.parametrize(
    ("body", "cause"),
    [('{"files": 1}', "no list of files"), ("{", "no list of files"), ("<p>none</p>", "no file of My.Lib 1.0")],
)
def test_a_list_that_is_none_is_said(index: SiteServer, tmp_path: Path, body: str, cause: str) -> None:
    """A broken index is one error."""
    index.routes["/simple/my-lib/"] = Reply(body)
    with pytest.raises(InputError, match=cause):
        fetch(tmp_path)


def test_a_package_that_is_not_there_is_said(index: SiteServer, tmp_path: Path) -> None:
    """The message has the server's status."""
    with pytest.raises(InputError, match="404"):
        fetch(tmp_path)


def test_pip_says_which_index_it_uses(index: SiteServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the variable, pip's own configuration holds."""
    offer(index, ("my_lib-1.0.tar.gz", SDIST))
    (tmp_path / "pip.conf").write_text(f"[global]\nindex-url = {index.url('/simple')}\n")
    monkeypatch.delenv("PIP_INDEX_URL")
    monkeypatch.setenv("PIP_CONFIG_FILE", str(tmp_path / "pip.conf"))
    assert names(fetch(tmp_path)) == ["docs/a.md", "setup.py"]


def test_pips_default_index_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where neither a variable nor a configuration names an index, it is the one that pip has built in."""
    asked = []

    def resolve(host: str, *_: object, **__: object) -> list:
        asked.append(host)
        raise socket.gaierror("no network in tests")

    monkeypatch.delenv("PIP_INDEX_URL", raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)  # pip then reads no configuration at all
    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    with pytest.raises(InputError, match="https://pypi[.]org/.*/my-lib/: "):
        fetch(tmp_path)
    assert set(asked) == {".".join(("pypi", "org"))}


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[SiteServer]:
    """A registry of npm's kind with one package that has a script."""
    if not shutil.which("npm"):
        skip("npm is not installed")
    versions = ["1.0.0", "1.10.0", "1.9.0", "2.0.0-rc.1"]
    scripts = {"prepack": "exit 1", "postinstall": "exit 1"}
    manifests = {version: {"name": "@my/lib", "version": version, "scripts": scripts} for version in versions}
    archives = {
        version: tar_of(("package/package.json", json.dumps(manifest).encode()), ("package/docs/a.md", b"# A"))
        for version, manifest in manifests.items()
    }

    def described(asked: Asked) -> Reply:
        def dist(version: str) -> dict[str, str]:
            integrity = "sha512-" + base64.b64encode(hashlib.sha512(archives[version]).digest()).decode()
            return {"tarball": server.url(f"/lib-{version}.tgz"), "integrity": integrity}

        packument = {
            "name": "@my/lib",
            "dist-tags": {"latest": "1.9.0", "next": "2.0.0-rc.1"},
            "versions": {version: {**manifest, "dist": dist(version)} for version, manifest in manifests.items()},
        }
        return Reply(json.dumps(packument), type="application/json")

    files = {f"/lib-{version}.tgz": Reply(archive) for version, archive in archives.items()}
    with SiteServer({"/@my%2flib": described, **files}) as server:
        monkeypatch.setenv("npm_config_registry", server.url("/"))
        monkeypatch.setenv("npm_config_cache", str(tmp_path / "npm"))
        monkeypatch.setenv("npm_config_fetch_retries", "0")
        yield server


def test_a_package_of_npm(registry: SiteServer, tmp_path: Path) -> None:
    """The client of npm fetches it, and no script runs."""
    assert names(fetch(tmp_path, "npm:@my/lib@1.0.0")) == ["docs/a.md", "package.json"]


@pytest.mark.parametrize(
    ("wanted", "version"),
    [
        ("", "1.9.0"),  # the tag `latest`, as `npm install` takes it
        ("@next", "2.0.0-rc.1"),
        ("@^1", "1.10.0"),
        ("@1.x", "1.10.0"),
        ("@>=1 <1.10", "1.9.0"),
        ("@>1.0.0", "1.10.0"),
        ("@>=2.0.0-beta", "2.0.0-rc.1"),
        ("@<1.5 || >3", "1.0.0"),
    ],
)
def test_the_newest_that_fits(registry: SiteServer, tmp_path: Path, wanted: str, version: str) -> None:
    """Without a version the newest is taken, with a range the newest that fits; a note says which that is."""
    spec = parse_spec(f"npm:@my/lib{wanted}:docs/")
    found = fetch_package(spec, tmp_path / "cache")
    assert (names(found.folder), found.version) == (["a.md"], version)
    assert [note for note in found.notes if f"@my/lib {version} is the newest" in note]
    registry.routes.clear()
    assert fetch_package(spec, tmp_path / "cache", offline=True).version == version


def test_a_range_that_nothing_fits_is_said(registry: SiteServer, tmp_path: Path) -> None:
    """The message says whose range it is."""
    with pytest.raises(InputError, match=r"npm:@my/lib@\^7: .*(E404|No match)"):
        fetch(tmp_path, "npm:@my/lib@^7")


def test_versions_are_ordered_as_npm_orders_them() -> None:
    """The judge is the package `semver` that npm itself brings."""
    if not shutil.which("npm"):
        skip("npm is not installed")
    tails = [
        "",
        "-alpha",
        "-alpha.1",
        "-alpha.beta",
        "-beta",
        "-beta.2",
        "-beta.11",
        "-rc.1",
        "-1",
        "-0",
        "-a-b",
        "-a.-b",
    ]
    versions = [f"1.0.0{tail}" for tail in tails]
    versions += ["2.0.0", "10.0.0", "1.10.0", "1.9.0", "1.0.10", "0.0.0-experimental-2025", "1.0.0-alpha.1.0"]
    root = subprocess.run(["npm", "root", "-g"], capture_output=True, text=True, check=True).stdout.strip()
    program = "console.log(require(process.argv[1]).sort(JSON.parse(process.argv[2])).join(' '))"
    command = ["node", "-e", program, f"{root}/npm/node_modules/semver", json.dumps(versions)]
    judged = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert sorted(versions, key=precedence) == judged


def test_what_npm_lacks_is_said(registry: SiteServer, tmp_path: Path) -> None:
    """The message has what npm said."""
    with pytest.raises(InputError, match="`npm` failed: .*(ETARGET|No matching version)"):
        fetch(tmp_path, "npm:@my/lib@2.0.0")


def test_npm_checks_what_it_gets(registry: SiteServer, tmp_path: Path) -> None:
    """An archive with other bytes than the registry promises is refused."""
    registry.routes["/lib-1.0.0.tgz"] = Reply(tar_of(("package/evil.md", b"# Evil")))
    with pytest.raises(InputError, match="EINTEGRITY"):
        fetch(tmp_path, "npm:@my/lib@1.0.0")
