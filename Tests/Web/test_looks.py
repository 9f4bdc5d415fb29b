"""The page in its different looks, checked with axe-core; and its panels."""

import native
from browser import COLORS, KINDS, Desk, Fingers, center, drag, judge, live, opened, row, until, value
from testing import check, equal, test, wait_until

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@test("axe-core finds nothing: desktop and phone, dark and light, stage, forced colors, every panel", limit=240)
def axe():
    desk = Desk()
    desk.faderd.ctl("snapshot", "save", "verse")
    desk.faderd.put_durably("master", -3)
    # The page's policy would refuse the test's own script.
    page, phone = desk.open(bypass_csp=True), desk.open(bypass_csp=True, **PHONE)
    looks = {"dark": {"color_scheme": "dark"}, "light": {"color_scheme": "light"}, "forced colors": {"forced_colors": "active"}}

    def judge_all(on, name, where=None):
        on.emulate_media(**{"color_scheme": "dark", "forced_colors": "none"} | looks.get(name, {}))
        # What has been judged in the dark differs elsewhere in its colors.
        judge(on, f"{name} {on.viewport_size['width']}", *((None, None) if name == "dark" else (COLORS, where)))

    for name in looks:
        judge_all(page, name)
    for panel in ("Snapshots", "History", "Surfaces", "explain"):
        if panel == "explain":
            row(page, "Master").locator(".name").click()
            page.locator(".explain dl").wait_for()
        else:
            page.get_by_role("button", name=panel).first.click()
            page.locator(f".panel[data-panel={panel.lower()}]").wait_for()
        if panel == "Snapshots":
            page.locator(".show .main:enabled").wait_for()
        for name in looks:
            judge_all(page, name, ".panel")
    page.evaluate("document.documentElement.dataset.theme = 'stage'")
    judge_all(page, "stage")
    for tab in ("Values", "Surface", "Snapshots"):
        phone.locator(".tabs").get_by_role("button", name=tab).click()
        for name in ("dark", "light"):
            judge_all(phone, name)


@test("a phone has one column without sideways scrolling, rows of 44 pixels, and tabs")
def phone():
    desk, page = opened(**PHONE)
    equal(page.evaluate("document.documentElement.scrollWidth"), 390, "width of the page")
    small = page.evaluate("[...document.querySelectorAll('.row')].filter(row => row.getBoundingClientRect().height < 44).map(row => row.dataset.id)")
    equal(small, [], "rows that are too small for a finger")
    equal(page.locator(".tabs button").all_inner_texts(), ["Values", "Surface", "Snapshots", "History"], "tabs")
    page.locator(".tabs").get_by_role("button", name="Surface").tap()
    page.locator(".desk").wait_for()
    page.locator(".tabs").get_by_role("button", name="Values").tap()
    page.locator(".panel").wait_for(state="hidden")


SMALL = """[...document.querySelectorAll('button, select, input:not([type=radio]), .radios span')].filter(one => one.checkVisibility()).map(one => {
    const { width, height } = one.getBoundingClientRect();
    return [one.getAttribute('aria-label') ?? one.textContent, Math.round(width), Math.round(height)];
}).filter(([, width, height]) => width && Math.min(width, height) < 44)"""


# The numbers that are broken over two lines.
BROKEN = """(() => {
    const found = [], all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (all.nextNode()) for (const match of all.currentNode.data.matchAll(/[−-]?\\d[\\d.,:]*/g)) {
        const range = document.createRange();
        range.setStart(all.currentNode, match.index);
        range.setEnd(all.currentNode, match.index + match[0].length);
        if (new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1) found.push(match[0]);
    }
    return found;
})()"""


