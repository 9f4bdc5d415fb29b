"""Typing into a value: an edit of the daemon, in the locale of the browser."""

from browser import Desk, drag, row, slider, track, value
from testing import check, equal, test, wait_until


def start(page, name):
    row(page, name).locator("button.value").click()
    return row(page, name).locator("input")


def message(page, name):
    return row(page, name).locator(".message")


@test("typing in Swedish, German and Arabic: drafts that are no value are explained and go as soon as they are, Escape, Return and blur do what they say")
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
    desk.no_errors()


@test("a value beyond the range is taken to its end and told; a fader that is moved while somebody types drops the draft and is named, while another drag runs")
def dropped():
    desk = Desk()
    page = desk.open()
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
    wait_until(lambda: "desk fader.1 set it to -32.0 dB" in message(page, "Master").inner_text(), lambda: f"the line that names the fader: {row(page, 'Master').inner_text()}")
    wait_until(lambda: field.input_value() == "-32.0", "the draft to be dropped")
    other.mouse.up()
    page.bring_to_front()
    field.fill("-5")
    page.keyboard.press("Enter")
    desk.settles("master", -5)
    desk.no_errors()


@test("?decimals= is how this page writes numbers")
def decimals():
    desk = Desk()
    page = desk.open("?decimals=3")
    equal(value(page, "Master"), "-12.000 dB", "the value")
    desk.faderd.put_durably("master", -3)
    wait_until(lambda: value(page, "Master") == "-3.000 dB", "the value that follows")
