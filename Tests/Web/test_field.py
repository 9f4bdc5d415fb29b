"""Typing a value: an edit on the daemon, in the browser's locale."""

import json
import time

import native
from browser import KINDS, Desk, Web, drag, live, opened, row, slider, track, until, value
from testing import check, equal, stays, test, wait_until


def start(page, name):
    """Opens a field; its edit has begun."""
    with page.expect_response(lambda answer: answer.url.split("?")[0].endswith("/edit")):
        row(page, name).locator("button.value").click()
    return row(page, name).locator("input")


def message(page, name):
    return row(page, name).locator(".message")


@test("typing in Swedish, German and Arabic: a message while a draft is no value; Return and leaving the field write, Escape does not")
def locales():
    desk = Desk()
    for locale, typed, wanted in (("sv-SE", "-6,5", -6.5), ("de-DE", "-7,25", -7.25), ("ar-EG", "-٨٫٥", -8.5)):
        page = desk.open(locale=locale)
        field = start(page, "Master")
        page.keyboard.type("loud")
        message(page, "Master").wait_for()
        equal(field.get_attribute("aria-invalid"), "true", "aria-invalid")
        equal(field.get_attribute("aria-describedby"), message(page, "Master").get_attribute("id"), "what describes the field")
        page.keyboard.press("Enter")
        check(field.is_visible() and message(page, "Master").is_visible(), "Return on a draft that is no value")
        before = desk.faderd.value("master")
        field.fill(typed)
        message(page, "Master").wait_for(state="detached")
        equal(desk.faderd.value("master"), before, "the value while typing")
        page.keyboard.press("Enter")
        desk.settles("master", wanted)
        field = start(page, "Master")
        page.keyboard.type("1")
        page.keyboard.press("Escape")
        field.wait_for(state="detached")
        equal(desk.faderd.value("master"), wanted, "the value after Escape")
        field = start(page, "Master")
        page.keyboard.type("-2")
        page.keyboard.press("Tab")
        desk.settles("master", -2)
        field = start(page, "Master")
        page.keyboard.type("nothing")
        page.keyboard.press("Tab")
        field.wait_for(state="detached")
        equal(desk.faderd.value("master"), -2, "the value after leaving a draft that is none")
        if locale == "ar-EG":
            equal(page.evaluate("[document.documentElement.dir, document.querySelector('.slider').dir, document.querySelector('button.value').dir]"), ["rtl", "ltr", "ltr"], "directions")
        page.context.close()


@test("a key after Return is no part of what is written, however long the daemon takes")
def after_return():
    desk, page = opened()
    field = start(page, "Master")
    held = []

    def hold_first(route):
        if held:
            route.continue_()
        else:
            held.append(route)
    page.route("**/v1/edits/*", hold_first)
    page.keyboard.type("-6")
    wait_until(lambda: held or page.wait_for_timeout(20), "the draft to be sent")
    page.keyboard.press("Enter")
    page.keyboard.type("0")
    held[0].continue_()
    field.wait_for(state="detached")
    equal(desk.faderd.value("master"), -6, "the value")


@test("a value beyond the range is clamped, which is shown; a fader that moves while a draft is typed drops the draft and is named")
def dropped():
    desk, page = opened()
    field = start(page, "Master")
    page.keyboard.type("99")
    page.keyboard.press("Enter")
    desk.settles("master", 6)
    wait_until(lambda: "clamped to 6.0 dB" in message(page, "Master").inner_text(), "the notice")
    field = start(page, "Master")
    page.keyboard.type("-4")
    other = desk.open()
    _, width, _ = track(other, "Fine")
    drag(other, slider(other, "Fine"), width / 5, release=False)
    desk.faderd.move(1, 0.5)
    wait_until(lambda: "desk fader.1 set it to −32.0 dB" in message(page, "Master").inner_text(), lambda: f"the line that names the fader: {row(page, 'Master').inner_text()}")
    wait_until(lambda: field.input_value() == "−32.0", "the draft to be dropped")
    other.mouse.up()
    page.bring_to_front()
    field.fill("-5")
    page.keyboard.press("Enter")
    desk.settles("master", -5)


@test("?decimals= sets the decimals that this page shows")
def decimals():
    desk, page = opened(query="?decimals=3")
    equal(value(page, "Master"), "−12.000 dB", "the value")
    desk.faderd.put_durably("master", -3)
    wait_until(lambda: value(page, "Master") == "−3.000 dB", "the value that follows")


@test("keys after a draft was dropped do not begin another one, until a pause, a click into the field, or Escape")
def dropped_while_typing():
    desk, page = opened()
    sentence = "desk fader.1 set it to −32.0 dB; “-6” was not written"

    def drop():
        field = start(page, "Master")
        page.keyboard.type("-6")
        wait_until(lambda: page.evaluate("document.activeElement.value") == "-6", "the draft")
        desk.faderd.move(1, 0.3)
        desk.faderd.move(1, 0.5)
        wait_until(lambda: sentence in message(page, "Master").inner_text(), lambda: row(page, "Master").inner_text())
        return field
    field = drop()
    page.keyboard.type("0")
    equal(field.input_value(), "−32.0", "the field after one more key")
    page.keyboard.press("Enter")
    field.wait_for(state="detached")
    equal(message(page, "Master").inner_text(), sentence, "what is said after Return")
    equal(desk.faderd.text("master"), "-32.0 dB", "the value after Return")
    # Each key before the end of the pause makes the field wait again.
    field = drop()
    for _ in range(4):
        time.sleep(0.5)
        page.keyboard.type("0")
    equal(field.input_value(), "−32.0", "the field while keys come")
    until(page, "!document.activeElement.readOnly")
    page.keyboard.type("-4")
    page.keyboard.press("Enter")
    desk.settles("master", -4)
    field = drop()
    field.click()
    equal(field.get_attribute("readonly"), None, "whether it waits after a press")
    field.fill("-5")
    page.keyboard.press("Enter")
    desk.settles("master", -5)
    field = drop()
    page.keyboard.press("Escape")
    field.wait_for(state="detached")
    equal(message(page, "Master").count(), 0, "messages after Escape")
    equal(desk.faderd.text("master"), "-32.0 dB", "the value after Escape")
    # A draft that was on its way when the page canceled its edit is answered with 404. The browser logs that; the page ignores it.
    desk.expects("404")