@test("no number is broken over two lines, however narrow: not in rows, messages, the history or a comparison")
def unbroken():
    desk = Desk()
    desk.faderd.ctl("snapshot", "save", "verse")
    desk.faderd.put_durably("band", [123, 987])
    for width in (320, 390, 700):
        for number in (-33.3, -44.4):
            desk.faderd.put_durably("master", number)
        page = desk.open(viewport={"width": width, "height": 900})
        equal(page.evaluate(BROKEN), [], f"what is broken in the list at {width}")
        page.get_by_role("button", name="History").click()
        page.locator(".history > li").first.wait_for()
        page.get_by_role("button", name="Undo entry").first.click()
        page.locator(".toast").wait_for()
        equal(page.evaluate(BROKEN), [], f"what is broken in the history and the message at {width}")
        page.get_by_role("button", name="Close").click()
        page.locator("[data-opens=snapshots]").filter(visible=True).first.click()
        page.get_by_role("button", name="Compare verse").click()
        page.locator(".differences dl").wait_for()
        equal(page.evaluate(BROKEN), [], f"what is broken in the comparison at {width}")
        page.context.close()


@test("for a finger everything has 44 pixels, whatever the size of the screen, in the list and in each panel")
def touch_targets():
    desk = Desk()
    desk.faderd.ctl("snapshot", "save", "verse")
    desk.faderd.put_durably("master", -3)
    for size in ((390, 844), (844, 390), (1024, 768)):
        page = desk.open(viewport={"width": size[0], "height": size[1]}, has_touch=True, is_mobile=True)
        equal(page.evaluate(SMALL), [], f"what is too small at {size}")
        for panel in ("snapshots", "surfaces", "history"):
            opener = page.locator(f"[data-opens={panel}]").filter(visible=True).first
            opener.click()
            page.locator(f".panel[data-panel={panel}]").wait_for()
            if panel == "snapshots":
                page.get_by_role("button", name="Compare verse").click()
                page.locator(".differences dl").wait_for()
            equal(page.evaluate(SMALL), [], f"what is too small in {panel} at {size}")
            page.get_by_role("button", name="Close").click()
        page.context.close()


GROUPS = """\
version: 1
parameters:
  drums: {label: Drum bus, type: decibel}
  drums.kick: {label: The second kick drum, type: decibel}
  drums.hat: {label: Hat, type: decibel}
  fx.main_reverb.decay-time: {label: Decay, max: 10}
"""


@test("groups have labels, not ids; a label has one line where there is room, and as much of it as the longest one needs")
def groups():
    desk, page = opened(GROUPS)
    equal(sorted(page.locator(".card h2").all_inner_texts()), ["Drum bus", "Fx · Main reverb"], "headings")
    equal(page.locator(".tree [data-depth] bdi").all_inner_texts(), ["All", "Drum bus", "Fx", "Main reverb"], "the tree")
    lines = page.evaluate("[...document.querySelectorAll('.row .name bdi')].map(name => name.getClientRects().length)")
    equal(lines, [1, 1, 1, 1], "lines of each label")
    width = dict(page.evaluate("[...document.querySelectorAll('.row')].map(row => [row.dataset.id, row.querySelector('.label').getBoundingClientRect().width])"))
    check(width["drums"] == width["fx.main_reverb.decay-time"] < width["drums.kick"] == width["drums.hat"], f"widths of the labels: {width}")
    page.goto(f"{desk.origin}/?at=fx.main_reverb")
    until(page, "document.title === 'Fx · Main reverb – faderd'")


