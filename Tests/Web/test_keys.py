"""The page by keyboard."""

from browser import KINDS, Desk, at_rest, live, opened, row, slider, until
from testing import check, equal, test, wait_until


@test("every key of a slider gives its exact value, and a held key is one history entry")
def exact():
    desk, page = opened()
    slider(page, "Fine").focus()
    for key, wanted in (("ArrowRight", 510), ("ArrowUp", 520), ("ArrowLeft", 510), ("ArrowDown", 500), ("Shift+ArrowRight", 501), ("Shift+ArrowLeft", 500),
                        ("PageUp", 600), ("PageDown", 500), ("Home", 0), ("End", 1000), ("PageDown", 900)):
        page.keyboard.press(key)
        desk.settles("fine", wanted)
    equal(len(desk.history()), 11, "entries of the history")
    slider(page, "Voices").focus()
    for _ in range(6):
        page.keyboard.down("ArrowRight")
    page.keyboard.up("ArrowRight")
    desk.settles("voices", 7)
    equal(len(desk.history()), 12, "entries of the history with a held key")
    for _ in range(20):
        page.keyboard.press("ArrowLeft")
    desk.settles("voices", 1)
    slider(page, "Level").focus()
    page.keyboard.press("Home")
    desk.settles("level", "-inf")
    wait_until(lambda: slider(page, "Level").get_attribute("aria-valuetext").startswith("−∞") or slider(page, "Level").get_attribute("aria-valuetext").startswith("-∞"), "−∞ to be said")


@test("steps of two sizes that wait for the daemon are all made: pressing Shift while a key is held loses none")
def sizes():
    desk, page = opened()
    slider(page, "Fine").focus()
    held = []
    page.route("**/v1/parameters/fine/step*", lambda route: held.append(route))
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "Shift", "ArrowRight", "ArrowRight"):
        page.keyboard.down(key)
    until(page, "true")
    equal(len(held), 1, "requests on their way")
    held[0].continue_()
    page.unroute("**/v1/parameters/fine/step*")
    desk.settles("fine", 532)
    page.keyboard.up("ArrowRight")
    page.keyboard.up("Shift")
    wait_until(lambda: len(desk.history()) == 1, lambda: f"one entry of the history: {desk.history()}")


@test("an opened panel has the focus, one that changes does not take it, and closing the panel gives it back")
def panels():
    desk, page = opened()
    page.get_by_role("button", name="History").focus()
    page.keyboard.press("Enter")
    focused = "document.activeElement.id"
    equal(page.evaluate(focused), "panel-title", "what has the focus")
    page.keyboard.press("Tab")
    equal(page.evaluate("document.activeElement.title"), "Close", "what comes next")
    desk.faderd.put_durably("fine", 300)
    page.locator(".history > li").wait_for()
    equal(page.evaluate("document.activeElement.title"), "Close", "what has the focus when an entry comes")
    page.keyboard.press("Escape")
    equal(page.evaluate("document.activeElement.title"), "History", "what has the focus afterwards")
    page.keyboard.press("Enter")
    row(page, "Master").locator(".name").focus()
    page.keyboard.press("Enter")
    wait_until(lambda: page.evaluate("[document.activeElement.id, document.activeElement.textContent]") == ["panel-title", "Master"], "the next panel to have it")
    page.keyboard.press("Escape")
    equal(page.evaluate("document.activeElement.textContent"), "Master", "what has the focus after that")


@test("the button that has the focus keeps it when its list is drawn anew: an entry comes, a snapshot comes, a parameter comes")
def redrawn():
    desk = Desk()
    faderd = desk.faderd
    faderd.put_durably("fine", 300)
    equal(faderd.ctl("snapshot", "save", "verse").exit, 0, "exit code of snapshot save")
    page = desk.open()

    def keeps(button, shows, change):
        button.focus()
        # The tree shows numbers of parameters behind the names.
        focused = "(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent).replace(/[0-9]+$/, '')"
        name = page.evaluate(focused)
        change()
        shows.wait_for()
        equal(page.evaluate(focused), name, "what has the focus")

    page.get_by_role("button", name="History").click()
    keeps(page.get_by_role("button", name="Undo entry 1"), page.locator(".history > li").nth(1), lambda: faderd.put_durably("master", -3))
    page.get_by_role("button", name="Snapshots").first.click()
    keeps(page.get_by_role("button", name="Recall verse"), page.get_by_role("button", name="Recall chorus"), lambda: faderd.ctl("snapshot", "save", "chorus"))
    keeps(page.locator("nav li button").first, page.locator("nav").get_by_text("late"),
          lambda: equal(faderd.ctl("declare", "late.one", "--keep").exit, 0, "exit code of declare"))


