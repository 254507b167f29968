"""Turn elements that show code into `pre` elements, then take them out of the tree as fenced code.

Before: code may be a table with line numbers, a box of lines, or inline code with line breaks.
After:  `gather_code` has made each of these a `pre`; `take_code_blocks` has replaced each `pre` by an empty one with
        the number of its fenced block.
Rules:  - Four kinds of elements are code blocks: a box or list whose children are all lines; a `code` or `tt` with line
          breaks that is alone in its paragraph, stands between blocks or has indented lines; a box that is called code,
          or is called a signature and has indented lines or no links; an element of several lines whose style keeps
          white space. So is a box of text whose class the page's own style sheet sets in the type of code, and the only
          cell with text of a table that is called code. Other code with line breaks becomes code of one line each.
        - Code, or a box called a declaration or prototype, is a line of code if its parts are boxes in boxes. Parts of
          one class have commas between them.
        - So is a `code` of several lines between blocks, which only a style sheet can show as lines. One that its class
          calls a signature or declaration is a line.
        - Lines that elements end, also among others, are a block if all their words are set in the type of code, and
          none leads elsewhere.
          So are paragraphs in a row that are code; and paragraphs that are called code, or set in its type.
        - Lines in text between blocks are a block if blanks indent some, or braces stand alone, and half of them end
          with signs that end code. Where not all of them are one, those between blank lines are asked alone. So is a
          list of terms alone with such lines.
        - A paragraph is a prototype of a function, as mandoc writes it, if it reads `name(…);` and all its words are
          marked up; those in a row share a block.
        - So are the first lines below a heading that declare a function or method of its name, unless code declares it.
        - A `span` with a name of DocBook's or AsciiDoc's for what is typed is inline code. So are words that a style or
          face sets in the type of code, but for parts of text in lines, which may be a table.
        - A blank parts code from other code of another class right before it, as a name from its type.
        - Code that names its language is a block of its own in a `pre` where all is such code, as Node.js's examples.
        - Code in a row that begins with one name, in a box of its own, is a line for each. So is an item, or a box
          of several, that is all of a `code`.
        - So are the boxes of a cell that hold a block of one line each, as phpDox shows a source.
        - So are the rows of a table of code whose first opens a bracket, as fpdoc shows a declaration.
        - The rows of a table behind the code of a type, its cases or fields in ocamldoc, are lines of that code.
        - Two blocks in a row with the same text are one if their classes say that one is for a dark screen.
        - Where elements end its lines, and blanks that show indent some, it has no lines and indents of the source.
        - Code is copied character by character, without line numbers, in it or beside it, and copy buttons. Numbers in
          it have a name, count all lines, or are set apart by a style, as Chroma writes it. Where
          styles show lines as added and removed, they begin with the signs of a diff. Its fence is longer than any
          fence in it.
        - Blocks in code begin lines.
        - Code in a table cell, a heading or a term becomes inline code, since these hold no blocks. Of a term that is
          code of several lines the first stays; all of them begin its body. Where it is all of the list, it is a block
          instead, with the terms that begin in it, as older javadoc opens one for each line.
        - A heading within a block ends it, and another one begins after it; one in its `code` is a line. So does a
          picture that is a line of it, as pkgdown shows plots among the lines of an example.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from itertools import groupby, islice, pairwise, takewhile
from textwrap import dedent

from lxml import etree
from lxml.html import Element, HtmlElement, builder

from pinax_builder.parse.html.page_tree import (
    BLOCKS,
    CODE_FACE,
    HEADINGS,
    IS_BLOCK,
    PICTURE_SIGN,
    PageTree,
    anchor_of,
    block_around,
    holds_block,
    in_names,
    is_link,
    text_before,
    unwrap,
)
from pinax_builder.parse.html.platforms.doxygen import write_signatures
from pinax_builder.parse.html.platforms.scribble import write_boxed_signatures
from pinax_builder.parse.html.sections import erase_marks
from pinax_builder.parse.plain_text import is_all_of, plain_text, raw_text, shows_text
from pinax_runtime.text import fenced

_LINE_NAMES = frozenset(("line", "code-line", "codeline", "source-line", "view-line", "ec-line", "src-line"))
"""Classes of boxes that are a line of code."""
_OF_A_BOX = _LINE_NAMES | {"ttc"}
"""Classes of elements that a box of lines may hold: lines, and the tooltips of Doxygen."""
_TOOLTIPS = "div.ttc"
"""Selects the tooltips of Doxygen."""
_VERSE = frozenset(("line-block", "lineblock", "verse"))
"""Classes of boxes whose lines are no code."""
_STYLED = ("div", "p", "code")
"""Tags of elements whose own style may say that they keep white space."""
_KEEPS_SPACE = re.compile(r"white-space:\s*(?:pre|pre-wrap|break-spaces)\s*(?:;|!|$)", re.IGNORECASE)
_TAB = 4
"""Number of blanks as which a tab is shown between words."""
_CODE = frozenset(("code", "pre", "verbatim", "mermaid", "lstlisting"))
"""Classes of boxes that are code."""
_CODE_BLOCKS = frozenset(("code-block", "codeblock", "command-line", "commandline"))
"""Classes of boxes that are code, or are set as such."""
_CODE_LIKE = in_names("code|^pre$|command-?line|verbatim|mermaid|lstlisting|signature|monospace|^language-")
"""Parts of classes of boxes that are called code or signatures, or set in the type of code, or name a language."""
_LONE_SIGNATURE = in_names(r"^[a-z]+-signature$")
"""Class of a box, or of the item of a list, that is the signature of a member, with its generator's name."""
_DECLARATION = in_names("(?i)prototype|declaration|signature|methodsynopsis")
"""Part of the class of a box that is a declaration."""
_BESIDE_SIGNS = re.compile(r"(?<=[;{}]) ,| (?=[(),;\]])|(?<=[(\[]) ")
"""Blanks and commas between the parts of a declaration that its code has none of."""
_BLANK = " \t\r\n"
"""White space at the beginning of a line that a browser does not show."""
_NO_LINES_IN = frozenset(("pre", "code", "td", "th", "dt", *HEADINGS))
"""Tags of elements whose lines are code already, or no blocks."""
_SPACE = re.compile(r"[ \t\r\n\f]+")
"""White space that a browser shows as one blank."""
_CODE_ENDS = frozenset(";{}()[]<>,*/\\&|=")
"""Signs that end lines of code, and few lines of prose."""
_MIN_INDENTED = 2
"""Number of lines indented by blanks from which on text may be code."""
_PROSE_WORDS = 6
"""Number of words from which on a line at the margin, which ends as no code does, is prose."""
_COMMENT = re.compile(r"\s*(?://|/?\*|#|--|;)|.*\s(?://|/\*|#) ")
"""What is before the words of a comment, which may be a sentence."""
_HOLD_BLOCKS = frozenset(("body", "div", "main", "article", "section", "blockquote", "li", "dd"))
"""Tags of blocks in which code may be a block among others."""
_GO_ON = (",", "(", "\\")
"""Signs after which a statement goes on in the next line, and may be written in one."""
_BESIDE_LISTS = etree.XPath("text() | *[not(self::ul or self::ol)]//text()", smart_strings=False)
"""Finds the texts of a box that are in none of its lists."""
_LINE_END = "\u2028"
"""Stands for a line break while text is split at it."""
_OLD_TAGS = ("listing", "xmp", "plaintext")
"""Obsolete tags that mean `pre`."""
_LANGUAGE_CLASS = re.compile(
    r"^(?:language-|lang-|hl-|highlight-source-|highlight-text-|highlight-|brush:|src-|code-|pygments-)([A-Za-z][\w+#.-]*)$"
)
"""Class that declares a language."""
_LANGUAGE_BOX = re.compile(r"language-(?!(?:select|switch|pick|list|menu|link|bar|toggle|dropdown))[\w+#.]+(?:\s|$)")
"""Class of a box of code in a language; others choose among the languages of a page."""
_NO_LANGUAGE_WORDS = """
    default none text plaintext plain txt notranslate code highlight block wrapper container content output
    literal-block nohighlight unknown undefined console-output basic group inline src pre copy sample example
    box body title caption toolbar font no-highlight
"""
_NO_LANGUAGE = frozenset(_NO_LANGUAGE_WORDS.split())
"""Names in such classes that are no language."""
_SAME_LANGUAGE = {"python3": "python", "py3": "python", "ipython3": "ipython", "pycon3": "pycon", "c++": "cpp"}
"""Names of languages that are replaced by a commoner one."""
_BARE_WORDS = """
    python python3 cpp c qml js javascript java rust go ruby php perl bash sh shell console json yaml toml xml
    html css sql mermaid cmake kotlin swift scala typescript ts haskell lua r makefile dockerfile ini diff http glsl
"""
_BARE = frozenset(_BARE_WORDS.split())
"""Languages that some platforms write as a class without a prefix (`<pre class="cpp">`, `<code class="rust">`)."""
_LINE_NUMBERS = (
    ".linenos, .lineno, .linenodiv, .line-number, .line-numbers, .line-numbers-rows, .gutter, .ln, .hljs-ln-numbers,"
    " .py-lineno, .rouge-gutter, .src-line-numbers, [data-line-number]"
)
"""Elements that hold line numbers, unless they hold the lines themselves."""
_FIRST_LINES = ("00001", "00002", "00003")
"""What the first line with code begins with, as Doxygen up to 1.6 numbers lines."""
_PADDED = re.compile(r"\d{5}(?: |$)")
"""Such a number; lines of comments may be left out."""
_SET_APART = re.compile(r"user-select:\s*none|margin-right:0\.4em;padding:0 0\.4em")
"""Style of a line's number that nobody is to copy, and the style that Chroma gives it."""
_NUMBERED_TABLES = (
    "table.highlighttable, table.rouge-table, table.codehilitetable, figure.highlight > table,"
    " div.highlight > table, td.code > table"
)
"""Tables that show line numbers in one column and code in another."""
_IS_SIDE_BY_SIDE = etree.XPath("boolean(self::*[(tr/td[1]/pre and tr/td[2]/pre) or tbody/tr/td[1]/pre])")
"""Asks whether a table may show line numbers in blocks beside code."""
_LINES = ("div", "p", "li", "tr", "blockquote", "hr")
"""Tags of elements that are a line of code each."""
_NO_BLOCKS_IN = frozenset(("td", "th", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "summary", "caption"))
"""Tags of elements that hold no blocks in Markdown."""
_ADDED = ".line.diff.add, .ec-line.ins, .ec-line.highlight.ins"
_REMOVED = ".line.diff.remove, .ec-line.del, .ec-line.highlight.del"
"""Selects the lines that a highlighter shows as added and as removed, by colors alone."""
_PADDING = re.compile(r"(?:padding|margin)-left:\s*(\d+)px")
"""A style that indents a line of code, as a tab for 20 pixels."""
_USAGE = re.compile(r"\(?[^\s()]+")
"""What the usages of one function begin with: its name, maybe after a parenthesis."""
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n){2,}")
"""More than one blank line, which elements and line feeds together make where the page means one at most."""
_NUMBER = re.compile(r"\s*(\d{1,6}):?", re.ASCII)
"""Number of a line, at the line's beginning."""
_MIN_NUMBERS = 3
"""Number of lines below which numbers at their beginnings may be code."""
_LANGUAGE_ANCESTORS = 3
"""Number of elements above a code block that may declare its language."""
_TYPED = in_names(
    r"^(?:(?:docbook[_-])?(?:command(?:line)?|errorcode|filename|function|literal|option|varname)"
    r"|monospaced?|(?:inline[_-])?code|f_CodeExample|shell|tt)$"
)
"""Class of a `span` that holds what is typed: "code", the name that DocBook has for it, or others for its type."""
_HOLD_TYPED = frozenset(("p", "div", "blockquote", "dd", "center"))
"""Tags of boxes that may be lines in the type of code."""
_HOLD_LINES = _HOLD_TYPED | _HOLD_BLOCKS
"""Tags of boxes in which lines may be code."""
_TYPE_TAGS = ("code", "tt", "kbd", "samp")
_SET = ("span", "font")
"""Tags of elements that may set words in the type of code."""
_MONOSPACED = re.compile(CODE_FACE, re.IGNORECASE)
"""The type of code in a style."""
VERBATIM = "data-pinax-verbatim"
"""Attribute of inline code that was a line of a block and keeps its white space."""
_PROTOTYPE = re.compile(r"[^()]*\w\s?\(.*\);")
_MEMBER = re.compile(r"(?:[\w~]+(?:\.|::|#))*([\w$~]{2,})(?: ?\(\w*\)|:[\w\s:,.]*)?")
"""A heading that is the name of a member, maybe one of Objective-C with the names of its parts."""
_DECLARING = re.compile(
    r"[-+] ?\([^()]+\) ?(?P<selector>\w+)[:;].*"
    r"|(?:[\w:<>\[\],.$~@]+[ *&]+){0,8}(?P<name>[\w.:$~]+)(?P<blank> ?)\((?!\d\w?\)|e?s\)).*\)(?: const)?"
    r"(?: ?(?:->|:) ?[\w.<>\[\]?*]+)?;?"
)
"""A line that declares a method of Objective-C, or a function."""
_LAY_OUT = frozenset(("p", "div", "section", "blockquote", "center", "table", "tbody", "tr", "td"))
"""Tags of blocks that may begin with the line below a heading."""
_BEFORE_LINE = 12
"""Number of elements between a heading and the line below it, at most."""
_BETWEEN = re.compile(r"[\s(),;*&]*")
"""What stands between the marked-up words of a prototype: signs, also of pointers."""
_MARKED = ("code", "var", "b", "i", "strong", "em", "br")
"""Tags of the parts of a prototype."""