@test("panels: snapshots are saved, recalled, compared and deleted; the history undoes any entry; explain names changes; the lock works")
def panels():
    desk, page = opened(bypass_csp=True)
    page.get_by_role("button", name="Snapshots").first.click()
    page.get_by_label("Save as").fill("Verse 1")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("button", name="Recall Verse 1").wait_for()
    wait_until(lambda: page.get_by_label("Save as").input_value() == "", "the name to be gone once it is saved")
    page.get_by_label("Save as").fill("Verse 1")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    equal(page.get_by_label("Save as").input_value(), "Verse 1", "the name that was not saved")
    for number in (-3, -2, -1):
        desk.faderd.put_durably("master", number)
    page.get_by_role("button", name="Compare Verse 1").click()
    wait_until(lambda: "−1.0 dB → −12.0 dB" in page.locator(".differences").inner_text(), "what differs")
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
    # Out of order: what was undone last is redone first.
    entries.nth(1).get_by_role("button", name=f"Undo entry {fine}").click()
    desk.settles("fine", 500)
    page.get_by_role("button", name="Undo: Mute").click()
    desk.settles("mute", False)
    page.get_by_role("button", name="Redo: Mute").click()
    desk.settles("mute", True)
    page.get_by_role("button", name="Redo: Fine").click()
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
    check(page.evaluate("document.querySelector('.cards').inert"), "a locked page can be used")
    desk.faderd.move(1, 1.0)
    wait_until(lambda: value(page, "Master") == "6.0 dB", "a locked page to follow the hardware")
    page.get_by_role("button", name="Unlock").click()


