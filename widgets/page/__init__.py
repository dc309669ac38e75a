"""The page on screen: Chromium shut in, the page rebuilt in it, the heatmap over it."""

from widgets.page.policy import Access, Policy, RecordedResources, Request, RequestLog
from widgets.page.profile import prepare_engine
from widgets.page.view import PageView

__all__ = [
    "Access",
    "PageView",
    "Policy",
    "RecordedResources",
    "Request",
    "RequestLog",
    "prepare_engine",
]
