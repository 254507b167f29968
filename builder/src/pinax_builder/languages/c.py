"""C and C++: functions, structs, enums, typedefs, macros; classes, templates, namespaces, members outside a class."""

from __future__ import annotations

from pinax_builder.languages.language import CodeLanguage

_QUERY = """
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
    query=_QUERY,
    wrappers=("declaration",),
    visibility_words={"static": "private"},
    has_macros=True,
)

_NAMES = """[(identifier) (field_identifier) (qualified_identifier) (destructor_name) (operator_name)
    (template_function) (operator_cast)] @name"""
_FUNCTIONS = [
    f"(function_declarator declarator: {_NAMES})",
    f"(reference_declarator (function_declarator declarator: {_NAMES}))",
    f"(pointer_declarator declarator: (function_declarator declarator: {_NAMES}))",
    f"(pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: {_NAMES})))",
]
_CPP_QUERY = (
    _QUERY
    + "\n".join(
        f"""
(function_definition declarator: {function}) @definition.function
(declaration declarator: {function}) @member.function
(field_declaration declarator: {function}) @member.method
"""
        for function in _FUNCTIONS
    )
    + """
(function_definition declarator: (operator_cast) @name) @definition.function
(declaration declarator: (operator_cast) @name) @member.function
(function_definition declarator: (qualified_identifier name: (operator_cast)) @name) @definition.function
(class_specifier name: [(type_identifier) (qualified_identifier) (template_type)] @name body: (_)) @definition.class
(struct_specifier name: [(qualified_identifier) (template_type)] @name body: (_)) @definition.struct
(union_specifier name: [(qualified_identifier) (template_type)] @name body: (_)) @definition.struct
(enum_specifier name: (qualified_identifier) @name body: (_)) @definition.enum
(alias_declaration name: (type_identifier) @name) @member.type
(concept_definition name: (identifier) @name) @definition.type
(namespace_definition name: [(namespace_identifier) (nested_namespace_specifier)] @name) @scope
(template_declaration "template" @attribute parameters: (template_parameter_list) @attribute)
(field_initializer_list) @attribute
(access_specifier) @access
"""
)

CPP = CodeLanguage(
    name="cpp",
    extensions=(".cc", ".cpp", ".cxx", ".c++", ".hh", ".hpp", ".hxx", ".h++", ".ipp", ".tpp", ".inl", ".cu", ".cuh"),
    grammar="tree_sitter_cpp",
    query=_CPP_QUERY,
    separator="::",
    has_outer_methods=True,
    left_out_of_names=r"(?<=operator)\s+(?=\W)|\s+(?=::)|(?<=::)\s+"
    r"|(?<!operator)(?<!operator<)\s*<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>"
    r"|(?<!operator)(?<!operator )\(\).*",
    claims={
        ".h": r"(?m)^\s*(?:class\s+\w[^;{]*[{:]|(?:inline\s+)?namespace\b|template\s*<|(?:public|private|protected)\s*:"
        r"|using\s+\w)|\w::\w|\bvirtual\s"
    },
    wrappers=("template_declaration", "declaration"),
    default_visibility={"class": "private", "struct": "public"},
    has_macros=True,
)
