"""Undo, redo and the history on the page: they concern what they name."""

import native
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
    page.get_by_role("button", name="Redo all up to here: Level −20").click()
    desk.settles("level", -30)
    desk.settles("master", -3)
    entries.nth(1).get_by_role("button", name="Undo entry 3").click()
    desk.settles("master", -12)
    page.locator(".history > li.undone").wait_for()
    entries.nth(0).get_by_role("button", name="Undo all from here").click()
    desk.settles("level", -20)


KEYED = native.MASTER + "web: {pages: {desk: [master], phone: [other]}}\n"
KEY = {"name": "lan-phone", "key": "0123456789abcdef0123456789abcdef", "page": "phone"}


@test("“Undo” passes over what was changed with the key of a page, and the history says which entries those are; “Undo” of an entry leaves what was changed since")
def keys():
    desk = Desk(KEYED)
    faderd = desk.faderd
    owner = faderd.session()
    equal(owner.ask("POST", "/v1/keys", KEY)[0], 201, "status of the key")

    def phone(number):
        shown = {"Authorization": f"Bearer {KEY['key']}"}
        equal(faderd.request("PUT", "/v1/parameters/other", {"value": number}, shown).status, 200, "status with the key")

    faderd.put_durably("master", -6)
    equal(faderd.request("PATCH", "/v1/parameters", {"master": {"value": -3}, "other": {"value": 3}}).status, 200, "status of two at once")
    phone(5)
    page = desk.open()
    undo = page.locator("header [aria-keyshortcuts='Control+Z']")
    entries = open_history(page)
    wait_until(lambda: entries.count() == 3, lambda: f"three entries; there are {entries.count()}")
    equal([("key of a page" in text, "lan-phone" in text) for text in entries.all_inner_texts()], [(True, True), (False, False), (False, False)], "whose they are")
    wait_until(lambda: "Master" in (undo.get_attribute("title") or ""), lambda: f"what “Undo” says: {undo.get_attribute('title')}")
    entries.nth(1).get_by_role("button", name="Undo entry 2").click()
    page.locator(".toast").filter(has_text="changed since").wait_for()
    desk.settles("master", -6)
    undo.click()
    desk.settles("master", -12)
    equal(faderd.value("other"), 5, "what was changed with the key")
    phone(6)
    wait_until(undo.is_disabled, "nothing more to undo here")
    entries.nth(0).get_by_role("button", name="Undo entry").click()
    wait_until(lambda: faderd.value("other") == 5, "undo of the entry with the key")


@test("“Undo” after a recall takes back that recall and nothing else; where nothing was changed it is not offered")
def recalled():
    desk = Desk()
    faderd = desk.faderd
    faderd.put_durably("level", -20)
    faderd.put_durably("voices", 2)
    equal(faderd.ctl("snapshot", "save", "verse").exit, 0, "exit code of snapshot save")
    page = desk.open()
    page.get_by_role("button", name="Snapshots").first.click()
    over, toast = page.get_by_label("Recall over"), page.locator(".toast")

    def recall(seconds, said):
        over.fill(seconds)
        page.get_by_role("button", name="Recall verse").click()
        toast.filter(has_text=said).wait_for()

    def undo():
        toast.get_by_role("button", name="Undo").click()

    for seconds, said in (("0", "Recalled"), ("20", "over 20 s")):
        recall(seconds, said)
        equal(toast.get_by_role("button").count(), 0, "buttons after a recall that changed nothing")
    for seconds, said in (("0", "Recalled"), ("0.1", "over 0.1 s")):
        faderd.put_durably("level", -50)
        recall(seconds, said)
        desk.settles("level", -20)
        faderd.put_durably("master", -1)
        undo()
        desk.settles("level", -50)
        equal(faderd.value("master"), -1, "what somebody else set after the recall")
        faderd.put_durably("level", -20)
        faderd.put_durably("master", -12)
    # An integer that glides for a minute changes nothing at first.
    faderd.put_durably("voices", 1)
    for other in (None, 300):
        recall("60", "over 60 s")
        if other:
            faderd.put_durably("fine", other)
        undo()
        wait_until(lambda: toast.count() and ("anything yet" if other else "Undone") in toast.inner_text(), "what the toast says")
        if not other:
            wait_until(lambda: "ownedBy" not in faderd.get("/v1/parameters/voices"), "the glide to end")
    equal((faderd.value("voices"), faderd.value("fine"), faderd.value("level")), (1, 300, -20), "the values")


@test("snapshots are in their order with their fades; “Up” moves one and keeps the focus; without seconds a recall fades as it was saved")
def ordered():
    desk = Desk()
    faderd = desk.faderd
    faderd.put_durably("level", -20)
    for name, over in (("verse", "0.1"), ("chorus", "0"), ("bridge", "0")):
        equal(faderd.ctl("snapshot", "save", name, "--over", over).exit, 0, "exit code of snapshot save")
    page = desk.open()
    page.get_by_role("button", name="Snapshots").first.click()
    names = page.locator(".snapshots li .which")

    def reads(*wanted):
        wait_until(lambda: names.all_inner_texts() == list(wanted), lambda: f"the order {wanted}; it is {names.all_inner_texts()}")

    reads("verse", "chorus", "bridge")
    equal(page.get_by_label("Fade of verse in seconds").input_value(), "0.1", "the fade")
    equal(page.get_by_role("button", name="Up verse").is_enabled(), False, "whether the first one can be moved up")
    up = page.get_by_role("button", name="Up bridge")
    up.click()
    reads("verse", "bridge", "chorus")
    wait_until(lambda: up.evaluate("element => element === document.activeElement"), "the button to keep the focus")
    up.click()
    reads("bridge", "verse", "chorus")
    equal([snapshot["name"] for snapshot in faderd.get("/v1/snapshots")], ["bridge", "verse", "chorus"], "the order in the daemon")
    for over, said in (("", "over 0.1 s"), ("0", "Recalled")):
        faderd.put_durably("level", -50)
        page.get_by_label("Recall over").fill(over)
        page.get_by_role("button", name="Recall verse").click()
        page.locator(".toast").filter(has_text=said).wait_for()
        desk.settles("level", -20)
