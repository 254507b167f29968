"""Search a bundle from Python: no server, no MCP.

python examples/clients/search.py examples/bundle "retry with backoff"
"""

from __future__ import annotations

import sys

from pinax_runtime.search import open_bundle


def main(location: str, query: str) -> int:
    bundle = open_bundle(location)
    reply = bundle.search(query, limit=3)
    for hit in reply.hits:
        address = f"{hit.url}#{hit.anchor}" if hit.anchor else hit.url
        print(f"{hit.score:7.2f}  {hit.title}\n         {address}\n         {hit.excerpt}\n")
    return 0 if reply.hits else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