@test("after a phone is turned, a window narrowed or a panel opened, the cards fit into the remaining width")
def narrowed():
    desk = Desk(native.parameters([f"p.{n:03}" for n in range(1, 101)]))
    fits = "[...document.querySelectorAll('.card')].every(card => card.getBoundingClientRect().right <= document.querySelector('main').getBoundingClientRect().right)"
    for looks, then in (({"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}, {"width": 390, "height": 844}),
                        ({"viewport": {"width": 900, "height": 800}}, {"width": 500, "height": 800}), ({}, None)):
        page = desk.open(**looks)
        # Scrolls through the page, because only cards that were on the screen remember their size.
        for top in (1000, 2000, 0):
            page.evaluate("top => document.querySelector('main').scrollTo(0, top)", top)
            page.wait_for_timeout(200)
        if then:
            page.set_viewport_size(then)
        else:
            page.get_by_role("button", name="Surfaces").first.click()
        page.wait_for_timeout(500)
        check(page.evaluate(fits), f"the cards are too broad: {looks} → {then or 'Surfaces'}")
        page.context.close()


LONG = """\
version: 1
parameters:
  pick: {label: Pick, kind: choice, options: [one, two, three, four, five, {id: six, label: "An option whose label is as long as it may be, and goes on so"}]}
  band: {label: Band, kind: range, max: 1000, decimals: 2, unit: kr, default: [100, 900]}
  speed: {label: Speed, max: 1000, decimals: 1, unit: kilometres/hour}
  near: {label: Near, max: 10, decimals: 1}
"""


@test("long contents stay in their card: a list of options, both ends of a range; a value that is cut off has a title")
def long():
    desk = Desk(LONG)
    for width in (1280, 390):
        page = desk.open(viewport={"width": width, "height": 800})
        right = page.evaluate("document.querySelector('.card').getBoundingClientRect().right")
        check(page.evaluate("document.querySelector('select').getBoundingClientRect().right") < right, f"the list leaves its card at {width}")
        equal(page.evaluate("(value => [value.scrollWidth - value.clientWidth, value.scrollHeight - value.clientHeight])(document.querySelector('.row.range .value'))"), [0, 0],
              f"what is cut off the range at {width}")
        page.context.close()
    page = desk.open()
    for name, wanted in (("Speed", "0.0 kilometres/hour"), ("Near", None)):
        row(page, name).locator("button.value").hover()
        equal(row(page, name).locator("button.value").get_attribute("title"), wanted, f"the title of {name}")


BEYOND = """[...document.querySelectorAll('.top button, .top input')].filter(one => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth)
    .map(one => one.title)"""


@test("narrow phones have all buttons on the page, each large enough for a finger, with large letters too; with and without a daemon")
def narrow():
    desk = Desk()
    desk.expects("net::", "503 (Service Unavailable)")
    for width in (280, 320, 360):
        page = desk.open(**PHONE | {"viewport": {"width": width, "height": 700}})
        # The last button to appear: only when the page has asked whether it can map.
        page.get_by_role("button", name="Map", exact=True).wait_for()
        for letters in ("", "24px"):
            page.evaluate("letters => { document.documentElement.style.fontSize = letters; }", letters)
            equal(page.evaluate(BEYOND), [], f"what is beyond {width} pixels with letters of {letters or 'the usual size'}")
            equal(page.evaluate(SMALL), [], f"what is too small at {width} with letters of {letters or 'the usual size'}")
            equal(page.evaluate("document.documentElement.scrollWidth"), width, "width of the page")
            equal(page.evaluate("(box => box.width === box.height)(document.querySelector('.connection .dot').getBoundingClientRect())"), True, "whether the dot is round")
    desk.faderd.kill()
    page.locator(".banner").wait_for()
    equal(page.locator(".connection .state").is_visible(), False, "whether “No connection” is said twice")
    equal(page.evaluate(BEYOND), [], "what is off the page without a daemon")


@test("the seconds of a recall may be written in several ways; without a number nothing is recalled; the names . and .. are refused")
def seconds():
    desk = Desk()
    equal(desk.faderd.ctl("snapshot", "save", "verse").exit, 0, "exit code of snapshot save")
    page = desk.open()
    page.get_by_role("button", name="Snapshots").first.click()
    over, toast = page.get_by_label("Recall over"), page.locator(".toast")
    for written, body, said in (("", {}, "Recalled “verse”"), ("0", {"over": 0}, "Recalled “verse”"), ("3", {"over": 3}, "over 3 s"), (" 2 s ", {"over": 2}, "over 2 s"),
                                ("1,5s", {"over": 1.5}, "over 1.5 s"), ("2.5 sec", {"over": 2.5}, "over 2.5 s"), ("4 seconds", {"over": 4}, "over 4 s")):
        over.fill(written)
        with page.expect_request("**/recall?*") as asked:
            page.get_by_role("button", name="Recall verse").click()
        equal(asked.value.post_data_json, body, f"what is asked for “{written}”")
        wait_until(lambda: toast.count() and said in toast.inner_text(), lambda: f"“{said}” for “{written}”")
    asked = []
    page.on("request", lambda request: asked.append(request.url) if request.url.split("?")[0].endswith("/recall") else None)
    for written in ("abc", "-2", "٣", "s", "1/2", "601"):
        over.fill(written)
        page.get_by_role("button", name="Recall verse").click()
        page.get_by_text(f"“{written}” is not a number of seconds up to 600; enter 3, for example, or 0 to recall at once").wait_for()
    equal(asked, [], "what is recalled over no number")
    for name in (".", ".."):
        page.get_by_label("Save as").fill(name)
        page.get_by_role("button", name="Save", exact=True).click()
        page.get_by_text(f"a snapshot cannot be called “{name}”").wait_for()
    equal([one["name"] for one in desk.faderd.get("/v1/snapshots")], ["verse"], "snapshots")


@test("the lock survives a reload of the page; the history marks empty texts and shortens long ones")
def kept():
    desk, page = opened()
    page.get_by_role("button", name="Lock").click()
    page.reload()
    live(page)
    check(page.evaluate("document.querySelector('.cards').inert"), "the lock is forgotten")
    page.get_by_role("button", name="Unlock").click()
    page.reload()
    live(page)
    check(not page.evaluate("document.querySelector('.cards').inert"), "it is locked for ever")
    desk.faderd.put_durably("song", "")
    desk.faderd.put_durably("song", "la " * 80)
    page.get_by_role("button", name="History").click()
    wait_until(lambda: page.locator(".history > li").count() == 2, "the history")
    newest, first = page.locator(".history .changes > div").all()
    equal(first.inner_text(), "Song first → empty", "an empty text")
    equal(newest.inner_text(), f"Song empty → {'la ' * 39}la…", "a long text")
    equal(newest.locator("[title]").get_attribute("title"), "la " * 80, "all of it")
    until(page, "document.querySelector('button[aria-label^=\"Undo: Song empty → la\"]').title.length < 160")


@test("a locked page can be scrolled, with the wheel, the keyboard and a finger, and its panel can be closed, but nothing can be moved")
def locked():
    desk, page = opened(native.parameters([f"p.{n:02}" for n in range(1, 31)], "min: 0, max: 100, decimals: 1, default: 50"), viewport={"width": 800, "height": 600}, has_touch=True)
    page.get_by_role("button", name="History").click()
    page.get_by_role("button", name="Lock").click()
    top = "document.querySelector('main').scrollTop"
    page.mouse.move(*center(row(page, "03")))
    page.mouse.wheel(0, 100)
    until(page, f"{top} > 0")
    before = page.evaluate(top)
    page.mouse.click(*center(row(page, "08")))
    page.keyboard.press("PageDown")
    until(page, f"{top} > {before}")
    before = page.evaluate(top)
    Fingers(page).swipe((200, 400), (200, 250))
    until(page, f"{top} > {before}")
    drag(page, row(page, "25").locator(".track"), 50, release=False)
    page.mouse.up()
    equal(desk.history(), [], "the history")
    page.get_by_role("button", name="Close").click()
    page.locator(".panel").wait_for(state="hidden")


@test("in a narrow window the tree of groups closes by itself: after a choice, with Escape, and after a tap outside; the tabs stay free")
def tree():
    desk, page = opened("version: 1\nparameters:\n  master: {}\n  drums.kick: {label: Kick}\n", **PHONE)
    opener, groups = page.get_by_role("button", name="Groups"), page.locator(".tree")

    def open_it():
        opener.tap()
        groups.wait_for()
        equal(opener.get_attribute("aria-expanded"), "true", "aria-expanded")
    open_it()
    check(groups.bounding_box()["y"] + groups.bounding_box()["height"] <= page.locator(".tabs").bounding_box()["y"], "it covers the tabs")
    groups.get_by_role("button", name="drums").tap()
    groups.wait_for(state="hidden")
    equal(page.locator(".row").count(), 1, "rows of the group")
    open_it()
    page.keyboard.press("Escape")
    groups.wait_for(state="hidden")
    check("at=drums" in page.url, "Escape did more than that")
    open_it()
    page.touchscreen.tap(370, 400)
    groups.wait_for(state="hidden")
    equal(opener.get_attribute("aria-expanded"), "false", "aria-expanded")


@test("a comparison with a snapshot follows the values, and explain does not speak of another text field")
def compared():
    desk = Desk()
    equal(desk.faderd.ctl("snapshot", "save", "verse").exit, 0, "exit code of snapshot save")
    page = desk.open()
    page.get_by_role("button", name="Snapshots").first.click()
    page.get_by_role("button", name="Compare verse").click()
    differences = page.locator(".differences")
    wait_until(lambda: "All values are the same" in differences.inner_text(), "that nothing differs")
    desk.faderd.put_durably("master", -3)
    wait_until(lambda: "−3.0 dB → −12.0 dB" in differences.inner_text(), lambda: differences.inner_text())
    equal(page.get_by_role("button", name="Compare verse").get_attribute("aria-expanded"), "true", "aria-expanded")
    page.get_by_role("button", name="Compare verse").click()
    differences.wait_for(state="detached")
    desk.faderd.set("master", "-5")
    row(page, "Master").locator(".name").click()
    wait_until(lambda: "Changed by\na text field" in page.locator(".explain dl").inner_text(), lambda: page.locator(".explain").inner_text())


@test("the title of an open panel follows a rename at once")
def renamed():
    desk, page = opened()
    row(page, "Fine").locator(".name").click()
    page.get_by_role("heading", name="Fine", exact=True).wait_for()
    desk.faderd.reload(KINDS.replace("label: Fine", "label: Very fine"))
    page.get_by_role("heading", name="Very fine", exact=True).wait_for()
