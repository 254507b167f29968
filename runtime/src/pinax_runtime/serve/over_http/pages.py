"""Serve the files of the viewer, which are part of the package.

Why:   docs/decisions/0020
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response

_TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


@dataclass(frozen=True, slots=True)
class Page:
    """A file that does not change while the server runs."""

    content: bytes
    media_type: str

    @property
    def etag(self) -> str:
        """Entity tag of the file: a hash of its bytes."""
        return f'"{hashlib.sha256(self.content).hexdigest()[:32]}"'

    async def answer(self, request: Request) -> Response:
        """Answer with the file, or say that the browser's copy is current."""
        headers = {"Cache-Control": "no-cache", "ETag": self.etag}
        if self.etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(self.content, media_type=self.media_type, headers=headers)


def load_pages() -> dict[str, Page]:
    """Return the file for each path: `/`, and what that page loads from `/static/`."""
    folder = files("pinax_runtime.serve.over_http").joinpath("static")
    pages = {
        f"/static/{file.name}": Page(file.read_bytes(), _TYPES[file.name.rpartition(".")[2]])
        for file in sorted(folder.iterdir(), key=lambda file: file.name)
    }
    return {"/": pages.pop("/static/index.html"), **pages}
