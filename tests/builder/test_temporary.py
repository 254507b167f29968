"""What a killed build left in the folder for temporary files goes with the next build; what is used stays."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from pinax_builder.temporary import temporary_folder

BUILD = """
import time
from pinax_builder.temporary import temporary_folder
with temporary_folder() as folder:
    (folder / "part").write_text("text")
    print(folder, flush=True)
    time.sleep(60)
"""


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    return tmp_path


def _build() -> tuple[subprocess.Popen[str], Path]:
    build = subprocess.Popen([sys.executable, "-c", BUILD], stdout=subprocess.PIPE, text=True)
    assert build.stdout is not None
    folder = Path(build.stdout.readline().strip())
    long_ago = time.time() - 3_600
    os.utime(folder / ".lock", (long_ago, long_ago))
    return build, folder


def _kill(build: subprocess.Popen[str]) -> None:
    build.kill()
    build.communicate()


def test_a_killed_build_is_swept_and_a_running_one_is_not() -> None:
    """The folder of a build stays while the build runs, and goes once it was killed."""
    build, folder = _build()
    try:
        with temporary_folder():
            assert (folder / "part").exists()
    finally:
        _kill(build)
    assert folder.exists()
    with temporary_folder() as own:
        assert not folder.exists()
        assert own.exists()
    assert not own.exists()


def test_what_is_not_ours_stays(temporary: Path) -> None:
    """A folder without a lock, a link, and a folder that is new are left alone."""
    (temporary / "pinax-notes").mkdir()
    (temporary / "pinax-notes" / "thesis").write_text("text")
    elsewhere = temporary / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / ".lock").write_text("")
    os.utime(elsewhere / ".lock", (0, 0))
    (temporary / "pinax-link").symlink_to(elsewhere)
    (temporary / "pinax-new").mkdir()
    (temporary / "pinax-new" / ".lock").write_text("")
    with temporary_folder():
        pass
    assert sorted(path.name for path in temporary.iterdir()) == ["elsewhere", "pinax-link", "pinax-new", "pinax-notes"]
    assert (elsewhere / ".lock").exists()
