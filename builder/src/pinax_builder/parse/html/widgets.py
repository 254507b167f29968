"""Write as text what a page draws, formats by scripts or shows by turns: drawings, formulas, tabs.

Before: buttons, scripts and styles are still in the content.
After:  a drawing (SVG) is its title, description and labels, with ` · ` between them. A formula is its TeX source
        between dollar signs, two on each side if it is set as a paragraph; one without source is a line of text. Each
        panel of a set of tabs begins with its label in bold, and the row of labels is gone. A footnote that only an
        attribute of its mark holds stands behind the mark. What an editor for examples begins with is code.
Rules:  - An icon is left out: a drawing with at most one label that is in a link, button or heading, or hidden from
          readers. A drawing that a page repeats is written once. One that the page hides is not written at all. One
          that holds sections is a slide of Marp's, and becomes a box.
        - An object that is a picture is an image. What it holds stands for it, unless that speaks of the browser.
        - Of the signs that part names, such as `.` and `::`, the one for C# stays, or the first.
        - Short commands of TeX that a page defines for its formulas are written out.
        - In a line of MathML, brackets stand around what is more than one sign, as in `(a+b)/2`. An accent follows what
          it stands over.
Spec:   https://www.w3.org/TR/SVG2/struct.html#DescriptionAndTitleElements; MathML Core, 3
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import unescape
from itertools import islice

from lxml import etree
from lxml.html import Element, HtmlElement, builder

from pinax_builder.parse.html.page_tree import HEADINGS, LISTS, PICTURE_FILE, PageTree, heading_tag, level_of, unwrap
from pinax_builder.parse.html.platforms.doxygen import write_diagrams
from pinax_builder.parse.plain_text import is_all_of, plain_text, raw_text, shows_text
from pinax_builder.parse.styled_away import is_styled_away

_KINDS = (
    ("tablist", "[role=tab]", "[role=tabpanel]"),
    ("tabbed-set", "label", ".tabbed-block, .tabbed-content.tabbed-content--wrap > div"),
    ("tabbed-set", "label", ".tabbed-content"),
    ("vp-code-group", ".tabs > label", ".blocks > div"),
    ("tab-set", "label.sd-tab-label, label", ".tab-content, .sd-tab-content"),
    ("codeSnippetContainer", ".codeSnippetContainerTab, .codeSnippetContainerTabPhantom", ".codeSnippetContainerCode"),
)
"""Role or class of a container of tabs, selector of its labels, selector of its panels."""
_SETS = frozenset(name for name, _, _ in _KINDS)
_STRIPS = frozenset(("nav-tabs", "nav-pills", "tabs", "ui-tabs-nav", "tab-links"))
"""Classes of lists of the labels of tabs."""
_MAX_SETS = 512
"""Largest number of sets of tabs whose labels are moved."""
_NEAR = 64
"""Number of elements right after such a list among which its panels are."""
_LABELS = ("header", "data-showtitle")
"""Attributes with the label of a box that a click unfolds, in Markdown and HTML (MarkBind) or as text (Runestone)."""
_TAG = re.compile(r"<[^>]*>")
_QUOTED = re.compile(r"['\"]([\w-]+)['\"]")
"""A name in a script."""
_SIGNS = re.compile(r'[?|](\w+)=([^|"]*)')
"""A language in a script, and the sign for it."""
MAX_CHARS = 20_000
"""Length of one drawing's text, in characters; the rest is cut."""
_BETWEEN = " · "
"""Separator of the labels."""
_INLINE = (*HEADINGS, "p", "span", "a", "em", "strong", "b", "i", "code", "li", "td", "th", "dt")
"""Tags in which a drawing's text stands within a line."""
_HOSTS_OF_ICONS = (*HEADINGS, "a", "button", "summary", "label", "dt", "nav")
"""Tags in which a drawing with at most one label is an icon."""
_HOLDERS = ("math", "{http://www.w3.org/1998/Math/MathML}math", "script")
"""Tags of elements that hold a formula."""
_OF_PANDOC = ("math inline", "math display")
"""Classes that Pandoc gives formulas."""
_OPENING = ("\\(", "\\[", "$")
"""Signs by which a page's script knows a formula."""
_SHOWN_TWICE = frozenset(("katex", "mjx-container", "mathjax"))
"""Classes and tags of elements that hold a formula twice: as MathML for programs, and laid out for the eye."""
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
_TEX_COMMENT = re.compile(r"(?<!\\)%(?:[^\n]*\n\s*|\s*$)")
"""A comment of TeX with its line's end. It would hide the rest of a formula that is written in one line."""
_LESS = re.compile(r"<(?=[A-Za-z/!?])")
"""A sign before a letter, which Markdown would take for a tag; in TeX blanks say nothing."""
_STAR = re.compile(r"\^(?:\*|\{\*\})")
"""A raised asterisk, which has a name, while Markdown may take the sign for emphasis."""
_DEFINED = re.compile(r"\\newcommand\{(\\[A-Za-z]+)\}\{(.{2,40})\}$", re.MULTILINE)
"""The name and meaning of a command of TeX without arguments; those for single signs are known to all."""
_MAX_COMMANDS = 20_000
"""Number of a page's backslashes up to which commands are written out, which makes the text longer."""
_COMMAND = re.compile(r"\\[A-Za-z]+")
_METHOD = re.compile(r"(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE)")
_BOX_LEVELS = 4
"""Number of elements above its button among which an operation's box is sought."""
_BOX_BUTTONS = 50
"""Number of a box's buttons that are checked for other operations."""


