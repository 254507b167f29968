"""Write formulas as text.

In:    The element that holds a page's content, scripts still in it.
Out:   Nothing; each formula becomes its TeX source between dollar signs, two on each side if it is set as a paragraph.
       A formula without source in the page becomes a line of text.
"""

from __future__ import annotations

from lxml.html import Element, HtmlElement

from pinax_builder.parse.html.cleaning.linear_math import linear_text
from pinax_builder.parse.html.css_selectors import may_hold
from pinax_builder.parse.plain_text import plain_text

_HOLDERS = ("math", "{http://www.w3.org/1998/Math/MathML}math", "script")
"""Tags of elements that hold a formula."""
_SHOWN_TWICE = frozenset(("katex", "mjx-container", "mathjax"))
"""Classes and tags of elements that hold a formula twice: as MathML for programs, and laid out for the eye."""


def write_math(main: HtmlElement) -> None:
    """Replace formulas by their TeX source, or by their text if the page has no source."""
    for math in list(main.iter(*_HOLDERS)) if may_hold(main, *_HOLDERS) else ():
        if math.tag == "script" and not (math.get("type") or "").startswith("math/tex"):
            continue
        tex = _tex(math)
        text = tex or linear_text(math)
        outer = next((above for above in math.iterancestors() if _is_shown_twice(above)), math)
        sign = "$$" if _is_displayed(math, outer) else "$"
        holder = Element("span")
        holder.text = f"{sign}{text}{sign}" if tex else text
        holder.tail = outer.tail
        parent = outer.getparent()
        if parent is not None:
            parent.replace(outer, holder)


def _tex(math: HtmlElement) -> str:
    """Return the TeX source of a formula; empty if the page has none."""
    if math.tag == "script":
        return plain_text(math)
    annotations = [a for a in math.iter("annotation") if "tex" in (a.get("encoding") or "").lower()]
    return plain_text(annotations[0]) if annotations else " ".join((math.get("alttext") or "").split())


def _is_shown_twice(element: HtmlElement) -> bool:
    return not _SHOWN_TWICE.isdisjoint((str(element.tag), *(element.get("class") or "").lower().split()))


def _is_displayed(math: HtmlElement, outer: HtmlElement) -> bool:
    """Return whether a formula is set as a paragraph of its own."""
    parent = outer.getparent()
    around = (parent.get("class") or "").split() if parent is not None else []
    return math.get("display") == "block" or "mode=display" in (math.get("type") or "") or "katex-display" in around
