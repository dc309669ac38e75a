"""Readability.js in the web engine: ``python -m boilerscope.app.readability``, a process."""