def write_widgets(page: PageTree) -> None:
    """Write as text what would go with the page's scripts and buttons."""
    for summary in page.all("summary"):
        if next(summary.iterancestors()).tag != "details":
            summary.tag = "div"  # nothing opens it (HTML, section 4.11.2)
    _write_for_language(page)
    _label_tabs(page)
    _label_named_panels(page)
    for box in page.select(f"panel[{_LABELS[0]}], [{_LABELS[1]}]"):
        label = next(filter(None, map(box.get, _LABELS)), "")
        _put_first(box, " ".join(unescape(_TAG.sub(" ", label)).strip(" #").split()))
    _show_pictures(page)
    _write_drawings(page)
    write_diagrams(page)
    _unfold_buttons(page)
    _write_editors(page)
    _write_math(page)
    _write_out_commands(page)
    for mark in page.select("a.footnote-ref[data-content]"):
        note = builder.SPAN(f" ({' '.join(unescape(_TAG.sub('', mark.get('data-content', ''))).split())})")
        mark.addnext(note)
        note.tail, mark.tail, mark.tag = mark.tail, None, "span"  # it leads nowhere


def _write_for_language(page: PageTree) -> None:
    """Write the one of the signs that part names which Sandcastle's scripts and styles show first, mostly C#'s."""
    for script in page.all("script"):
        place = script.getprevious()
        if place is not None and (source := script.text or "").startswith("AddLanguageSpecificTextSet("):
            signs: dict[str, str] = dict(_SIGNS.findall(source))
            place.text = unescape(signs.get("cs", signs.get("nu", "")))
    for place in page.of_class(("languageSpecificText",)):
        for part in list(place)[0 if place.text else 1 :]:  # a class may be one of highlighters', which are gone
            part.drop_tree()


def _label_tabs(page: PageTree) -> None:
    """Move the labels of tabs to their panels, innermost sets first; only if there are as many labels as panels."""
    labeled: set[HtmlElement] = set()
    for container in islice(reversed(page.in_order(page.of_class(_SETS) | page.of_role(_SETS))), _MAX_SETS):
        names = (container.get("role") or "", *(container.get("class") or "").split())
        parent = container.getparent()
        for name, label_css, panel_css in _KINDS:
            if name not in names:
                continue
            holder = parent if name == "tablist" and parent is not None else container
            labels = page.select(label_css, container)
            panels = [panel for panel in page.select(panel_css, holder) if panel not in labeled] if labels else []
            if labels and len(labels) == len(panels):
                labeled.update(panels)
                for label, panel in zip(labels, panels, strict=True):
                    _put_first(panel, plain_text(label))
                    label.drop_tree()


