"""Which files does a Git repository hold, or a package of npm or PyPI?

In:    What a person wrote, such as `git+https://host/project@v2:docs/`.
Out:   A folder on this machine that `crawl.folder` lists, and what was left out of it.
Rules: nothing of a package is ever run: no hook, filter, script or build. What comes in is bounded in size and time.
Why:   docs/decisions/0191
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pinax_builder.crawl.packages.specs import PackageSpec, is_package, parse_spec

if TYPE_CHECKING:
    from pinax_builder.crawl.packages.fetching import fetch_package

__all__ = ["PackageSpec", "fetch_package", "is_package", "parse_spec"]


def __getattr__(name: str) -> Any:
    if name != "fetch_package":  # whose archives most builds have no use for
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from pinax_builder.crawl.packages.fetching import fetch_package

    return fetch_package
