"""Scala: classes, objects, traits, enums, methods, values, givens."""

from __future__ import annotations

from pinax_builder.languages.language import CodeLanguage

_QUERY = """
(package_clause name: (package_identifier) @name !body) @package
(package_clause name: (package_identifier) @name body: (_)) @scope
(class_definition name: (_) @name) @definition.class
(object_definition name: (_) @name) @definition.class
(package_object name: (_) @name) @definition.module
(trait_definition name: (_) @name) @definition.interface
(enum_definition name: (_) @name) @definition.enum
(simple_enum_case name: (_) @name) @member.constant
(full_enum_case name: (_) @name) @member.constant
(function_definition name: (_) @name) @definition.function
(function_declaration name: (_) @name) @member.function
(extension_definition) @container
(given_definition name: (_) @name) @definition.constant
(type_definition name: (_) @name) @member.type
((val_definition pattern: (identifier) @name) @member.constant (#match? @name "^[A-Z]"))
(val_definition pattern: (identifier) @name) @member.variable
(val_declaration name: (identifier) @name) @member.variable
(var_definition pattern: (identifier) @name) @member.variable
(annotation) @attribute
[(comment) (block_comment)] @comment
"""

SCALA = CodeLanguage(
    name="scala",
    extensions=(".scala", ".sc"),
    grammar="tree_sitter_scala",
    query=_QUERY,
    comment_markup="scaladoc",
    visibility_words={"private": "private", "protected": "protected"},
    default_visibility={"*": "public", "": "public"},
)
