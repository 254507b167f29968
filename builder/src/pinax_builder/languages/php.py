"""PHP: namespaces, types, functions, methods, constants; attributes and doc comments."""

from __future__ import annotations

from pinax_builder.languages.language import CodeLanguage

_QUERY = """
(namespace_definition name: (namespace_name) @name !body) @package
(namespace_definition name: (namespace_name) @name body: (_)) @scope
(class_declaration name: (name) @name) @definition.class
(interface_declaration name: (name) @name) @definition.interface
(trait_declaration name: (name) @name) @definition.class
(enum_declaration name: (name) @name) @definition.enum
(enum_case name: (name) @name) @member.constant
(function_definition name: (name) @name) @definition.function
(method_declaration name: (name) @name body: (_)) @definition.method
(method_declaration name: (name) @name !body) @member.method
(const_declaration (const_element . (name) @name)) @member.constant
(property_declaration (property_element name: (variable_name (name) @name))) @member.property
(attribute_list) @attribute
(comment) @comment
"""

PHP = CodeLanguage(
    name="php",
    extensions=(".php", ".phtml"),
    interpreters=("php",),
    grammar="tree_sitter_php",
    entry="language_php",
    query=_QUERY,
    separator="\\",
    member_separators={"method": "::", "property": "::", "constant": "::"},
    comment_markup="javadoc",
    visibility_words={"public": "public", "protected": "protected", "private": "private"},
    default_visibility={"class": "public", "interface": "public", "enum": "public"},
)
