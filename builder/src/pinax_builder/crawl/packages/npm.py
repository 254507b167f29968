"""Fetch a package of npm, with npm's command line, which knows the user's registry and credentials.

Rules: `npm pack` downloads the archive and checks its digest. No script of the package runs.
"""

from __future__ import annotations

import os

from pinax_builder.crawl.packages.running import FetchError, run_bounded
from pinax_builder.crawl.packages.specs import PackageSpec
from pinax_builder.temporary import temporary_folder


def fetch_npm(spec: PackageSpec) -> bytes:
    """Return the archive of a package.

    Raises:
        FetchError: npm is missing, or the package cannot be had.
    """
    with temporary_folder() as folder:
        command = ["npm", "pack", "--ignore-scripts", "--pack-destination", str(folder), f"{spec.name}@{spec.ref}"]
        environment = {**os.environ, "npm_config_update_notifier": "false", "npm_config_loglevel": "error"}
        run_bounded(command, folder, environment, folder)
        archives = list(folder.glob("*.tgz"))
        if len(archives) != 1:
            raise FetchError("`npm pack` left no archive")
        return archives[0].read_bytes()