def gather_code(page: PageTree) -> None:
    """Make a `pre` of all that is shown as a code block."""
    for old in page.all(*_OLD_TAGS):
        old.tag = "pre"
    for blank in page.styled:
        if blank.tag == "span" and "\t" in (blank.text or "") and _is_kept_blank(blank):
            blank.text = (blank.text or "").expandtabs(_TAB).replace(" ", "\xa0")  # the only blanks that all steps keep
    if page.has(*_LINE_NAMES):
        _gather_line_boxes(page)
    blocks = page.all("pre")
    for pre in blocks:
        _part_languages(pre)
    _gather_cells(blocks)
    _mark_typed(page)
    parts = list(page.content.iterdescendants("code", "tt", "p", "ul", "ol", *HEADINGS))
    codes = [one for one in parts if one.tag in ("code", "tt")]
    headings = [one for one in parts if one.tag in HEADINGS]
    paragraphs = [one for one in parts if one.tag == "p"]
    arranging = {cell for one in (*page.content[:1], *headings) for cell in one.iterancestors("td")}  # no cells of data
    ending = [code for code in codes if not (code.tail or "").strip()]  # no text follows it; few are so
    for code in ending:
        _part_codes(code)
    _gather_listed(codes)
    _gather_bracketed(page, [one for one in parts if one.tag in ("ul", "ol")])
    _gather_rows(page)
    _gather_typed(page, ending, arranging)
    _part_usages(ending)
    _gather_broken(page)
    _gather_kept(page, ending)
    _gather_tables(page)
    _gather_called(page, codes, arranging)
    _gather_terms(page)
    _gather_indented(page, arranging)
    _gather_styled(page)
    if page.content.tag == "pre":
        _put_within(page.content)
    _write_prototypes(paragraphs)
    _gather_declared(headings)
    write_signatures(page)
    write_boxed_signatures(page)
    _join_types(page)
    blocks = page.all("pre")
    _drop_columns(blocks)
    _drop_twins(blocks)
    _join_numbered_tables(page, blocks)


