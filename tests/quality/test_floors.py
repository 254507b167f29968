"""The quality of search on the example site holds its floors; tests/quality/gate.py says how to change them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quality import gate

FIGURES = {"pages mrr@10": 0.9}


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> gate.Bundle:
    """The example site, built in this process."""
    return gate.build_site(tmp_path_factory.mktemp("quality") / "bundle")


@pytest.fixture(scope="module")
def manual(tmp_path_factory: pytest.TempPathFactory) -> gate.Bundle:
    """The made manual, built in this process."""
    return gate.build_manual(tmp_path_factory.mktemp("manual"))


def test_every_figure_holds_its_floor(bundle: gate.Bundle, manual: gate.Bundle) -> None:
    """No measure is below its floor, and the floors are of these pages and these questions."""
    figures = gate.measure(bundle) | gate.measure_tasks(manual)
    assert gate.failures(figures, gate.read_pinned(), gate.digest()) == []


def test_every_right_answer_exists(bundle: gate.Bundle) -> None:
    """Each page and anchor that a question asks for is in the bundle."""
    for golden in gate.read_golden():
        for right in golden.right:
            page, _, anchor = right.partition("#")
            document = bundle.find(gate.BASE_URL + page.removesuffix("index.html"))
            assert document is not None, right
            assert anchor in {section.anchor for section in document.page.sections}, right


def test_every_page_of_the_manual_is_asked_for(manual: gate.Bundle) -> None:
    """Each task wants a page that is there, and each page but the overview is wanted."""
    wanted = {line.split("\t")[1] for line in gate.TASKS.read_text("utf-8").splitlines()[1:]}
    (docset,) = manual.docsets.values()
    pages = {page.url.removesuffix(".1.html") for segment in docset.segments for page in segment.pages()}
    assert pages == {"kiln", *wanted}


def test_a_lower_figure_fails_and_says_what_to_do() -> None:
    """A figure below its floor is named with both numbers and the way out."""
    (message,) = gate.failures({"pages mrr@10": 0.89}, {"digest": "d", "floors": FIGURES}, "d")
    assert "0.89" in message
    assert "0.9;" in message
    assert "--update --lower" in message


def test_another_corpus_fails_and_says_what_to_do() -> None:
    """Floors of another site or of other questions hold nothing."""
    (message,) = gate.failures(FIGURES, {"digest": "d", "floors": FIGURES}, "e")
    assert message.endswith("gate.py --update")


def test_update_lowers_only_on_purpose(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A floor rises freely, and sinks only with --lower."""
    floors = tmp_path / "floors.json"
    monkeypatch.setattr(gate, "FLOORS", floors)
    assert gate.update({"pages mrr@10": 0.8}, lower=False) == []
    assert gate.update(FIGURES, lower=False) == []
    (refusal,) = gate.update({"pages mrr@10": 0.85}, lower=False)
    assert "from 0.88 to 0.83" in refusal
    assert json.loads(floors.read_text("utf-8"))["floors"] == {"pages mrr@10": 0.88}
    assert gate.update({"pages mrr@10": 0.85}, lower=True) == []
    assert json.loads(floors.read_text("utf-8"))["floors"] == {"pages mrr@10": 0.83}
