"""Put what a build knows of each page on disk, as plain values.

Why:   docs/decisions/0215
"""

from pinax_builder.spooling.results import spooled
from pinax_builder.spooling.rows import checks_from_row, checks_to_row, summary_from_row, summary_to_row

__all__ = ["checks_from_row", "checks_to_row", "spooled", "summary_from_row", "summary_to_row"]
