"""Describe a programming language, so that its files can be read.

A language is data: the names of its files, its grammar, and one tree-sitter query that captures definitions. The
captures mean:

    @definition.KIND   a class, function, … that opens a section
    @member.KIND       a name (constant, field, prototype) that belongs to the section around it; it opens its own if a
                       comment of three lines or more explains it
    @container         opens a section but is no symbol (Rust's `impl`); its name, if any, qualifies the names in it
    @scope             only qualifies the names in it (C++'s `namespace`)
    @package           qualifies every name of the file
    @name              the name of any of these, in the same pattern; given twice, the name spans both
    @receiver          the type of a method that is written outside of the type, in the same pattern
    @trait             what a container gives to the type that it names, in the same pattern
    @body              the node before which the signature ends, in the same pattern; by default the child `body`
    @doc               a documentation string inside the definition that it documents
    @comment           a comment; one right before a definition documents it
    @attribute         a decorator, annotation or template head, which is no part of the signature
    @items             the body of a macro, in brackets; if it can be read as items alone, they are captured like others
    @statement         what no items stand beside: a body that has it at its top holds no items
    @access            a word that sets the visibility of the definitions after it (C++'s `private:`)

If two patterns capture the same name, a definition wins over a member, then the wider node, then the earlier pattern.

Spec:  tree-sitter, "Queries" (query syntax and predicates); `KIND` is one of `Symbol.kind`.
Why:   docs/decisions/0014
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal


def _says_nothing(name: str) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class CodeLanguage:
    """One programming language, with everything in which it differs from others."""

    name: str
    """Name in facets, fences and symbols, such as `csharp`."""
    extensions: tuple[str, ...]
    """Extensions of its files, in lower case, with the dot."""
    grammar: str
    """Module of the grammar, such as `tree_sitter_c_sharp`."""
    query: str
    """The tree-sitter query; see above."""
    entry: str = "language"
    """Function of the module that returns the grammar."""
    file_names: tuple[str, ...] = ()
    """Names of files without such an extension, such as `Rakefile`."""
    interpreters: tuple[str, ...] = ()
    """Programs that a script's first line (`#!`) names, without their versions."""
    separator: str = "."
    """Separator of the parts of a qualified name."""
    member_separators: Mapping[str, str] = field(default_factory=dict)
    """Kind → separator before members of that kind, if it is another one: Ruby's `Array#map`."""
    has_outer_methods: bool = False
    """Whether a function with a qualified name (`void Foo::bar() {}`) is a method of the qualifier, unless that is a
    namespace of the file."""
    left_out_of_names: str = ""
    """Regular expression of text that is no part of a name: type arguments, `exports.`."""
    wrappers: tuple[str, ...] = ()
    """Types of nodes around a definition that belong to it, such as `export_statement`."""
    visibility_words: Mapping[str, str] = field(default_factory=dict)
    """Word before the name → visibility; the first word that is there counts."""
    default_visibility: Mapping[str, str] = field(default_factory=dict)
    """Kind of the enclosing definition (empty: none; `*`: any other) → visibility without a word."""
    visibility_of: Callable[[str], str] = _says_nothing
    """Returns the visibility that a name has by convention; empty if it has none."""
    has_macros: bool = False
    """Whether a preprocessor reads files first, as with C, so that they have words that no grammar can know."""
    has_conditionals: bool = False
    """Whether there are lines such as `#if`, which the grammar reads only around whole declarations."""
    unknown_to_grammar: str = ""
    """Regular expression of syntax that the grammar cannot read and that holds no name. It is blanked in files with
    errors, and counts as an attribute of the definition after it."""
    function_words: str = ""
    """Alternatives of words that begin a function with a body in braces, such as `fun`. In files with errors, bodies
    that hold an error are blanked."""
    claims: Mapping[str, str] = field(default_factory=dict)
    """Extension of another language → regular expression; a text that it matches is of this language."""
    comment_markup: Literal["", "go", "javadoc", "rdoc", "rustdoc", "scaladoc", "xml"] = ""
    """Markup of comments; empty for Markdown."""
    module_of: Callable[[str], str] = _says_nothing
    """Returns the module that a file is, by its path; empty if files are no modules."""