def _is_kept_blank(words: HtmlElement) -> bool:
    return (words.text or "").isspace() and not len(words) and _KEEPS_SPACE.search(words.get("style") or "") is not None


def take_code_blocks(page: PageTree) -> list[str]:
    """Replace each code block of the tree by an empty `pre` with its number in the attribute `n`.

    Returns:
        The fenced blocks, by number.
    """
    main = page.content
    numbers = (one for one in page.styled if one.tag == "span" and _SET_APART.search(one.get("style") or ""))
    for number in filter(_numbers_only, numbers):
        if next(number.iterancestors("pre"), None) is not None:
            number.drop_tree()
    _sign_changes(page)
    blocks: list[str] = []
    moved: dict[HtmlElement, HtmlElement] = {}
    for pre in _end_at_headings(main):
        _end_term(pre)
        around = list(pre.iterancestors())
        if _lies_in_block(around, main):
            continue
        holders = [above for above in around if above.tag in _NO_BLOCKS_IN]
        pictures = [] if holders else list(pre.iter("img"))
        code = _code_text(pre, page, pictures)
        language = _language(pre, around)
        language = _take_label(pre, language) or language
        if not code.strip():
            pre.drop_tree()
        elif not holders:
            for part, text in _end_at_pictures(pre, code, pictures):
                _number(part, len(blocks))
                blocks.append(fenced(text, language))
        elif [above.tag for above in holders] == ["dt"] and "\n" in code.strip():
            moved[holders[0]] = _begin_body(holders[0], moved.get(holders[0]))
            _number(moved[holders[0]], len(blocks))
            blocks.append(fenced(code, language))
            pre.tail = pre.tail or " "
            _write_inline(pre, code.strip().partition("\n")[0])
        else:
            _write_inline(pre, code)
    return blocks


def _end_term(pre: HtmlElement) -> None:
    """Take the terms that code of several lines opens, as javadoc opens one a line, into it; then it is no list."""
    term = pre.getparent()
    if term is None or term.tag != "dt" or "\n" not in raw_text(pre).strip():
        return
    for line in list(takewhile(lambda after: after.tag == "dt", pre.itersiblings())):
        line.tag, line.text = "span", f"\n{line.text or ''}"
        pre.append(line)
    if len(terms := next(term.iterancestors())) == 1 and terms.tag == "dl" and is_all_of(pre, terms):
        term.tag = terms.tag = "div"


def _mark_typed(page: PageTree) -> None:
    """Make code of each `span` whose class says that its words are typed, and of words set in the type of code."""
    typed = [one for one in page.of_class(_TYPED) if one.tag in _SET and not _is_linked_part(one)]
    styled = [one for one in (*page.styled, *page.all("font")) if one.tag in _SET and _is_set_as_code(one)]
    for span in (*page.in_order(typed), *styled):
        above = list(span.iterancestors())
        if (
            page.content in above
            and plain_text(span).strip("\"'")
            and not any(one.tag in ("code", "pre", "tt") for one in above)
        ):
            span.tag = "code"


def _is_linked_part(words: HtmlElement) -> bool:
    """Return whether words that their class calls no more than code are a part of a line that may have links."""
    if words.get("class") != "code" or words.find("br") is not None:
        return False
    before, after = words.getprevious(), words.getnext()
    beside = (before if not text_before(words).strip() else None, after if not (words.tail or "").strip() else None)
    return words.find(".//a") is not None or any(one is not None and one.get("class") == "code" for one in beside)


def _is_set_as_code(words: HtmlElement) -> bool:
    """Return whether words without a link, no sentence, are set in the type of code, in a text that no breaks part."""
    if not _sets_code(words) or _is_prose(plain_text(words)):
        return False
    if holds_block(words) or next(words.iter("a"), None) is not None:
        return False
    around = block_around(words)
    return around is None or next(around.iter("br"), None) is None


def _sets_code(element: HtmlElement) -> bool:
    """Return whether an element's own style or face is the type of code."""
    return _MONOSPACED.search(f"{element.get('style') or ''};font:{element.get('face') or ''}") is not None


def _part_languages(pre: HtmlElement) -> None:
    """Make a block of each `code` in a `pre` with one for each of several languages, which a switch shows in turn."""
    codes = pre.findall("code")
    if len(codes) < 2 or not all((code.get("class") or "").startswith("language-") for code in codes):
        return
    if not any((text or "").strip() for text in (pre.text, *(part.tail for part in pre))):
        pre.tag = "div"
        for code in codes:
            code.tag = "pre"


def _part_codes(before: HtmlElement) -> None:
    """Put a space between words of code and code of another class right behind them, as a type and a name.

    A `span` behind code with a class counts as code, too.
    """
    if before.tail or before.tag != "code":  # as of nearly all
        return
    after, kind = before.getnext(), before.get("class")
    name = after.get("class") if after is not None else None
    if after is None or not name or name == kind:
        return
    is_part = after.tag == "code" or (after.tag == "span" and kind)
    if is_part and raw_text(before)[-1:].isalnum() and raw_text(after)[:1].isalnum():
        before.tail = " "


