"""Undo, redo and the history on the page: they concern what they name."""

from browser import Desk
from testing import equal, test, wait_until


def open_history(page):
    page.get_by_role("button", name="History").click()
    return page.locator(".history > li")


@test("“All from here” works where the numbers of the history have gaps, and where the entry below is undone")
def gaps():
    desk = Desk()
    faderd = desk.faderd
    faderd.put_durably("level", -20)
    faderd.put_durably("master", -6)
    equal(faderd.ctl("undo").exit, 0, "exit code of undo")
    faderd.put_durably("master", -3)
    faderd.put_durably("level", -30)
    equal([entry["number"] for entry in desk.history()], [1, 3, 4], "the numbers, with a gap")
    page = desk.open()
    entries = open_history(page)
    wait_until(lambda: entries.count() == 3, lambda: f"three entries; there are {entries.count()}")
    entries.nth(1).get_by_role("button", name="Undo all from here").click()
    desk.settles("master", -12)
    desk.settles("level", -20)
    page.get_by_role("button", name="Redo all up to here: Level -20").click()
    desk.settles("level", -30)
    desk.settles("master", -3)
    entries.nth(1).get_by_role("button", name="Undo entry 3").click()
    desk.settles("master", -12)
    page.locator(".history > li.undone").wait_for()
    entries.nth(0).get_by_role("button", name="Undo all from here").click()
    desk.settles("level", -20)
    desk.no_errors()
