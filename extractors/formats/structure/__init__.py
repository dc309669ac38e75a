"""The kept structure: one tree of the kept part of a page, which all structured formats read.

`nodes` declares the tree, `building` makes it from a page and a mask, `options` declares what a
user may choose.
"""
