"""Fetch one commit of a Git repository, with Git's command line.

Strategy. `ls-remote` says which commit a tag or branch is now. That commit alone is fetched, without history, and of a
part of the tree only the files in it, where the server can do that.

Rules: a host must lead to a public address, unless that is allowed; over https the connection goes to the address that
       was checked, and redirects are not followed. A proxy that Git or the environment is set up for resolves names
       itself. Only the scheme that was written is used: no submodule, no helper
       of another transport. No hook and no filter runs. ssh uses the user's keys and never asks.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

from pinax_builder.crawl.packages import running
from pinax_builder.crawl.packages.running import FetchError, run_bounded
from pinax_builder.crawl.packages.specs import PackageSpec
from pinax_builder.crawl.site.addresses import (
    Addresses,
    PrivateAddressError,
    Proxies,
    ProxySettingError,
    proxy_note,
    shown,
)

_COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_SUBMODULE = "160000"
"""Mode of a commit of another repository."""
_MOST_LEFT_OUT = 100
"""Largest number of files with names that are too long; with more of them the checkout fails."""
ALLOWING = "allow it with --allow-private (`allow_private = true`) if that is meant"
"""What to do about a private address."""
_PORTS = {"https": 443, "ssh": 22}


class GitRemote:
    """A repository, and how Git may speak to it."""

    def __init__(self, spec: PackageSpec, *, allow_private: bool) -> None:
        """Check the host.

        Raises:
            FetchError: It has no address, or only private ones.
        """
        self.spec = spec
        parts = urlsplit(spec.url)
        self.settings = {
            "protocol.allow": "never",
            f"protocol.{parts.scheme}.allow": "always",
            "core.hooksPath": os.devnull,
            "core.fsmonitor": "false",
            "core.autocrlf": "false",
            "advice.detachedHead": "false",
            "gc.auto": "0",
            "maintenance.auto": "false",
            "submodule.recurse": "false",
            "fetch.recurseSubmodules": "false",
        }
        self._through = ""
        if parts.scheme != "file" and not allow_private:
            assert parts.hostname
            port = parts.port or _PORTS[parts.scheme]
            self._through = _proxy(spec.url, parts.hostname, port) if parts.scheme == "https" else ""
            self.settings["http.followRedirects"] = "false"
            address = _checked(parts.hostname, port, is_resolved=not self._through)
            if address:
                shown = f"[{address}]" if ":" in address else address
                self.settings["http.curloptResolve"] = f"{parts.hostname}:{port}:{shown}"

    def commit(self, folder: Path) -> tuple[str, str]:
        """Return the commit that is meant, and what to fetch to get it.

        Args:
            folder: Where the program may run; it stays empty.

        Raises:
            FetchError: The repository cannot be asked, or has no such tag, branch or commit.
        """
        ref = self.spec.ref
        if _COMMIT.fullmatch(ref):
            return ref, ref
        wanted = [f"refs/tags/{ref}", f"refs/heads/{ref}"] if ref else ["HEAD"]
        listed = self._git(folder, "ls-remote", "--", self.spec.url, *wanted)
        found = {name: commit for commit, _, name in (line.partition("\t") for line in listed.splitlines())}
        for name in wanted:
            if name in found and _COMMIT.fullmatch(found[name]):
                return found[name], name
        raise FetchError(f"it has no tag or branch {ref!r}" if ref else "it has no commit")

    def check_out(self, name: str, folder: Path) -> tuple[str, ...]:
        """Put the files of one commit into an empty folder; return notes on what was left out.

        Args:
            name: What `commit` says is to be fetched.
            folder: Where the files go.

        Raises:
            FetchError: They cannot be had, or are too many or too large.
        """
        spec = self.spec
        self._git(folder, "init", "--quiet")
        self._git(folder, "remote", "add", "origin", spec.url)
        patterns = [f"/{_literal(spec.folder)}/"] if spec.folder else ["/*"]
        if spec.folder:
            self._git(folder, "sparse-checkout", "set", "--no-cone", *patterns)
        filters = ["--filter=blob:none"] if spec.folder else []
        self._git(folder, "fetch", "--quiet", "--depth=1", "--no-tags", *filters, "origin", name)
        modes = self._modes(folder)
        too_long = list(filter(running.is_too_long, modes))
        if too_long:  # one of them would end the checkout
            patterns += [f"!/{_literal(path)}" for path in too_long[:_MOST_LEFT_OUT]]
            self._git(folder, "sparse-checkout", "set", "--no-cone", *patterns)
        attributes = folder / ".git/info/attributes"
        attributes.parent.mkdir(exist_ok=True)
        attributes.write_text(_NO_FILTERS, "utf-8")
        self._git(folder, "checkout", "--quiet", "--force", "FETCH_HEAD")
        shutil.rmtree(folder / ".git")
        modules = [path for path, mode in modes.items() if mode == _SUBMODULE]
        notes = [f"{len(modules)} submodules were left out: {', '.join(modules[:5])}"] if modules else []
        if too_long:
            notes.append(f"{len(too_long)} files with names that are too long were left out")
        if self._through:
            notes.append(proxy_note(self._through))
        return tuple(notes)

    def _modes(self, folder: Path) -> dict[str, str]:
        """List the files that are asked for before any is written: a few trees that repeat each other make billions.

        Returns:
            Path → its mode.

        Raises:
            FetchError: There are too many, or the commit has no such folder; the remedy names those at the top.
        """
        part = self.spec.folder
        wanted = [f":(literal){part}/"] if part else []
        listed = self._git(folder, "ls-tree", "-r", "-z", "FETCH_HEAD", *wanted)
        if part and not listed:
            top = self._git(folder, "ls-tree", "-d", "--name-only", "FETCH_HEAD").split()
            raise FetchError(f"it has no folder {part}", f"it has {', '.join(top[:20]) or 'no folders'}")
        if listed.count("\0") > running.MAX_FILES:
            raise FetchError(f"it has more than {running.MAX_FILES:,} files")
        entries = (entry.partition("\t") for entry in listed.split("\0")[:-1])
        return {path: facts.partition(" ")[0] for facts, _, path in entries}

    def _git(self, folder: Path, *arguments: str) -> str:
        """Run Git in a folder whose size is watched; return what it says."""
        settings = [word for key, value in self.settings.items() for word in ("-c", f"{key}={value}")]
        return run_bounded(["git", *settings, *arguments], folder, _environment())


def _environment() -> dict[str, str]:
    """Return the user's environment, with nothing in it that leads Git elsewhere or lets it ask."""
    kept = {name: value for name, value in os.environ.items() if name not in _ELSEWHERE}
    kept.setdefault("GIT_SSH_COMMAND", "ssh -o BatchMode=yes")
    return {**kept, "GIT_TERMINAL_PROMPT": "0", "GIT_LFS_SKIP_SMUDGE": "1", "LC_ALL": "C"}


