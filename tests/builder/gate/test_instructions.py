"""Passages that instruct models are found by a few of their words, whatever stands around them."""

from __future__ import annotations

import re
from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from builder.made_pages import page
from pinax_builder.gate import vet
from pinax_builder.records import Fetched, Page


def _one_of(words: str) -> st.SearchStrategy[str]:
    return st.sampled_from([word.replace("_", " ") for word in words.split()])


SPACES = st.sampled_from([" ", "\n", "  ", "\t\n ", "\u00a0"])
MODELS = _one_of("AI LLM language_model assistant agents chatbot claude gpt-4o copilot gemini")
ADDRESSED = st.tuples(_one_of("instruction instructions prompt message note"), _one_of("for to"), MODELS)
PASSAGES = st.one_of(
    st.tuples(
        _one_of("ignore disregard forget override bypass"),
        _one_of("previous prior earlier above preceding existing original system initial"),
        _one_of("instructions prompt rules directions guidelines commands"),
    ),
    st.tuples(_one_of("you_are_now you_are_no_longer"), _one_of("unrestricted jailbroken bound")),
    st.tuples(_one_of("attention note message notice"), _one_of("to for"), MODELS.map(lambda model: model + ":")),
    st.tuples(_one_of("new hidden secret important urgent special"), ADDRESSED.map(" ".join)),
)
"""Words of a passage for each way to instruct that is known."""
SURROUNDINGS = st.text(st.sampled_from("agnotevrymp .,<>&-\n\u00e9\u0130\u4e00"))


@given(SURROUNDINGS, PASSAGES, SPACES, st.sampled_from([str, str.upper, str.title]), SURROUNDINGS)
def test_a_hidden_passage_is_found_anywhere(
    before: str, words: tuple[str, ...], space: str, written: Callable[[str], str], after: str
) -> None:
    """No word of a passage is missed in any case, with any spaces, and beside letters that begin other words."""
    passage = written(space.join(words))
    fetched = Fetched("a.html", "a.html", f"<p>{before} {passage} {after}</p>".encode(), "text/html")
    vetted = vet(fetched, page("a.html"))
    assert isinstance(vetted, Page)
    (notice,) = vetted.notices
    assert "readers do not see" in notice
    assert "".join(passage.split()) in re.sub(r"\s", "", notice)
