"""Answer what the steps ask of one page's tree: what has a class, a role, a tag or a style, what a selector matches.

In:    A page's tree.
Out:   Elements of the page's content, in document order; of the whole page as long as the content is not found. What
       kinds of tags there are.
Rules: - Names are those with which the page was published, and so are the elements that have them: steps remove
         classes, ids and elements. A name that a step adds is found by `select` alone, and only if the page had it.
       - Of `_RARE_TAGS` it is known which the content lacks. No step adds an element of one before those that look for
         them have looked, but for `dl`, of a `dt` that is there, `table`, of boxes, for which `tables.py` looks itself,
         and `img` and `video`, of `object`, frames and sounds, which `inline.py` looks for, too.

Strategy: most selectors name classes or ids that a page does not have. So all names are read in one pass, and a
selector is only tried where the page has every name in it. A class, or a tag with a class, needs no search then.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from operator import attrgetter

import cssselect
from lxml import etree
from lxml.html import HtmlElement

from pinax_builder.parse.plain_text import plain_text, raw_text, shows_text

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
"""Tags of headings, by level."""
PICTURE_FILE = re.compile(r"\.(?:png|jpe?g|gif|svg|webp)$", re.IGNORECASE)
"""End of the address of a picture."""
PICTURE_SIGN = "\ufffc"
"""Stands for a picture in code (Unicode's object replacement character)."""
BULLETS = ("•", "\u2219", "\u25cf", "\u25cb", "\u25e6", "\u25aa", "\u25a0", "\u2023")
"""Signs that begin an item where a page draws them itself."""
BOXES = ("blockquote", "details")
"""Tags of boxes beside the page's text: a section that begins in one ends with it."""
LISTS = ("ul", "ol", "menu", "dir")
"""Tags of lists."""
_BLOCK_WORDS = """
    address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer
    form header hgroup hr html legend li main nav p pre section summary table tbody td tfoot th thead tr
"""
BLOCKS = (*_BLOCK_WORDS.split(), *HEADINGS, *LISTS)
"""Tags of elements that begin a line of their own, as a tuple, which lxml asks for."""
IS_BLOCK = frozenset(BLOCKS)
"""The same tags as a set, for a quick look-up."""
SIGNATURE = "data-pinax-signature"
"""Attribute of a heading that holds the signature of the member below it."""
DECLARED_KIND = "data-pinax-kind"
"""Attribute of a heading whose text lists the names that it declares, with commas between: their kind."""

MAX_NAMES = 4096
"""Number of classes and ids that are remembered; the pages of a site share most of theirs."""

_PERMALINK_WORDS = """
    headerlink header-link hash-link header-anchor heading-anchor anchor-link anchorlink anchorjs-link permalink
    copiable-anchor copiable-link sl-anchor-link heading-link
"""
PERMALINKS = frozenset(_PERMALINK_WORDS.split())
"""Classes that only permalinks have."""

_SIDE_NAME = re.compile(
    r"(?!(?:.*-)?(?:has|with|no|for)-)(?:(?:.*[-_])?(?:side-?(?:bar|nav)|(?:left|top|bottom|sub)nav(?:list)?|toc"
    r"|nav[-_]?(?:bar|box|column|igation|head(?:er)?|foot(?:er)?|links|list|panel|path|table)?|(?:main|sub)?menu"
    r"|prevnext|crumbs?|pagination|pager|search(?:-?(?:box|form|results))?)"
    r"(?:[-_](?:bar|outer|inner|container|wrapper))?\d*"
    r"|(?:page-|site-)?footer|related|comments|share|(?:.*[-_])?(?:newsletter|cookies?|modal|dialog|popup)"
    r"|site[-_]?(?:name|title|logo|branding)|bannerleft)"
)
"""Class or id, in lower case, of what stands beside a page's text, as menus, trails, footers and the site's name."""
NAVIGATION_ROLES = frozenset(("navigation", "search", "dialog", "alertdialog", "menu", "menubar"))
"""ARIA roles of chrome."""
_SIDE_ROLES = NAVIGATION_ROLES | {"complementary", "contentinfo"}
"""ARIA roles of what stands beside a page's text."""
SIDE_TAGS = ("nav", "aside", "footer")
"""Tags of the same."""

_SIGNED = re.compile(
    r"(?:(?:This )?(?:\w+ )?(?:is |was )?(?:Generated|Powered|Built)"
    r"|This (?:document|page|file|manual) (?:is |was )?(?:created|produced|converted|translated|formatted))"
    r" (?:(?:by|with|using|from)(?: .{1,160})?|on(?: .{1,80}\b(?:19|20)\d\d\b.{0,160})?)"
    r"|(?:Created with|Documentation by) \S+(?: \S+)?"
    r"|HTML conversion by .{1,80}|The source (?:code )?(?:of|for) this page .{1,80}"
    r"|Content-type: text/html(?:; charset=[\w-]+)?|\$(?:Id|Revision|Date)\b[^$]{0,160}\$",
    re.IGNORECASE,
)
"""A line that names the page's generator or its version, or what a server said before the page, as man2html has it."""


_BACK = re.compile(
    r"\W*(?:(?:(?:go |jump )?back|return|up) to[\w\s]{0,60}\b"
    r"(?:toc|contents|top|index|home ?page|main page)(?: of[\w\s]{0,40})?"
    r"|(?:table of contents|index) (?:of|for) all[\w\s]{0,40} (?:pages|routines)"
    r"|toc|table of contents)\W*|[\[(^↑]\s*(?:to )?top\W*",
    re.IGNORECASE,
)
"""What leads back to the contents or the top of a page, or to a list of all pages of a manual."""
_TOP = re.compile(r"\W*(?:(?:go to )?top|return)\W*", re.IGNORECASE)
"""What leads to the top of a page if its address says so, too."""
_TOPS = frozenset(("#", "#top", "#pageheader", "#mainbody"))


def leads_back(text: str, href: str = "") -> bool:
    """Return whether a text, and the address that it leads to, say that this is the contents or the top of the page.

    >>> leads_back("[Back to top of list]"), leads_back("back to ToC or Class ToC"), leads_back("[↑ return]", "#")
    (True, True, True)
    >>> leads_back("Index of all manual pages"), leads_back("Index of all signs")
    (True, False)
    >>> leads_back("top", "#a"), leads_back("topics", "#top")
    (False, False)
    """
    return _BACK.fullmatch(text) is not None or (href.lower() in _TOPS and _TOP.fullmatch(text) is not None)


def signs_page(text: str) -> bool:
    """Return whether a line says what generated the page, or which version of its source it is.

    >>> signs_page("Documentation generated by Codox"), signs_page("$Id: oil.html,v 1.5 2007/12/21 Exp $")
    (True, True)
    >>> signs_page("Generated columns"), signs_page("Built on Linux")
    (False, False)
    """
    return _SIGNED.fullmatch(text) is not None


def level_of(heading: HtmlElement) -> int:
    """Return the level of a heading, 1 to 6."""
    return HEADINGS.index(str(heading.tag)) + 1


def heading_tag(level: int) -> str:
    """Return the tag of a heading of a level, or of the nearest level that HTML has."""
    return HEADINGS[min(max(level, 1), len(HEADINGS)) - 1]


def anchor_of(element: HtmlElement) -> str:
    """Return the id of an element, or the name of an `a`; empty if it has neither."""
    return element.get("id") or (element.get("name") if element.tag == "a" else "") or ""


_QUESTIONS: list[Callable[[str], object]] = []
"""All questions that steps ask of classes."""


def of_names(question: Callable[[str], object]) -> Callable[[str], object]:
    """Return a question about a class or id that remembers its answers, and that `PageTree.of_class` knows."""
    asked = lru_cache(MAX_NAMES)(question)
    _QUESTIONS.append(asked)
    return asked


def in_names(pattern: str) -> Callable[[str], object]:
    """Return a search for a pattern in a class or id, as a question that `PageTree.of_class` knows."""
    return of_names(re.compile(pattern).search)


@lru_cache(MAX_NAMES)
def _questions_about(name: str) -> tuple[Callable[[str], object], ...]:
    """Return the questions that a class answers with yes. Most classes answer none so."""
    return tuple([question for question in _QUESTIONS if question(name)])


def names_of(element: HtmlElement) -> set[str]:
    """Return an element's classes and its id, in lower case."""
    return {*(element.get("class") or "").lower().split(), (element.get("id") or "").lower()}


@lru_cache(MAX_NAMES)
def is_side_name(name: str) -> bool:
    """Return whether a class or id is that of what stands beside a page's text.

    >>> is_side_name("docs-sidebar"), is_side_name("nav_path"), is_side_name("menu2"), is_side_name("has-sidebar")
    (True, True, True, False)
    """
    return _SIDE_NAME.fullmatch(name.lower()) is not None


def stands_beside(element: HtmlElement) -> bool:
    """Return whether an element stands beside a page's text by its tag, its role or one of its names."""
    is_side = element.tag in SIDE_TAGS or element.get("role") in _SIDE_ROLES
    return is_side or any(map(is_side_name, names_of(element)))


def text_before(element: HtmlElement) -> str:
    """Return the text right before an element, after the element before it or the beginning of its parent."""
    before, parent = element.getprevious(), element.getparent()
    return (before.tail if before is not None else parent.text if parent is not None else "") or ""


def unwrap(element: HtmlElement) -> None:
    """Put what an element holds in its place; lxml's `drop_tag` does so, too, but counts the elements beside it."""
    parent, before, children = element.getparent(), element.getprevious(), element[:]
    first, last = element.text or "", element.tail or ""
    if children:
        children[-1].tail = (children[-1].tail or "") + last
    else:
        first += last
    if before is not None:
        before.tail = (before.tail or "") + first
    elif parent is not None and first:
        parent.text = (parent.text or "") + first
    for child in children:
        element.addprevious(child)
    element.tail = None
    if parent is not None:
        parent.remove(element)


def is_link(heading: HtmlElement) -> bool:
    """Return whether a heading is a mere link elsewhere, as the site's name is and the page's title is not."""
    linked = (link for link in heading.iter("a") if link.get("href") not in (None, "", f"#{heading.get('id')}"))
    return plain_text(heading) == "".join(map(plain_text, linked))


def block_around(element: HtmlElement) -> HtmlElement | None:
    """Return the innermost block that an element stands in; None if it stands in none."""
    above = element.getparent()
    while above is not None and above.tag not in IS_BLOCK:
        above = above.getparent()
    return above


def holds_block(element: HtmlElement) -> bool:
    """Return whether a block is below an element; of the few that most have, a look at each is the fastest way."""
    for child in element[:]:  # noqa: SIM110 - a generator takes as long again
        if child.tag in IS_BLOCK or (len(child) and holds_block(child)):
            return True
    return False


_RARE_TAG_WORDS = """
    audio br button dl dt embed font form h7 h8 h9 header hgroup iframe img input listing math
    {http://www.w3.org/1998/Math/MathML}math object plaintext script select summary sup svg table td textarea th tr
    video wbr xmp
"""
_RARE_TAGS = frozenset(_RARE_TAG_WORDS.split())
"""Tags that the content of many pages has none of."""

_SIMPLE = re.compile(r"([\w-]*)(?:\.([\w-]+)|(\[role=[\w-]+\]|#[\w-]+))")
"""A selector that is a class, a role or an id, maybe with a tag."""
_NAME = re.compile(r"\.([\w-]+)|(#[\w-]+)")
_ATTRIBUTE = re.compile(r"\[[^\]]*\]")
_ROLE = "[role={}]"
"""How a role is written among names."""
_ID = "#"
"""What begins an id among names."""
_NAMED = "[{}]"
"""How the name of any other attribute is written among names; no class and no id that a selector has is so."""
_INDEXED = ("class", "id", "style", "hidden", "role")
"""Names of the attributes whose values are among names, or that most pages have."""
_FEW = 16
"""If at most one in 16 of a page's elements is sought, the ancestors of each are walked, and not the whole content."""
_MAX_CACHED_PATHS = 256
"""Number of compiled searches that are kept, one for each set of alternatives of a selector."""
_MAX_CACHED_SHEETS = 4
"""Number of sheets whose rules are kept."""
_CLASS_RULE = re.compile(r"(?:^|[\s,}])(?:div|p|span)?\.([\w-]+)\s*\{([^{}]*)\}", re.IGNORECASE)
"""A rule of a style sheet about boxes, paragraphs or words of one class."""
CODE_FACE = r"(?:^|;)\s*+font(?:-family)?:[^;]*(?:mono|monaco|menlo|consol|courier)"
"""Pattern of a declaration that sets words in the type of code, up to the name of the face."""
_OF_CODE = re.compile(rf"(?:{CODE_FACE}|(?:^|;)\s*+white-space:\s*(?:pre|break))[^;]*", re.IGNORECASE)
"""A declaration that sets words in the type of code, or keeps blanks."""
_CLASSES_WITHIN = re.compile(r"(?:\s*+[a-z]*+\.[\w-]++)+\s*+", re.IGNORECASE)
"""A selector of classes, maybe with tags, each in the one before."""
_CLASS_NAME = re.compile(r"\.([\w-]+)")
_MAX_HIDDEN = 32
"""Number of selectors that hide words and are heeded."""
_DISPLAY = re.compile(r"(?:^|;)\s*+display:\s*(\w+)", re.IGNORECASE)
_MAX_STYLE = 200
"""Largest length of such declarations (characters)."""
_TRANSLATOR = cssselect.GenericTranslator()
_TAG = attrgetter("tag")


class PageTree:
    """One page's tree, which steps ask and change."""

    def __init__(self, root: HtmlElement) -> None:
        self.root = root
        self.content = root
        """The element that holds the page's content, once that is found."""
        self.ids: list[tuple[str, HtmlElement]] = []
        """Each `id` of the published page, with its element, which may be gone."""
        self.hrefs: list[tuple[str, HtmlElement]] = []
        """Each `href` of the published page, with its element, which may be gone."""
        self.rels: list[tuple[str, HtmlElement]] = []
        """Each `rel` of the published page, with its element, which may be gone."""
        self.styled: list[HtmlElement] = []
        """The elements that had a `style` or `hidden` attribute, which may be gone."""
        self.passed: list[tuple[str, str]] = []
        """(rule, the content's text after it), where somebody asks for it."""
        self.attributes = {"href", "rel"}
        """The names of the page's attributes. The most frequent ones are left out; `href` and `rel` are always here."""
        # While elements are held, lxml need not make each object anew at every visit. It asks of each that goes whether
        # all below it went before: a list lets go of its last element first.
        self._elements = elements = list(root.iter())
        self._classed: dict[str, list[HtmlElement]] = {}
        self._with_role: dict[str, list[HtmlElement]] = {}
        self._absent: frozenset[str] = frozenset()
        self._possible: dict[str, tuple[_Alternative, ...]] = {}
        classed: defaultdict[str, list[HtmlElement]] = defaultdict(list)
        valued = {"id": self.ids, "href": self.hrefs, "rel": self.rels}
        for element in elements:
            for attribute, value in element.items():  # all at once, in the time that lxml takes to look up two
                if attribute == "class":
                    classed[value].append(element)
                elif attribute in valued:
                    valued[attribute].append((value, element))
                elif attribute in ("style", "hidden"):
                    self.styled.append(element)
                elif attribute == "role":
                    self._with_role.setdefault(_ROLE.format(value), []).append(element)
                else:
                    self.attributes.add(attribute)
        for classes, of_these in classed.items():
            for name in classes.split():
                self._classed.setdefault(name, []).extend(of_these)
        ids = [_ID + name for name, _ in self.ids]
        self._names = frozenset(("", *self._classed, *self._with_role, *ids, *map(_NAMED.format, self.attributes)))

    def enter(self, content: HtmlElement) -> None:
        """Answer about the page's content from now on, and write into styles what sheets say is set as code is.

        So is what they say of words that are not shown, in links and code alone: elsewhere, a script may show them.
        """
        self.content = content
        self._absent = _RARE_TAGS.difference(map(_TAG, content.iter(*_RARE_TAGS)))
        for name, style in self.own_styles(_OF_CODE).items():
            said = "".join(_OF_CODE.findall(style))[:_MAX_STYLE]
            for element in self.of_class((name,)):
                if (own := element.get("style")) is None:
                    self.styled.append(element)
                element.set("style", f"{said};{own or ''}")
        self._hide_words()

    def _hide_words(self) -> None:
        hidden = _hidden_classes(self._sheets)
        lasts = {names[-1] for names in hidden}
        for words in self.of_class([name for name in self._classed if name.lower() in lasts]) if lasts else ():
            above = list(words.iterancestors()) if words.tag == "span" and "style" not in words.attrib else []
            if any(box.tag in ("a", "pre", "code") for box in above):
                own, around = names_of(words), {name for box in above for name in names_of(box)}
                if any(names[-1] in own and around.issuperset(names[:-1]) for names in hidden):
                    words.set("style", "display: none")
                    self.styled.append(words)

    def note(self, rule: str) -> None:
        """Remember what a rule left of the content's text, where somebody asks for it."""
        if self.passed:
            self.passed.append((rule, raw_text(self.content)))

    def all(self, *tags: str) -> list[HtmlElement]:
        """Return the elements of some tags, the content itself included."""
        return [] if self.lacks(*tags) else list(self.content.iter(*tags))

    def lacks(self, *tags: str) -> bool:
        """Return whether it is sure that the content has no element of some rare tags."""
        return self._absent.issuperset(tags)

    def has(self, *names: str) -> bool:
        """Return whether an element of the page may have one of some classes, or ids (`#name`); False is sure."""
        return not self._names.isdisjoint(names)

    def of_class(self, sought: Collection[str] | Callable[[str], object]) -> set[HtmlElement]:
        """Return the elements that had one of some classes, or one that answers a question of `of_names` with yes.

        They may be anywhere in the page.
        """
        found = self._answering.get(sought, ()) if callable(sought) else filter(self._classed.__contains__, sought)
        return {one for name in found for one in self._classed[name]}

    @cached_property
    def _answering(self) -> dict[Callable[[str], object], list[str]]:
        """The page's classes by the questions that they answer with yes."""
        found: defaultdict[Callable[[str], object], list[str]] = defaultdict(list)
        for name in self._classed:
            for question in _questions_about(name):
                found[question].append(name)
        return found

    def own_styles(self, said: re.Pattern[str]) -> dict[str, str]:
        """Return the styles, by class, of rules in the page's head that say something."""
        return {name: style for name, style in _class_rules(self._sheets) if said.search(style)}

    @cached_property
    def _sheets(self) -> str:
        return "".join([style.text or "" for style in self.root.iterfind("head/style")])

    def of_role(self, roles: Collection[str]) -> set[HtmlElement]:
        """Return the elements that had one of some roles; they may be anywhere in the page."""
        return {one for role in map(_ROLE.format, roles) for one in self._with_role.get(role, ())}

    def in_order(self, found: Collection[HtmlElement]) -> list[HtmlElement]:
        """Return those of some elements of the published page that are below the content, in the order there."""
        if len(found) * _FEW > len(self._elements):
            return list(filter(set(found).__contains__, self.content.iterdescendants()))
        below = [one for one in found if self.content in one.iterancestors()]
        return sorted(below, key=self._places.__getitem__) if len(below) > 1 else below

    @cached_property
    def _places(self) -> dict[HtmlElement, int]:
        return {element: place for place, element in enumerate(self._elements)}

    def select(self, css: str, within: HtmlElement | None = None) -> list[HtmlElement]:
        """Return the elements below the content, or below another element, that a selector matches."""
        possible = self._alternatives(css)
        if not possible:
            return []
        if within is None and all(one.name for one in possible):
            return self.in_order({e for one in possible for e in self._with(one.name) if one.matches(e)})
        found: list[HtmlElement] = _search(possible)(self.content if within is None else within)
        return found

    def _with(self, name: str) -> list[HtmlElement]:
        """Return the elements that had a class, a role or an id."""
        if name[0] == _ID:
            return [one for id_, one in self.ids if id_ == name[1:]]
        return self._classed.get(name) or self._with_role.get(name) or []

    def _alternatives(self, css: str) -> tuple[_Alternative, ...]:
        """Return the alternatives of a selector of which the page has all names."""
        if _first_names(css).isdisjoint(self._names):  # as of most
            return ()
        possible = self._possible.get(css)
        if possible is None:
            possible = tuple([one for one in _read_selector(css) if one.needed <= self._names])
            self._possible[css] = possible
        return possible


@lru_cache(_MAX_CACHED_SHEETS)
def _class_rules(sheets: str) -> list[tuple[str, str]]:
    """Return (class, style) for each rule about one class; most pages of a site have the same sheets."""
    found: list[tuple[str, str]] = _CLASS_RULE.findall(sheets)
    return found


@lru_cache(_MAX_CACHED_SHEETS)
def _hidden_classes(sheets: str) -> list[tuple[str, ...]]:
    """Return the classes of each selector that hides elements; the class of the hidden element is the last.

    A class that another rule shows is left out, unless it shows it only while somebody points at something.

    >>> _hidden_classes(".a p.b .c, .d {display: none} @media print {.e {display: none}} .d {display: block}")
    [('a', 'b', 'c')]
    """
    found: dict[tuple[str, ...], None] = {}
    shown: set[str] = set()
    depth = 0
    for piece in sheets.split("}") if "none" in sheets else ():
        *outer, selectors, style = ["", "", *piece.split("{")]
        is_outermost = depth + len(outer) == 2
        depth = max(0, depth + len(outer) - 2)
        said = _DISPLAY.search(style)
        for selector in selectors.split(",") if said else ():
            names = tuple(_CLASS_NAME.findall(selector.lower()))
            if said and said[1].lower() != "none":
                shown.update(() if ":hover" in selector else names[-1:])
            elif is_outermost and _CLASSES_WITHIN.fullmatch(selector):
                found[names] = None
    return [names for names in found if names[-1] not in shown][:_MAX_HIDDEN]


@dataclass(frozen=True, slots=True)
class _Alternative:
    """One of the alternatives that a selector lists between commas."""

    path: str
    """The same as XPath."""
    needed: frozenset[str]
    """Classes, ids, roles and attributes that a page has to have."""
    name: str
    """The class, role or id that it asks for, if it asks for nothing else but a tag; else empty."""
    tag: str
    """The tag that it asks for then; empty if any will do."""

    def matches(self, element: HtmlElement) -> bool:
        """Return whether an element that had the name still has it, and is of the tag."""
        if self.name[0] == _ID:
            has_name = element.get("id") == self.name[1:]
        else:
            has_name = self.name[0] == "[" or self.name in (element.get("class") or "").split()
        return has_name and self.tag in ("", element.tag)


@cache
def _read_selector(css: str) -> tuple[_Alternative, ...]:
    alternatives: list[_Alternative] = []
    for parsed in cssselect.parse(css) if css else ():
        written = parsed.canonical()
        attributes = " ".join(_ATTRIBUTE.findall(written))
        roles = re.findall(r"\[role=[^\]]*\]", attributes)
        asked = map(_NAMED.format, set(re.findall(r"\[([\w-]+)", attributes)).difference(_INDEXED))
        named = [name or id_ for name, id_ in _NAME.findall(_ATTRIBUTE.sub("", written))]
        needed = frozenset((*named, *roles, *asked))
        simple = _SIMPLE.fullmatch(written)
        name, tag = (simple[2] or simple[3], simple[1]) if simple else ("", "")
        path = _TRANSLATOR.selector_to_xpath(parsed, prefix="descendant::")
        alternatives.append(_Alternative(path, needed, name, tag))
    return tuple(alternatives)


@cache
def _first_names(css: str) -> frozenset[str]:
    """Return one name for each alternative of a selector: one that it needs, or "" if it needs none.

    A page without any of these names has nothing that the selector matches.
    """
    return frozenset(min(one.needed, default="") for one in _read_selector(css))


@lru_cache(_MAX_CACHED_PATHS)
def _search(alternatives: tuple[_Alternative, ...]) -> etree.XPath:
    """Compile a search for what any of several alternatives matches."""
    return etree.XPath(" | ".join([one.path for one in alternatives]))


def embolden(element: HtmlElement) -> None:
    """Make an element's inline content bold; leave alone one that holds blocks or bold text."""
    if any(inner.tag in IS_BLOCK or inner.tag in ("strong", "b") for inner in element.iterdescendants()):
        return
    if not shows_text(element):
        return
    strong = element.makeelement("strong")
    strong.text, element.text = element.text, None
    strong.extend(list(element))
    element.append(strong)
