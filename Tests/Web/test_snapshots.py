"""Snapshots for a show: their order, next and previous, fades, and what a recall would change."""

from browser import KINDS, Desk, Fingers, at_rest, center, judge, until, value
from testing import check, equal, test, wait_until

SHOW = KINDS.replace("unit: dB, default: -12,", "unit: dB, default: -12, recall-safe: true,").replace(
    "  song:", "  next: {kind: trigger, label: Next song, target: {recall-next: 1}}\n  song:")


def opened(**more):
    """A show of three songs, the last of which is in force, and its page with the panel open."""
    desk = Desk(SHOW)
    for name, level, master in (("intro", -30, -12), ("verse", -20, -5), ("chorus", -10, -5)):
        desk.faderd.put_durably("level", level)
        desk.faderd.put_durably("master", master)
        desk.faderd.must("snapshot", "save", name, "--only", "level", "--only", "master")
    page = desk.open(**more)
    page.get_by_role("button", name="Snapshots").first.click()
    page.locator(".snapshots li").nth(2).wait_for()
    return desk, page


def show(page):
    """(previous, current, next) as the page shows them."""
    names = page.locator(".show .which").all_inner_texts()
    current = page.locator(".snapshots [aria-current] .which").all_inner_texts()
    return names[0], current[0] if current else None, names[1]


def shows(page, *wanted):
    wait_until(lambda: show(page) == wanted, lambda: f"{wanted}; the page shows {show(page)}")


@test("next and previous follow the daemon's rule, whoever recalls, renames, moves or deletes; a recall-safe value stays, and says so before")
def follows():
    desk, page = opened(bypass_csp=True)
    faderd = desk.faderd
    shows(page, "verse", "chorus", "–")
    page.get_by_role("button", name="Previous verse").click()
    page.locator(".toast", has_text="Recalled “verse”").wait_for()
    desk.settles("level", -20)
    shows(page, "intro", "verse", "chorus")
    equal(faderd.ctl("press", "next").exit, 0, "exit code of press")
    desk.settles("level", -10)
    shows(page, "verse", "chorus", "–")
    faderd.ctl("snapshot", "rename", "verse", "strophe")
    shows(page, "strophe", "chorus", "–")
    faderd.ctl("snapshot", "move", "intro", "--last")
    shows(page, "strophe", "chorus", "intro")
    until(page, "document.querySelector('.show .hint').textContent.startsWith('Next: 1 value changes · 1 stays: recall-safe · ')", "what the next one would change")
    page.get_by_role("button", name="Next intro").focus()
    page.keyboard.press("Enter")
    desk.settles("level", -30)
    equal(faderd.value("master"), -5, "a value that is recall-safe")
    shows(page, "chorus", "intro", "–")
    # The button can do no more, and the focus stays beside it.
    equal(page.evaluate("document.activeElement.textContent"), "Previouschorus", "what has the focus")
    faderd.ctl("snapshot", "delete", "intro")
    shows(page, "chorus", None, "–")
    faderd.ctl("undo")
    desk.settles("level", -10)
    shows(page, "strophe", "chorus", "–")
    judge(page, "the snapshots")


@test("a recall under a hand is taken, and the fader goes there once the hand leaves; a locked page recalls nothing, but follows")
def under_a_hand():
    desk, page = opened()
    faderd = desk.faderd
    faderd.touch(2, True)
    before = faderd.motor(2)
    page.get_by_role("button", name="Recall intro").click()
    desk.settles("level", -30)
    equal(faderd.motor(2), before, "where the touched fader stands")
    faderd.touch(2, False)
    wait_until(lambda: faderd.motor(2) < before, "the fader to follow")
    page.get_by_role("button", name="Lock").click()
    check(page.locator(".show").evaluate("one => one.closest('[inert]') !== null"), "a locked page can recall")
    faderd.ctl("snapshot", "recall-next")
    shows(page, "intro", "verse", "chorus")


@test("the fade of a snapshot is typed beside it, and what is typed survives what others do to other snapshots")
def fades():
    desk, page = opened()
    faderd = desk.faderd
    field = page.get_by_label("Fade of verse in seconds")

    def kept():
        return {one["name"]: one.get("over") for one in faderd.get("/v1/snapshots")}

    field.fill("0,5 s")
    field.press("Enter")
    wait_until(lambda: kept()["verse"] == 0.5, lambda: f"the fade: {kept()}")
    wait_until(lambda: field.input_value() == "0.5", lambda: f"the field; it has {field.input_value()}")
    field.fill("long")
    field.press("Enter")
    page.locator(".toast", has_text="“long” is not a number of seconds").wait_for()
    equal(field.input_value(), "0.5", "the field after a mistake")
    field.fill("2")
    faderd.ctl("snapshot", "fade", "intro", "1min")
    wait_until(lambda: page.get_by_label("Fade of intro in seconds").input_value() == "60", "the fade that somebody else has set")
    equal((field.input_value(), field.evaluate("one => one === document.activeElement")), ("2", True), "the draft, and whether it has the focus")
    field.press("Enter")
    wait_until(lambda: kept()["verse"] == 2, lambda: f"the fade: {kept()}")
    field.fill("")
    field.press("Enter")
    wait_until(lambda: kept() == {"intro": 60, "verse": None, "chorus": None}, lambda: f"the fades: {kept()}")