@test("typing or Return on a slider opens its field, and so does a click on the value; Escape closes it and does not change the value")
def opening():
    desk, page = opened()
    slider(page, "Master").focus()
    page.keyboard.type("-3")
    equal(row(page, "Master").locator("input").input_value(), "-3", "the field")
    page.keyboard.press("Enter")
    desk.settles("master", -3)
    wait_until(lambda: page.evaluate("document.activeElement.getAttribute('role')") == "slider", "the slider to have the focus again")
    page.keyboard.press("Enter")
    field = row(page, "Master").locator("input")
    wait_until(lambda: field.input_value() == "−3.0", lambda: f"the edit text; it is {field.input_value()}")
    equal(page.evaluate("[document.activeElement.selectionStart, document.activeElement.selectionEnd]"), [0, 4], "what is selected")
    page.keyboard.type("5")
    page.keyboard.press("Escape")
    field.wait_for(state="detached")
    equal(desk.faderd.value("master"), -3, "the value after Escape")
    row(page, "Master").locator("button.value").click()
    page.keyboard.type("2 dB")
    page.keyboard.press("Enter")
    desk.settles("master", 2)


@test("a digit on a part of a color opens no field, because the field is for the whole color; Return opens it")
def parts_of_colors():
    desk, page = opened()
    before = desk.faderd.value("lamp")
    slider(page, "Lamp, hue").focus()
    page.keyboard.type("180")
    page.keyboard.press("Enter")
    field = row(page, "Lamp").locator("input")
    field.wait_for()
    equal((field.input_value(), desk.faderd.value("lamp")), (before, before), "the field, and the value")
    page.keyboard.type("#00ff00")
    page.keyboard.press("Enter")
    desk.settles("lamp", "#00ff00")


@test("a page of one's own shows the parts of ranges and colors that it names exactly, and no others")
def parts_on_pages():
    desk, page = opened(KINDS + "web: {pages: {hues: [lamp.hue, band.low, 'b*'], all: ['*']}}\n", query="?page=hues")
    shown = "[...document.querySelectorAll('.row')].map(row => row.dataset.id).sort().join()"
    until(page, f"{shown} === 'band,band.low,lamp.hue'")
    page.locator(".row[data-id='lamp.hue'] [role=slider]").focus()
    page.keyboard.type("180")
    page.keyboard.press("Enter")
    desk.settles("lamp.hue", 180)
    page.get_by_label("Page").select_option("all")
    until(page, "document.querySelectorAll('.row').length === 10")


@test("/ searches, Escape clears, and the address keeps page, filter and group over a reload")
def address():
    desk, page = opened("version: 1\nparameters:\n  master: {}\n  drums.kick: {label: Kick}\n  drums.snare: {}\n  bass.level: {}\nweb: {pages: {live: [drums.snare, master]}}\n")
    equal(page.locator(".row").count(), 4, "rows")
    page.keyboard.press("/")
    page.keyboard.type("kick")
    wait_until(lambda: page.locator(".row").count() == 1, "the filter")
    check("q=kick" in page.url and desk.key not in page.url, f"the address is {page.url}")
    page.reload()
    live(page)
    equal(page.locator(".row .name").all_inner_texts(), ["Kick"], "rows after a reload")
    page.keyboard.press("/")
    page.keyboard.press("Escape")
    wait_until(lambda: page.locator(".row").count() == 4, "Escape to clear")
    page.locator(".tree button", has_text="drums").click()
    equal(page.locator(".row").count(), 2, "rows of a group")
    page.locator(".tree button", has_text="All").click()
    page.get_by_label("Page").select_option("live")
    wait_until(lambda: page.locator(".row").count() == 2, "the page of one's own")
    check("page=live" in page.url, f"the address is {page.url}")
    equal(page.locator(".row").evaluate_all("rows => rows.map(row => row.dataset.id).sort()"), ["drums.snare", "master"], "what it shows")


# What an element is, also after it has been drawn anew: its row, kind, class and name.
IDENTITY = """const identity = one => [one.closest("[data-id]")?.dataset.id, one.tagName, one.type, one.className, one.ariaLabel ?? one.value,
    one.getAttribute("aria-labelledby")].join(" ");"""


