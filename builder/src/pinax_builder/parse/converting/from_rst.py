"""Parse reStructuredText with docutils, as plain documents and as Sphinx's sources.

In:    An admitted page with its text.
Out:   A Page, or a Rejection.
Rules: no file is included, no raw HTML taken and no program run. Faults in the markup cost no words. What
       substitutions stand for is counted before they are made, since they may contain each other.
Why:   docs/decisions/0160
"""

from __future__ import annotations

import io
import re
from dataclasses import replace

from docutils import nodes
from docutils.core import publish_doctree, publish_from_doctree
from docutils.utils import SystemMessage
from lxml.html import HtmlElement

from pinax_builder.parse.converting.handing_on import tree_of, unreadable
from pinax_builder.parse.converting.rst_names import teach
from pinax_builder.parse.html.from_html import parse_html
from pinax_builder.records import Admitted, Page, Rejection
from pinax_runtime.format import cause_of

_SETTINGS = {
    "_disable_config": True,
    "doctitle_xform": True,
    "embed_stylesheet": False,
    "file_insertion_enabled": False,
    "halt_level": 5,
    "id_prefix": "",
    "input_encoding": "unicode",
    "line_length_limit": 1_000_000,
    "math_output": "LaTeX",
    "output_encoding": "unicode",
    "raw_enabled": False,
    "report_level": 3,
    "sectnum_xform": False,
    "smart_quotes": False,
    "syntax_highlight": "none",
    "toc_backlinks": False,
}
"""Settings of docutils: it opens no other file, never gives up at faults, and adds nothing to the text."""
_FIELDS = re.compile(r"\A(?:[ \t]*\n|:[\w -]+:[^`\n]*\n)+")
"""Fields before a title, such as `:orphan:`, which are for the generator."""
_FAILURES = (SystemMessage, RecursionError, ValueError, TypeError, LookupError, AttributeError, AssertionError)
"""What docutils raises for markup that it does not foresee, such as substitutions that contain each other."""
_MAX_CHARS = 1_000_000
"""Largest size of all substitutions of a page, once expanded (characters)."""
_DEFINITION = re.compile(r"^[ \t]*\.\. +\|([^|\n]+)\|[ \t]+replace::(.*(?:\n[ \t]+\S.*)*)", re.MULTILINE)
"""Name and text of a substitution."""
_REFERENCE = re.compile(r"\|([^|\s][^|\n]*)\|")
_BODY = re.compile(r"<body[^>]*>(.*)</body>", re.DOTALL)


def parse_rst(admitted: Admitted) -> Page | Rejection:
    """Parse one page of reStructuredText."""
    text = _FIELDS.sub("", (admitted.text or "").removeprefix("\ufeff"))
    if _substituted(text) > _MAX_CHARS:
        return unreadable(admitted, f"Its substitutions stand for more than {_MAX_CHARS:,} characters")
    teach(text)
    settings = {**_SETTINGS, "warning_stream": io.StringIO()}
    try:
        document = publish_doctree(text, settings_overrides=settings)
        _keep_words(document)
        written = publish_from_doctree(document, writer="html5", settings_overrides=settings)
    except _FAILURES as error:
        return unreadable(admitted, f"The text is no reStructuredText that can be read ({cause_of(error)})")
    body = _BODY.search(written)
    tree = tree_of(body[1] if body else written)
    _name_languages(tree)
    for described in tree.find_class("simple"):  # it would stand before the domain (`py`) of what is described
        described.classes.remove("simple")
    for literal in tree.find_class("literal"):
        if literal.tag == "span":
            literal.tag = "code"
    return parse_html(replace(admitted, media_type="text/html", tree=tree, text=None))


def _substituted(text: str) -> int:
    """Return how many characters the substitutions of a text stand for; those in a circle stand for nothing."""
    definitions = {name.lower(): written for name, written in _DEFINITION.findall(text)}
    sizes: dict[str, int] = {}

    def size_of(name: str) -> int:
        if name not in sizes:
            sizes[name] = 0  # where it contains itself
            written = definitions.get(name, "")
            sizes[name] = len(written) + sum(size_of(inner.lower()) for inner in _REFERENCE.findall(written))
        return sizes[name]

    try:
        return sum(size_of(name.lower()) for name in _REFERENCE.findall(text)) if definitions else 0
    except RecursionError:
        return _MAX_CHARS + 1


def _keep_words(document: nodes.document) -> None:
    """Replace each error message of docutils by the text that it is about."""
    document.parse_messages.clear()
    document.transform_messages.clear()
    for message in list(document.findall(nodes.system_message)):
        message.parent.replace(message, [kept for kept in message.children if isinstance(kept, nodes.literal_block)])
    for flaw in list(document.findall(nodes.problematic)):
        flaw.parent.replace(flaw, flaw.children)


def _name_languages(tree: HtmlElement) -> None:
    """Mark the language of code blocks as the reader of HTML expects it."""
    for block in tree.iter("pre"):
        names = [name for name in (block.get("class") or "").split() if name not in ("code", "literal-block")]
        if names:
            block.set("class", f"language-{names[0]}")
