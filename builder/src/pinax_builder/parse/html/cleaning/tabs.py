"""Move each tab's label to the top of its panel, since a reader of text sees all panels at once.

In:    The element that holds a page's content, its buttons still in place.
Out:   Nothing; each panel begins with its label in bold, and the row of labels is removed.
"""

from __future__ import annotations

from lxml.html import Element, HtmlElement

from pinax_builder.parse.html.css_selectors import of_classes, of_roles, selector
from pinax_builder.parse.plain_text import plain_text

_KINDS = (
    ("tablist", "[role=tab]", "[role=tabpanel]"),
    ("tabbed-set", "label", ".tabbed-block, .tabbed-content.tabbed-content--wrap > div"),
    ("tabbed-set", "label", ".tabbed-content"),
    ("vp-code-group", ".tabs > label", ".blocks > div"),
    ("tab-set", "label.sd-tab-label, label", ".tab-content, .sd-tab-content"),
)
"""Role or class of a container of tabs, selector of its labels, selector of its panels."""
_SETS = frozenset(name for name, _, _ in _KINDS)


def label_tabs(main: HtmlElement) -> None:
    """Move the labels of tabs to their panels; only if there are as many labels as panels."""
    containers = of_classes(main, _SETS.__contains__) | of_roles(main, _SETS)
    for container in list(filter(containers.__contains__, main.iterdescendants())) if containers else ():
        names = (container.get("role") or "", *(container.get("class") or "").split())
        parent = container.getparent()
        for name, label_css, panel_css in _KINDS:
            if name not in names:
                continue
            holder = parent if name == "tablist" and parent is not None else container
            labels = selector(label_css)(container)
            panels = selector(panel_css)(holder) if labels else []
            if labels and len(labels) == len(panels):
                for label, panel in zip(labels, panels, strict=True):
                    _put_first(panel, plain_text(label))
                    label.drop_tree()


def _put_first(panel: HtmlElement, label: str) -> None:
    paragraph = Element("p")
    strong = Element("strong")
    strong.text = label
    paragraph.append(strong)
    if panel.tag == "pre":
        panel.addprevious(paragraph)
        return
    paragraph.tail, panel.text = panel.text, None
    panel.insert(0, paragraph)
