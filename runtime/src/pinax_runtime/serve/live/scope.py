"""Say which URLs belong to a docset's site.

Why:   docs/decisions/0028
"""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

DEFAULT_PORTS = {"http": 80, "https": 443}
"""The port of a URL that names none, by scheme."""


def why_outside(url: str, base: str) -> str:
    """Say why a URL does not lie below a base URL; empty if it does.

    A site whose base URL is http may be asked by https, never the other way round.

    >>> why_outside("https://x.dev/docs/a", "https://x.dev/docs/"), why_outside("https://x.dev/docs", "https://x.dev/docs/")
    ('', '')
    >>> why_outside("https://x.dev/docs2/a", "https://x.dev/docs/")
    'it lies outside https://x.dev/docs/'
    """
    outside = f"it lies outside {base}"
    try:
        parts, site = urlsplit(url), urlsplit(base)
        ports = [split.port or DEFAULT_PORTS.get(split.scheme, 0) for split in (parts, site)]
    except ValueError:
        return "it is not a URL"
    if site.scheme not in DEFAULT_PORTS or not site.hostname:
        return "its docset has no address on the web"
    if parts.scheme not in (site.scheme, "https"):
        return f"{parts.scheme}:// is not asked" if parts.scheme not in DEFAULT_PORTS else "it leads from https to http"
    if parts.scheme != site.scheme and ports == [443, 80]:
        ports[0] = 80
    if "@" in parts.netloc or parts.hostname != site.hostname or ports[0] != ports[1]:
        return outside
    folder = site.path if site.path.endswith("/") else site.path + "/"
    if ".." in unquote(parts.path).replace("\\", "/").split("/"):
        return outside
    return "" if f"{parts.path}/".startswith(folder) else outside
