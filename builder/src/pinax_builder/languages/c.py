"""C: functions and their prototypes, structs, unions, enums, typedefs, macros."""

from __future__ import annotations

from pinax_builder.languages.language import CodeLanguage

C_QUERY = """
(function_definition declarator: (function_declarator declarator: (identifier) @name)) @definition.function
(function_definition declarator: (pointer_declarator
  declarator: (function_declarator declarator: (identifier) @name))) @definition.function
(function_definition declarator: (pointer_declarator declarator: (pointer_declarator
  declarator: (function_declarator declarator: (identifier) @name)))) @definition.function
(declaration declarator: (function_declarator declarator: (identifier) @name)) @member.function
(declaration declarator: (pointer_declarator
  declarator: (function_declarator declarator: (identifier) @name))) @member.function
(declaration declarator: (pointer_declarator declarator: (pointer_declarator
  declarator: (function_declarator declarator: (identifier) @name)))) @member.function
(struct_specifier name: (type_identifier) @name body: (_)) @definition.struct
(union_specifier name: (type_identifier) @name body: (_)) @definition.struct
(enum_specifier name: (type_identifier) @name body: (_)) @definition.enum
(enumerator name: (identifier) @name) @member.constant
(field_declaration declarator: (field_identifier) @name) @member.property
(field_declaration declarator: (pointer_declarator declarator: (field_identifier) @name)) @member.property
(field_declaration declarator: (array_declarator declarator: (field_identifier) @name)) @member.property
(type_definition type: (struct_specifier !name body: (_) @body) declarator: (type_identifier) @name)
  @definition.struct
(type_definition type: (union_specifier !name body: (_) @body) declarator: (type_identifier) @name)
  @definition.struct
(type_definition type: (enum_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.enum
(type_definition declarator: (type_identifier) @name) @member.type
(type_definition declarator: (pointer_declarator declarator: (type_identifier) @name)) @member.type
(type_definition declarator: (function_declarator declarator: (parenthesized_declarator
  (pointer_declarator declarator: (type_identifier) @name)))) @member.type
(preproc_def name: (identifier) @name value: (_)) @member.macro
(preproc_function_def name: (identifier) @name) @member.macro
(comment) @comment
"""
"""Patterns that C and C++ share."""

C = CodeLanguage(
    name="c",
    extensions=(".c", ".h"),
    grammar="tree_sitter_c",
    query=C_QUERY,
    wrappers=("declaration",),
    visibility_words={"static": "private"},
    has_macros=True,
)
