"""A section whose text goes on after its definitions is one hit, on whichever page of the result."""

from __future__ import annotations

import pytest

from bundle_maker import MadeDocset, MadePage, MadeSection, make_bundle
from pinax_runtime.search import Hit, MemorySource, open_bundle


def pages() -> list[MadePage]:
    """Return pages on each of which a section and what follows its definition say the same, and one where only that."""
    made = [
        MadePage(
            f"p{n:02}.html", f"Page {n}", "About it.",
            sections=(
                MadeSection("Kites", "kites fly", anchor="kites"),
                MadeSection("fly()", "flying", anchor="fly", depth=2, kind="definition"),
                MadeSection("", "more of kites", anchor="~1", depth=2, kind="more"),
                MadeSection("", "and more kites", anchor="~2", depth=2, kind="more"),
            ),
        )
        for n in range(8)
    ]  # fmt: skip
    return [*made, MadePage("z.html", "Z", "", sections=(MadeSection("", "kites", anchor="~1", depth=1, kind="more"),))]


@pytest.mark.parametrize("step", [1, 2, 3, 5, 50])
def test_each_section_is_given_once(step: int) -> None:
    """Going through a result page by page gives each section once, and as many as asked for until the end."""
    asked = open_bundle(MemorySource(make_bundle([MadeDocset("d", pages())])))
    whole = asked.search("kites ", sections=True, limit=50)
    assert whole.total == len(whole.hits) == 9
    assert {hit.section_id for hit in whole.hits} == {*(f"d:p{n:02}.html#kites" for n in range(8)), "d:z.html"}
    pieces: list[Hit] = []
    offset, total = 0, 1
    while offset < total:
        reply = asked.search("kites ", sections=True, limit=step, offset=offset)
        assert len(reply.hits) == min(step, 9 - offset)
        assert reply.total >= 9
        pieces += reply.hits
        offset, total = offset + step, reply.total
    assert [hit.section_id for hit in pieces] == [hit.section_id for hit in whole.hits]
