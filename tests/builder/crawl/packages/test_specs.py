"""How packages are named."""

from __future__ import annotations

import pytest

from pinax_builder.crawl.packages import parse_spec


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("git+https://h.example/a/project.git@v1.2:docs/", ("git", "project", "v1.2", "docs", "1.2")),
        ("git+https://h.example/a/project", ("git", "project", "", "", "")),
        ("git+ssh://git@h.example:2222/a/project@release/2.x", ("git", "project", "release/2.x", "", "")),
        ("git+file:///srv/project@main:doc/en", ("git", "project", "main", "doc/en", "")),
        ("git+https://h.example/a/b/mono@pkg@1.2", None),
        ("git+https://h.example/mono@pkg-v10.4.2", ("git", "mono", "pkg-v10.4.2", "", "10.4.2")),
        ("npm:express", ("npm", "express", "", "", "")),
        ("npm:express:docs/", ("npm", "express", "", "docs", "")),
        ("npm:@babel/core", ("npm", "@babel/core", "", "", "")),
        ("npm:express@latest", ("npm", "express", "latest", "", "")),
        ("npm:express@^4:docs", ("npm", "express", "^4", "docs", "")),
        ("npm:express@>=4.1 <5 || 6.x", ("npm", "express", ">=4.1 <5 || 6.x", "", "")),
        ("npm:express@1.2 - 2.3.4", ("npm", "express", "1.2 - 2.3.4", "", "")),
        ("npm:express@~1.2.3-beta.2", ("npm", "express", "~1.2.3-beta.2", "", "")),
        ("npm:express@4.18", ("npm", "express", "4.18", "", "")),
        ("npm:express@4.18.2", ("npm", "express", "4.18.2", "", "4.18.2")),
        ("npm:@babel/core@7.24.0-rc.1:docs/", ("npm", "@babel/core", "7.24.0-rc.1", "docs", "7.24.0-rc.1")),
        ("pypi:zope.interface==7.1.0:docs", ("pypi", "zope.interface", "7.1.0", "docs", "7.1.0")),
    ],
)
def test_forms(text: str, expected: tuple[str, ...] | None) -> None:
    """Kind, name, tag or version, folder, and the version that a tag names."""
    if expected is None:
        with pytest.raises(ValueError, match=r"git\+"):
            parse_spec(text)
        return
    spec = parse_spec(text)
    assert (spec.kind, spec.name, spec.ref, spec.folder, spec.version) == expected


def test_a_repositorys_url_is_as_written() -> None:
    """Without tag and folder, with user and port of ssh."""
    assert parse_spec("git+ssh://git@h.example:22/a/p@v1:docs").url == "ssh://git@h.example:22/a/p"


@pytest.mark.parametrize(
    "text",
    [
        "git+http://h.example/p",  # anyone on the way could change it
        "git+ext::sh -c true",
        "git+https:///p",
        "git+https://token@h.example/p",
        "git+ssh://git:secret@h.example/p",
        "git+ssh://-oProxyCommand=x/p",
        "git+https://h.example/p@--upload-pack=x",
        "git+https://h.example/p@a..b",
        "git+https://h.example/p@v1:../other",
        "git+https://h.example/p?a=b",
        "npm:express@",
        "npm:express@file:../x",
        "npm:express@./x",
        "npm:express@x.tgz",
        "npm:express@user/project",
        "npm:express@--global",
        "npm:express@^4 --global",
        "npm:express@4; true",
        "npm:../folder@1.0.0",
        "npm:-x@1.0.0",
        "npm:git+ssh://h@1.0.0",
        "pypi:click",
        "pypi:click>=8",
        "pypi:--help==1",
        "pypi:click==8:docs/../..",
        "pypi:click==8:a//b",
    ],
)
def test_what_has_no_form_is_refused(text: str) -> None:
    """So is what a program would take for an option, a file or a URL, and what leaves a version of PyPI open."""
    with pytest.raises(ValueError):  # noqa: PT011 - the texts differ
        parse_spec(text)
