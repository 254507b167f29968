"""`pinax keygen` and `pinax sign`: the runtime accepts what they make, and nobody's key is lost or shown."""

from __future__ import annotations

import shutil
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner

from pinax_builder.cli import main
from pinax_runtime.cli import commands

DATA = Path(__file__).parents[1] / "data"


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """A bundle to sign."""
    return Path(shutil.copytree(DATA / "bundles" / "v1", tmp_path / "bundle"))


def run(*words: object, **environment: str) -> str:
    """Run a command of the builder; give what it prints."""
    done = CliRunner().invoke(main, [str(word) for word in words], env=environment)
    return f"{done.exit_code} {done.output}"


def verified(*words: object) -> int:
    return CliRunner().invoke(commands, ["verify", *map(str, words)], standalone_mode=False).exit_code


def test_a_bundle_that_was_signed_verifies(bundle: Path, tmp_path: Path) -> None:
    """A new key signs; the runtime takes its public part from the file or from the command line."""
    assert run("keygen", tmp_path / "key").startswith("0 ")
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600
    assert run("sign", bundle, "--key", tmp_path / "key").startswith("0 ")
    public = tmp_path / "key.pub"
    assert verified(bundle, "--key", public) == 0
    assert verified(bundle, "--key", public.read_text().splitlines()[1]) == 0
    assert verified(bundle, "--key", DATA / "signing" / "test.key.pub") == 1


def test_the_key_may_come_from_the_environment(bundle: Path) -> None:
    """Where no file is named, PINAX_SIGNING_KEY holds the key; the time of signing can be set for builds made again."""
    key = (DATA / "signing" / "test.key").read_text()
    shutil.copy(DATA / "signing" / "pinax.json", bundle)
    assert run("sign", bundle, PINAX_SIGNING_KEY=key, SOURCE_DATE_EPOCH="1700000000").startswith("0 ")
    assert (bundle / "pinax.json.minisig").read_text().splitlines()[1:] == (
        (DATA / "signing" / "pinax.json.minisig").read_text().splitlines()[1:]
    )
    assert verified(bundle, "--key", DATA / "signing" / "test.key.pub", "--not-before", "2023-11-14") == 0
    assert verified(bundle, "--key", DATA / "signing" / "test.key.pub", "--not-before", "2023-11-15") == 1


def test_a_bundle_that_is_built_again_keeps_no_signature(tmp_path: Path) -> None:
    """The signature of the earlier build goes, and the command says so; that of the same entry stays."""
    docs, bundle, key = tmp_path / "docs", tmp_path / "bundle", DATA / "signing" / "test.key"
    docs.mkdir()
    (docs / "a.md").write_text("# Retries\n\nA job that fails is run again.\n")
    same_day = {"SOURCE_DATE_EPOCH": "1700000000"}
    assert "signature" not in run("build", docs, "-o", bundle, **same_day)
    assert run("sign", bundle, "--key", key).startswith("0 ")
    assert "signature" not in run("build", docs, "-o", bundle, **same_day)
    assert verified(bundle, "--key", DATA / "signing" / "test.key.pub") == 0
    (docs / "a.md").write_text("# Retries\n\nA job that fails is run again, up to five times.\n")
    assert f"sign again: pinax sign {bundle}" in run("build", docs, "-o", bundle, **same_day)
    assert not (bundle / "pinax.json.minisig").exists()


def test_a_key_is_never_replaced(tmp_path: Path) -> None:
    """A file that is there stays as it was."""
    (tmp_path / "key").write_text("mine")
    assert "1 Error" in run("keygen", tmp_path / "key")
    assert (tmp_path / "key").read_text() == "mine"


@pytest.mark.parametrize("text", ["", "rubbish", "untrusted comment: x\nAAAA"])
def test_what_is_no_key_is_said(bundle: Path, tmp_path: Path, text: str) -> None:
    """The message names the file and how to make a key; nothing is signed."""
    (tmp_path / "key").write_text(text)
    said = run("sign", bundle, "--key", tmp_path / "key")
    assert said.startswith("1 Error")
    assert "key" in said
    assert not (bundle / "pinax.json.minisig").exists()


def test_what_is_no_bundle_is_not_signed(tmp_path: Path) -> None:
    """A folder without an entry, and one whose entry is none, are refused."""
    key = DATA / "signing" / "test.key"
    assert run("sign", tmp_path, "--key", key).startswith("1 Error")
    (tmp_path / "pinax.json").write_text("{}")
    assert run("sign", tmp_path, "--key", key).startswith("1 Error")


@pytest.mark.parametrize("date", ["soon", "2023-13-01"])
def test_a_date_that_is_none_is_wrong_usage(bundle: Path, date: str) -> None:
    """The message shows how a date is written."""
    words = ["verify", str(bundle), "--key", str(DATA / "signing" / "test.key.pub"), "--not-before", date]
    done = CliRunner().invoke(commands, words)
    assert done.exit_code == 2
    assert "2026-01-31" in done.output


@pytest.mark.parametrize(
    "words",
    [
        ["inspect", "BUNDLE"],
        ["diff", "BUNDLE", "BUNDLE"],
        ["gate", "BUNDLE"],
        ["export", "BUNDLE", "OUT", "--llms-txt"],
    ],
)
def test_what_reads_a_bundle_heeds_a_required_key(words: list[str], bundle: Path, tmp_path: Path) -> None:
    """Commands of the builder that read a bundle refuse one that is not signed as required, and an empty key."""
    key = str(DATA / "signing" / "test.key.pub")
    words = [{"BUNDLE": str(bundle), "OUT": str(tmp_path / "out")}.get(word, word) for word in words]
    assert "there is no pinax.json.minisig" in run(*words, "--require-key", key)
    assert "there is no pinax.json.minisig" in run(*words, PINAX_REQUIRE_KEY=key)
    assert run(*words, PINAX_REQUIRE_KEY=" ").startswith("2 ")
    for name in ("pinax.json", "pinax.json.minisig"):
        shutil.copy(DATA / "signing" / name, bundle)
    assert run(*words, PINAX_REQUIRE_KEY=key).startswith("0 ")
    assert "was signed 2023-11-14" in run(*words, "--not-before", "2023-11-15", PINAX_REQUIRE_KEY=key)


def test_a_build_is_asked_its_golden_queries_before_it_is_signed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A required key does not fail a build, which nobody can have signed yet."""
    monkeypatch.setenv("PINAX_REQUIRE_KEY", str(DATA / "signing" / "test.key.pub"))
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/a.md").write_text("# Wicks\n\nTrim the wick.\n")
    golden = '[[golden]]\nquery = "trim the wick"\nexpect = "a.md"\n'
    (tmp_path / "pinax.toml").write_text(f'[[docset]]\npath = "docs"\n{golden}')
    assert run("build", tmp_path / "pinax.toml", "-o", tmp_path / "b", "--workers", "1").startswith("0 ")
