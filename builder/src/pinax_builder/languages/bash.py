"""Bash and other shells of its kind: functions."""

from __future__ import annotations

from pinax_builder.languages.language import CodeLanguage

_QUERY = """
(function_definition name: (word) @name) @definition.function
(declaration_command "readonly" (variable_assignment name: (variable_name) @name)) @member.constant
(comment) @comment
"""

BASH = CodeLanguage(
    name="bash",
    extensions=(".sh", ".bash", ".ksh", ".bats"),
    interpreters=("bash", "sh", "dash", "ksh"),
    grammar="tree_sitter_bash",
    query=_QUERY,
)