def _gather_listed(codes: list[HtmlElement]) -> None:
    """Make blocks of code that is a list or boxes of lines, and not of links; a style may indent them."""
    for code in filter(len, codes):
        items = list(code[0] if len(code) == 1 and code[0].tag in ("ul", "ol") else code)
        if not items or any(one.tag not in ("li", "div") for one in items) or any(map(holds_block, items)):
            continue
        is_all = "".join(raw_text(code).split()) == "".join("".join(map(raw_text, items)).split())
        if is_all and not all(map(is_link, items)) and next(code.iterancestors("pre"), None) is None:
            tabs = (sum(part.get("class") == "tab" for part in item.iter("span")) for item in items)
            pads = (int("0" + "".join(_PADDING.findall(item.get("style") or "")[:1])) // 20 for item in items)
            lines = [
                "  " * (tab + pad) + _shown(raw_text(item)) for tab, pad, item in zip(tabs, pads, items, strict=True)
            ]
            _join([code], dedent("\n".join(lines)).split("\n"))


def _gather_bracketed(page: PageTree, lists: list[HtmlElement]) -> None:
    """Make blocks of boxes that hold a list and the brackets around it, as viewers of JSON do."""
    for listed in lists:
        box, after = listed.getparent(), listed.getnext()
        closing = (listed.tail or "").strip() or (raw_text(after).strip() if after is not None else "")
        if box is None or closing not in ("}", "]") or page.content not in box.iterancestors():
            continue
        if "".join("".join(_BESIDE_LISTS(box)).split()) not in ("{}", "[]"):
            continue
        if next(box.iterancestors("pre"), None) is None:
            _join([box], list(map(str.rstrip, _bracketed_lines(box, ""))))


def _gather_rows(page: PageTree) -> None:
    """Make a block of each table whose rows are code alone, and the first opens a bracket, as fpdoc's declarations."""
    for table in page.all("table"):
        first = next(table.iter("tr"), table)
        if raw_text(first).rstrip()[-1:] not in ("(", "[", "{"):  # as of nearly all
            continue
        rows = list(table.iter("tr"))
        codes = [next(row.iter("code", "tt"), row) for row in rows]
        if len(rows) == len(list(table.iter("code", "tt"))) > 1 and all(map(is_all_of, codes, rows)):
            _join([table], [_shown(line) for row in rows for line in _lines_of(row, row.text)])


def _bracketed_lines(box: HtmlElement, indent: str) -> list[str]:
    """Return the lines of a box, where each item of a list has one of its own, and the text after a list, too."""
    lines = [_SPACE.sub(" ", box.text or "")]
    for child in box:
        if child.tag in ("ul", "ol"):
            for item in child:
                first, *others = _bracketed_lines(item, f"{indent}  ")
                lines += [f"{indent}  {first.lstrip()}", *others]
            lines.append(indent)
        else:
            first, *others = _bracketed_lines(child, indent)
            lines[-1] += first
            lines += others
        lines[-1] += _SPACE.sub(" ", child.tail or "")
    return lines


def _gather_typed(page: PageTree, ending: list[HtmlElement], arranging: Set[HtmlElement]) -> None:
    """Make blocks of boxes of lines, and of paragraphs in a row, that are in the type of code or called code."""
    ended = [box for box in map(block_around, page.all("br")) if box is not None]
    begun = (code.getparent() for code in ending)
    styled = [one for one in page.styled if one.tag == "p" and _sets_code(one)]
    named = {one for one in page.of_class(_CODE) if one.tag == "p"}.union(styled)
    called = page.in_order(named)
    boxes = [box for box in dict.fromkeys((*ended, *begun, *called)) if box is not None and box.tag in _HOLD_TYPED]
    seen: set[HtmlElement] = set()
    for box in list(filter(_is_typed, boxes)):
        if box in seen or not _may_hold_lines(box, arranging):
            continue
        run = [box]
        if box.tag == "p":
            box = [box, *_beside(box, _is_typed, preceding=True)][-1]
            run = [box, *_beside(box, _is_typed)]
        seen.update(run)
        lines = [_shown(line) for one in run for line in _lines_of(one[:], one.text)]
        least = 1 if run[0] in named else 2
        shown = list(filter(str.strip, lines))
        if len(shown) >= least and any(map(str.isalnum, "".join(shown))) and not any(map(_is_prose, shown)):
            _join(run, lines)
    for box in dict.fromkeys(ended):
        if box.tag in _HOLD_LINES and _may_hold_lines(box, arranging):
            for run in list(_typed_lines(box)):
                _replace_typed(box, run)


def _may_hold_lines(box: HtmlElement, arranging: Set[HtmlElement]) -> bool:
    """Return whether no element around a box has its lines as code already, or holds no blocks."""
    return all(above.tag not in _NO_LINES_IN or above in arranging for above in box.iterancestors())


def _typed_lines(box: HtmlElement) -> Iterator[list[HtmlElement]]:
    """Yield the elements of lines in a row whose words are all set in the type of code.

    Lines in a row with one that code begins, but does not end, stay with it.
    """
    run: list[HtmlElement] = []
    line: list[HtmlElement] = []
    is_typed = is_blank = not (box.text or "").strip()
    is_torn = False
    for child in [*box, None]:
        is_end = child is None or child.tag == "br" or child.tag in IS_BLOCK
        if child is not None and not is_end:
            is_typed = is_typed and not (child.tail or "").strip() and _is_typed(child)
            line.append(child)
            continue
        is_torn = is_torn or (bool(line) and is_blank and not is_typed and line[0].tag in _TYPE_TAGS)
        if is_torn:
            run = []
        elif is_typed:
            run += line
        is_torn = is_torn and bool(line)
        is_blank = child is None or not (child.tail or "").strip()
        if child is not None and child.tag == "br" and is_typed and is_blank:
            run.append(child)
        elif run:
            yield run
            run = []
        line, is_typed = [], is_blank


def _replace_typed(box: HtmlElement, run: list[HtmlElement]) -> None:
    """Make a block of lines in the type of code, or code of one that a style alone sets so.

    Sentences stay, and inline code with line breaks.
    """
    before = run[0].getprevious()
    lines = list(map(_shown, _lines_of(run, box.text if before is None else before.tail)))
    shown = list(filter(str.strip, lines))
    if any(map(_is_prose, shown)) or any(one.tag in _TYPE_TAGS and one.find(".//br") is not None for one in run):
        return
    if len(shown) > 1:
        _replace_by_code(box, before, run, lines)
    elif shown:
        for words in run:
            words.tag = "code" if words.tag in _SET and _sets_code(words) else words.tag


def _join(run: Sequence[HtmlElement], lines: list[str]) -> None:
    """Make a block of lines, which are those of some boxes in a row, in the first of them."""
    _replace_by_code(run[0], None, run[0][:], lines)
    run[0].tag, run[0].tail = "div", run[-1].tail
    for one in run[1:]:
        run[0].extend([Element("a", id=name) for name in map(anchor_of, one.iter("p", "a", "span")) if name])
        one.tail = None
        one.drop_tree()


def _is_typed(element: HtmlElement) -> bool:
    """Return whether all words of an element without links are set in the type of code."""
    if element.get("href"):
        return False
    if element.tag in _TYPE_TAGS or element.get("class") in _CODE or _sets_code(element):
        leads = any(link.get("href") for link in element.iter("a"))
        return not leads and next(element.iterdescendants("img", "sub", "sup", *BLOCKS), None) is None
    if (element.text or "").strip() or any((child.tail or "").strip() for child in element):
        return False
    shown = [child for child in element if child.tag != "br" and (shows_text(child) or child.tag == "img")]
    return bool(shown) and all(child.tag not in IS_BLOCK and _is_typed(child) for child in shown)


def _beside(
    paragraph: HtmlElement, is_line: Callable[[HtmlElement], bool], *, preceding: bool = False
) -> Iterator[HtmlElement]:
    """Yield the paragraphs in a row with one that are lines of code, too; empty ones only between those."""
    empty: list[HtmlElement] = []
    before = paragraph
    for one in paragraph.itersiblings(preceding=preceding):
        if one.tag != "p" or ((one if preceding else before).tail or "").strip():
            return
        if is_line(one):
            yield from (*empty, one)
            empty = []
        elif not shows_text(one) and not len(one):
            empty.append(one)
        else:
            return
        before = one


def _lines_of(run: Iterable[HtmlElement], text: str | None) -> list[str]:
    """Return the lines, ended by elements, of a text and the elements after it."""
    ends = [line_end for element in run for line_end in element.iter("br")]
    for line_end in ends:
        line_end.text = _LINE_END
    said = "".join((text or "", *(raw_text(element) + (element.tail or "") for element in run)))
    for line_end in ends:
        line_end.text = None
    return said.split(_LINE_END)


def _shown(line: str) -> str:
    """Return a line with the blanks that a browser shows."""
    return _SPACE.sub(" ", line).strip(" ").replace("\xa0", " ").rstrip()


def _is_prose(line: str) -> bool:
    """Return whether a line is a sentence, and ends in no comment."""
    return line[-1:] in (".", "!", "?") and len(line.split()) > _PROSE_WORDS and not _COMMENT.match(line)


def _gather_line_boxes(page: PageTree) -> None:
    """Make blocks of boxes in which every child is a line; boxes of lines among lines fold, and are unwrapped.

    Numbered lines are a list.
    """
    for line in page.of_class(_LINE_NAMES):
        item = line.getparent()
        listed = item.getparent() if item is not None and item.tag == "li" and len(item) == 1 else None
        if item is not None and listed is not None and line.tag == "div":
            listed.tag = "div"
            unwrap(item)
    lines = [line for line in page.in_order(page.of_class(_LINE_NAMES)) if _is_line(line)]
    for box in reversed(dict.fromkeys(next(line.iterancestors()) for line in lines)):
        if box.tag == "div" and _is_line(next(box.itersiblings("div", preceding=True), None)) and _is_box_of_lines(box):
            unwrap(box)
    for box in dict.fromkeys(next(line.iterancestors()) for line in lines):
        if _is_box_of_lines(box):
            for tooltip in page.select(_TOOLTIPS, box):
                tooltip.drop_tree()
            box.tag = "pre"


def _is_line(box: HtmlElement | None) -> bool:
    """Return whether a box is a line of code by its class."""
    return box is not None and box.tag == "div" and box.get("class") in _LINE_NAMES


def _gather_cells(blocks: list[HtmlElement]) -> None:
    """Make a block of each cell whose boxes hold a block of one line each, or nothing, and drop the cell of numbers."""
    cells = Counter(cell for pre in blocks for cell in islice(pre.iterancestors(), 1, 2) if cell.tag == "td")
    for cell, lines in cells.items():
        if lines < _MIN_NUMBERS or not all(one.tag == "div" and len(one) == 1 for one in cell):
            continue
        if not any(one[0].tag not in ("pre", "br") or "\n" in raw_text(one).strip() for one in cell):
            numbers, block = cell.getprevious(), Element("pre")
            block.extend(cell[:])
            etree.strip_tags(block, "pre")
            cell.append(block)
            if numbers is not None and _numbers_only(numbers):
                numbers.drop_tree()


def _gather_called(page: PageTree, codes: list[HtmlElement], arranging: Set[HtmlElement]) -> None:
    """Make blocks of boxes called code or signatures, and of cells whose words are in the type of code."""
    for listed in {item.getparent() for item in page.of_class(_LONE_SIGNATURE) if item.tag == "li"}:
        for one in (listed, *listed.iterchildren("li")) if listed is not None else ():
            one.tag = "div"
    for box in page.in_order([box for box in page.of_class(_CODE_LIKE) if box.tag == "div"]):
        is_code = _is_called_code(box, page) or box.get("data-lang") is not None or _is_indented(box)
        if is_code and _holds_only_text(inner := _innermost(box)):
            _end_lines(inner)
    holding = [code for code in codes if len(code) and code.tag == "code" and page.content in code.iterancestors()]
    of_boxes = [code for code in holding if next(code.iter("div"), None) is not None]
    for box in [*page.in_order(page.of_class(_DECLARATION)), *of_boxes]:
        inner = _innermost(box)
        is_box = box.tag in ("div", "code") and _may_hold_lines(inner, arranging)
        if is_box and _is_laid_out(inner):
            inner.tag = "div"
            _replace_by_code(inner, None, list(inner), [_declaration(inner)])
    for words in page.all("font"):
        cell = block_around(words) if _sets_code(words) and words.find("br") is not None else None
        if cell is None or cell.tag != "td" or len(cell) > 1 or not _holds_only_text(words):
            continue
        if is_all_of(words, cell):
            _end_lines(words)  # as a program that colors code lays it out


def _gather_tables(page: PageTree) -> None:
    """Make a block of the only cell with text of each table that is called code."""
    for table in page.in_order([one for one in page.of_class(_CODE_LIKE) if one.tag == "table"]):
        cell = next(filter(shows_text, table.iter("td")), table)
        if not _CODE.isdisjoint(table.get("class", "").split()) and is_all_of(cell, table) and _holds_only_text(cell):
            for part in (table, *table.iter("tbody", "tr", "td")):
                part.tag = "div"
            _end_lines(cell)


def _gather_styled(page: PageTree) -> None:
    """Make blocks of elements of several lines that keep white space, and of boxes of text in the type of code."""
    for element in page.styled:
        keeps_space = element.tag in _STYLED and _KEEPS_SPACE.search(element.get("style") or "")
        is_typed = element.tag == "div" and _sets_code(element)
        if not (keeps_space or is_typed) or page.content not in element.iterancestors():
            continue
        if not _holds_only_text(element):
            continue
        if keeps_space and "\n" in raw_text(element).strip():
            element.tag = "pre"
        elif is_typed and shows_text(element) and not is_link(element):
            _join([element], [_shown(line) for line in _lines_of(element[:], element.text)])


def _is_called_code(box: HtmlElement, page: PageTree) -> bool:
    """Return whether a box is called code or a signature in one line, in javadoc one with links, or a block of code.

    The latter holds no sentence.
    """
    names = box.get("class") or ""
    if not _CODE.isdisjoint(names.split()) or _LANGUAGE_BOX.match(names):
        return True
    is_signature = any(map(_LONE_SIGNATURE, names.split())) and "\n" not in raw_text(box).strip()
    if is_signature and not any(link.get("href") and shows_text(link) for link in box.iter("a")):
        return True
    if names.endswith("-signature") and page.has("element-name"):  # javadoc's
        return True
    return not _CODE_BLOCKS.isdisjoint(names.split()) and not any(map(_is_prose, raw_text(box).split("\n")))


def _is_laid_out(box: HtmlElement) -> bool:
    """Return whether the parts of a declaration with parentheses are boxes, some in others, and no other blocks.

    In a synopsis of a method, as PHP's manual has them, they are words of a line.
    """
    if box.get("class", "").startswith("methodsynopsis"):
        return not holds_block(box)
    if any(part.tag != "div" for part in box.iterdescendants(*BLOCKS)) or "(" not in raw_text(box):
        return False
    return any(part.getparent() is not box and shows_text(part) for part in box.iterdescendants("div"))


def _declaration(box: HtmlElement) -> str:
    """Return the code of a declaration whose parts are boxes."""
    for part in box.iterdescendants("div"):
        before, name = part.getprevious(), part.get("class")
        is_item = before is not None and name is not None and before.get("class") == name
        part.text, part.tail = f"{', ' if is_item else ' '}{part.text or ''}", f" {part.tail or ''}"
    return _BESIDE_SIGNS.sub("", plain_text(box))


def _end_lines(box: HtmlElement) -> None:
    """Make a block of a box whose lines end by elements, and not by line feeds too."""
    for line_end in box.iter("br"):
        line_end.tail = (line_end.tail or "").lstrip("\r\n")
        before, parent = line_end.getprevious(), next(line_end.iterancestors())
        if before is not None and before.tail:
            before.tail = before.tail.rstrip("\r\n")
        elif before is None and parent.text:
            parent.text = parent.text.rstrip("\r\n")
    box.tag = "pre"


def _innermost(box: HtmlElement) -> HtmlElement:
    """Return the box within boxes that holds all of the outermost one's text."""
    while len(box) == 1 and box[0].tag == "div" and not (box.text or "").strip() and not (box[0].tail or "").strip():
        box = box[0]
    return box


def _part_usages(ending: list[HtmlElement]) -> None:
    """Put each of several usages into a line of its own, where styles part them; make a block of pieces that end so."""
    for box in dict.fromkeys(code.getparent() for code in ending if not code.tail and code.tag == "code"):
        if box is None or box.tag != "div" or len(box) < 2 or any(child.tag != "code" for child in box):
            continue
        if (box.text or "").strip() or any(child.tail for child in box[:-1]) or (box[-1].tail or "").strip():
            continue
        if all(raw_text(child)[-1:] == "\n" for child in box[:-1]):
            box.tag, box.text = "pre", None
            continue
        names = {match[0] for child in box if (match := _USAGE.match(raw_text(child)))}
        if len(names) == 1 and all(map(_USAGE.match, map(raw_text, box))):
            for child in box[:-1]:
                child.addnext(Element("br"))


def _put_within(main: HtmlElement) -> None:
    """Put all of the content into a block within it, for a page that is code alone."""
    block = Element("pre")
    block.text, main.text, main.tag = main.text, None, "div"
    block.extend(list(main))
    main.append(block)


def _gather_broken(page: PageTree) -> None:
    """Make blocks, or code of one line each, of inline code with line breaks."""
    breaks = (list(line_end.iterancestors(*_TYPE_TAGS))[-1:] for line_end in page.all("br"))
    for code in dict.fromkeys(outermost for found in breaks for outermost in found):
        if next(code.iterancestors("pre"), None) is not None:
            continue
        lines = [_shown(line) for line in _lines_of(code[:], code.text)]
        keeps_lines = _is_indented(code) or _is_alone(code)
        is_block = _stands_between_blocks(code) and len([*filter(str.strip, lines)]) > 1
        if not (keeps_lines or is_block):
            _split(code)
        elif ("\xa0" in raw_text(code) or not keeps_lines) and not holds_block(code):
            _join([code], lines)  # such blanks indent lines; the source's do not
        else:
            _end_lines(code)


def _gather_kept(page: PageTree, ending: list[HtmlElement]) -> None:
    """Make blocks of code between blocks, and of quotations, whose lines only a style sheet can keep."""
    for code in ending:
        if code.tag != "pre" and _stands_between_blocks(code) and _holds_only_text(code):
            text = raw_text(code)
            is_line = code.tag == "code" and any(map(_DECLARATION, (code.get("class") or "").split()))
            if "\n" in text.strip() and not is_line and (_is_block(code) or _are_lines(text)):
                code.tag = "pre"


def _is_block(element: HtmlElement) -> bool:
    """Return whether an element is a block by its tag, or code that is called a block."""
    return element.tag in IS_BLOCK or (element.tag == "code" and "block" in (element.get("class") or "").split())


def _stands_between_blocks(code: HtmlElement) -> bool:
    """Return whether code is no part of a text, but stands among blocks where one can stand."""
    parent = code.getparent() if not (code.tail or "").strip() else None
    if parent is None or parent.tag not in _HOLD_BLOCKS:
        return False
    before, after = code.getprevious(), code.getnext()
    if any(one is not None and not _is_block(one) for one in (before, after)):
        return False
    return not ((parent.text if before is None else before.tail) or "").strip()


def _are_lines(text: str) -> bool:
    """Return whether a text has several lines, the first at the margin, and one that begins anew or has its indent."""
    lines = dedent(text.strip("\n")).split("\n") if "\n" in text else [""]
    starts = (bool(line[:1].strip()) and not before.rstrip().endswith(_GO_ON) for before, line in pairwise(lines))
    indents = {len(line) - len(line.lstrip()) for line in lines if line.strip()}
    return lines[0][:1].strip() != "" and (any(starts) or len(indents) > 2)


def _gather_indented(page: PageTree, arranging: Set[HtmlElement]) -> None:
    """Make code blocks of lines that are indented by blanks, if most lines end as code does."""
    ends = (line_end for line_end in page.all("br") if (line_end.tail or "").lstrip(_BLANK)[:1] in ("\xa0", "{"))
    for box in dict.fromkeys(map(_box_of_end, ends)):
        if box is None or box.tag in _NO_LINES_IN or not _may_hold_lines(box, arranging):
            continue
        run: list[HtmlElement] = []
        for child in [*box, None]:
            if child is not None and child.tag not in IS_BLOCK:
                run.append(child)
                continue
            if not _replace_code(box, run):
                for group in _between_blank_lines(run):
                    _replace_code(box, group)
            run = []


def _box_of_end(line_end: HtmlElement) -> HtmlElement | None:
    """Return what holds a line's end beside others; an inline element may begin or end with the line."""
    box = line_end.getparent()
    while box is not None and box.tag not in IS_BLOCK and len(list(islice(box.iter("br"), 2))) == 1:
        box = box.getparent()
    return box


def _gather_terms(page: PageTree) -> None:
    """Make code blocks of lists of terms alone, whose lines are indented by blanks, if most lines end as code does."""
    for terms in page.all("dl"):
        if not len(terms) or terms[-1].tag != "dt":  # as nearly all end with a body
            continue
        if all(term.tag == "dt" and not holds_block(term) for term in terms) and "\xa0" in raw_text(terms):
            lines = [_shown(line) for term in terms for line in _lines_of(term[:], term.text)]
            if _are_code(lines) and _is_of_lines(terms):
                _join([terms], lines)


def _between_blank_lines(run: list[HtmlElement]) -> Iterator[list[HtmlElement]]:
    """Yield the inline elements between line ends that only blanks part."""
    group: list[HtmlElement] = []
    for child in run:
        if child.tag == "br" and not raw_text(child).strip() and _is_blank_before(child):
            yield group
            group = []
        else:
            group.append(child)
    yield group


def _is_blank_before(line_end: HtmlElement) -> bool:
    """Return whether nothing stands between a line's end and the end of the line before."""
    before = line_end.getprevious()
    return before is not None and before.tag == "br" and not (before.tail or "").strip()


def _replace_code(box: HtmlElement, run: list[HtmlElement]) -> bool:
    """Make a block of inline elements and the text between them, if they are lines of code; return whether they are."""
    before = run[0].getprevious() if run else None
    lines = list(map(_shown, _lines_of(run, box.text if before is None else before.tail)))
    is_code = _are_code(lines) and all(map(_is_of_lines, run))
    if is_code:
        _replace_by_code(box, before, run, lines)
    return is_code


def _is_of_lines(element: HtmlElement) -> bool:
    """Return whether an element shows text alone that leads nowhere, and no block yet."""
    return not any(
        inner.tag in ("img", "pre") or inner.get("href") is not None for inner in element.iter(etree.Element)
    )


def _are_code(lines: list[str]) -> bool:
    """Return whether lines are code: most end with a sign of code, and none is a sentence.

    Some begin with blanks, or are an opening and a closing brace.
    """
    shown = [line for line in lines if line.strip()]
    if any(line[0] != " " and line[-1] not in _CODE_ENDS and len(line.split()) > _PROSE_WORDS for line in shown):
        return False
    indented = sum(line[:2] == "  " for line in shown)
    is_in_braces = "{" in map(str.strip, shown) and any(line.strip()[:1] == "}" for line in shown)
    is_laid_out = indented >= _MIN_INDENTED or is_in_braces
    return is_laid_out and 2 * sum(line[-1] in _CODE_ENDS for line in shown) > len(shown)


def _replace_by_code(
    box: HtmlElement, before: HtmlElement | None, run: list[HtmlElement], lines: list[str]
) -> HtmlElement:
    pre = builder.PRE("\n".join(lines))
    if before is None:
        box.text = None
        box.insert(0, pre)
    else:
        before.tail = None
        before.addnext(pre)
    for child in run:
        for anchor in filter(None, map(anchor_of, child.iter(etree.Element))):
            pre.addprevious(Element("a", id=anchor))
        box.remove(child)
    return pre


def _is_box_of_lines(box: HtmlElement) -> bool:
    """Return whether all that an element holds are lines of code."""
    if box.tag != "div" or not _VERSE.isdisjoint((box.get("class") or "").lower().split()):
        return False
    if (box.text or "").strip() or next(box.iterancestors("pre"), None) is not None:
        return False
    return all(
        not _OF_A_BOX.isdisjoint((child.get("class") or "").split()) and not (child.tail or "").strip() for child in box
    )


def _is_indented(code: HtmlElement) -> bool:
    """Return whether a line of inline code is visibly indented."""
    return any((line.tail or "").lstrip("\n").startswith(("\xa0", "  ", "\t")) for line in code.iter("br"))


def _split(code: HtmlElement) -> None:
    """Make code of one line each of inline code that has line breaks, which Markdown's has not."""
    if not holds_block(code):
        lines = [" ".join(line.split()) for line in _lines_of(code[:], code.text)]
        _replace_by_lines(code, code.get("id") or "", lines)


def _replace_by_lines(element: HtmlElement, anchor: str, lines: Iterable[str], **attributes: str) -> None:
    """Replace an element by inline code, one for each line; an anchor stays."""
    holder = Element("span", {"id": anchor} if anchor else {})
    holder.tail = element.tail
    for number, line in enumerate(lines):
        if number:
            etree.SubElement(holder, "br")
        if line:
            etree.SubElement(holder, "code", attributes).text = line
    parent = element.getparent()
    if parent is not None:
        parent.replace(element, holder)


def _is_alone(code: HtmlElement) -> bool:
    """Return whether code of several lines is all that its paragraph or box holds."""
    parent = code.getparent()
    return parent is not None and parent.tag in _HOLD_TYPED and is_all_of(code, parent)


def _holds_only_text(element: HtmlElement) -> bool:
    """Return whether an element holds no blocks and stands in no code block."""
    return not holds_block(element) and next(element.iterancestors("pre"), None) is None


def _is_title(heading: HtmlElement) -> bool:
    """Return whether a heading in a block of code is none of the code's words."""
    return shows_text(heading) and next(heading.iterancestors("code"), None) is None


def _end_at_headings(main: HtmlElement) -> list[HtmlElement]:
    """Divide each block at the headings in it, and return all blocks."""
    blocks = list(main.iter("pre"))
    titled = [pre for pre in blocks if any(map(_is_title, pre.iter(*HEADINGS)))]
    for block in titled:
        parts = list(block)
        code = Element("pre")
        code.text, block.text, block.tag = block.text, None, "div"
        block.insert(0, code)
        for part in parts:
            if part.tag in HEADINGS:
                code = Element("pre")
                code.text, part.tail = part.tail, None
                part.addnext(code)
            else:
                code.append(part)
    return list(main.iter("pre")) if titled else blocks


def _end_at_pictures(pre: HtmlElement, code: str, pictures: list[HtmlElement]) -> Iterator[tuple[HtmlElement, str]]:
    """Replace a block by the pictures that stand in lines of their own, and by blocks of the code between these.

    Yields:
        Each block with its code.
    """
    if not pictures:
        yield pre, code
        return
    left = iter(pictures)
    for is_shown, lines in groupby(code.split("\n"), _is_of_pictures):
        said = list(lines)
        taken = list(islice(left, sum(line.count(PICTURE_SIGN) for line in said)))
        for picture in taken if is_shown else ():
            above = next(picture.iterancestors())
            in_link = above.tag == "a" and picture.getnext() is None and plain_text(above) == PICTURE_SIGN
            shown = above if in_link else picture
            picture.text = shown.tail = None
            pre.addprevious(builder.P(shown))
        text = "\n".join(line.replace(PICTURE_SIGN, "").rstrip() for line in said).strip("\n")
        if text:
            part = Element("pre")
            pre.addprevious(part)
            yield part, text
    pre.drop_tree()


def _is_of_pictures(line: str) -> bool:
    return PICTURE_SIGN in line and not line.strip(f" \t{PICTURE_SIGN}")


def _number(pre: HtmlElement, number: int) -> None:
    """Empty a block and give it its number."""
    tail = pre.tail
    pre.clear()
    pre.tail = tail
    pre.set("n", str(number))


def _begin_body(term: HtmlElement, last: HtmlElement | None) -> HtmlElement:
    """Insert an empty block at the beginning of a term's body, after the last one of the term, and return it."""
    pre = Element("pre")
    if last is not None:
        pre.tail, last.tail = last.tail, None
        last.addnext(pre)
        return pre
    body = term.getnext()
    if body is None or body.tag != "dd":
        body = Element("dd")
        term.addnext(body)
    pre.tail, body.text = body.text, None
    body.insert(0, pre)
    return pre


def _lies_in_block(around: Sequence[HtmlElement], main: HtmlElement) -> bool:
    """Return whether elements around one are part of a `pre` below `main`, or were until that one became a block."""
    below = list(takewhile(lambda above: above is not main, around))
    return len(below) == len(around) or any(above.tag == "pre" for above in below)


def _code_text(pre: HtmlElement, page: PageTree, pictures: Iterable[HtmlElement]) -> str:
    """Return the code of a block, with a line for each line that a browser shows, and a sign for each picture."""
    for picture in pictures:
        picture.text = PICTURE_SIGN
    numbers = [*filter(_numbers_only, page.select(_LINE_NUMBERS, pre)), *_counting(pre)] if len(pre) else []
    for number in numbers:
        is_within = any(above.tag == "pre" and above is not pre for above in number.iterancestors())
        if not is_within and number.getparent() is not None:
            number.drop_tree()
    is_plain = not len(pre) or next(pre.iter("br", *_LINES), None) is None
    code = raw_text(pre) if is_plain else _BLANK_LINES.sub("\n\n", "".join(_with_line_ends(pre)))
    lines = erase_marks(code).replace("\xa0", " ").replace("\u200b", "").split("\n")
    while lines and not lines[0].strip():
        lines.pop(0)
    if numbers:
        lines = dedent("\n".join(lines)).split("\n")  # what parts the numbers from the code
    if "".join(lines[:1]).startswith(_FIRST_LINES) and all(map(_PADDED.match, filter(None, lines))):
        lines = [line[6:] for line in lines]
    return "\n".join(line.rstrip() for line in lines).rstrip()


def _counting(pre: HtmlElement) -> list[HtmlElement]:
    """Return the elements that begin all lines but blank ones and hold nothing but the lines' numbers.

    Where the source leaves lines out, as c2html does, it has a blank one.
    """
    first = next((inner for inner in pre.iter("span", "a") if not len(inner)), None)
    if first is None or not _is_number(raw_text(first)):
        return []
    kind, leads = first.get("class"), first.get("href") is not None
    inner = (one for one in pre.iter(str(first.tag)) if not len(one) and one.get("class") == kind and shows_text(one))
    found = [one for one in inner if (one.get("href") is not None) == leads]
    numbers = [int(match[1]) for one in found if (match := _NUMBER.fullmatch(raw_text(one).rstrip()))]
    lines = raw_text(pre).strip("\n").split("\n")
    counted = [(int(match[1]) if (match := _NUMBER.match(line)) else 0) for line in lines if line.strip()]
    after_blank = [not before.strip() for before, line in pairwise(lines) if line.strip()]
    steps = [after - before for before, after in pairwise(numbers)]
    is_counting = len(found) == len(numbers) >= _MIN_NUMBERS and counted == numbers
    shows_more = any(_NUMBER.sub("", line, count=1).strip() for line in lines)
    rises = is_counting and all(
        step == 1 or (step > 1 and skips) for step, skips in zip(steps, after_blank, strict=True)
    )
    return found if shows_more and rises else []


def _is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text.rstrip()) is not None


