"""Serve a bundle to agents: lazy, verified, offline."""
