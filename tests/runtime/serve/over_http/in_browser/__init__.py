"""The viewer in a browser, which all tests of this folder share."""
