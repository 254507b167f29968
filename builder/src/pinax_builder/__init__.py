"""Build static index bundles from documentation."""
