"""What axe-core finds, in every look; and panels."""

from axe_playwright_python.sync_playwright import Axe

from browser import Desk, row, value
from testing import check, equal, test, wait_until

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def judge(page, what):
    found = Axe().run(page).response["violations"]
    equal([f"{one['id']}: {one['help']}: {[node['html'][:120] for node in one['nodes'][:3]]}" for one in found], [], f"what axe-core finds in {what}")


@test("axe-core finds nothing: desktop and telephone, dark and light, stage, forced colors, every panel")
def axe():
    desk = Desk()
    desk.faderd.ctl("snapshot", "save", "verse")
    desk.faderd.put_durably("master", -3)
    for name, looks in {"dark": {"color_scheme": "dark"}, "light": {"color_scheme": "light"}, "forced colors": {"forced_colors": "active"},
                        "telephone": PHONE | {"color_scheme": "dark"}, "light telephone": PHONE | {"color_scheme": "light"}}.items():
        # Scripts of tests are not the page's: the policy is for those.
        page = desk.open(bypass_csp=True, **looks)
        judge(page, name)
        if "telephone" in name:
            for tab in ("Surface", "Snapshots"):
                page.locator(".tabs").get_by_role("button", name=tab).click()
                judge(page, f"{name}, {tab}")
        else:
            for panel in ("Snapshots", "History", "Surfaces"):
                page.get_by_role("button", name=panel).first.click()
                page.locator(f".panel[data-panel={panel.lower()}]").wait_for()
                judge(page, f"{name}, {panel}")
            row(page, "Master").locator(".name").click()
            page.locator(".explain dl").wait_for()
            judge(page, f"{name}, explain")
        if name == "dark":
            page.evaluate("document.documentElement.dataset.theme = 'stage'")
            judge(page, "stage")
        page.context.close()


@test("a telephone has one column without sideways scrolling, rows of 44 pixels, and tabs")
def phone():
    desk = Desk()
    page = desk.open(**PHONE)
    equal(page.evaluate("document.documentElement.scrollWidth"), 390, "width of the page")
    small = page.evaluate("[...document.querySelectorAll('.row')].filter(row => row.getBoundingClientRect().height < 44).map(row => row.dataset.id)")
    equal(small, [], "rows that are too small for a finger")
    equal(page.locator(".tabs button").all_inner_texts(), ["Values", "Surface", "Snapshots"], "tabs")
    page.locator(".tabs").get_by_role("button", name="Surface").tap()
    page.locator(".desk").wait_for()
    page.locator(".tabs").get_by_role("button", name="Values").tap()
    page.locator(".panel").wait_for(state="hidden")


@test("snapshots are saved, recalled, compared and deleted; the history undoes any entry, alone and with what came after; explain says who changed it; the lock holds")
def panels():
    desk = Desk()
    page = desk.open(bypass_csp=True)
    page.get_by_role("button", name="Snapshots").first.click()
    page.get_by_label("Save as").fill("Verse 1")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("button", name="Recall Verse 1").wait_for()
    for number in (-3, -2, -1):
        desk.faderd.put_durably("master", number)
    page.get_by_role("button", name="Compare Verse 1").click()
    wait_until(lambda: "-1.0 dB → -12.0 dB" in page.locator(".differences").inner_text(), "what differs")
    page.get_by_role("button", name="Recall Verse 1").click()
    desk.settles("master", -12)
    page.get_by_role("button", name="History").click()
    entries = page.locator(".history > li")
    wait_until(lambda: entries.count() == 4, lambda: f"four entries; there are {entries.count()}")
    entries.nth(2).get_by_role("button", name="Undo all from here").click()
    desk.settles("master", -3)
    entries.nth(1).get_by_role("button", name="Redo all up to here").click()
    desk.settles("master", -1)
    desk.faderd.put_durably("fine", 300)
    desk.faderd.put_durably("mute", True)
    wait_until(lambda: entries.count() == 6, lambda: f"six entries; there are {entries.count()}")
    fine = desk.history()[-2]["number"]
    entries.nth(1).get_by_role("button", name=f"Undo entry {fine}").click()
    desk.settles("fine", 500)
    equal((desk.faderd.value("master"), desk.faderd.value("mute")), (-1, True), "what was not in that entry")
    entries.nth(1).get_by_role("button", name=f"Redo entry {fine}").click()
    desk.settles("fine", 300)
    row(page, "Master").locator(".name").click()
    wait_until(lambda: "Changed by" in page.locator(".explain").inner_text(), "explain")
    page.locator(".events").wait_for()
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Snapshots").first.click()
    page.get_by_role("button", name="Delete Verse 1").click()
    judge(page, "a question")
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    wait_until(lambda: desk.faderd.get("/v1/snapshots") == [], "it to be deleted")
    page.get_by_role("button", name="Lock").click()
    check(page.evaluate("document.querySelector('main').inert"), "a locked page can be used")
    desk.faderd.move(1, 1.0)
    wait_until(lambda: value(page, "Master") == "6.0 dB", "a locked page to follow the hardware")
    page.get_by_role("button", name="Unlock").click()
    desk.no_errors()
