"""Parse admitted pages into Page records with section trees."""

__all__: list[str] = []
