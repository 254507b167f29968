"""Kotlin: classes, objects, functions, properties, type aliases."""

from __future__ import annotations

from pinax_builder.languages.language import CodeLanguage

_QUERY = """
(package_header (qualified_identifier) @name) @package
((class_declaration "interface" name: (identifier) @name [(class_body) (enum_class_body)]? @body) @definition.interface)
((class_declaration (modifiers (class_modifier "enum")) name: (identifier) @name (enum_class_body)? @body)
  @definition.enum)
(class_declaration name: (identifier) @name (class_body)? @body) @definition.class
(object_declaration name: (identifier) @name (class_body)? @body) @definition.class
(companion_object name: (identifier) @name (class_body)? @body) @definition.class
(enum_entry (identifier) @name) @member.constant
(function_declaration name: (identifier) @name (function_body)? @body) @definition.function
(secondary_constructor "constructor" @name) @definition.method
(property_declaration (modifiers (property_modifier "const")) (variable_declaration (identifier) @name))
  @member.constant
(property_declaration (variable_declaration (identifier) @name)) @member.property
(class_parameter ["val" "var"] (identifier) @name) @member.property
(type_alias type: (identifier) @name) @member.type
(modifiers (annotation) @attribute)
[(line_comment) (block_comment)] @comment
"""

KOTLIN = CodeLanguage(
    name="kotlin",
    extensions=(".kt", ".kts"),
    grammar="tree_sitter_kotlin",
    query=_QUERY,
    unknown_to_grammar=(
        r"(?m)^[ \t]*context\((?:[^()\n]|\([^()\n]*\)){0,400}\)[ \t]*\n?|\${2,8}(?=\")"
        r"|(?<=[\w>)])[ \t]{0,8}\n[ \t]{0,80}(?:@\w+\s+)?"
        r"(?=(?:(?:actual|internal|private|public|protected)\s+){0,3}constructor\s*\()"
    ),
    function_words="fun|get|set|init",
    visibility_words={word: word for word in ("public", "protected", "private", "internal")},
    default_visibility={"*": "public", "": "public"},
)
