"""Parse reStructuredText with docutils, as plain documents and as Sphinx's sources.

In:    An admitted page with its text.
Out:   A Page, or a Rejection.
Rules: no file is included, no raw HTML taken and no program run. Faults in the markup cost no words. What
       substitutions stand for is counted before they are made, since they may contain each other.
       docutils learns what Sphinx adds. A directive that describes an object (`py:function`, `option`) becomes a
       definition with the object's name as its id. A directive whose content comes from elsewhere (`toctree`,
       `automodule`, `literalinclude`) leaves nothing. Any other unknown directive keeps its content, and any other
       unknown role its text.
Why:   docs/decisions/0160
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Any

from docutils import nodes
from docutils.core import publish_doctree, publish_from_doctree
from docutils.parsers.rst import Directive, directives, roles
from docutils.parsers.rst.directives.body import CodeBlock
from docutils.parsers.rst.languages import en
from docutils.utils import SystemMessage
from lxml.html import HtmlElement

from pinax_builder.parse.converting.handing_on import html_page, tree_of, unreadable
from pinax_builder.records import Admitted, Page, Rejection
from pinax_runtime.format import cause_of

_DIRECTIVE = re.compile(r"^[ \t]*\.\.[ \t]+(?:\|[^|\n]+\|[ \t]+)?([A-Za-z][\w:+.-]*)::", re.MULTILINE)
_ROLE = re.compile(r":([A-Za-z][\w:+.-]*):`|`:([A-Za-z][\w:+.-]*):")
_TITLED = re.compile(r"(.*\S)\s*+<([^<>]+)>", re.DOTALL)
_SIGNATURE_NAME = re.compile(r"(?:[\w.*&:]+\s+)*?((?:--?)?[\w$][\w.$:-]*)\s*(?:[(\[=<].*|$)", re.DOTALL)

_OF_MODULES_LIST = """
    function class method classmethod staticmethod attribute property data exception decorator decoratormethod
    autofunction autoclass automethod autoattribute autodata autoexception
"""
_OF_MODULES = frozenset(_OF_MODULES_LIST.split())
"""Directives that describe an object whose name begins with the current module, without their domain (`py:`)."""
_OTHER_OBJECTS_LIST = """
    module type var macro struct union enum enumerator member option cmdoption envvar confval program describe object
    opcode command variable
"""
_OBJECTS = _OF_MODULES.union(_OTHER_OBJECTS_LIST.split())
"""Directives that describe any object."""
_MODULES = frozenset({"currentmodule", "module", "py:currentmodule", "py:module"})
_EMPTY_LIST = """
    toctree index highlight automodule literalinclude include
    tabularcolumns default-domain default-role autosummary image figure-md graphviz digraph plot mermaid raw meta
    contents sectnum sectionauthor codeauthor
