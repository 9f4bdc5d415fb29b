"""Drags on the page: relative, one history entry each, never by accident; and a hand on the hardware wins."""

import time

import native
from browser import KINDS, Desk, Fingers, at_rest, center, drag, let_go, opened, row, slider, track, until, value
from testing import check, equal, stays, test, wait_until

MANY = native.parameters([f"p.{n:02}" for n in range(1, 31)], "min: 0, max: 100, decimals: 1, default: 50")


@test("a drag of sixty moves is one history entry and one undo, with at most one request in flight")
def one_act():
    desk, page = opened()
    open_now, most, count = set(), [0], [0]

    def begun(request):
        if request.method == "PUT":
            open_now.add(request)
            count[0] += 1
            most[0] = max(most[0], len(open_now))
    page.on("request", begun)
    page.on("requestfinished", lambda request: open_now.discard(request))
    _, width, _ = track(page, "Fine")
    drag(page, slider(page, "Fine"), width / 8, steps=30, release=False)
    # Longer than the two seconds of silence after which the daemon ends a gesture.
    time.sleep(3)
    x, y = center(slider(page, "Fine"))
    page.mouse.move(x + width / 8, y, steps=30)
    let_go(page)
    wait_until(lambda: abs(desk.faderd.value("fine") - 750) < 10, lambda: f"the drag to arrive; the value is {desk.faderd.value('fine')}")
    until(page, "document.querySelector('button[aria-label^=\"Undo: Fine\"]')")
    equal(len(desk.history()), 1, "entries of the history")
    equal(most[0], 1, "requests on their way at once")
    check(count[0] >= 2, f"only {count[0]} requests: that is no drag")
    page.keyboard.press("Control+z")
    desk.settles("fine", 500)
    toast = page.locator(".toast")
    toast.wait_for()
    check("Undone: Fine" in toast.inner_text(), f"the toast says {toast.inner_text()}")
    toast.get_by_role("button", name="Redo").click()
    wait_until(lambda: abs(desk.faderd.value("fine") - 750) < 10, "the redo")


@test("a drag is marked on other pages, without the name of a control, and not on its own")
def marked_elsewhere():
    desk = Desk()
    page, other = desk.open(), desk.open()
    _, width, _ = track(page, "Fine")
    drag(page, slider(page, "Fine"), width / 8, steps=10, release=False)
    until(other, "document.querySelectorAll('fd-row.touched').length === 1")
    equal(other.locator("fd-row.touched [title^=held]").get_attribute("title"), "held by another page or program", "who it says holds it")
    stays(lambda: page.locator("fd-row.touched").count() == 0, "the page that drags is marked itself", 0.5)
    page.mouse.up()
    until(other, "document.querySelectorAll('fd-row.touched').length === 0")


@test("a drag is relative from anywhere on the track, a tap does nothing, Shift is ten times finer, a double click resets")
def relative():
    desk, page = opened()
    left, width, y = track(page, "Fine")
    page.mouse.click(left + width * 0.1, y)
    page.mouse.click(left + width * 0.9, y)
    drag(page, (left + width * 0.9, y), width * -0.1, steps=10, release=False)
    equal(desk.faderd.value("fine") < 500, True, "whether it went down from where it was")
    let_go(page)
    wait_until(lambda: abs(desk.faderd.value("fine") - 400) < 2, lambda: f"400, not {desk.faderd.value('fine')}")
    equal(len(desk.history()), 1, "entries of the history: taps are none")
    before = desk.faderd.value("fine")
    drag(page, (left + width * 0.5, y), width * 0.1, steps=5, release=False)
    wait_until(lambda: abs(desk.faderd.value("fine") - before - 100) < 2, "the first part of the drag")
    page.keyboard.down("Shift")
    page.mouse.move(left + width * 0.7, y, steps=5)
    let_go(page)
    page.keyboard.up("Shift")
    wait_until(lambda: abs(desk.faderd.value("fine") - before - 110) < 2, lambda: f"a fine drag from there; {desk.faderd.value('fine') - before}")
    slider(page, "Fine").dblclick()
    desk.settles("fine", 500)


