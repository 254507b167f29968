"""Say what is wrong with input that could not be read, in words that need no knowledge of Python.

In:    What a reader of JSON, TOML, YAML, XML or the like raised.
Out:   One line, to stand in a sentence or between parentheses.
"""

from __future__ import annotations

import json


def cause_of(error: Exception) -> str:
    """Say what is wrong.

    >>> cause_of(RecursionError("maximum recursion depth exceeded")), cause_of(KeyError("files"))
    ('it is nested too deep', "it has no member 'files'")
    """
    if isinstance(error, RecursionError):
        return "it is nested too deep"
    if isinstance(error, json.JSONDecodeError):
        return f"it is no JSON from line {error.lineno}, column {error.colno} on"
    if isinstance(error, UnicodeDecodeError):
        return f"it is not in {error.encoding.upper()} from byte {error.start:,} on"
    if "integer string conversion" in str(error):
        return "a number has too many digits"
    if isinstance(error, KeyError) and error.args:
        return f"it has no member {error.args[0]!r}"
    if isinstance(error, TypeError | AttributeError | IndexError) and " is not a" not in str(error):
        return "a member is of another type"
    return " ".join(str(error).split()) or type(error).__name__
