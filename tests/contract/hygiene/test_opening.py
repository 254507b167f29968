"""Other people's files are opened if they are regular, and read if they are small."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from pinax_runtime.trust import open_unlinked, read_file

pipes = pytest.mark.skipif(sys.platform == "win32", reason="named pipes")


def test_a_file_is_read_up_to_its_bound(tmp_path: Path) -> None:
    """A file as large as the bound is read, and one byte more is refused."""
    file = tmp_path / "a"
    file.write_bytes(b"abc")
    assert read_file(file, 3) == b"abc"
    with pytest.raises(OSError, match="more than 2 bytes"):
        read_file(file, 2)


@pipes
def test_what_is_no_file_is_refused_at_once(tmp_path: Path) -> None:
    """A named pipe, a folder and a device are errors, and nothing waits for them."""
    os.mkfifo(tmp_path / "pipe")
    os.mkdir(tmp_path / "folder")
    os.symlink("/dev/zero", tmp_path / "device")
    for name in ("pipe", "folder", "device"):
        with pytest.raises(OSError, match=r"not a file|directory"):
            read_file(tmp_path / name)


@pipes
def test_a_link_is_followed_where_it_may_be(tmp_path: Path) -> None:
    """A link to a file is read, unless the reader asks for no links."""
    (tmp_path / "a").write_bytes(b"abc")
    (tmp_path / "b").symlink_to("a")
    assert read_file(tmp_path / "b") == b"abc"
    with pytest.raises(OSError, match=r"links|Too many"):
        read_file(tmp_path / "b", opener=open_unlinked)