def _sign_changes(page: PageTree) -> None:
    """Begin lines that were added or removed with the sign of a diff, unless a sign is there."""
    for sign, changed in (("+", _ADDED), ("-", _REMOVED)):
        for line in page.select(changed):
            if not raw_text(line).startswith(sign):
                line.text = sign + (line.text or "")


def _with_line_ends(pre: HtmlElement) -> Iterator[str]:
    """Yield the text of a block in which elements end the lines, instead of line feeds."""
    last = ""
    for event, node in etree.iterwalk(pre, events=("start", "end")):
        if event == "start":
            text = node.text or ""
            if node.tag in _LINES and last.strip() and not last.endswith("\n") and not _begins_line(node):
                text = f"\n{text}"
            if node.tag == "br":
                text = "\n"
        else:
            text = (node.tail or "") if node is not pre else ""
            if node.tag in _LINES and not last.endswith("\n"):
                text = "\n" + text.removeprefix("\n")
        if text:
            last = text
            yield text


def _begins_line(line: HtmlElement) -> bool:
    """Return whether an element is the first in another one that is a line."""
    parent = line.getparent()
    return line.getprevious() is None and parent is not None and parent.tag in _LINES


def _language(pre: HtmlElement, around: Sequence[HtmlElement]) -> str:
    """Return the language that the block, its `code` or an element around it declares; empty if none does."""
    inner = next(pre.iterchildren("code"), None)
    near = [pre] if inner is None else [inner, pre]
    for above in around:
        if len(near) > _LANGUAGE_ANCESTORS + 1 or above.tag in ("body", "li", "section", "article", "main"):
            break
        near.append(above)
    for position, element in enumerate(near):
        declared = element.get("data-lang") or element.get("data-language") or ""
        names = (declared,) if declared else _declared(element.get("class", ""), position < 2)
        for name in names:
            language = _SAME_LANGUAGE.get(name.lower(), name.lower())
            if language in _NO_LANGUAGE:
                return ""
            return language
    return ""