@test("the wheel moves a slider only while it has the focus, and scrolls the page otherwise")
def wheel():
    desk, page = opened(MANY, viewport={"width": 800, "height": 500})
    page.mouse.move(*center(slider(page, "p.03")))
    page.mouse.wheel(0, 300)
    until(page, "document.querySelector('main').scrollTop > 0")
    equal(desk.history(), [], "the history")
    slider(page, "p.03").focus()
    page.mouse.move(*center(slider(page, "p.03")))
    # A slow machine turns the wheel too slowly for one gesture, so the page's clock stands meanwhile.
    page.clock.pause_at(time.time() + 60)
    gestures = []
    page.on("request", lambda request: gestures.append(request.post_data_json["gesture"]) if request.url.endswith("/step") or "/step?" in request.url else None)
    page.mouse.wheel(0, -100)
    desk.settles("p.03", 51)
    page.mouse.wheel(0, -200)
    desk.settles("p.03", 53)
    page.clock.resume()
    equal((len(gestures), len(set(gestures))), (2, 1), "steps, and their gestures")


@test("the wheel works over the whole focused slider, even if its handle moves away from under the pointer")
def wheel_anywhere():
    desk, page = opened("version: 1\nparameters:\n  few: {label: Few, kind: integer, max: 5}\n  band: {label: Band, kind: range, max: 1000, decimals: 0, default: [200, 800]}\n")
    slider(page, "Few").focus()
    page.mouse.move(*center(slider(page, "Few")))
    page.mouse.wheel(0, -100)
    desk.settles("few", 1)
    page.mouse.wheel(0, -100)
    desk.settles("few", 2)
    slider(page, "Band, high end").focus()
    page.mouse.move(*center(row(page, "Band").locator(".track")))
    page.mouse.wheel(0, 100)
    desk.settles("band", [200, 790])


@test("the release of a resting drag does not overwrite a value that another client has set meanwhile")
def others_win():
    desk, page = opened()
    _, width, _ = track(page, "Fine")

    def rests(parameter, is_there):
        """Waits until the last movement of a drag has arrived."""
        def value(): return desk.faderd.value(parameter)
        wait_until(lambda: is_there(value()) and value() == (time.sleep(0.3) or value()), f"the drag of {parameter}")
    drag(page, slider(page, "Fine"), width / 5, release=False)
    rests("fine", lambda value: abs(value - 700) < 10)
    desk.faderd.put_durably("fine", 123)
    let_go(page)
    drag(page, row(page, "Band").locator(".track"), width / 10, release=False)
    rests("band", lambda value: abs(value[0] - 300) < 15)
    desk.faderd.put_durably("band", [10, 20])
    let_go(page)
    stays(lambda: (desk.faderd.value("fine"), desk.faderd.value("band")) == (123, [10, 20]), "it was overwritten", 0.5)


@test("after a slow drag the Undo button, the toast and the history name the value at its end")
def told_truly():
    desk, page = opened()
    page.get_by_role("button", name="History").click()
    _, width, _ = track(page, "Fine")

    def drag_slowly(way):
        drag(page, slider(page, "Fine"), way * width / 10, release=False)
        time.sleep(1)
        x, y = center(slider(page, "Fine"))
        page.mouse.move(x + way * width / 10, y, steps=5)
        let_go(page)
        wait_until(lambda: abs(desk.faderd.value("fine") - 500 - way * 200) < 10, "the drag to arrive")
        return desk.faderd.text("fine")
    told = drag_slowly(1)
    until(page, f"document.querySelector('button[aria-label=\"Undo: Fine 500.000 → {told}\"]')")
    check(f"500.000 → {told}" in page.locator(".history > li").first.inner_text(), "what the panel says")
    page.keyboard.press("Control+z")
    desk.settles("fine", 500)
    # Undoes at once, before the page would ask for the history again.
    told = drag_slowly(-1)
    page.keyboard.press("Control+z")
    page.get_by_text(f"Undone: Fine 500.000 → {told}").wait_for()


