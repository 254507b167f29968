"""The format and the analyzer: bytes ↔ records, text → terms.

Rules: a leaf that imports nothing of the runtime but itself; the only folder of it that the builder may import. There
       is one module per record, so nothing is re-exported here.
Spec:  docs/format.md
"""

__all__: list[str] = []
