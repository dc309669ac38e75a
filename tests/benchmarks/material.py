"""Measured pages: real pages beside the repository, else the built-in samples."""

from __future__ import annotations

import random
from dataclasses import dataclass

from boilerscope.extractors.page import Page
from boilerscope.resources.loader import samples
from tests.helpers.material import corpus_pages

SEED = 20


@dataclass(frozen=True, slots=True)
class Input:
    """One page to measure on.

    Attributes
    ----------
    name : str
        File name or identifier.
    data : bytes
        As fetched.
    text : str
        Decoded, for libraries that take text.
    """

    name: str
    data: bytes
    text: str

    @property
    def utf8(self) -> bytes:
        """The decoded text in UTF-8, input of the bare parse."""
        return self.text.encode("utf-8")


def inputs(limit: int | None) -> list[Input]:
    """Return the pages of the corpora, or a fixed sample of them; else the built-in samples."""
    named_data = [(page.identifier, page.data) for page in corpus_pages()]
    if not named_data:
        named_data = [(sample.identifier, sample.path.read_bytes()) for sample in samples()]
    if limit is not None and limit < len(named_data):
        named_data = random.Random(SEED).sample(named_data, limit)
    return [Input(name, data, Page.from_bytes(data, name=name).source) for name, data in named_data]


def about(size: int, pages: list[Input], number: int) -> list[Input]:
    """Return the pages whose markup is nearest to a size in bytes."""
    return sorted(pages, key=lambda page: abs(len(page.data) - size))[:number]


def large_page(size: int) -> bytes:
    """Return one long article of this size in bytes, with links, lists, tables and comments."""
    generator = random.Random(SEED)
    words = [f"word{number}" for number in range(997)]
    parts = ["<!DOCTYPE html><html><head><title>Long page</title></head><body><main>\n"]
    length = 0
    while length < size:
        text = " ".join(generator.choices(words, k=generator.randrange(4, 60)))
        link = " ".join(generator.choices(words, k=4))
        part = generator.choice(
            (
                f"<p>{text}. <a href='/{length}'>{link}</a>, and more.</p>\n",
                f"<div class='box'><h2>{link}</h2>\n<p>{text}</p></div>\n",
                f"<ul><li><a href='/{length}'>{link}</a></li>\n<li>{link}</li></ul>\n",
                f"<table><tr><td>{link}</td><td>{text}</td></tr></table><!-- {link} -->\n",
            )
        )
        parts.append(part)
        length += len(part)
    parts.append("</main></body></html>\n")
    return "".join(parts).encode()


def many_blocks(number: int) -> bytes:
    """Return a page with this number of short text blocks."""
    blocks = "".join(f"<p>block {n} of many, short</p>\n" for n in range(number))
    return f"<!DOCTYPE html><html><body>\n{blocks}</body></html>\n".encode()
