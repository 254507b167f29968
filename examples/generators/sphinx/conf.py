project = "Lantern"
extensions = ["pinax_builder.generators.sphinx"]
html_baseurl = "https://lantern.example.org/docs/"
pinax_golden = [
    {"query": "exponential backoff", "expect": "retries.html#backoff"},
    {"query": "what happens after the last attempt", "expect": "retries.html#giving-up"},
    {"query": "install lantern", "expect": "#install"},
]
