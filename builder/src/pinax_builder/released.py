"""Say which version this is, as the distribution's metadata does, which takes longer to read than a page."""

VERSION = "0.1.0"