@test("Tab reaches every control, and the focus is always visible")
def tabs():
    desk, page = opened()
    at_rest(page)
    wanted = page.evaluate("""() => { """ + IDENTITY + """
        return [...document.querySelectorAll("button, input, select, [tabindex='0']")]
            .filter(one => !one.disabled && one.checkVisibility({visibilityProperty: true}) && !(one.type === "radio" && !one.checked)).map(identity); }""")
    equal(sorted(set(wanted)), sorted(wanted), "each of them once")
    reached, unseen = set(), []
    page.evaluate("document.body.focus()")
    for _ in range(len(wanted) + 5):
        page.keyboard.press("Tab")
        found = page.evaluate("""() => { """ + IDENTITY + """ const one = document.activeElement; const at = one.type === "radio" ? one.nextElementSibling : one;
            const style = getComputedStyle(at); return [identity(one), style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1, one.outerHTML.slice(0, 80)]; }""")
        if found[0] not in wanted:
            continue
        reached.add(found[0])
        if not found[1]:
            unseen.append(found[2])
    equal(unseen, [], "what has the focus and does not show it")
    equal(sorted(set(wanted) - reached), [], "what Tab does not reach")


@test("the focus goes from Undo to Redo when one of them can do no more, and to the new row when a reload replaced the explained one")
def successors():
    desk, page = opened()
    desk.faderd.put_durably("fine", 100)
    page.locator(".top").get_by_role("button", name="Undo").click()
    desk.settles("fine", 500)
    until(page, "document.activeElement.ariaLabel?.startsWith('Redo')", "the focus to go to Redo")
    page.keyboard.press("Enter")
    desk.settles("fine", 100)
    until(page, "document.activeElement.ariaLabel?.startsWith('Undo')", "the focus to go to Undo")
    row(page, "Mute").locator("button.name").click()
    page.locator(".panel .explain dl").wait_for()
    desk.faderd.reload(KINDS.replace("[open, muted]", "[up, down]"))
    until(page, "document.querySelector('[data-id=mute] .word').textContent === 'up'", "the new row")
    page.keyboard.press("Escape")
    until(page, "document.activeElement === document.querySelector('[data-id=mute] .name')", "the focus to go to the new row")


@test("while a question is asked, Escape answers only that, and Ctrl+Z undoes nothing")
def asked():
    desk = Desk()
    desk.faderd.put_durably("master", -3)
    equal(desk.faderd.ctl("snapshot", "save", "verse").exit, 0, "exit code of snapshot save")
    page = desk.open("?q=m")
    page.get_by_role("button", name="Snapshots").first.click()
    page.get_by_role("button", name="Delete verse").click()
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Control+z")
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    equal((page.locator(".panel").is_visible(), "q=m" in page.url), (True, True), "the panel and the search")
    equal(desk.faderd.value("master"), -3, "the value")


@test("the focus stays where it was, or near, when a bank is switched, when a snapshot is renamed, and when one is deleted")
def kept():
    desk = Desk(STRIPS)
    for name in ("chorus", "verse"):
        equal(desk.faderd.ctl("snapshot", "save", name).exit, 0, "exit code of snapshot save")
    page = desk.open()
    page.get_by_role("button", name="Surfaces").first.click()
    page.get_by_role("button", name="Next strips on desk").focus()
    page.keyboard.press("Enter")
    wait_until(lambda: "strips 2…2 of 3" in page.locator(".bank").inner_text(), "the next bank")
    focused = "document.activeElement.ariaLabel"
    equal(page.evaluate(focused), "Next strips on desk", "what has the focus")
    page.keyboard.press("Enter")
    wait_until(lambda: "strips 3…3 of 3" in page.locator(".bank").inner_text(), "the last bank")
    equal(page.evaluate(focused), "Previous strips on desk", "what has the focus when there is no next bank")
    page.get_by_role("button", name="Snapshots").first.click()
    page.get_by_role("button", name="Rename chorus").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("zenith")
    page.keyboard.press("Enter")
    until(page, f"{focused} === 'Rename zenith'")
    page.get_by_role("button", name="Delete verse").focus()
    # The list is drawn anew while the question waits: verse is not the last one any more, and is again.
    page.keyboard.press("Enter")
    page.get_by_role("dialog").wait_for()
    desk.faderd.ctl("snapshot", "save", "coda")
    page.locator("[data-key='delete coda']").wait_for(state="attached")
    page.keyboard.press("Escape")
    until(page, f"{focused} === 'Delete verse'")
    desk.faderd.ctl("snapshot", "delete", "coda")
    page.locator("[data-key='delete coda']").wait_for(state="detached")
    until(page, f"{focused} === 'Delete verse'")
    for wanted in ("Delete zenith", None):
        page.keyboard.press("Enter")
        page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        until(page, f"{focused} === '{wanted}'" if wanted else "document.activeElement.placeholder === 'Verse'")
    # The preview of the next snapshot may ask for one that is just deleted.
    desk.expects("/v1/snapshots/verse")


STRIPS = """\
version: 1
parameters: {a: {}, b: {}, c: {}}
surfaces:
  desk:
    match: "faderd virtual"
    controls: {fader.1: {input: "pitchbend ch 1", motor: true, touch: "note 104 ch 1"}}
    strips: {each: [a, b, c], fader: "{}"}
"""
