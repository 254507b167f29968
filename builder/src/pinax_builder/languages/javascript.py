"""JavaScript and TypeScript, also TSX: declarations, and functions and classes by what they are assigned to."""

from __future__ import annotations

from dataclasses import replace

from pinax_builder.languages.language import CodeLanguage

_QUERY_OF_BOTH = """
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

_JAVASCRIPT = (
    _QUERY_OF_BOTH
    + """
(class_declaration name: (identifier) @name) @definition.class
(field_definition property: (_) @name value: [(arrow_function) (function_expression)]) @definition.method
(field_definition property: (_) @name) @member.property
(decorator) @attribute
"""
)


JAVASCRIPT = CodeLanguage(
    name="javascript",
    extensions=(".js", ".mjs", ".cjs", ".jsx"),
    interpreters=("node", "nodejs"),
    grammar="tree_sitter_javascript",
    query=_JAVASCRIPT,
    wrappers=(
        "export_statement",
        "lexical_declaration",
        "variable_declaration",
        "expression_statement",
        "ambient_declaration",
    ),
    left_out_of_names=r"^(?:(?:module\.)?exports|this|self|window|global|globalThis)\.|\.prototype(?=\.)",
    visibility_words={"export": "public"},
    visibility_of=lambda name: "private" if name.startswith("#") else "",
)

_TYPESCRIPT = (
    _QUERY_OF_BOTH
    + """
(class_declaration name: (type_identifier) @name) @definition.class
(abstract_class_declaration name: (type_identifier) @name) @definition.class
(interface_declaration name: (type_identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(enum_body name: (property_identifier) @name @member.constant)
(enum_body (enum_assignment name: (property_identifier) @name) @member.constant)
(type_alias_declaration name: (type_identifier) @name) @definition.type
(internal_module name: [(identifier) (nested_identifier)] @name) @definition.module
(module name: [(identifier) (nested_identifier)] @name) @definition.module
(function_signature name: (identifier) @name) @definition.function
(method_signature name: (_) @name) @member.method
(abstract_method_signature name: (_) @name) @member.method
(property_signature name: (_) @name) @member.property
(public_field_definition name: (_) @name value: [(arrow_function) (function_expression)]) @definition.method
(public_field_definition name: (_) @name) @member.property
(decorator) @attribute
"""
)

TYPESCRIPT = replace(
    JAVASCRIPT,
    name="typescript",
    extensions=(".ts", ".mts", ".cts"),
    interpreters=(),
    grammar="tree_sitter_typescript",
    entry="language_typescript",
    query=_TYPESCRIPT,
    visibility_words={"export": "public", "public": "public", "protected": "protected", "private": "private"},
    default_visibility={"class": "public", "interface": "public"},
)

TSX = replace(TYPESCRIPT, extensions=(".tsx",), entry="language_tsx")
