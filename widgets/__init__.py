"""Widgets: they show records of `extractors` and emit the user's actions; they run no algorithm."""