@test("a change from before the edit began drops nothing, even if the page hears of it late")
def late():
    desk, page = opened()
    held = []
    page.route("**/v1/parameters/fine/edit*", lambda route: held.append(route))
    slider(page, "Fine").focus()
    page.keyboard.type("1")
    desk.faderd.put_durably("fine", 300)
    until(page, "document.querySelector('[data-id=fine] .thumb').ariaValueNow === '300'")
    held[0].continue_()
    page.unroute("**/v1/parameters/fine/edit*")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    desk.settles("fine", 12)


@test("a restart of the daemon loses no draft: it stays if the value is unchanged, and is quoted if it is not")
def restarted():
    desk, page = opened()
    field = start(page, "Master")
    page.keyboard.type("-")
    message(page, "Master").wait_for()
    desk.faderd.kill()
    page.locator(".banner").wait_for()
    equal(field.input_value(), "-", "the field without a daemon")
    desk.faderd.start()
    live(page)
    wait_until(lambda: page.evaluate("document.activeElement.value") == "-", "the field to have the focus again")
    page.keyboard.type("6")
    message(page, "Master").wait_for(state="detached")
    page.keyboard.press("Enter")
    desk.settles("master", -6)

    field = start(page, "Master")
    page.keyboard.type("-7")
    desk.faderd.kill()
    page.locator(".banner").wait_for()
    native.write(desk.faderd.state_file, json.dumps({"version": 1, "parameters": {"master": {"value": -20}}, "snapshots": {}}))
    desk.faderd.start()
    wait_until(lambda: "set it to −20.0 dB; “-7” was not written" in message(page, "Master").inner_text(), lambda: row(page, "Master").inner_text())
    page.keyboard.press("Enter")
    field.wait_for(state="detached")
    equal(desk.faderd.value("master"), -20, "the value")

    start(page, "Master")
    page.keyboard.type("-8")
    desk.faderd.kill()
    page.locator(".banner").wait_for()
    page.get_by_role("button", name="Lock").click()
    desk.faderd.start()
    page.get_by_text("not written: “-8”: the page is locked").wait_for()
    equal(desk.faderd.value("master"), -20, "the value of a page that was locked meanwhile")
    desk.expects("net::", "Failed to load")


@test("a draft is kept while the page asks for another key, and is quoted if its row is removed")
def waits():
    desk, page = opened()
    field = start(page, "Master")
    page.keyboard.type("-7")
    desk.web.end()
    web = Web(desk.faderd, "--no-open", "--port", str(desk.web.port))
    page.get_by_text("This page needs its key").wait_for()
    check("no longer valid" in page.locator(".door").inner_text(), "what the door says of the key of a faderctl web that has ended")
    page.evaluate("text => { location.hash = text; }", web.key)
    live(page)
    wait_until(lambda: page.evaluate("document.activeElement.value") == "-7", "the field to have the focus again")
    page.keyboard.press("Enter")
    field.wait_for(state="detached")
    equal(desk.faderd.value("master"), -7, "the value")

    start(page, "Song")
    page.keyboard.type("third")
    desk.faderd.kill()
    page.locator(".banner").wait_for()
    desk.faderd.configure(KINDS.replace("  song: {label: Song, kind: text, default: first}\n", ""))
    desk.faderd.start()
    page.get_by_text("not written: “third”: its field is no longer shown").wait_for()
    equal(row(page, "Song").count(), 0, "rows of it")
    desk.expects("net::", "Failed to load")


@test("typing at one end of a range sets that end")
def ends():
    desk, page = opened()
    for end, typed, draft, wanted in (("high", "500", "..500", [200, 500]), ("low", "100", "100..", [100, 500])):
        slider(page, f"Band, {end} end").focus()
        page.keyboard.type(typed)
        equal(row(page, "Band").locator("input").input_value(), draft, f"the field of the {end} end")
        page.keyboard.press("Enter")
        desk.settles("band", wanted)
        row(page, "Band").locator("input").wait_for(state="detached")
    slider(page, "Band, high end").focus()
    page.keyboard.press("Enter")
    wait_until(lambda: page.evaluate("document.activeElement.value") == "100..500", "both ends in the field that Return opens")


@test("a reload that removes the parameter whose value is being typed says for some seconds what was not written")
def removed():
    desk, page = opened()
    start(page, "Song")
    page.keyboard.type("third")
    desk.faderd.reload(KINDS.replace("  song: {label: Song, kind: text, default: first}\n", ""))
    page.keyboard.press("Enter")
    row(page, "Song").wait_for(state="detached")
    toast = page.locator(".toast")
    stays(lambda: toast.count() == 1 and "Song: not written: “third”" in toast.inner_text(), "it is not said", 2)
    desk.expects("404")