_NO_FILTERS = "* -filter -text -eol -ident -working-tree-encoding\n"
"""Attributes above those of the repository: no program of the user's configuration runs, and no byte changes."""
_ELSEWHERE = frozenset(
    {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_ASKPASS", "SSH_ASKPASS"}
)
"""Variables of a hook or of another repository."""


def _proxy(url: str, host: str, port: int) -> str:
    """Return the host and port of the proxy that Git uses for a URL; empty if it uses none."""
    asked = subprocess.run(
        ["git", "config", "--get-urlmatch", "http.proxy", url],
        cwd=Path.home().anchor,
        env=_environment(),
        capture_output=True,
        text=True,
        timeout=running.MAX_SECONDS,
    )
    own = asked.stdout.strip()
    if not asked.returncode:
        return shown(own if "://" in own else f"http://{own}") if own else ""
    try:
        return shown(Proxies().url_for("https", host, port))
    except ProxySettingError as error:
        raise FetchError(str(error).rstrip("."), "correct that variable") from error


def _checked(host: str, port: int, *, is_resolved: bool) -> str:
    """Return a public address of a host; empty if a proxy resolves its name, and it spells out no private one.

    Raises:
        FetchError: There is none.
    """
    addresses = Addresses()
    try:
        if is_resolved:
            return asyncio.run(addresses.of(host, port))[0]
        addresses.check_spelled(host)
    except PrivateAddressError as error:
        raise FetchError(f"{error}, a private address", ALLOWING) from error
    except OSError as error:
        remedy = "check the name; set HTTPS_PROXY if this network needs a proxy"
        raise FetchError(f"the name {host} has no address ({error.strerror or error})", remedy) from error
    return ""


def _literal(folder: str) -> str:
    """Escape what a pattern of Git would take for a sign."""
    return re.sub(r"([\\*?\[!#])", r"\\\1", folder)
