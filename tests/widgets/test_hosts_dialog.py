"""The dialog of advertisement hosts: its texts, its requests and its refusals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QPushButton

from boilerscope.widgets.hosts_dialog import HostsDialog, HostsView

if TYPE_CHECKING:
    import pytest
    from pytestqt.qtbot import QtBot

ADDRESS = "https://lists.example.net/hosts"
KEPT = HostsView(ADDRESS, 22339, "0123456789abcdef", "1 May 2026, 10:00")
SHIPPED = HostsView("", 247, "fedcba9876543210", "")


def open_dialog(qtbot: QtBot, source: str = ADDRESS, days: int = 7) -> HostsDialog:
    dialog = HostsDialog(source, days)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def click(button: QPushButton) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_the_list_in_use_is_named_with_source_time_and_hash(qtbot: QtBot) -> None:
    dialog = open_dialog(qtbot)

    dialog.show_list(KEPT)

    assert dialog.in_use_label.text().splitlines() == [
        f"22,339 hosts from {ADDRESS}",
        "Refreshed 1 May 2026, 10:00",
        "sha256 0123456789abcdef",
    ]
    assert dialog.built_in.isEnabled()


def test_the_built_in_list_cannot_be_requested_while_it_is_in_use(qtbot: QtBot) -> None:
    dialog = open_dialog(qtbot, "", 0)

    dialog.show_list(SHIPPED)

    assert dialog.in_use_label.text().startswith("247 hosts from the built-in list\n")
    assert not dialog.built_in.isEnabled()


def test_a_remark_on_the_list_is_shown(qtbot: QtBot) -> None:
    dialog = open_dialog(qtbot)

    dialog.show_list(HostsView("", 247, "f", "", "Hosts file 'x': Permission denied."))

    assert "Permission denied" in dialog.in_use_label.text()
    assert dialog.built_in.isEnabled()


def test_zero_days_are_shown_as_never(qtbot: QtBot) -> None:
    dialog = open_dialog(qtbot, ADDRESS, 0)
    never = dialog.days_field.text()

    dialog.show_choices(ADDRESS, 3)

    assert never == "never"
    assert dialog.days_field.text() == "3 days"
    assert dialog.chosen() == (ADDRESS, 3)


def test_days_without_a_source_cannot_be_saved(qtbot: QtBot) -> None:
    dialog = open_dialog(qtbot, "", 0)
    could = dialog.save_button.isEnabled()

    dialog.days_field.selectAll()
    QTest.keyClicks(dialog.days_field, "7")

    assert could
    assert not dialog.save_button.isEnabled()
    assert not dialog.refresh_button.isEnabled()
    assert dialog.message.text() == "Enter a file or an address to refresh from."


def test_buttons_emit_the_typed_values(qtbot: QtBot) -> None:
    dialog = open_dialog(qtbot, "", 0)
    requests: list[tuple[object, ...]] = []
    dialog.save_asked.connect(lambda *choices: requests.append(("save", *choices)))
    dialog.refresh_asked.connect(lambda *choices: requests.append(("refresh", *choices)))
    dialog.built_in_asked.connect(lambda: requests.append(("shipped",)))
    dialog.show_list(KEPT)

    QTest.keyClicks(dialog.source_field, f" {ADDRESS} ")
    click(dialog.refresh_button)
    click(dialog.built_in)
    QTest.keyClick(dialog.source_field, Qt.Key.Key_Return)

    assert requests == [("refresh", ADDRESS, 0), ("shipped",), ("save", ADDRESS, 0)]


def test_while_a_list_is_read_only_stopping_is_possible(qtbot: QtBot) -> None:
    dialog = open_dialog(qtbot)
    dialog.show_list(KEPT)
    dialog.show_message("an old message")

    dialog.show_progress(-1.0)
    unknown = dialog.progress_bar.maximum()
    dialog.show_progress(0.25)
    with qtbot.waitSignal(dialog.cancel_asked, timeout=1000):
        click(dialog.cancel_button)

    assert unknown == 0
    assert dialog.progress_bar.value() == dialog.progress_bar.maximum() // 4
    assert not dialog.message.isVisible()
    free = (dialog.refresh_button, dialog.built_in, dialog.save_button)
    assert not any(button.isEnabled() for button in free)


def test_after_reading_everything_can_be_requested_again(qtbot: QtBot) -> None:
    dialog = open_dialog(qtbot)
    dialog.show_list(KEPT)
    dialog.show_progress(0.5)

    dialog.show_progress(None)
    dialog.show_list(KEPT)
    dialog.show_message("It went wrong.")

    assert not dialog.progress_bar.isVisible()
    assert not dialog.cancel_button.isVisible()
    assert dialog.save_button.isEnabled()
    assert dialog.refresh_button.isEnabled()
    assert dialog.built_in.isEnabled()
    assert dialog.message.isVisible()


def test_a_file_can_be_chosen(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["/srv/hosts", ""])
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (next(answers), ""))
    dialog = open_dialog(qtbot)

    click(dialog.choose_button)
    click(dialog.choose_button)

    assert dialog.chosen()[0] == "/srv/hosts"


def test_save_is_the_only_main_button(qtbot: QtBot) -> None:
    dialog = open_dialog(qtbot)

    main = [button for button in dialog.findChildren(QPushButton) if button.isDefault()]

    assert main == [dialog.save_button]