"""
_EMPTY = frozenset(_EMPTY_LIST.split())
"""Directives that leave nothing."""
_CODE_LIST = "code-block sourcecode code highlight-code prompt doctest testcode testsetup testoutput"
_CODE = frozenset(_CODE_LIST.split())
"""Directives whose content is code."""
_TEXT_ROLE_LIST = "ref doc term numref guilabel menuselection abbr dfn download any kbd eq cite"
_TEXT_ROLES = frozenset(_TEXT_ROLE_LIST.split())
"""Roles whose text is no code."""
_ADDED = {
    "versionadded": "Added in version {}",
    "versionchanged": "Changed in version {}",
    "versionremoved": "Removed in version {}",
    "deprecated": "Deprecated since version {}",
    "deprecated-removed": "Deprecated since version {}",
}
"""Directive about a version → how its text begins."""

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
    _teach(text)
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
    return html_page(admitted, tree)


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
    for spoken in document.findall(nodes.title_reference):  # Sphinx lets the default role lead to what stands in `<>`
        if found := _TITLED.fullmatch(spoken.astext()):
            spoken.children = [nodes.Text(found[1])]


def _name_languages(tree: HtmlElement) -> None:
    """Mark the language of code blocks as the reader of HTML expects it."""
    for block in tree.iter("pre"):
        names = [name for name in (block.get("class") or "").split() if name not in ("code", "literal-block")]
        if names:
            block.set("class", f"language-{names[0]}")


class _AnyOption(dict[str, Callable[[str], Any]]):
    """Accepts options of any name and keeps their values as text."""

    def __bool__(self) -> bool:  # docutils parses no options where the table is false, as an empty one is
        return True

    def __getitem__(self, name: str) -> Callable[[str], Any]:
        return lambda given: given


class _Lenient(Directive):
    """A directive with any argument and any options; its content stays."""

    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec = _AnyOption()

    def run(self) -> list[nodes.Node]:
        """Return the content."""
        return list(self.inside().children)

    def inside(self) -> nodes.Element:
        """Parse the content."""
        holder = nodes.container()
        self.state.nested_parse(self.content, self.content_offset, holder, match_titles=True)
        return holder


class _Nothing(_Lenient):
    def run(self) -> list[nodes.Node]:
        return []


class _Titled(_Lenient):
    """A directive whose argument is a title, such as a tab or a card."""

    def run(self) -> list[nodes.Node]:
        title = nodes.strong(text=self.arguments[0]) if self.arguments else None
        return [*([nodes.paragraph("", "", title)] if title else []), *self.inside().children]


class _Code(_Lenient):
    """Code in any language and with any options."""

    def run(self) -> list[nodes.Node]:
        text = "\n".join(self.content)
        language = (self.arguments[0] if self.arguments else "").split()[:1]
        return [nodes.literal_block(text, text, classes=["code", *language])] if text.strip() else []


class _Versioned(_Lenient):
    """A remark such as `versionadded`."""

    def run(self) -> list[nodes.Node]:
        version, *more = self.arguments[0].split(maxsplit=1) if self.arguments else [""]
        remark = _ADDED[self.name].format(version)
        holder = self.inside()
        said, messages = self.state.inline_text(more[0] if more else "", self.lineno)
        first = nodes.paragraph("", f"{remark}: " if more or holder.children else f"{remark}.", *said)
        return [first, *holder.children, *messages]


class _Module(_Lenient):
    """The module that what follows belongs to; it shows nothing."""

    def run(self) -> list[nodes.Node]:
        self.state.document.settings.env_module = self.arguments[0].strip() if self.arguments else ""
        return []


class _Object(_Lenient):
    """The description of functions, classes, options and the like."""

    def run(self) -> list[nodes.Node]:
        domain, _, kind = self.name.rpartition(":")
        outer = self.state.document.settings.env_names = getattr(self.state.document.settings, "env_names", [])
        signatures = [
            line.strip() for line in (self.arguments[0] if self.arguments else "").split("\n") if line.strip()
        ]
        names = [_qualified(signature, kind, outer) for signature in signatures]
        module = getattr(self.state.document.settings, "env_module", "")
        if module and domain in ("", "py") and kind in _OF_MODULES and not any(outer):
            names = [name if name.startswith(f"{module}.") else f"{module}.{name}" for name in names]
        terms = [_term(*pair) for pair in zip(signatures, names, strict=True)]
        outer.append(names[0] if names and "class" in kind and kind != "classmethod" else "")
        body = nodes.definition("", *self.inside().children)
        outer.pop()
        items = [nodes.definition_list_item("", *terms, body)] if terms else []
        classes = [
            domain or ("std" if kind in ("option", "cmdoption", "envvar", "confval") else "py"),
            kind.removeprefix("auto"),
        ]
        return [nodes.definition_list("", *items, classes=classes)]


def _qualified(signature: str, kind: str, outer: list[str]) -> str:
    """Return the name that a signature declares, qualified by the class around it."""
    found = _SIGNATURE_NAME.match(signature.removeprefix("async ").removeprefix("class "))
    name = found[1] if found else signature.split()[0]
    around = outer[-1] if outer else ""
    is_plain = not around or kind.endswith("option") or name.startswith(f"{around}.")
    return name if is_plain else f"{around}.{name.removeprefix(around.rpartition('.')[2] + '.')}"


def _term(signature: str, name: str) -> nodes.term:
    return nodes.term("", "", nodes.literal(text=signature), ids=[name], classes=["sig"])


def _teach(text: str) -> None:
    """Register the directives and roles of a text that docutils does not know, and forget those of other texts.

    Docutils keeps its tables for the whole process, with the roles that texts define. A page read earlier would decide
    how this one is read.
    """
    directives._directives.clear()  # type: ignore[attr-defined]
    roles._roles.clear()  # type: ignore[attr-defined]
    for name in {match.lower() for match in _DIRECTIVE.findall(text)}:
        if directive := _directive(name):
            directives.register_directive(name, directive)
    for name in {(before or after).lower() for before, after in _ROLE.findall(text)}:
        if name not in en.roles and name not in roles._role_registry:  # type: ignore[attr-defined]
            roles.register_local_role(name, _role)  # type: ignore[arg-type]


def _directive(name: str) -> type[Directive] | None:
    """Return a class for a directive; None if docutils has one."""
    if name in _CODE:
        return _Code
    if name in _EMPTY:
        return _Nothing
    if name in _MODULES:
        return _Module
    if name in _ADDED:
        return _Versioned
    if name.rpartition(":")[2] in _OBJECTS:
        return _Object
    return None if name in en.directives else _Titled


def _role(
    name: str, rawtext: str, text: str, lineno: int, inliner: Any, options: Any = None, content: Any = ()
) -> tuple[list[nodes.Node], list[nodes.system_message]]:
    """Make a role's text: a link where it names a document, code where it names an object."""
    shown = nodes.unescape(text).strip()
    titled = _TITLED.fullmatch(shown)
    title, target = (titled[1], titled[2]) if titled else (shown, shown)
    kind = name.rpartition(":")[2].lower()
    if kind == "doc":
        return [nodes.reference(rawtext, title, refuri=f"{target.lstrip('/')}.rst")], []
    if kind in _TEXT_ROLES:
        return [nodes.Text(title)], []
    if not titled:
        title = title.lstrip("!")
        title = title[1:].rpartition(".")[2] if title.startswith("~") else title
    return [nodes.literal(rawtext, title)], []


# Sphinx gives `code` more options than docutils knows, which would refuse the whole block.
CodeBlock.option_spec = _AnyOption()
