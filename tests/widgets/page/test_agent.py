"""The parts of the page agent."""

from __future__ import annotations

import re

from resources.loader import resource_path
from widgets.page.agent import AGENT_FILES, agent_source


def test_every_script_of_the_agent_is_loaded_once():
    folder = resource_path("agent")
    names = sorted(path.name for path in folder.iterdir())

    assert names == sorted(AGENT_FILES)
    assert AGENT_FILES[-1] == "agent.js"


def test_the_agent_holds_no_colours_and_no_timers_of_its_own():
    source = "".join((resource_path("agent") / name).read_text("utf-8") for name in AGENT_FILES)

    assert re.findall(r"#[0-9a-f]{3,8}\b", source) == []
    assert "setTimeout" not in source
    assert "setInterval" not in source


def test_the_agent_writes_no_attribute_into_the_page():
    writers = [
        name
        for name in AGENT_FILES
        if re.search(
            r"\.setAttribute|\.dataset", (resource_path("agent") / name).read_text("utf-8")
        )
    ]

    # names.js and build.js build the page; overlay.js and sheet.js write into their own marks.
    assert writers == ["names.js", "build.js", "sheet.js", "overlay.js", "agent.js"]
    assert "setAttribute" not in (resource_path("agent") / "agent.js").read_text("utf-8")


def test_the_agent_is_one_closed_script_behind_qts_channel():
    source = agent_source(resource_path("agent"))

    assert source.index("QWebChannel") < source.index("class Builder")
    assert source.rstrip().endswith("})();")
