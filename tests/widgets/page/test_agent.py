"""The modules of the page agent, joined to one script."""

from __future__ import annotations

import re
from collections import Counter

from boilerscope.resources.loader import resource_path
from boilerscope.widgets.page.agent import agent_files, agent_source

FOLDER = resource_path("agent")
SOURCES = {file.name: file.read_text(encoding="utf-8") for file in FOLDER.iterdir()}


def test_every_module_of_the_agent_is_loaded_once_after_those_it_imports():
    names = [file.name for file in agent_files(FOLDER)]

    assert sorted(names) == sorted(SOURCES)
    assert names[-1] == "start.js"
    for name in names:
        imported = re.findall(r'from "\./(.+?)"', SOURCES[name])
        assert set(imported) <= set(names[: names.index(name)]), name


def test_no_name_at_the_top_level_is_used_by_two_modules():
    top_level = re.compile(r"^(?:export )?(?:class|const|function|let) (\w+)", re.MULTILINE)
    names = Counter(name for source in SOURCES.values() for name in top_level.findall(source))

    assert names["Agent"] == 1
    assert [name for name, count in names.items() if count > 1] == []


def test_the_agent_has_no_colours_and_no_timers_of_its_own():
    source = "".join(SOURCES.values())

    assert re.findall(r"#[0-9a-f]{3,8}\b", source) == []
    assert "setTimeout" not in source
    assert "setInterval" not in source


def test_the_agent_writes_no_attribute_into_the_page():
    writers = {name for name, source in SOURCES.items() if "setAttribute" in source}
    markers = {name for name, source in SOURCES.items() if ".dataset" in source}

    # names.js and build.js build the page; the other modules read or write only their own marks.
    assert writers == {"names.js", "build.js", "tree_drawing.js"}
    assert markers == {"overlay.js", "agent.js"}


def test_the_agent_is_one_closed_script_behind_qts_channel():
    source = agent_source(FOLDER)

    assert source.index("QWebChannel") < source.index("class Builder")
    assert source.rstrip().endswith("})();")
    assert not re.search(r"^(import|export)\b", source, re.MULTILINE)
