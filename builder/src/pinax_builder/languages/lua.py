"""Lua: functions by name, by field, by assignment."""

from __future__ import annotations

from pinax_builder.languages.language import CodeLanguage

_QUERY = """
(function_declaration name: (identifier) @name) @definition.function
(function_declaration name: (dot_index_expression) @name) @definition.function
(function_declaration name: (method_index_expression table: (_) @receiver method: (identifier) @name))
  @definition.method
(assignment_statement (variable_list . name: (_) @name)
  (expression_list . value: (function_definition body: (_)? @body)))
  @definition.function
(field name: (identifier) @name value: (function_definition body: (_)? @body)) @definition.method
(field name: (string (string_content) @name) value: (function_definition body: (_)? @body)) @definition.method
(comment) @comment
"""

LUA = CodeLanguage(
    name="lua",
    extensions=(".lua",),
    interpreters=("lua", "luajit"),
    grammar="tree_sitter_lua",
    query=_QUERY,
    wrappers=("variable_declaration",),
    visibility_words={"local": "private"},
)
