"""Read bytes as text: by what declares their encoding, by being UTF-8, or by a guess."""

from __future__ import annotations

from pinax_builder.charsets.decoding import Decoded, decode, rewritten

__all__ = ["Decoded", "decode", "rewritten"]
