"""Go: types, functions, methods by their receiver; a capital first letter means exported."""

from __future__ import annotations

from pinax_builder.languages.language import CodeLanguage

_QUERY = """
(package_clause (package_identifier) @name) @package
(function_declaration name: (identifier) @name) @definition.function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @receiver
    (generic_type type: (type_identifier) @receiver)
    (pointer_type [(type_identifier) @receiver (generic_type type: (type_identifier) @receiver)])
    (parenthesized_type [(type_identifier) @receiver (pointer_type (type_identifier) @receiver)])]))
  name: (field_identifier) @name) @definition.method
(type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @definition.struct
(type_spec name: (type_identifier) @name type: (interface_type)) @definition.interface
(type_spec name: (type_identifier) @name) @definition.type
(type_alias name: (type_identifier) @name) @definition.type
(field_declaration name: (field_identifier) @name) @member.property
(method_elem name: (field_identifier) @name) @member.method
(source_file (const_declaration (const_spec name: (identifier) @name) @member.constant))
(source_file (var_declaration (var_spec name: (identifier) @name) @member.variable))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @member.variable)))
(comment) @comment
"""


GO = CodeLanguage(
    name="go",
    extensions=(".go",),
    grammar="tree_sitter_go",
    query=_QUERY,
    wrappers=("type_declaration",),
    comment_markup="go",
    visibility_of=lambda name: "public" if name[:1].isupper() else "private",
)
