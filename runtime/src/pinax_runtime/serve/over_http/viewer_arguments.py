"""Arguments that only requests of the viewer have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pinax_runtime.format import AT_MOST_ONE, RANKING_NAMES, limits
from pinax_runtime.serve.arguments import Argument


def largest_value(name: str) -> float:
    """Return the largest value of a ranking parameter."""
    return 1.0 if name in AT_MOST_ONE else float(limits.WEIGHT)


@dataclass(frozen=True, slots=True)
class RankingParameters(Argument):
    """Values of ranking parameters, by name."""

    @property
    def default(self) -> dict[str, float]:
        """An empty object."""
        return {}

    @property
    def allowed(self) -> str:
        """Describe the allowed values."""
        shares = " and ".join(AT_MOST_ONE)
        return f"numbers from 0 to {limits.WEIGHT:,} (1 for {shares}) by name: {', '.join(RANKING_NAMES)}"

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of the value."""
        return {"type": "object", "additionalProperties": {"type": "number"}}

    def accept(self, value: Any) -> dict[str, float]:
        """Check the value."""
        if not isinstance(value, dict):
            raise ValueError
        return {name: _accept_weight(name, number) for name, number in value.items()}


@dataclass(frozen=True, slots=True)
class JsonObject(Argument):
    """The arguments of a tool, which the tool itself checks."""

    @property
    def default(self) -> dict[str, Any]:
        """An empty object."""
        return {}

    @property
    def allowed(self) -> str:
        """Describe the allowed values."""
        return "a JSON object"

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of the value."""
        return {"type": "object"}

    def accept(self, value: Any) -> dict[str, Any]:
        """Check the value."""
        if not isinstance(value, dict):
            raise ValueError
        return value


def _accept_weight(name: str, number: Any) -> float:
    if name not in RANKING_NAMES or isinstance(number, bool) or not isinstance(number, int | float):
        raise ValueError
    if not 0 <= number <= largest_value(name):
        raise ValueError
    return float(number)
