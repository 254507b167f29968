"""Questions that pages answer, in words that the pages do not use: `questions.jsonl`."""

from __future__ import annotations

from pinax_builder.questions.file import Questions, by_id, digest_of, load, save

__all__ = ["Questions", "by_id", "digest_of", "load", "save"]
