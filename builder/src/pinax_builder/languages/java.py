"""Java: types with their packages, methods, constructors, fields, enum constants."""

from __future__ import annotations

from pinax_builder.languages.language import CodeLanguage

_QUERY = """
(package_declaration [(identifier) (scoped_identifier)] @name) @package
(class_declaration name: (identifier) @name) @definition.class
(record_declaration name: (identifier) @name) @definition.class
(interface_declaration name: (identifier) @name) @definition.interface
(annotation_type_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(enum_constant name: (identifier) @name) @member.constant
(method_declaration name: (identifier) @name body: (_)) @definition.method
(method_declaration name: (identifier) @name !body) @member.method
(annotation_type_element_declaration name: (identifier) @name) @member.method
(constructor_declaration name: (identifier) @name) @definition.method
(compact_constructor_declaration name: (identifier) @name) @definition.method
(constant_declaration declarator: (variable_declarator name: (identifier) @name)) @member.constant
((field_declaration (modifiers "static" "final") declarator: (variable_declarator name: (identifier) @name))
  @member.constant)
(field_declaration declarator: (variable_declarator name: (identifier) @name)) @member.property
(modifiers [(annotation) (marker_annotation)] @attribute)
[(line_comment) (block_comment)] @comment
"""

JAVA = CodeLanguage(
    name="java",
    extensions=(".java",),
    grammar="tree_sitter_java",
    query=_QUERY,
    comment_markup="javadoc",
    visibility_words={"public": "public", "protected": "protected", "private": "private"},
    default_visibility={"interface": "public"},
)
