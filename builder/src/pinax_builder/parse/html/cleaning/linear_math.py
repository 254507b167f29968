"""Write MathML on one line, for formulas whose page has no source.

In:    A `math` element.
Out:   Its text, with signs for what MathML says by position: `(a)/(b)` for a fraction, `x^2`, `x_i`, `√(x)`.
Rules: brackets stand around what is more than one sign. An accent follows what it stands over.
Spec:  MathML Core, 3
"""

from __future__ import annotations

from lxml.html import HtmlElement

_SCRIPTS = {
    "msup": ("^",),
    "msub": ("_",),
    "msubsup": ("_", "^"),
    "mover": ("^",),
    "munder": ("_",),
    "munderover": ("_", "^"),
}
"""Tag of an element with scripts → the sign before each script."""
_ACCENTS = {"→": "\u20d7", "^": "\u0302", "ˆ": "\u0302", "¯": "\u0304", "‾": "\u0304", "~": "\u0303", "˙": "\u0307"}
"""Accent over a formula → the character that puts it over the letter before."""


def linear_text(element: HtmlElement) -> str:
    """Return the text of MathML with signs for fractions, roots and scripts.

    >>> from lxml.html import fragment_fromstring
    >>> linear_text(fragment_fromstring("<math><mfrac><mi>a</mi><mrow><mn>2</mn><mi>b</mi></mrow></mfrac></math>"))
    'a/(2b)'
    """
    parts = [linear_text(child) for child in element if isinstance(child.tag, str) and child.tag != "annotation"]
    if element.tag == "mfrac" and len(parts) == 2:
        return f"{_bracketed(parts[0])}/{_bracketed(parts[1])}"
    if element.tag == "msqrt":
        return f"√({''.join(parts)})"
    if element.tag == "mroot" and len(parts) == 2:
        return f"{_bracketed(parts[1])}√({parts[0]})"
    signs = _SCRIPTS.get(str(element.tag), ())
    if signs and len(parts) == len(signs) + 1:
        if element.tag == "mover" and parts[1] in _ACCENTS and len(parts[0]) == 1:
            return parts[0] + _ACCENTS[parts[1]]
        scripts = zip(signs, parts[1:], strict=True)
        return _bracketed(parts[0]) + "".join(f"{sign}{_bracketed(script)}" for sign, script in scripts if script)
    if element.tag == "mtr":
        return ", ".join(parts)
    if element.tag == "mtable":
        return "; ".join(parts)
    if element.tag == "mtext":
        return element.text or ""
    return " ".join((element.text or "").split()) + "".join(parts)


def _bracketed(text: str) -> str:
    """Put brackets around what is more than one sign or number."""
    is_one = len(text) <= 1 or text.isdigit() or (text[0] == "(" and text.find(")") == len(text) - 1)
    return text if is_one else f"({text})"
