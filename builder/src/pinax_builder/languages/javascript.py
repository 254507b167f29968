"""JavaScript: declarations, and functions and classes by whatever they are assigned to."""

from __future__ import annotations

from pinax_builder.languages.language import CodeLanguage

ECMASCRIPT_QUERY = """
(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function
(method_definition name: (_) @name) @definition.method
(variable_declarator name: (identifier) @name
  value: [(arrow_function) (function_expression) (generator_function)] @callable) @definition.function
(variable_declarator name: (identifier) @name value: (class)) @definition.class
((assignment_expression left: [(identifier) (member_expression)] @name
  right: [(arrow_function) (function_expression) (generator_function)]) @definition.function
 (#not-match? @name "^(module[.])?exports$"))
((assignment_expression left: [(identifier) (member_expression)] @name right: (class)) @definition.class
 (#not-match? @name "^(module[.])?exports$"))
((assignment_expression left: (_) @left
  right: [(function_expression name: (_) @name) (generator_function name: (_) @name)]) @definition.function
 (#match? @left "^(module[.])?exports$"))
((assignment_expression left: (_) @left right: (class name: (_) @name)) @definition.class
 (#match? @left "^(module[.])?exports$"))
((assignment_expression left: (_) @name
  right: [(arrow_function) (function_expression !name) (generator_function !name)]) @definition.function
 (#match? @name "^(module[.])?exports$"))
((assignment_expression left: (_) @name right: (class !name)) @definition.class
 (#match? @name "^(module[.])?exports$"))
((assignment_expression left: (member_expression property: (_) @property) right: (class name: (_) @name @member.class))
 (#not-eq? @property @name))
(pair key: [(property_identifier) (string)] @name
  value: [(arrow_function) (function_expression) (generator_function)]) @definition.method
((program (lexical_declaration "const"
   (variable_declarator name: (identifier) @name value: (_) @value) @member.constant))
 (#not-match? @value "^(await )?(require|import)[(]"))
(program (lexical_declaration "const" (variable_declarator name: (identifier) @name !value) @member.constant))
(program (export_statement
  (lexical_declaration "const" (variable_declarator name: (identifier) @name) @member.constant)))
(comment) @comment
"""
"""Patterns that JavaScript and TypeScript share."""

_QUERY = (
    ECMASCRIPT_QUERY
    + """
(class_declaration name: (identifier) @name) @definition.class
(field_definition property: (_) @name value: [(arrow_function) (function_expression)]) @definition.method
(field_definition property: (_) @name) @member.property
(decorator) @attribute
"""
)


def private_by_hash(name: str) -> str:
    """Return that `#name` is private; empty for any other name."""
    return "private" if name.startswith("#") else ""


WRAPPERS = (
    "export_statement",
    "lexical_declaration",
    "variable_declaration",
    "expression_statement",
    "ambient_declaration",
)
"""Nodes around a definition of JavaScript or TypeScript that belong to it."""

NOT_OF_NAMES = r"^(?:(?:module\.)?exports|this|self|window|global|globalThis)\.|\.prototype(?=\.)"
"""Parts of an assignment's target that are no part of the name."""

JAVASCRIPT = CodeLanguage(
    name="javascript",
    extensions=(".js", ".mjs", ".cjs", ".jsx"),
    interpreters=("node", "nodejs"),
    grammar="tree_sitter_javascript",
    query=_QUERY,
    wrappers=WRAPPERS,
    left_out_of_names=NOT_OF_NAMES,
    visibility_words={"export": "public"},
    visibility_of=private_by_hash,
)
