"""Parse Jupyter notebooks: their text, their code, and what the code printed.

In:    An admitted page with its text, a notebook of format 4 or 3.
Out:   A Page, or a Rejection if the file is no notebook.
Rules: Markdown cells stay as they are, and code cells become fences. Outputs are kept if they are text, and cut if they
       are long.
Spec:  https://nbformat.readthedocs.io/en/latest/format_description.html
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from pinax_builder.parse.converting.handing_on import markdown_page, unreadable
from pinax_builder.records import Admitted, Page, Rejection
from pinax_runtime.format import cause_of
from pinax_runtime.text import fenced

_MAX_OUTPUT_CHARS = 2_000
"""Largest length of a cell's outputs (characters); the rest is cut."""


def parse_notebook(admitted: Admitted) -> Page | Rejection:
    """Parse one notebook."""
    try:
        notebook = json.loads(admitted.text or "")
    except (ValueError, RecursionError) as error:
        return unreadable(admitted, f"The notebook cannot be read ({cause_of(error)})")
    cells = _cells(notebook)
    if cells is None:
        return unreadable(admitted, "The file has no cells, so it is no notebook")
    language = _language(notebook)
    return markdown_page(admitted, "\n\n".join(part for cell in cells for part in _parts(cell, language)))


def _cells(notebook: Any) -> list[Any] | None:
    """Return the cells, which in format 3 are in worksheets; None if there are none."""
    if not isinstance(notebook, dict):
        return None
    if isinstance(sheets := notebook.get("worksheets"), list):
        return [cell for sheet in sheets if isinstance(sheet, dict) for cell in sheet.get("cells") or ()]
    cells = notebook.get("cells")
    return cells if isinstance(cells, list) else None


def _language(notebook: dict[str, Any]) -> str:
    """Return the programming language; Python if the notebook does not say."""
    metadata = notebook.get("metadata")
    for key, name in (("language_info", "name"), ("kernelspec", "language")):
        told = metadata.get(key) if isinstance(metadata, dict) else None
        if isinstance(told, dict) and isinstance(told.get(name), str):
            return str(told[name])
    return "python"


def _parts(cell: Any, language: str) -> Iterator[str]:
    """Yield the Markdown blocks of one cell."""
    if not isinstance(cell, dict):
        return
    source = _text(cell.get("source", cell.get("input"))).strip("\n")
    if cell.get("cell_type") == "heading":  # format 3
        yield f"{'#' * min(6, int(cell.get('level') or 1))} {source}"
    elif cell.get("cell_type") == "markdown":
        yield source
    elif cell.get("cell_type") == "code" and source.strip():
        yield fenced(source, language)
        shown = "".join(_printed(output) for output in cell.get("outputs") or ()).strip("\n")
        if shown.strip():
            yield fenced(shown[:_MAX_OUTPUT_CHARS] + "…" * (len(shown) > _MAX_OUTPUT_CHARS))


def _printed(output: Any) -> str:
    """Return the text of one output; empty for errors, pictures and HTML."""
    if not isinstance(output, dict):
        return ""
    if output.get("output_type") == "stream":
        return _text(output.get("text"))
    data = output.get("data")
    return _text(data.get("text/plain")) + "\n" if isinstance(data, dict) else ""


def _text(value: Any) -> str:
    """Join a text that may be stored as a list of lines."""
    return "".join(part for part in value if isinstance(part, str)) if isinstance(value, list) else str(value or "")
