"""TypeScript and TSX: JavaScript with types; interfaces, enums, namespaces, abstract classes, declarations."""

from __future__ import annotations

from dataclasses import replace

from pinax_builder.languages.javascript import ECMASCRIPT_QUERY, NOT_OF_NAMES, WRAPPERS, private_by_hash
from pinax_builder.languages.language import CodeLanguage

_QUERY = (
    ECMASCRIPT_QUERY
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

TYPESCRIPT = CodeLanguage(
    name="typescript",
    extensions=(".ts", ".mts", ".cts"),
    grammar="tree_sitter_typescript",
    entry="language_typescript",
    query=_QUERY,
    wrappers=WRAPPERS,
    left_out_of_names=NOT_OF_NAMES,
    visibility_words={"export": "public", "public": "public", "protected": "protected", "private": "private"},
    default_visibility={"class": "public", "interface": "public"},
    visibility_of=private_by_hash,
)

TSX = replace(TYPESCRIPT, extensions=(".tsx",), entry="language_tsx")
