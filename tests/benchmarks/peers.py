"""Well-known libraries for comparison, each as a function of the decoded page."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def peers() -> dict[str, Callable[[str], object]]:
    """Return the libraries by the name of the called function."""
    import trafilatura
    from boilerpy3.extractors import ArticleExtractor
    from readability import Document
    from resiliparse.extract.html2text import extract_plain_text

    for noisy in ("trafilatura", "readability", "boilerpy3", "htmldate"):
        logging.getLogger(noisy).setLevel(logging.CRITICAL)
    article = ArticleExtractor(raise_on_failure=False)
    return {
        "trafilatura.extract": trafilatura.extract,
        "boilerpy3 ArticleExtractor": article.get_content,
        "resiliparse main content": lambda text: extract_plain_text(text, main_content=True),
        "readability-lxml summary": lambda text: Document(text).summary(),
    }
