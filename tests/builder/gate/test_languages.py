"""What language a text seems to be in."""

from __future__ import annotations

import re

import pytest

from pinax_builder.gate import differs, guess_language

TEXTS = {
    "en": "The lamp is lit with a match, and the flame can be seen from the road when it is dark.",
    "de": "Die Lampe wird mit einem Streichholz entzündet, und die Flamme ist von der Straße zu sehen, wenn Nacht ist.",
    "fr": "La lampe est allumée avec une allumette, et la flamme se voit de la route quand il fait nuit.",
    "es": "La lámpara se enciende con una cerilla, y la llama se puede ver desde el camino cuando es de noche.",
    "ru": "Лампу зажигают спичкой, и пламя видно с дороги, когда темно.",
    "ja": "ランプはマッチで点火され、暗くなると道から炎が見えます。",
    "zh": "灯是用火柴点燃的，天黑时从路上可以看到火焰。",
    "ko": "램프는 성냥으로 켜지며 어두울 때 길에서 불꽃을 볼 수 있습니다.",
}


@pytest.mark.parametrize("language", TEXTS)
def test_prose_is_told_by_its_function_words_or_script(language: str) -> None:
    """A few sentences are enough."""
    assert guess_language(re.findall(r"\w+", TEXTS[language].lower()) * 4) == language


def test_code_and_single_words_are_no_language() -> None:
    """Where nothing is clear nothing is said."""
    assert guess_language(["int", "main", "argc", "argv", "return", "0", "printf"] * 30) == ""
    assert guess_language(["the", "of"]) == ""


def test_languages_that_cannot_be_told_apart_never_differ() -> None:
    """Ukrainian is not refused for looking Russian, nor a language nobody here knows for looking English."""
    assert not differs("ru", "uk")
    assert not differs("en", "eo")
    assert differs("zh", "en")
