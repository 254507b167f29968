"""C++: the patterns of C; classes, templates, namespaces, operators, members defined outside their class."""

from __future__ import annotations

from pinax_builder.languages.c import C_QUERY
from pinax_builder.languages.language import CodeLanguage

_NAMES = """[(identifier) (field_identifier) (qualified_identifier) (destructor_name) (operator_name)
    (template_function) (operator_cast)] @name"""
_FUNCTIONS = [
    f"(function_declarator declarator: {_NAMES})",
    f"(reference_declarator (function_declarator declarator: {_NAMES}))",
    f"(pointer_declarator declarator: (function_declarator declarator: {_NAMES}))",
    f"(pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: {_NAMES})))",
]
_QUERY = (
    C_QUERY
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
    query=_QUERY,
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