@test("a snapshot is compared with the current values or another one; what a recall leaves is said; the list is put in order by the keyboard")
def compares():
    desk, page = opened()
    # What is compared may be deleted while the page asks for it.
    desk.expects("404")
    faderd = desk.faderd
    page.get_by_role("button", name="Compare intro").click()
    found = page.locator(".differences")

    def reads(*texts):
        wait_until(lambda: all(text in found.inner_text() for text in texts), lambda: f"{texts}: {found.inner_text()}")

    reads("1 value changes · 1 stays: recall-safe", "Level\n−10.0 dB → −30.0 dB", "Master\n−5.0 dB → −12.0 dB\nstays: recall-safe")
    faderd.put_durably("level", -30)
    reads("no value changes")
    found.get_by_label("Compare intro with").select_option("verse")
    reads("Level\n−20.0 dB → −30.0 dB", "Master\n−5.0 dB → −12.0 dB")
    equal("recall-safe" in found.inner_text(), False, "whether it says what a recall would do")
    faderd.ctl("snapshot", "delete", "verse")
    reads("no value changes")
    down = page.get_by_role("button", name="Down intro")
    down.focus()
    page.keyboard.press("Enter")
    wait_until(lambda: [one["name"] for one in faderd.get("/v1/snapshots")] == ["chorus", "intro"], "the order")
    wait_until(lambda: down.is_disabled(), "it to be the last one")
    faderd.ctl("snapshot", "delete", "intro")
    found.wait_for(state="detached")


@test("a snapshot is dragged to another place, with the mouse and with a finger; Escape puts it back, and a click on the handle moves nothing")
def dragged():
    desk, page = opened(has_touch=True)
    at_rest(page)

    def order():
        return [one["name"] for one in desk.faderd.get("/v1/snapshots")]

    def handle(place):
        return center(page.locator(".snapshots .grip").nth(place))

    def drag(start, end):
        page.mouse.move(*handle(start))
        page.mouse.down()
        page.mouse.move(*handle(end), steps=8)
    drag(2, 0)
    page.locator(".snapshots .above", has_text="intro").wait_for()
    page.keyboard.press("Escape")
    equal(page.locator(".snapshots :is(.above, .below)").count(), 0, "marks after Escape")
    page.mouse.up()
    page.locator(".snapshots .grip").first.click()
    drag(2, 0)
    page.mouse.move(handle(0)[0], handle(0)[1] - 20)
    page.mouse.up()
    wait_until(lambda: order() == ["chorus", "intro", "verse"], lambda: f"the order: {order()}")
    page.locator(".snapshots li", has_text="chorus").first.wait_for()
    until(page, "document.querySelector('.snapshots .which').textContent === 'chorus'")
    # The answer and the event of the move are both drawn; a finger on what is replaced drags nothing.
    at_rest(page)
    page.evaluate("globalThis.seen = []; for (const name of ['pointerup', 'pointercancel']) addEventListener(name, () => seen.push(name), true)")

    def swiped():
        """Whether a finger drags the first one to the end. On a busy machine Chromium cancels a touch by itself, after which it has to come again."""
        end, count = page.locator(".snapshots li").nth(2).bounding_box(), page.evaluate("seen.length")
        Fingers(page).swipe(handle(0), (handle(0)[0], end["y"] + end["height"]))
        until(page, f"seen.length > {count}", "the end of the swipe")
        return page.evaluate("seen.at(-1)") == "pointerup"
    wait_until(swiped, "a swipe that the browser does not cancel")
    wait_until(lambda: order() == ["intro", "verse", "chorus"], lambda: f"the order: {order()}")
    equal(desk.faderd.value("level"), -10, "a value, which no recall may have changed")
    at_rest(page)
    # What somebody else saves meanwhile is drawn when the row is let go.
    drag(2, 0)
    desk.faderd.ctl("snapshot", "save", "coda")
    desk.faderd.put_durably("level", -11)
    wait_until(lambda: value(page, "Level") == "−11.0 dB", "the page to have heard of both")
    equal(page.locator(".snapshots li", has_text="coda").count(), 0, "rows of coda during the drag")
    page.mouse.move(handle(0)[0], handle(0)[1] - 20)
    page.mouse.up()
    wait_until(lambda: order() == ["chorus", "intro", "verse", "coda"], lambda: f"the order: {order()}")
    page.locator(".snapshots li", has_text="coda").wait_for()


@test("a snapshot that is pressed while its list is drawn anew is recalled all the same: the list waits for the finger")
def pressed():
    desk, page = opened()
    at_rest(page)
    where = page.get_by_role("button", name="Recall intro", exact=True)
    # Of a touch of so long, the browser itself makes no click.
    page.mouse.move(*center(where))
    page.mouse.down()
    # Others move and save snapshots meanwhile, of which this one gets another number and place.
    equal(desk.faderd.ctl("snapshot", "move", "intro", "--last").exit, 0, "exit code of the move")
    equal(desk.faderd.ctl("snapshot", "save", "encore", "--only", "level").exit, 0, "exit code of the save")
    wait_until(lambda: page.locator(".show .which").all_inner_texts()[1] == "intro", lambda: f"the news to arrive: {page.locator('.show .which').all_inner_texts()}")
    equal(page.locator(".snapshots .recall .which").all_inner_texts(), ["intro", "verse", "chorus"], "the list under a finger")
    page.mouse.up()
    desk.settles("level", -30)
    wait_until(lambda: page.locator(".snapshots .recall .which").all_inner_texts() == ["verse", "chorus", "intro", "encore"], "the list after that")
