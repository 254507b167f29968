"""Which files does a Git repository hold, or a package of npm or PyPI?

In:    What a person wrote, such as `git+https://host/project@v2:docs/`.
Out:   A folder on this machine that `crawl.folder` lists, and what was left out of it.
Rules: nothing of a package is ever run: no hook, filter, script or build. What comes in is bounded in size and time.
       Importing `fetching` imports HTTP, which most builds have no use for.
Why:   docs/decisions/0191
"""

from __future__ import annotations

from pinax_builder.crawl.packages.specs import PackageSpec, is_package, parse_spec

__all__ = ["PackageSpec", "is_package", "parse_spec"]
