"""Write each tab's label before what it shows, since a reader of text sees all tabs at once.

In:    The element that holds a page's content, its buttons still in place.
Out:   Nothing; labels stand in bold at the head of their panels, the row of labels is gone.
"""

from __future__ import annotations

from lxml import etree
from lxml.html import Element, HtmlElement

from pinax_builder.parse.css_selectors import selector
from pinax_builder.parse.plain_text import plain_text

_KINDS = (
    # container, labels, panels
    ("[role=tablist]", "[role=tab]", "[role=tabpanel]"),
    (".tabbed-set", "label", ".tabbed-block, .tabbed-content.tabbed-content--wrap > div"),
    (".tabbed-set", "label", ".tabbed-content"),
    (".vp-code-group", ".tabs > label", ".blocks > div"),
    (".tab-set", "label.sd-tab-label, label", ".tab-content, .sd-tab-content"),
)
_ANY = etree.XPath("boolean(descendant::*[@role='tablist' or contains(@class, 'tab')])")


def label_tabs(main: HtmlElement) -> None:
    """Move the labels of tabs to their panels, where there are as many of the one as of the other."""
    if not _ANY(main):
        return
    for css, label_css, panel_css in _KINDS:
        for container in selector(css)(main):
            parent = container.getparent()
            holder = parent if css == "[role=tablist]" and parent is not None else container
            labels = selector(label_css)(container)
            panels = selector(panel_css)(holder)
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
