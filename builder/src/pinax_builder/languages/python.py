"""Python: functions, classes, properties, constants; docstrings; a leading underscore means private."""

from __future__ import annotations

import re

from pinax_builder.languages.language import CodeLanguage

_QUERY = """
(class_definition name: (identifier) @name) @definition.class
(function_definition name: (identifier) @name) @definition.function
((decorated_definition
   (decorator [(identifier) (attribute attribute: (identifier))] @decorator)
   definition: (function_definition name: (identifier) @name)) @definition.property
 (#match? @decorator "property$"))
(decorator) @attribute
(module (expression_statement (assignment left: (identifier) @name)) @member.constant
 (#match? @name "^_*[A-Z][A-Z0-9_]*$"))
((class_definition body: (block (expression_statement (assignment left: (identifier) @name)) @member.constant))
 (#match? @name "^_*[A-Z][A-Z0-9_]*$"))
(class_definition body: (block (expression_statement (assignment left: (identifier) @name)) @member.property))
(type_alias_statement left: (type (identifier) @name)) @member.type
(module . (comment)* . (expression_statement (string) @doc))
(class_definition body: (block . (comment)* . (expression_statement (string) @doc)))
(function_definition body: (block . (comment)* . (expression_statement (string) @doc)))
(comment) @comment
"""


def _visibility(name: str) -> str:
    if name.startswith("__") and name.endswith("__"):
        return "public"
    return "private" if name.startswith("_") else "public"


def _module(path: str) -> str:
    """Return a file's module: its path below the last folder named src or lib.

    >>> _module("src/lantern/jobs/__init__.py")
    'lantern.jobs'
    """
    below = re.sub(r"^(?:.*/)?(?:src|lib)/(?=.)", "", path, flags=re.IGNORECASE)
    return re.sub(r"(?:/?__init__)?\.pyi?$", "", below).replace("/", ".")


PYTHON = CodeLanguage(
    name="python",
    extensions=(".py", ".pyi"),
    interpreters=("python", "pypy"),
    grammar="tree_sitter_python",
    query=_QUERY,
    wrappers=("decorated_definition",),
    visibility_of=_visibility,
    module_of=_module,
)
