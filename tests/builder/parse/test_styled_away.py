"""A style is judged by what it means, however it is written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml.html import Element, fragment_fromstring

from pinax_builder.parse.styled_away import is_styled_away

HIDING = [
    "display: none",
    "DISPLAY: NONE !important; display: block",
    "display: n\\6fne",
    "displa\\79: /* x */ none",
    "visibility: collapse",
    "content-visibility: hidden",
    "font-size: 0.04em",
    "font: 0/0 a",
    "font: bold 0px/1 serif",
    "transform: scale(0)",
    "transform: rotate(5deg) scale3d(0, 1, 1)",
    "transform: matrix(0, 0, 0, 0, 0, 0)",
    "transform: rotateY(90deg)",
    "transform: rotateX(.25turn)",
    "scale: 0",
    "transform: translateX(-9999px)",
    "transform: translate(calc(-100vw - 100%), 0)",
    "translate: -200vw",
    "position: absolute; left: -100em",
    "left: -10000PX",
    "margin-left: -9999px",
    "margin: 0 0 0 -200vw",
    "margin-block-start: -30in",
    "inset: auto auto auto -9999px",
    "inset-inline-start: -9999px",
    "text-indent: calc(-1 * (10px + 5em) * 100)",
    "text-indent: min(0px, -9999px)",
    "left: clamp(-9999px, -200vw, 0px)",
    "color: transparent",
    "color: rgba(0, 0, 0, 0)",
    "color: #0000",
    "color: white; background: hsl(0 0% 100%)",
    "color: rgb(255, 255, 255); background-color: #FFFFFF",
    "color: white; background: url(blank.png) white",
    "width: 0; height: 0; overflow: hidden",
    "max-height: 0.01em; overflow-y: clip",
    "clip: rect(0 0 0 0)",
    "clip-path: inset(50%)",
    "clip-path: inset(100% 0 0 0)",
    "clip-path: circle(0)",
    "background: url(data:x;display:none); display: none",
    "x" * 30_000,
]
SHOWN = [
    "",
    "display: block",
    "display: none; display: flex",
    "display: block !important; display: none",
    "content: 'display: none'",
    "--display: none",
    "/* display: none */ color: red",
    "opacity: 0",
    "font: 400 12px/1.5 serif",
    "font-size: 80%",
    "transform: translate(-50%, -50%) scale(.5)",
    "transform: rotateY(180deg) rotate(90deg)",
    "transform: scaleZ(0)",
    "left: calc(-1px * 5)",
    "left: var(--far)",
    "top: 15234px",
    "margin: -1px -20px",
    "width: 1%; overflow: hidden",
    "width: 0; padding-top: 56%; overflow: hidden",
    "color: transparent; background-clip: text; background-image: linear-gradient(red, blue)",
    "color: white; background: black",
    "color: inherit; background: inherit",
    "clip-path: inset(0 0 50% 0)",
    "clip: auto",
    f"background: url(data:image/png;base64,{'A' * 50_000}); color: red",
]


def _styled(style: str) -> bool:
    element = Element("p")
    element.set("style", style)
    return is_styled_away(element)


@pytest.mark.parametrize("style", HIDING)
def test_a_style_that_hides_is_known(style: str) -> None:
    """Escapes, comments, shorthands, sums, any unit and any way to write a color hide no hiding."""
    assert _styled(style)


@pytest.mark.parametrize("style", SHOWN)
def test_a_style_that_hides_nothing_is_left_alone(style: str) -> None:
    """What a later or important declaration overrules, small moves, fading and what is not known hide nothing."""
    assert not _styled(style)


@pytest.mark.parametrize(
    "style", ["font-size: 0", "font: 0/0 a", "color: transparent", "color: #fff; background: white"]
)
@pytest.mark.parametrize(
    ("inner", "shown"), [("font: 12px serif; color: black", True), ("margin: 0", False), ("font-size: 0px", False)]
)
def test_what_an_inner_element_sets_again_is_shown(style: str, inner: str, shown: bool) -> None:
    """An inner element that has letters of a size and a color again shows what is in it."""
    element = fragment_fromstring(f'<p style="{style}">a <b style="{inner}">b</b></p>')
    assert is_styled_away(element) is not shown


@given(
    st.text(st.sampled_from("abcdisplay:none;()-0123456789.px%\\/*,{}[]\"'!#\n "), max_size=60) | st.text(max_size=40)
)
def test_any_style_is_judged(style: str) -> None:
    """Whatever a style says, it hides or does not."""
    element = fragment_fromstring("<p>x</p>")
    element.set("style", "".join(char for char in style if char.isprintable()))
    assert is_styled_away(element) in (True, False)


def test_a_style_of_many_brackets_is_judged() -> None:
    """Sums within sums end at a depth, and parentheses that are never closed at the style's end."""
    assert not _styled(f"left: {'calc(' * 3_000}-9999px")
    assert not _styled("(" * 19_000)
