"""Pack the runtime as an MCP Bundle (.mcpb), which clients such as Claude Desktop install with a click.

The archive holds a manifest and a project of one line that depends on `pinax-runtime`: the client's uv brings Python
and the rest. A runtime with its compiled dependencies inside would fit one system and one Python each.

    python .ci/mcpb.py FILE
"""

from __future__ import annotations

import json
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

from pinax_runtime.server.protocol import DESCRIPTION, TITLE
from pinax_runtime.tools import choose_tools

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "runtime/pyproject.toml").read_text("utf-8"))["project"]
SERVER = '"""Start `pinax-runtime` with the arguments given."""\n\nfrom pinax_runtime.cli import main\n\nmain()\n'
_DATE = (1980, 1, 1, 0, 0, 0)
"""Date of every file, so that the same version gives the same bytes."""


def manifest() -> dict[str, Any]:
    """Return what a client reads: how to start the server, what to ask the user for, and its tools."""
    return {
        "manifest_version": "0.4",
        "name": PROJECT["name"],
        "display_name": TITLE,
        "version": PROJECT["version"],
        "description": DESCRIPTION,
        "author": {"name": PROJECT["authors"][0]["name"]},
        "license": PROJECT["license"],
        "keywords": PROJECT["keywords"],
        "server": {
            "type": "uv",
            "entry_point": "src/server.py",
            "mcp_config": {
                "command": "uv",
                "args": ["run", "--directory", "${__dirname}", "src/server.py", "serve", "${user_config.bundle}"],
            },
        },
        "tools": [
            {"name": tool.name, "description": tool.title} for tool in (*choose_tools(), *choose_tools("search-fetch"))
        ],
        "compatibility": {
            "platforms": ["darwin", "linux", "win32"],
            "runtimes": {"python": PROJECT["requires-python"]},
        },
        "user_config": {
            "bundle": {
                "type": "string",
                "title": "Bundle",
                "description": "Folder or https URL of a bundle of documentation, as `pinax build` writes it",
                "required": True,
            }
        },
    }


def project() -> str:
    """Return the project that uv installs."""
    return (
        f'[project]\nname = "pinax-runtime-bundle"\nversion = "{PROJECT["version"]}"\n'
        f'requires-python = "{PROJECT["requires-python"]}"\n'
        f'dependencies = ["pinax-runtime=={PROJECT["version"]}"]\n'
    )


def pack(target: Path) -> None:
    """Write the archive."""
    files = {
        "manifest.json": json.dumps(manifest(), indent=2, ensure_ascii=False) + "\n",
        "pyproject.toml": project(),
        "src/server.py": SERVER,
        "LICENSE": (ROOT / "LICENSE").read_text("utf-8"),
    }
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name, _DATE), text)


if __name__ == "__main__":
    pack(Path(sys.argv[1]))
