"""Boilerscope shows what main-content extraction algorithms keep of a web page, and why."""
