"""What must be known of a programming language to read its files.

A language is data: which files are its, which grammar parses them, and one query of tree-sitter that says what is
defined in them. The captures of a query mean:

    @definition.KIND   a class, function, … that opens a section
    @member.KIND       a name (constant, field, prototype) that belongs to the section around it; it opens one of its
                       own where a comment of three lines or more explains it
    @container         opens a section without being a symbol (Rust's `impl`); its name, if any, qualifies what is in it
    @scope             only qualifies the names in it (C++'s `namespace`)
    @package           qualifies every name of the file
    @name              the name of any of these, in the same pattern; given twice, the name is from the one to the other
    @receiver          the type that a method written outside of it belongs to, in the same pattern
    @body              where the signature ends, in the same pattern; by default the child of that name
    @doc               a documentation string inside what it documents
    @comment           a comment; one that stands right before a definition documents it
    @attribute         a decorator, annotation or template head: no part of the signature
    @access            a word that sets the visibility of what follows it (C++'s `private:`)

Where two patterns name the same node, a definition wins over a member, then the wider node, then the earlier pattern.

Spec:  tree-sitter, "Queries" (query syntax and predicates); `KIND` is one of `Symbol.kind`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal


def _says_nothing(name: str) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class CodeLanguage:
    """One programming language, with everything that is particular to it."""

    name: str
    """As facets, fences and symbols call it, e.g. `csharp`."""
    extensions: tuple[str, ...]
    """Of its files, lower case, with the dot."""
    grammar: str
    """Module of the grammar, e.g. `tree_sitter_c_sharp`."""
    query: str
    entry: str = "language"
    """Function of the module that gives the grammar."""
    file_names: tuple[str, ...] = ()
    """Whole names of files that have no such extension, e.g. `Rakefile`."""
    separator: str = "."
    """Between the parts of a qualified name."""
    member_separators: Mapping[str, str] = field(default_factory=dict)
    """Kind → what stands before the name of such a member of a type, where that is another: Ruby's `Array#map`."""
    has_outer_methods: bool = False
    """Whether a function with a qualified name (`void Foo::bar() {}`) is a method of what qualifies it, unless that is
    a namespace of the file."""
    left_out_of_names: str = ""
    """A regular expression; what it matches is no part of a name: type arguments, `exports.`."""
    wrappers: tuple[str, ...] = ()
    """Types of nodes around a definition that belong to it, such as `export_statement`."""
    visibility_words: Mapping[str, str] = field(default_factory=dict)
    """Word before the name → visibility; the first that is there counts."""
    default_visibility: Mapping[str, str] = field(default_factory=dict)
    """Kind of the enclosing definition (empty: none) → visibility of what says nothing; `*` for any other."""
    visibility_of: Callable[[str], str] = _says_nothing
    """What a bare name says by convention."""
    has_macros: bool = False
    """Whether a preprocessor reads it first, as with C, so that there are words that no grammar can know."""
    has_conditionals: bool = False
    """Whether there are lines such as `#if`, which its grammar reads only around whole declarations."""
    unknown_to_grammar: str = ""
    """A regular expression of what the grammar cannot read and no name is in: blanked in files with errors, and taken
    for an attribute of what it stands before."""
    function_words: str = ""
    """Alternatives of words that start a function with a body in braces, such as `fun`; where a file has errors, bodies
    with errors in them are passed over."""
    claims: Mapping[str, str] = field(default_factory=dict)
    """Extension of another language → a regular expression; a text that it matches is of this one."""
    comment_markup: Literal["", "javadoc", "rdoc", "scaladoc", "xml"] = ""
    """What comments are written in where that is no Markdown."""
    module_of: Callable[[str], str] = _says_nothing
    """Names the module that a file is, by its path; empty where files are none."""
