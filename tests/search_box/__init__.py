"""The search box for people, in a browser that all tests share."""