@test("vertical swipes over twenty sliders scroll and change nothing; a horizontal one moves its slider")
def swipe():
    desk, page = opened(MANY, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    fingers = Fingers(page)
    for n in range(1, 21):
        x, y = center(slider(page, f"p.{n:02}"))
        fingers.swipe((x, y), (x + 6, y - 120 if y > 400 else y + 120))
    wait_until(lambda: page.evaluate("document.querySelector('main').scrollTop") > 0, "the page to scroll")
    equal(desk.history(), [], "the history")
    # While the page still moves, a finger stops it and does nothing else.
    place = "document.querySelector('main').scrollTop"
    wait_until(lambda: page.evaluate(place) == (time.sleep(0.3) or page.evaluate(place)), "the page to stand still")
    x, y = center(slider(page, "p.10"))
    fingers.swipe((x, y), (x + 60, y + 4))
    wait_until(lambda: desk.faderd.value("p.10") > 55, lambda: f"the slider to move; it is {desk.faderd.value('p.10')}")
    equal({change["id"] for entry in desk.history() for change in entry["changes"]}, {"p.10"}, "what was changed")


@test("two fingers move two sliders, and a touch that the browser cancels keeps the value that was reached")
def fingers():
    desk, page = opened(MANY, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    hand = Fingers(page)
    # Until then the sliders may move under the fingers.
    at_rest(page)
    (ax, ay), (bx, by) = center(slider(page, "p.01")), center(slider(page, "p.04"))
    page.evaluate("globalThis.seen = []; for (const name of ['pointerdown', 'pointerup', 'pointercancel']) addEventListener(name, () => seen.push(name), true)")

    def value(name):
        return desk.faderd.value(name)

    def dragged():
        """Whether both fingers drag to the end. On a busy machine Chromium cancels a touch by itself, after which the fingers have to come again."""
        for name in ("p.01", "p.04"):
            desk.faderd.put_durably(name, 50)
        until(page, "[...document.querySelectorAll('.row .thumb')].every(thumb => thumb.ariaValueNow === '50')")
        before = len(desk.history())
        page.evaluate("seen.length = 0")
        hand.down((ax, ay), (bx, by))
        for n in range(1, 13):
            hand.move((ax + n * 8, ay), (bx - n * 8, by))
        hand.up()
        wait_until(lambda: len([name for name in page.evaluate("seen") if name != "pointerdown"]) == 2, lambda: f"both to end: {page.evaluate('seen')}")
        if "pointercancel" in page.evaluate("seen"):
            return False
        wait_until(lambda: value("p.01") > 60 and value("p.04") < 40, "both to move")
        wait_until(lambda: len(desk.history()) == before + 2, lambda: f"one entry for each: {desk.history()}")
        return True
    wait_until(dragged, "drags that the browser does not cancel")
    # A call that comes in takes the touch away: what is in somebody's ears stays as it is.
    at_rest(page)
    before, places = value("p.01"), []
    hand.down((ax, ay))
    for n in range(1, 13):
        hand.move((ax - n * 8, ay))
    wait_until(lambda: value("p.01") < before - 5 or "pointercancel" in page.evaluate("seen"), lambda: f"the drag to begin: {page.evaluate('seen')}")
    wait_until(lambda: value("p.01") == (time.sleep(0.4) or value("p.01")), "the drag to arrive")
    places.append(value("p.01"))
    hand.cancel()
    page.locator("[data-dragged]").wait_for(state="detached")
    stays(lambda: value("p.01") == places[0] < before - 5, lambda: f"a drag from {before} to {places[0]} that was taken away: {value('p.01')}", 1)
    # What somebody else sets while the finger lies there stays, too.
    hand.down((ax, ay))
    for n in range(1, 13):
        hand.move((ax + n * 8, ay))
    page.locator("[data-dragged]").wait_for()
    wait_until(lambda: value("p.01") > places[0] + 5 and value("p.01") == (time.sleep(0.4) or value("p.01")), "the second drag to arrive")
    desk.faderd.put_durably("p.01", 7)
    hand.cancel()
    page.locator("[data-dragged]").wait_for(state="detached")
    stays(lambda: value("p.01") == 7, lambda: f"what somebody else has set: {value('p.01')}", 1)
    # The gesture is over for others, too.
    wait_until(lambda: "touchedBy" not in desk.faderd.get("/v1/parameters/p.01"), "the parameter not to be held any more")


SNAPPING = """\
version: 1
parameters:
  master: {label: Master, min: -70, max: 6, default: -12, decimals: 3, step: 0.5}
  band: {label: Band, kind: range, min: 0, max: 1000, decimals: 1, step: 50, default: [200, 800]}
"""


@test("Escape restores a value between two steps exactly, and a touch that is taken away before it moved anything sends nothing")
def restored():
    desk = Desk(SNAPPING)
    desk.faderd.put_durably("master", -6.123)
    page = desk.open(has_touch=True)
    hand = Fingers(page)
    sent = []
    page.on("request", lambda request: sent.append(request.method) if request.method != "GET" else None)
    x, y = center(row(page, "Master").locator(".track"))
    # The distance that chooses the direction moves nothing.
    hand.down((x, y))
    hand.move((x + 30, y))
    page.locator("[data-dragged]").wait_for()
    hand.cancel()
    page.locator("[data-dragged]").wait_for(state="detached")
    stays(lambda: sent == [], "a drag that moved nothing sends something", 0.3)

    def escapes(name, way, begun):
        drag(page, row(page, name).locator(".track"), way, release=False)
        wait_until(begun, "the drag to begin")
        page.keyboard.press("Escape")
        page.locator("[data-dragged]").wait_for(state="detached")
        page.mouse.up()
    # The page has this value from the state, the next from the stream, which brings only its text.
    for wanted in (-6.123, -7.321):
        desk.faderd.put_durably("master", wanted)
        wait_until(lambda: value(page, "Master") == str(wanted).replace("-", "−"), "the page to show it")
        escapes("Master", 60, lambda: desk.faderd.value("master") > wanted + 1)
        desk.settles("master", wanted)
    desk.faderd.put_durably("band", [212.5, 801.5])
    escapes("Band", 120, lambda: desk.faderd.value("band")[0] > 225)
    desk.settles("band", [212.5, 801.5])


@test("Escape never goes back over what somebody else has set during the drag, whether the drag went on after that or not")
def escape_after_others():
    desk, page = opened()
    _, width, _ = track(page, "Fine")
    drag(page, slider(page, "Fine"), width / 5, release=False)
    wait_until(lambda: abs(desk.faderd.value("fine") - 700) < 10 and desk.faderd.value("fine") == (time.sleep(0.3) or desk.faderd.value("fine")), "the drag to arrive")
    desk.faderd.put_durably("fine", 123)
    page.keyboard.press("Escape")
    page.get_by_text("somebody else has changed it meanwhile").wait_for()
    page.mouse.up()
    stays(lambda: desk.faderd.value("fine") == 123, lambda: f"it went over what somebody else has set: {desk.faderd.value('fine')}", 1)
    wait_until(lambda: "touchedBy" not in desk.faderd.get("/v1/parameters/fine"), "the parameter not to be held any more")
    # The same where the finger has moved on since: it goes back to nothing that somebody meant to leave.
    desk.faderd.put_durably("fine", 500)
    wait_until(lambda: value(page, "Fine").startswith("500"), "the page to show it")
    drag(page, slider(page, "Fine"), width / 5, release=False)
    wait_until(lambda: desk.faderd.value("fine") > 690 and desk.faderd.value("fine") == (time.sleep(0.3) or desk.faderd.value("fine")), "the drag to arrive")
    desk.faderd.put_durably("fine", 900)
    x, y = center(slider(page, "Fine"))
    page.mouse.move(x - 20, y, steps=4)
    wait_until(lambda: desk.faderd.value("fine") < 899, "the drag to go on")
    page.keyboard.press("Escape")
    page.locator("[data-dragged]").wait_for(state="detached")
    page.mouse.up()
    stays(lambda: desk.faderd.value("fine") > 510, lambda: f"it went back: {desk.faderd.value('fine')}", 1)
    # Alone, Escape goes back.
    desk.faderd.put_durably("band", [200, 800])
    drag(page, row(page, "Band").locator(".track"), width / 10, release=False)
    wait_until(lambda: desk.faderd.value("band")[0] > 250, "the drag of both ends")
    page.keyboard.press("Escape")
    page.mouse.up()
    desk.settles("band", [200, 800])
    # A condition that fails is an answer that the browser logs.
    desk.expects("412 (Precondition Failed)")


@test("two taps of a finger on a handle reset nothing; a finger that lay still on it asks first; two clicks of a mouse reset")
def reset_by_touch():
    desk = Desk(MANY + "web: {pages: {foh: {view: mixer, show: [\"p.0*\"]}}}\n")
    desk.faderd.put_durably("p.03", 20)
    for query in ("", "?page=foh"):
        page = desk.open(query, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
        hand = Fingers(page)
        at_rest(page)
        x, y = center(slider(page, "p.03"))

        def tap(length=0.0):
            hand.down((x, y))
            time.sleep(length)
            hand.up()
        tap()
        time.sleep(0.08)
        tap()
        stays(lambda: desk.faderd.value("p.03") == 20, "two taps have reset it", 0.6)
        equal(page.locator("dialog").count(), 0, "questions after two taps")
        # A finger that waits for its cue and then moves is a drag; one that is lifted again asks.
        hand.down((x, y))
        time.sleep(0.8)
        equal(page.locator("dialog").count(), 0, "questions while the finger lies there")
        hand.up()
        page.get_by_text("Set p.03 to its default, 50.0?").wait_for()
        page.get_by_role("button", name="Cancel").click()
        equal(desk.faderd.value("p.03"), 20, "after Cancel")
        at_rest(page)
        tap(0.8)
        page.get_by_role("button", name="Reset", exact=True).click()
        desk.settles("p.03", 50)
        desk.faderd.put_durably("p.03", 20)
        page.context.close()
    page = desk.open()
    slider(page, "p.03").dblclick()
    desk.settles("p.03", 50)


@test("a hand on the hardware ends a drag on the page, and nothing jumps when the mouse is released")
def hand_wins():
    desk, page = opened()
    _, width, _ = track(page, "Master")
    drag(page, slider(page, "Master"), width * 0.1, release=False)
    wait_until(lambda: desk.faderd.value("master") > -6, "the drag")
    desk.faderd.touch(1, True)
    until(page, "!document.querySelector('[data-dragged]')")
    desk.faderd.move(1, 0.25)
    x, y = center(slider(page, "Master"))
    page.mouse.move(x + 200, y, steps=8)
    page.mouse.up()
    held = desk.faderd.value("master")
    check(abs(held - (-70 + 76 * 0.25)) < 0.2, f"the hand put it to {held}")
    stays(lambda: desk.faderd.value("master") == held, "it jumped", 0.5)
    check(row(page, "Master").locator(".hand").is_visible(), "the hand is not marked")
    equal(row(page, "Master").locator(".hand").get_attribute("title"), "held on desk fader.1", "whose it is")
    desk.faderd.touch(1, False)
    row(page, "Master").locator(".hand").wait_for(state="hidden")
    # A move of the drag that was in flight when the hand came is refused, which the browser logs.
    desk.expects("409 (Conflict)")


@test("the bar of a range moves both ends; handles in the same place can be moved apart, by mouse and by keys")
def ranges():
    desk, page = opened()
    faderd = desk.faderd
    left, width, y = track(page, "Band")

    def ends():
        return tuple(round(end) for end in faderd.value("band"))
    drag(page, (left + width * 0.5, y), width * 0.1, steps=10)
    wait_until(lambda: abs(ends()[0] - 300) < 5 and abs(ends()[1] - 900) < 5, lambda: f"both ends to move: {ends()}")
    for place, way, moved in ((1000, -0.3, 0), (0, 0.3, 1), (500, -0.2, 0), (500, 0.2, 1)):
        faderd.put_durably("band", [place, place])
        until(page, f"document.querySelector('.thumb.high').ariaValueNow === '{place}' && document.querySelector('.thumb.low').ariaValueNow === '{place}'")
        at = min(max(left + width * place / 1000, left + 1), left + width - 1)
        drag(page, (at, y), way * width, steps=10)
        wanted = [place, place]
        wanted[moved] = place + way * 1000
        wait_until(lambda: all(abs(a - b) < 8 for a, b in zip(ends(), wanted)), lambda: f"the handles at {place} to be parted: {ends()}")
    for place, end, key, moved in ((1000, "low", "ArrowLeft", 0), (0, "high", "ArrowRight", 1)):
        faderd.put_durably("band", [place, place])
        slider(page, f"Band, {end} end").focus()
        page.keyboard.press(key)
        wait_until(lambda: ends()[moved] != place, "the key to part them")
        equal(ends()[1 - moved], place, "the other end")


@test("beside a panel in a narrow window every slider is long enough to be moved, and a drag of a few pixels moves it only a little")
def beside_a_panel():
    desk = Desk()
    for width, name in ((1030, "Surfaces"), (720, "History")):
        page = desk.open(viewport={"width": width, "height": 800})
        page.get_by_role("button", name=name).first.click()
        page.locator(".panel").wait_for()
        short = "[...document.querySelectorAll('.track')].map(track => track.clientWidth).filter(width => width < 100)"
        until(page, f"{short}.length === 0", f"sliders of 100 pixels beside {name} at {width}")
        page.context.close()
    page = desk.open(viewport={"width": 720, "height": 800})
    # However it came to be so short.
    page.evaluate("document.querySelector('[data-id=fine] .track').style.width = '10px'")
    drag(page, slider(page, "Fine"), 5, steps=1)
    check(500 < desk.faderd.value("fine") < 540, f"5 pixels put it from 500 to {desk.faderd.value('fine')}")


@test("a reload of the config that changes a parameter ends its drag, and nothing is set on the new scale")
def reloaded():
    desk, page = opened()
    _, width, _ = track(page, "Fine")
    drag(page, slider(page, "Fine"), width / 4, release=False)
    wait_until(lambda: desk.faderd.value("fine") > 700, "the drag")
    desk.faderd.reload(KINDS.replace("max: 1000, decimals: 3, default: 500}", "max: 50000, decimals: 3, default: 500}"))
    page.get_by_text("the parameter has changed, which ends the drag").wait_for()
    before = desk.faderd.value("fine")
    x, y = center(slider(page, "Fine"))
    page.mouse.move(x + 40, y, steps=5)
    page.mouse.up()
    stays(lambda: desk.faderd.value("fine") == before, "the drag went on", 0.5)
    check(before < 1000, f"the old position on the new scale: {before}")
    drag(page, slider(page, "Fine"), width / 8)
    check(desk.faderd.value("fine") > 5000, "the next drag")


@test("a drag beyond the end and back to where it began restores the value; Escape restores it, too, and closes nothing")
def back():
    desk, page = opened()
    page.get_by_role("button", name="History").click()
    page.locator(".panel").wait_for()
    desk.faderd.put_durably("fine", 900)
    until(page, "document.querySelector('[data-id=fine] .thumb').ariaValueNow === '900'")
    x, y = center(slider(page, "Fine"))
    drag(page, (x, y), 150, steps=10, release=False)
    desk.settles("fine", 1000)
    page.mouse.move(x, y, steps=10)
    let_go(page)
    wait_until(lambda: abs(desk.faderd.value("fine") - 900) < 0.01, lambda: f"900, not {desk.faderd.value('fine')}")
    page.mouse.down()
    page.mouse.move(x - 60, y, steps=10)
    wait_until(lambda: desk.faderd.value("fine") < 850, "the drag")
    page.keyboard.press("Escape")
    wait_until(lambda: abs(desk.faderd.value("fine") - 900) < 0.01, lambda: f"Escape to restore 900: {desk.faderd.value('fine')}")
    page.mouse.move(x - 90, y, steps=5)
    page.mouse.up()
    stays(lambda: abs(desk.faderd.value("fine") - 900) < 0.01, "the drag goes on", 0.5)
    check(page.locator(".panel").is_visible(), "Escape closed the panel")
