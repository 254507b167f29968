"""C#: namespaces, types, members; `///` comments in XML."""

from __future__ import annotations

from pinax_builder.languages.language import CodeLanguage

_QUERY = """
(namespace_declaration name: (_) @name) @scope
(file_scoped_namespace_declaration name: (_) @name) @package
(class_declaration name: (identifier) @name) @definition.class
(record_declaration "struct" name: (identifier) @name) @definition.struct
(record_declaration name: (identifier) @name) @definition.class
(struct_declaration name: (identifier) @name) @definition.struct
(interface_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(enum_member_declaration name: (identifier) @name) @member.constant
(delegate_declaration name: (identifier) @name) @member.type
(method_declaration name: (identifier) @name body: (_)) @definition.method
(method_declaration name: (identifier) @name !body) @member.method
(constructor_declaration name: (identifier) @name) @definition.method
(destructor_declaration name: (identifier) @name) @definition.method
(operator_declaration "operator" @name operator: _ @name) @definition.method
(conversion_operator_declaration "operator" @name type: (_) @name) @definition.method
(indexer_declaration "this" @name) @definition.property
(property_declaration name: (identifier) @name value: (arrow_expression_clause)) @member.property
(property_declaration name: (identifier) @name
  accessors: (accessor_list (accessor_declaration body: (_))) @body) @definition.property
(property_declaration name: (identifier) @name) @member.property
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @member.property
((field_declaration (modifier) @modifier (variable_declaration (variable_declarator name: (identifier) @name)))
  @member.constant (#eq? @modifier "const"))
(field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @member.property
(local_function_statement name: (identifier) @name) @definition.function
(attribute_list) @attribute
(comment) @comment
"""

CSHARP = CodeLanguage(
    name="csharp",
    extensions=(".cs",),
    grammar="tree_sitter_c_sharp",
    query=_QUERY,
    comment_markup="xml",
    has_conditionals=True,
    visibility_words={word: word for word in ("public", "protected", "private", "internal")},
    default_visibility={"interface": "public", "class": "private", "struct": "private", "enum": "public"},
)
