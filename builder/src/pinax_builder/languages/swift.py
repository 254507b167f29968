"""Swift: types, extensions as containers, protocols, functions, properties."""

from __future__ import annotations

from pinax_builder.languages.language import CodeLanguage

_QUERY = """
(class_declaration declaration_kind: "extension" name: (_) @name) @container
(class_declaration declaration_kind: "struct" name: (type_identifier) @name) @definition.struct
(class_declaration declaration_kind: "enum" name: (type_identifier) @name) @definition.enum
(class_declaration declaration_kind: ["class" "actor"] name: (type_identifier) @name) @definition.class
(protocol_declaration name: (type_identifier) @name) @definition.interface
(function_declaration "func" . name: (_) @name) @definition.function
(protocol_function_declaration "func" . name: (_) @name) @member.method
(init_declaration "init" @name) @definition.method
(deinit_declaration "deinit" @name) @definition.method
(subscript_declaration "subscript" @name) @definition.method
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name)
  computed_value: (_) @body) @definition.property
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @member.property
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @member.property
(enum_entry name: (simple_identifier) @name) @member.constant
(typealias_declaration name: (type_identifier) @name) @member.type
(macro_declaration (simple_identifier) @name) @definition.macro
(modifiers (attribute) @attribute)
[(comment) (multiline_comment)] @comment
"""

SWIFT = CodeLanguage(
    name="swift",
    extensions=(".swift",),
    grammar="tree_sitter_swift",
    query=_QUERY,
    left_out_of_names=r"<.*>$",
    unknown_to_grammar=r"(?m)^[ \t]*#(?:warning|error)\([^()\n]*\)",
    function_words="func|init|deinit|subscript|get|set",
    visibility_words={
        "open": "public",
        "public": "public",
        "internal": "internal",
        "fileprivate": "private",
        "private": "private",
    },
    default_visibility={"*": "internal", "": "internal"},
)
