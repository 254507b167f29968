"""TOML that other people wrote is parsed in time and memory that its length explains."""

from __future__ import annotations

import tomllib

import pytest

from pinax_runtime.trust import read_toml

DOTS = ".".join("a" * 20_000)


@pytest.mark.parametrize(
    "text",
    [
        f"{DOTS} = 1",
        f"[{DOTS}]",
        f"x = {{b = 1, {DOTS} = 1}}",
        f"'b'.{DOTS} = 1",
        '"b" . ' * 30 + "c = 1",
        f'x = """\n""" # "\n{DOTS} = 1',
        f"x = '\\'\n{DOTS} = '1'",
    ],
    ids=["key", "table", "inline", "quoted", "spaced", "after a string", "after a backslash"],
)
def test_a_key_of_many_parts_is_refused(text: str) -> None:
    """A key of more parts than any project has is refused before Python's parser takes its square in memory."""
    with pytest.raises(ValueError, match="more than 20 parts"):
        read_toml(text)


@pytest.mark.parametrize(
    "text",
    [
        'a = "............................."',
        "a = '.............................'",
        'a = """\n"" ............................. \\""" .......... ""\\\n"""',
        "a = ''' ' ''.............................'''",
        "a = 1 # .............................",
        'a = ["1.2.3", "1.2.3", "1.2.3", "1.2.3", "1.2.3", "1.2.3", "1.2.3", "1.2.3", 1.5, 2.5]',
        '[a.b.c]\n"d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t.u.v.w.x" = 1',
        "a = \"\"\"x\"\"\"\"\nb = \"#\"\nc = ''''x'''''\n",
    ],
)
def test_other_dots_are_read(text: str) -> None:
    """Dots in strings, comments, numbers and quoted parts of keys count for nothing."""
    assert read_toml(text) == tomllib.loads(text)


@pytest.mark.parametrize("text", ["a = " + "[" * 50_000, "a = " + "{a=" * 50_000, "a", '"""' * 999, "a = '''"])
def test_what_is_no_toml_is_a_value_error(text: str) -> None:
    """What is broken, or nests too deep, is one kind of error."""
    with pytest.raises(ValueError, match=r"."):
        read_toml(text)
