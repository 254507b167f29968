"""Whatever is damaged in a bundle is detected, or harmless. The whole run is `bench/reliability/corruption.py`."""

from __future__ import annotations

from pathlib import Path

import pytest

from faults.corruption import Damages, tally

BUNDLES = sorted((Path(__file__).parents[1] / "data" / "bundles").glob("v*/"))


@pytest.fixture(scope="module", params=BUNDLES, ids=lambda bundle: bundle.name)
def damages(request: pytest.FixtureRequest) -> Damages:
    """A golden bundle, to be damaged."""
    files = request.param.rglob("*.*")
    return Damages({path.relative_to(request.param).as_posix(): path.read_bytes() for path in files})


@pytest.mark.parametrize(("kind", "every"), [("flips", 11), ("cuts", 13), ("swaps", 40)])
def test_nothing_damaged_gives_a_wrong_answer(damages: Damages, kind: str, every: int) -> None:
    """Flipped bytes, truncations and swapped files give errors that name the file, or what the sound bundle gives."""
    found = tally(getattr(damages, kind)(every))
    assert (found.wrong, found.harmless) == (0, 0)
    assert found.detected > 20