def _label_named_panels(page: PageTree) -> None:
    """Move the labels of tabs to the panels below them. A label names its panel in a link, or in its script."""
    lists = {tab.getparent() for _, tab in page.ids if tab.tag == "li" and tab.get("onclick")}
    lists |= page.of_class(_STRIPS)
    ids = dict(page.ids) if lists else {}
    for tabs in page.in_order({one for one in lists if one is not None and one.tag in LISTS}):
        panels = {label: _named_panel(label, ids) for label in tabs}
        found = [panel for panel in panels.values() if panel is not None]
        after = set(_right_after(tabs)) if len(set(found)) == len(panels) > 0 else set()
        if not after or not all(after.intersection((panel, *panel.iterancestors())) for panel in found):
            continue
        for label, panel in zip(panels, found, strict=True):
            name = plain_text(label)
            if (frame := panel.find("iframe[@src]")) is not None and not shows_text(panel):
                frame.set("title", name)  # the link to it is called so
            else:
                _put_first(panel, name)
        tabs.drop_tree()


def _named_panel(label: HtmlElement, ids: Mapping[str, HtmlElement]) -> HtmlElement | None:
    """Return the box that the label of a tab leads to, or whose id begins as what a click on the label asks for."""
    link, tabs = next(label.iter("a"), label), label.getparent()
    called = _QUOTED.search(label.get("onclick") or "")
    panel = ids.get((link.get("href") or "")[1:])
    if called is not None and tabs is not None:
        panel = next((box for box in _right_after(tabs) if (box.get("id") or "").startswith(called[1])), None)
    if panel is None or panel.tag not in ("div", "section"):
        return None
    if not shows_text(panel) and panel.find("iframe[@src]") is None:
        return None
    return panel if next(panel.iter(*HEADINGS), None) is None else None


def _right_after(tabs: HtmlElement) -> Iterator[HtmlElement]:
    """Yield the elements right after a list of tabs, since a page may have thousands of both."""
    return islice(tabs.itersiblings(), _NEAR)


def _put_first(panel: HtmlElement, label: str) -> None:
    paragraph = builder.P(builder.STRONG(label, role="tab"))
    if panel.tag == "pre":
        panel.addprevious(paragraph)
        return
    paragraph.tail, panel.text = panel.text, None
    panel.insert(0, paragraph)


def _show_pictures(page: PageTree) -> None:
    """Make an image of each object that is a picture; what it holds for browsers that cannot show it is its text."""
    for shown in page.all("object"):
        source = shown.get("data") or ""
        if shown.get("type", "").startswith("image/") or PICTURE_FILE.search(source):
            inner = next((image.get("alt") for image in shown.iter("img")), None)
            text = plain_text(shown)
            shown.set("alt", inner or ("" if "browser" in text.lower() else text))
            shown.set("src", source)
            shown.tag, shown.text, shown[:] = "img", None, []


def _write_drawings(page: PageTree) -> None:
    """Replace each drawing by its text; a link gets the class of its icon, which may tell where it leads."""
    written: set[str] = set()
    for drawing in page.all("svg"):
        parent = drawing.getparent()
        if parent is not None and parent.tag == "a" and drawing is parent[0] and (name := drawing.get("class")):
            parent.set("class", f"{parent.get('class', '')} {name}")
        if parent is None or next(drawing.iterancestors("svg"), None) is not None or _is_hidden(drawing):
            continue
        if drawing.find("foreignobject/section") is not None:
            for part in (drawing, *drawing.findall("foreignobject")):
                part.tag = "div"
            continue
        text = _words(drawing)
        if not text or text in written:
            continue
        written.add(text)
        holder = Element("span" if parent.tag in _INLINE else "p")
        holder.text, holder.tail = text, drawing.tail
        parent.replace(drawing, holder)


