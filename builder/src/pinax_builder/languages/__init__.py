"""List the programming languages that have a grammar, and the names of other text files.

To add a language: one file here with its `CodeLanguage`, one entry in `CODE_LANGUAGES`, and its grammar in the `code`
extra. A file has two languages where one shares most patterns of the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import PurePosixPath

from pinax_builder.languages.bash import BASH
from pinax_builder.languages.c import CPP, C
from pinax_builder.languages.csharp import CSHARP
from pinax_builder.languages.go import GO
from pinax_builder.languages.java import JAVA
from pinax_builder.languages.javascript import JAVASCRIPT, TSX, TYPESCRIPT
from pinax_builder.languages.kotlin import KOTLIN
from pinax_builder.languages.language import CodeLanguage
from pinax_builder.languages.lua import LUA
from pinax_builder.languages.php import PHP
from pinax_builder.languages.python import PYTHON
from pinax_builder.languages.ruby import RUBY
from pinax_builder.languages.rust import RUST
from pinax_builder.languages.scala import SCALA
from pinax_builder.languages.swift import SWIFT

__all__ = [
    "CODE_LANGUAGES",
    "PROSE",
    "CodeLanguage",
    "is_source",
    "language_of",
    "missing_modules",
    "other_language",
    "script_language",
]

CODE_LANGUAGES = (
    BASH, C, CPP, CSHARP, GO, JAVA, JAVASCRIPT, KOTLIN, LUA, PHP, PYTHON, RUBY, RUST, SCALA, SWIFT, TSX, TYPESCRIPT,
)  # fmt: skip

PROSE = ""
"""Language of running text, which is no code."""

_OTHER_EXTENSIONS = {
    "ada": ".adb .ads", "asm": ".asm .s", "bat": ".bat .cmd",
    "clojure": ".clj .cljc .cljs", "cmake": ".cmake", "css": ".css", "d": ".d", "dart": ".dart", "elisp": ".el",
    "elixir": ".ex .exs", "elm": ".elm", "erlang": ".erl .hrl", "fortran": ".f .f03 .f08 .f90 .f95 .for",
    "fsharp": ".fs .fsi .fsx", "gdscript": ".gd", "glsl": ".comp .frag .glsl .vert", "gradle": ".gradle",
    "graphql": ".gql .graphql", "groovy": ".groovy", "haskell": ".hs", "hcl": ".hcl .tf", "idl": ".idl",
    "ini": ".cfg .conf .ini .properties", "jinja": ".j2 .jinja", "julia": ".jl", "less": ".less",
    "lisp": ".lisp .lsp", "m4": ".ac .m4", "makefile": ".mak .mk", "meson": ".meson", "nim": ".nim", "nix": ".nix",
    "objectivec": ".m .mm", "ocaml": ".ml .mli", "pascal": ".pas", "perl": ".pl .pm", "powershell": ".ps1 .psm1",
    "proto": ".proto", "r": ".r", "racket": ".rkt", "scheme": ".scm .ss", "scss": ".sass .scss", "solidity": ".sol",
    "sql": ".sql", "starlark": ".bazel .bzl .star", "svelte": ".svelte", "systemverilog": ".sv .svh", "tcl": ".tcl",
    "thrift": ".thrift", "toml": ".toml", "vb": ".vb", "verilog": ".v .vh", "vhdl": ".vhd .vhdl", "vim": ".vim",
    "vue": ".vue", "wgsl": ".wgsl", "yaml": ".yaml .yml", "zig": ".zig", "zsh": ".zsh", PROSE: ".org .pod .txt",
}  # fmt: skip
_OTHER_NAMES = {
    "cmake": "CMakeLists.txt", "dockerfile": "Dockerfile", "just": "justfile",
    "makefile": "GNUmakefile Makefile makefile", "meson": "meson.build", "starlark": "BUILD WORKSPACE",
    PROSE: "README",
}  # fmt: skip
"""Language of text files without a grammar → their extensions, their names."""

_BY_EXTENSION = {extension: language for language in CODE_LANGUAGES for extension in language.extensions}
_BY_NAME = {name: language for language in CODE_LANGUAGES for name in language.file_names}
_BY_OTHER_EXTENSION = {one: name for name, extensions in _OTHER_EXTENSIONS.items() for one in extensions.split()}
_BY_OTHER_NAME = {file: name for name, files in _OTHER_NAMES.items() for file in files.split()}
_BY_INTERPRETER = {program: language for language in CODE_LANGUAGES for program in language.interpreters}
_CLAIMS = {
    extension: (re.compile(pattern), language)
    for language in CODE_LANGUAGES
    for extension, pattern in language.claims.items()
}
"""Extension of another language → (pattern, language of a text that the pattern matches)."""


def is_source(name: str) -> bool:
    """Return whether a file of this name is source code, or another text file beside it.

    >>> is_source("auth.h"), is_source("Makefile"), is_source("logo.png")
    (True, True, False)
    """
    extension = PurePosixPath(name).suffix.lower()
    is_named = name in _BY_NAME or name in _BY_OTHER_NAME
    return is_named or extension in _BY_EXTENSION or extension in _BY_OTHER_EXTENSION


def language_of(path: str, text: str) -> CodeLanguage | None:
    """Return the language of a file by its name, and by its text if several languages use the name.

    None if no language with a grammar does.

    >>> language_of("auth.h", "namespace auth { class Key; }").name
    'cpp'
    """
    file = PurePosixPath(path)
    extension = file.suffix.lower()
    claim, other = _CLAIMS.get(extension, (None, None))
    if claim and claim.search(text):
        return other
    return _BY_NAME.get(file.name) or _BY_EXTENSION.get(extension) or (None if extension else script_language(text))


def script_language(text: str) -> CodeLanguage | None:
    """Return the language of a script by its first line, which names a program; None if no grammar is known.

    >>> script_language("#!/usr/bin/env -S python3.11 -u").name, script_language("#!/usr/bin/perl -w")
    ('python', None)
    """
    line = text[:200].partition("\n")[0]
    words = [word.rpartition("/")[2] for word in line.removeprefix("#!").split() if not word.startswith("-")]
    program = [word.rstrip("0123456789.") for word in words if word != "env"][:1]
    return _BY_INTERPRETER.get(program[0]) if line.startswith("#!") and program else None


def other_language(path: str) -> str:
    """Return the language of a text without a grammar; PROSE for running text.

    >>> other_language("deploy/Makefile"), other_language("db/schema.sql"), other_language("NOTES.txt")
    ('makefile', 'sql', '')
    """
    file = PurePosixPath(path)
    return _BY_OTHER_NAME.get(file.name) or _BY_OTHER_EXTENSION.get(file.suffix.lower(), PROSE)


def missing_modules(paths: Iterable[str] = ()) -> list[str]:
    """Return the modules that any source code needs, and the languages of some files, if they are not installed."""
    needed = {"tree_sitter"}
    for path in paths:
        file = PurePosixPath(path)
        _, claimant = _CLAIMS.get(file.suffix.lower(), (None, None))
        found = (claimant, _BY_NAME.get(file.name) or _BY_EXTENSION.get(file.suffix.lower()))
        needed |= {language.grammar for language in found if language}
    return sorted(name for name in needed if find_spec(name) is None)
