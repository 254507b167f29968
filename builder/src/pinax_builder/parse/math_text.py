"""Write formulas as text.

In:    The element that holds a page's content.
Out:   Nothing; each formula is its TeX source between dollar signs, or its plain text where the page has no source.
"""

from __future__ import annotations

from lxml.html import Element, HtmlElement

from pinax_builder.parse.plain_text import plain_text


def write_math(main: HtmlElement) -> None:
    """Write formulas as the TeX that they were made from, where the page still has it."""
    for math in list(main.iter("math", "{http://www.w3.org/1998/Math/MathML}math")):
        annotations = [a for a in math.iter("annotation") if "tex" in (a.get("encoding") or "").lower()]
        tex = plain_text(annotations[0]) if annotations else math.get("alttext") or ""
        text = " ".join(tex.split()) or plain_text(math)
        holder = Element("span")
        holder.text = f"${text}$" if tex else text
        holder.tail = math.tail
        outer = next((above for above in math.iterancestors() if "katex" in (above.get("class") or "").split()), None)
        target = math if outer is None else outer
        parent = target.getparent()
        if parent is not None:
            holder.tail = target.tail
            parent.replace(target, holder)