def _take_label(pre: HtmlElement, language: str) -> str:
    """Remove the label before a block, or the boxes around it alone, that names its language; return the name."""
    box = pre
    while (label := box.getprevious()) is None and (above := box.getparent()) is not None and above.tag == "div":
        if (above.text or "").strip() or box.getnext() is not None:
            return ""
        box = above
    if label is None or label.tag not in ("span", "div") or (label.tail or "").strip():
        return ""
    name = raw_text(label).strip().lower()
    if not name or (name != language if language else name not in _BARE):
        return ""
    label.drop_tree()
    return name


def _declared(said: str, is_bare: bool) -> tuple[str, ...]:
    """Return the languages that an element's classes declare; with `is_bare`, also by a class without a prefix."""
    classes = said.replace("brush: ", "brush:").replace(";", " ").split()
    matches = filter(None, map(_LANGUAGE_CLASS.match, classes))
    named = (m[1] for m in matches if m[1] not in _NO_LANGUAGE or m[0].startswith(("highlight-", "language-")))
    if is_bare or "sourceCode" in classes or "highlight" in classes or "codehilite" in classes:
        return (*named, *(name for name in classes if name.lower() in _BARE))
    return tuple(named)


def _write_inline(pre: HtmlElement, code: str) -> None:
    """Replace a block by inline code, one for each line; the first anchor in it stays."""
    anchor = next((name for e in pre.iter("a", "span") if (name := e.get("id") or e.get("name"))), pre.get("id"))
    _replace_by_lines(pre, anchor or "", filter(str.strip, code.split("\n")), **{VERBATIM: ""})


