"""Say which version this is, as the distribution's metadata does, which takes longer to read; and how to get more."""

from __future__ import annotations

VERSION = "0.1.0"


def install_command(extra: str) -> str:
    """Return the command that installs an extra; from the folder that this was installed from, if it was from one."""
    import json  # these take as long to import as many a command to run
    from importlib.metadata import PackageNotFoundError, distribution
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    try:
        told = json.loads(distribution("pinax-builder").read_text("direct_url.json") or "{}")
        url = urlsplit(told.get("url", ""))
    except (PackageNotFoundError, OSError, ValueError, AttributeError):
        url = urlsplit("")
    source = url2pathname(url.path) if url.scheme == "file" else "pinax-builder"
    return f'pip install "{source}[{extra}]"'
