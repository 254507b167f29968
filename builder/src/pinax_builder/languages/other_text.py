"""List the text files without a grammar: their language by extension or name."""

from __future__ import annotations

PROSE = ""
"""Language of running text, which is no code."""

_EXTENSIONS = {
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
_NAMES = {
    "cmake": "CMakeLists.txt", "dockerfile": "Dockerfile", "just": "justfile",
    "makefile": "GNUmakefile Makefile makefile", "meson": "meson.build", "starlark": "BUILD WORKSPACE",
    PROSE: "README",
}  # fmt: skip

OTHER_EXTENSIONS = {extension: name for name, extensions in _EXTENSIONS.items() for extension in extensions.split()}
"""Extension → language; PROSE for running text."""
OTHER_NAMES = {file: name for name, files in _NAMES.items() for file in files.split()}
"""File name → language."""