def _words(drawing: HtmlElement) -> str:
    """Join a drawing's title, description and labels; a label that is repeated as outline or shadow counts once."""
    labels: list[str] = []
    for label in drawing.iter("text", "foreignobject"):
        if next(label.iterancestors("text", "foreignobject"), None) is None:
            words = plain_text(label)
            if words and words != (labels[-1] if labels else ""):
                labels.append(words)
    if len(labels) <= 1 and _is_icon(drawing):
        return ""
    about = [plain_text(element) for element in drawing if element.tag in ("title", "desc")]
    about = about or [drawing.get("aria-label") or ""]
    return _BETWEEN.join(words for words in (*about, *labels) if words)[:MAX_CHARS]


def _is_hidden(drawing: HtmlElement) -> bool:
    return any(map(is_styled_away, (drawing, *drawing.iterancestors())))


def _is_icon(drawing: HtmlElement) -> bool:
    """Return whether a drawing with at most one label only decorates."""
    if drawing.get("aria-hidden") == "true" or drawing.get("role") in ("presentation", "none"):
        return True
    parent = drawing.getparent()
    if parent is None or parent.tag not in ("p", "div", "figure") or not is_all_of(drawing, parent):
        return True
    return next(drawing.iterancestors(*_HOSTS_OF_ICONS), None) is not None


def _write_math(page: PageTree) -> None:
    """Replace formulas by their TeX source, or by their text if the page has no source."""
    for math in (*page.all(*_HOLDERS), *filter(_is_bare, page.in_order(page.of_class(("math",))))):
        if math.tag == "script" and not (math.get("type") or "").startswith("math/tex"):
            continue
        tex = _tex(math)
        text = tex or _linear_text(math)
        outer = next((above for above in math.iterancestors() if _is_shown_twice(above)), math)
        sign = "$$" if _is_displayed(math, outer) else "$"
        holder = builder.SPAN(f"{sign}{text}{sign}" if tex else text)
        holder.tail = outer.tail
        parent = outer.getparent()
        if parent is not None:
            parent.replace(outer, holder)


def _write_out_commands(page: PageTree) -> None:
    """Replace the commands of TeX that a page defines, as PreTeXt's do, by what they stand for."""
    if not page.has("#latex-macros") or raw_text(page.content).count("\\") > _MAX_COMMANDS:
        return
    defined = next(raw_text(box) for name, box in page.ids if name == "latex-macros")
    meanings = {name: f"{{{meaning}}}" for name, meaning in _DEFINED.findall(defined)}
    for element in page.content.iter(etree.Element):
        for side in ("text", "tail"):
            if "\\" in (text := getattr(element, side) or ""):
                setattr(element, side, _COMMAND.sub(lambda found: meanings.get(found[0], found[0]), text))


def _tex(math: HtmlElement) -> str:
    """Return the TeX source of a formula; empty if the page has none."""
    if math.tag in ("script", "span"):
        source = raw_text(math)
    else:
        annotations = [a for a in math.iter("annotation") if "tex" in (a.get("encoding") or "").lower()]
        source = raw_text(annotations[0]) if annotations else math.get("alttext") or ""
    source = _STAR.sub(r"^{\\ast}", _LESS.sub("< ", _TEX_COMMENT.sub("", source)))
    return " ".join(source.split())


def _is_bare(formula: HtmlElement) -> bool:
    """Return whether a formula is TeX without signs around it, as Pandoc writes it for KaTeX."""
    text = raw_text(formula).strip()
    is_tex = formula.get("class") in _OF_PANDOC and not len(formula) and any(map(str.isalpha, text))
    return is_tex and not text.startswith(_OPENING)


def _is_shown_twice(element: HtmlElement) -> bool:
    return not _SHOWN_TWICE.isdisjoint((str(element.tag), *(element.get("class") or "").lower().split()))


