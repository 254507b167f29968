"""Rust: items, also in macros, `impl` blocks as containers, `//!` as the documentation of the item around it."""

from __future__ import annotations

from pinax_builder.languages.language import CodeLanguage

_QUERY = """
(function_item name: (identifier) @name) @definition.function
(function_signature_item name: (identifier) @name) @member.function
(struct_item name: (type_identifier) @name) @definition.struct
(union_item name: (type_identifier) @name) @definition.struct
(enum_item name: (type_identifier) @name) @definition.enum
(enum_variant name: (identifier) @name) @member.constant
(field_declaration name: (field_identifier) @name) @member.property
(trait_item name: (type_identifier) @name) @definition.interface
(impl_item trait: (_)? @trait type: [
  (type_identifier) @name
  (generic_type type: (_) @name)
  (scoped_type_identifier name: (_) @name)
  (reference_type) @name (tuple_type) @name (array_type) @name (primitive_type) @name (pointer_type) @name
  (dynamic_type) @name (bounded_type . (_) @name)
  (function_type) @name (never_type) @name (abstract_type) @name (unit_type) @name]) @container
(mod_item name: (identifier) @name body: (_)) @definition.module
(type_item name: (type_identifier) @name) @member.type
(associated_type name: (type_identifier) @name) @member.type
(const_item name: (identifier) @name) @member.constant
(static_item name: (identifier) @name) @member.variable
(macro_definition name: (identifier) @name) @definition.macro
(macro_rule right: (token_tree) @items)
(source_file (macro_invocation (token_tree "{") @items))
(source_file (expression_statement (macro_invocation (token_tree "{") @items)))
(declaration_list (macro_invocation (token_tree "{") @items))
(source_file [(let_declaration) (expression_statement)] @statement (#not-match? @statement "^[\\w:]+!"))
(attribute_item) @attribute
((line_comment) @doc (#match? @doc "^//!"))
((block_comment) @doc (#match? @doc "^/\\\\*!"))
([(line_comment) (block_comment)] @comment (#not-match? @comment "^/[/*]!"))
"""

RUST = CodeLanguage(
    name="rust",
    extensions=(".rs",),
    grammar="tree_sitter_rust",
    query=_QUERY,
    separator="::",
    comment_markup="rustdoc",
    left_out_of_names=r"<.*>$|^(?:&\s*|'\w+\s+|mut\s+|dyn\s+)+",
    visibility_words={"crate": "internal", "super": "private", "pub": "public"},
    default_visibility={"interface": "public", "enum": "public", "*": "private"},
)
