"""Where is a name defined, and where is it mentioned?"""

from __future__ import annotations

__all__: list[str] = []
