"""What an input is not, and what would be right: the words of every command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.extractors.errors import CorpusError, PageError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boilerscope.extractors.system.storage import AnyFile

INPUTS = (
    "a folder of pages, a page, JSON lines with markup, a WARC file, a gold standard such as"
    " gold.jsonl, or a list of these (.txt)"
)


def no_input(word: str) -> CorpusError:
    """Return the error of a word that names nothing."""
    if not word:
        return CorpusError(f"An empty text names no input. Name {INPUTS}.")
    return CorpusError(
        f"{word}: no such file or folder, or no file matches this pattern. Name {INPUTS}."
    )


def no_pages(path: AnyFile | str) -> CorpusError:
    """Return the error of a folder or file without pages."""
    return CorpusError(f"{path}: no pages found. Name {INPUTS}.")


def not_pages(path: AnyFile) -> CorpusError:
    """Return the error of a file of another kind."""
    return CorpusError(f"{path} is not a file of pages. Name {INPUTS}.")


def not_readable(path: AnyFile | str, error: OSError) -> CorpusError:
    """Return the error of a file or folder that the system cannot read."""
    return CorpusError(f"{path} cannot be read: {error.strerror or error}.")


def web_page(word: str) -> CorpusError:
    """Return the error of an address where only files are read."""
    return CorpusError(
        f"{word}: only extract and the window fetch web pages. Save the page first, or name a WARC"
        " file, JSON lines or a list at this address."
    )


def named_twice() -> CorpusError:
    """Return the error of standard input that is named again."""
    return CorpusError("- is standard input, which can be read only once. Name it once.")


def no_gold(words: Iterable[object]) -> CorpusError:
    """Return the error of pages of which none has gold."""
    return CorpusError(
        f"{' '.join(map(str, words))}: no page has gold. Name a gold standard, or pages with marks"
        " beside them (<page>.gold.jsonl)."
    )


def many_pages(path: AnyFile) -> PageError:
    """Return the error of a file of many pages where one page is read."""
    return PageError(
        f"{path} is an input of many pages. Name one page, or read all of them with boilerscope"
        " extract or boilerscope open --corpus."
    )
