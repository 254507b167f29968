"""Ruby: modules, classes, methods, constants; `private` holds for the methods after it."""

from __future__ import annotations

from pinax_builder.languages.language import CodeLanguage

_QUERY = """
(class !body name: (_) @name "end" @body) @definition.class
(method !body name: (_) @name "end" @body) @definition.method
(singleton_method !body name: (_) @name "end" @body) @definition.function
(class name: [(constant) (scope_resolution)] @name) @definition.class
(module name: [(constant) (scope_resolution)] @name) @definition.module
(method name: (_) @name) @definition.method
(singleton_method object: (_) name: (_) @name) @definition.function
(assignment left: (constant) @name) @member.constant
((call method: (identifier) @call arguments: (argument_list (simple_symbol) @name)) @member.property
 (#match? @call "^attr_(reader|writer|accessor)$"))
((body_statement (identifier) @access) (#match? @access "^(public|protected|private)$"))
(comment) @comment
"""

RUBY = CodeLanguage(
    name="ruby",
    extensions=(".rb", ".rake", ".gemspec", ".ru"),
    file_names=("Rakefile", "Gemfile"),
    interpreters=("ruby",),
    grammar="tree_sitter_ruby",
    query=_QUERY,
    separator="::",
    left_out_of_names=r"^:",
    comment_markup="rdoc",
    member_separators={"method": "#", "property": "#", "function": "."},
    wrappers=("argument_list", "call"),
    visibility_words={"private": "private", "protected": "protected"},
    default_visibility={"class": "public", "module": "public"},
)