def _drop_columns(blocks: list[HtmlElement]) -> None:
    """Remove the boxes before or after a block that hold the numbers of its lines, and blocks of them before it."""
    for pre in blocks:
        code = pre
        before, after = code.getprevious(), code.getnext()
        while before is after is None and (box := code.getparent()) is not None and box.tag == "div":
            code, before, after = box, box.getprevious(), box.getnext()
        if before is not None and before.tag in ("pre", "div") and not (before.tail or "").strip():
            _drop_column(before, pre)
        if after is not None and after.tag == "div" and not (code.tail or "").strip():
            _drop_column(after, pre)


def _drop_twins(blocks: list[HtmlElement]) -> None:
    """Remove a block right before one of the same text, if one of them is for a dark screen (VitePress)."""
    for pre in blocks:
        before = pre.getprevious()
        if before is None or before.tag != "pre" or "dark" not in f"{before.get('class')} {pre.get('class')}":
            continue
        if not (before.tail or "").strip() and raw_text(before) == raw_text(pre):
            before.drop_tree()


def _drop_column(box: HtmlElement, code: HtmlElement) -> None:
    if _counts_lines(box, code):
        box.drop_tree()


def _join_numbered_tables(page: PageTree, blocks: list[HtmlElement]) -> None:
    """Replace each table that shows line numbers beside code by the code's block."""
    if page.lacks("table"):
        return
    around = dict.fromkeys(table for block in blocks for table in islice(block.iterancestors("table"), 1))
    beside = [table for table in filter(_IS_SIDE_BY_SIDE, around) if _numbers_only(next(table.iter("pre")))]
    for table in dict.fromkeys((*page.select(_NUMBERED_TABLES), *beside)):
        pres = [pre for pre in table.iter("pre") if not _numbers_only(pre)]
        parent = table.getparent()
        if parent is None or len(pres) != 1:
            continue
        block = pres[0]
        for above in pres[0].iterancestors("div"):
            block = above if table in above.iterancestors() else block
        block.tail = table.tail
        parent.replace(table, block)


