"""What does a file of source code define, and what do its comments say of it?"""

from __future__ import annotations

from pinax_builder.parse.code.sections import code_sections

__all__ = ["code_sections"]
