"""The page on screen: a locked-down Chromium, the page rebuilt in it, and the heatmap over it."""

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
