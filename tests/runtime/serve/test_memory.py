"""The server tells the C library how to keep it small."""

from __future__ import annotations

import platform

from pinax_runtime.serve.memory import save_memory


def test_the_c_library_is_told_where_it_can_be() -> None:
    """Glibc accepts the setting; elsewhere nothing happens."""
    assert save_memory() is (platform.libc_ver()[0] == "glibc")