def _is_displayed(math: HtmlElement, outer: HtmlElement) -> bool:
    """Return whether a formula is set as a paragraph of its own."""
    parent = outer.getparent()
    around = (parent.get("class") or "").split() if parent is not None else []
    kind = math.get("display") or math.get("type") or math.get("class") or ""
    return kind in ("block", "math display") or "mode=display" in kind or "katex-display" in around


def _linear_text(element: HtmlElement) -> str:
    """Return the text of MathML with signs for fractions, roots and scripts, and with words that stand bare in a line.

    >>> from lxml.html import fragment_fromstring
    >>> _linear_text(fragment_fromstring("<math><mfrac><mi>a</mi><mrow><mn>2</mn><mi>b</mi></mrow></mfrac></math>"))
    'a/(2b)'
    """
    own = (child for child in element if isinstance(child.tag, str) and child.tag != "annotation")
    texts = {child: _linear_text(child) for child in own}
    parts = list(texts.values())
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
    bare = {child: f" {' '.join(words)} " for child in element if (words := (child.tail or "").split())}
    return " ".join((element.text or "").split()) + "".join(texts.get(one, "") + bare.get(one, "") for one in element)


def _bracketed(text: str) -> str:
    """Put brackets around what is more than one sign or number."""
    is_one = len(text) <= 1 or text.isdigit() or (text[0] == "(" and text.find(")") == len(text) - 1)
    return text if is_one else f"({text})"


def _unfold_buttons(page: PageTree) -> None:
    """Keep buttons that are content, before all others are removed: titles that fold a part, and operations of an API.

    An operation is a heading of the next level if it has a box of its own, else code; its summary stands below. A
    paragraph beside words in bold is content, too, as Redoc describes the answers of an operation.
    """
    level = 1
    for element in page.all("button", *HEADINGS) if not page.lacks("button") else ():
        if element.tag != "button":
            level = level_of(element)
            continue
        heading = next(element.iterancestors(*HEADINGS), None)
        if heading is not None and shows_text(element) and is_all_of(element, heading):
            unwrap(element)
        elif (operation := _operation(element)) is not None:
            method, path = operation
            box = _box_of_operation(element)
            line = Element("p") if box is None else Element(heading_tag(level + 1), id=box.get("id") or "")
            signature = f"{(method.text or '').strip().upper()} {''.join(raw_text(path).split())}"
            etree.SubElement(line, "code").text = signature
            method.text, element.tag = None, "div"
            path.drop_tree()
            element.addprevious(line)
        elif _is_described(element):
            element.tag = "div"
            for inner in [*element.iterdescendants("p", "div")] if len(list(element.iter("p"))) == 1 else ():
                inner.tag = "span"


def _is_described(button: HtmlElement) -> bool:
    """Return whether a button holds words in bold and a paragraph, which no button needs that only does something."""
    return all(any(map(shows_text, button.iter(tag))) for tag in ("p", "strong"))


def _operation(button: HtmlElement) -> tuple[HtmlElement, HtmlElement] | None:
    """Return the elements with the method and the path of an operation's button; None for any other button."""
    method = next((part for part in button.iter() if _METHOD.fullmatch((part.text or "").strip().upper())), None)
    path = next((part for part in button.iter("span", "code", "a") if raw_text(part).lstrip()[:1] == "/"), None)
    return (method, path) if method is not None and path is not None else None


def _box_of_operation(button: HtmlElement) -> HtmlElement | None:
    """Return the box of one operation, which has an id, no heading and no other operation; None without one."""
    for above in islice(button.iterancestors(), _BOX_LEVELS):
        if above.tag not in ("div", "section", "span", "article", "li"):
            return None
        if above.get("id"):
            others = (other for other in islice(above.iter("button"), _BOX_BUTTONS) if other is not button)
            is_shared = next(above.iter(*HEADINGS), None) is not None or any(map(_operation, others))
            return None if is_shared else above
    return None


def _write_editors(page: PageTree) -> None:
    """Make code of the text areas that no form sends, as they have no name, but a text: of editors for examples."""
    for area in page.all("textarea"):
        if not area.get("name") and not len(area) and (area.text or "").strip():
            area.tag = "pre"