def _counts_lines(box: HtmlElement, code: HtmlElement) -> bool:
    """Return whether a box holds the numbers of a block's lines, from the first on, maybe with the file's name."""
    words = [word.rstrip(":.").rpartition(":")[2] for word in " ".join(_lines_of(box[:], box.text)).split()]
    least = 1 if "line-numbers" in box.get("class", "") else _MIN_NUMBERS
    if len(words) < least or words[0] != "1" or words != [*map(str, range(1, len(words) + 1))]:
        return False
    return box.tag == "pre" or len(words) - raw_text(code).strip("\n").count("\n") in (0, 1, 2)


def _numbers_only(element: HtmlElement) -> bool:
    """Return whether an element holds line numbers, or nothing, and no code."""
    return all(word.rstrip(":.").isdigit() for word in raw_text(element).split())


def _write_prototypes(paragraphs: list[HtmlElement]) -> None:
    """Turn prototypes into code; those in a row share a block."""
    for first in [paragraph for paragraph in paragraphs if paragraph.tag == "p" and _is_prototype(paragraph)]:
        if first.getparent() is not None:
            run = [first, *_beside(first, _is_prototype)]
            lines = [" ".join(line.split()) for one in run for line in _lines_of(one[:], one.text)]
            _join(run, list(filter(None, lines)))


def _gather_declared(headings: list[HtmlElement]) -> None:
    """Make code of the lines below a heading that declare what the heading names, as `int name(char *text);`."""
    for above in headings:
        name = _MEMBER.fullmatch(raw_text(above).strip())
        while name is not None and (below := _line_below(above)) is not None:
            box, before, run = below
            line = " ".join("".join(_lines_of(run, box.text if before is None else before.tail)).split())
            if not _declares(line, name[1]) or not all(map(_may_declare, run)):
                break
            above = _replace_by_code(box, before, run, [line])
            box.tag = "div" if box.tag == "p" else box.tag


def _declares(line: str, name: str) -> bool:
    """Return whether a line declares a function or a method of a name, and is no sentence about it."""
    declared = _DECLARING.fullmatch(line)
    if declared is None or _is_prose(line) or ": " in line.partition("(")[0]:
        return False
    said = declared["selector"] or re.split(r"[.:]+", declared["name"])[-1]
    return said == name and (line[-1] == ";" or not declared["blank"])


def _may_declare(part: HtmlElement) -> bool:
    """Return whether a part of a line is no block, no picture and no declaration in code already."""
    is_code = any("(" in raw_text(code) for code in part.iter("code", "tt"))
    return not is_code and part.tag != "img" and not holds_block(part)


def _line_below(heading: HtmlElement) -> tuple[HtmlElement, HtmlElement | None, list[HtmlElement]] | None:
    """Return the box of the first line below a heading, what stands before the line, and its elements, or None."""
    box = next(heading.iterancestors())
    before: HtmlElement | None = heading
    for _ in range(_BEFORE_LINE):
        after = box.iterchildren() if before is None else before.itersiblings()
        run = list(takewhile(lambda one: one.tag != "br" and one.tag not in IS_BLOCK, after))
        if ((box.text if before is None else before.tail) or "").strip() or any(
            (one.tail or "").strip() or shows_text(one) for one in run
        ):
            while run and not ((run[-1].tail or "").strip() or shows_text(run[-1])):
                run.pop()
            return box, before, run
        last = run[-1] if run else before
        first = (box[0] if len(box) else None) if last is None else last.getnext()
        if first is None:
            return None
        if first.tag == "br" or not shows_text(first):
            before = first
        elif first.tag in _LAY_OUT and (first.tag != "table" or len(list(islice(first.iter("td", "th"), 2))) == 1):
            box, before = first, None
        else:
            return None
    return None


def _join_types(page: PageTree) -> None:
    """Put the cases or fields of a type, which ocamldoc has in a table, into the code that opens it."""
    for opening, table in [(table.getprevious(), table) for table in page.of_class(("typetable",))]:
        if opening is None or opening.tag != "pre" or not len(opening) or (opening.tail or "").strip():
            continue
        if opening[0].tag == "code":
            unwrap(opening[0])
        lines = ["  " + " ".join(filter(None, map(plain_text, row))) for row in table.iter("tr")]
        closing = table.getnext()
        if closing is not None and closing.tag == "code" and plain_text(closing) == "}":
            lines.append("}")
            closing.drop_tree()
        opening[-1].tail = "\n".join(((opening[-1].tail or "").rstrip(), *lines))
        table.drop_tree()


def _is_prototype(paragraph: HtmlElement) -> bool:
    """Return whether a paragraph is the prototype of a function, all of whose words are marked up."""
    last = paragraph[-1] if len(paragraph) > 1 else None
    if last is None or not ((last.tail or "").strip() or (last.text or "").rstrip()).endswith(");"):
        return False
    texts = [paragraph.text, *(part.tail for part in paragraph)]
    if not all(_BETWEEN.fullmatch(text or "") for text in texts):
        return False
    if any(part.tag not in _MARKED or len(part) for part in paragraph):
        return False
    return _PROTOTYPE.fullmatch(plain_text(paragraph)) is not None
