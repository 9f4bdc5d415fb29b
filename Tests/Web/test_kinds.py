"""What the page makes of each kind of value, for eyes and for readers of screens."""

from browser import KINDS, Desk, row, slider, value
from testing import check, equal, test, wait_until


def spoken(locator):
    return {name: locator.get_attribute(f"aria-{name}") for name in ("valuemin", "valuemax", "valuenow", "valuetext")}


@test("every kind is the control that it is, with role, name, aria-valuenow and valuetext")
def kinds():
    desk = Desk()
    page = desk.open()
    equal(spoken(slider(page, "Master")), {"valuemin": "-70", "valuemax": "6", "valuenow": "-12", "valuetext": "-12.0 dB"}, "of a number")
    equal(spoken(slider(page, "Voices")), {"valuemin": "1", "valuemax": "16", "valuenow": "1", "valuetext": "1"}, "of an integer")
    equal(spoken(slider(page, "Level"))["valuemin"], "-90", "the lowest of a decibel that is silent at its bottom")
    equal(spoken(slider(page, "Band, low end"))["valuenow"], "200", "of the low end of a range")
    equal(spoken(slider(page, "Band, high end"))["valuenow"], "800", "of the high end of a range")
    for part in ("hue", "saturation", "lightness"):
        check(spoken(slider(page, f"Lamp, {part}"))["valuetext"], f"the {part} of a color has no text")
    equal(page.get_by_role("switch", name="Mute").get_attribute("aria-checked"), "false", "of a toggle")
    equal(page.get_by_role("radiogroup", name="Wave").get_by_role("radio").count(), 3, "radios of a short choice")
    equal(page.get_by_role("combobox", name="Scene").locator("option").count(), 6, "options of a long choice")
    equal(value(page, "Song"), "first", "of a text")
    check("−∞" in row(page, "Level").locator(".marks").inner_text(), "the marks of a decibel have no −∞")
    desk.no_errors()


@test("toggles, choices, texts and colors are set from the page and follow the daemon")
def words():
    desk = Desk()
    page = desk.open()
    page.get_by_role("switch", name="Mute").click()
    desk.settles("mute", True)
    page.get_by_role("radio", name="Pulse width").click()
    desk.settles("wave", "pwm")
    page.get_by_role("combobox", name="Scene").select_option("four")
    desk.settles("scene", "four")
    row(page, "Song").locator("button.value").click()
    page.keyboard.type("second")
    page.keyboard.press("Enter")
    desk.settles("song", "second")
    desk.faderd.put_durably("mute", False)
    desk.faderd.put_durably("wave", "square")
    desk.faderd.put_durably("scene", "two")
    desk.faderd.put_durably("lamp", "#0000ff")
    wait_until(lambda: page.get_by_role("switch", name="Mute").get_attribute("aria-checked") == "false", "the switch to follow")
    wait_until(lambda: page.get_by_role("radio", name="square").is_checked(), "the radios to follow")
    wait_until(lambda: page.get_by_role("combobox", name="Scene").input_value() == "two", "the list to follow")
    color = "getComputedStyle(document.querySelector('.swatch')).backgroundColor"
    wait_until(lambda: page.evaluate(color) == "rgb(0, 0, 255)", lambda: f"the swatch to follow; it is {page.evaluate(color)}")
    desk.no_errors()


@test("a parameter that a program declares appears with its name, and goes with it")
def declared():
    desk = Desk()
    page = desk.open()
    program = desk.faderd.ctl_running("declare", "--by", "mixer", "app.volume", "label=Volume", "type=percent")
    slider(page, "Volume").wait_for()
    check("by mixer" in row(page, "Volume").inner_text(), "who declared it is not said")
    program.kill()
    slider(page, "Volume").wait_for(state="detached")
    equal(slider(page, "Master").count(), 1, "the others")
    desk.no_errors()


MARKUP = "<img src=x onerror=alert(1)><script>alert(2)"


@test("labels, texts and snapshot names with markup stay text, and the policy refuses a script that got in")
def markup():
    desk = Desk(KINDS.replace("label: Master", f'label: "{MARKUP}"'))
    dialogs = []
    desk.faderd.put_durably("song", MARKUP)
    equal(desk.faderd.ctl("snapshot", "save", MARKUP).exit, 0, "exit code of snapshot save")
    page = desk.open()
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    page.get_by_role("button", name="Snapshots").first.click()
    page.locator(".snapshots li b").wait_for()
    equal(page.locator(".snapshots li b").inner_text(), MARKUP, "the name of the snapshot")
    equal(page.locator(".row .name").first.inner_text(), MARKUP, "the label")
    equal(value(page, "Song"), MARKUP, "the text")
    equal(page.locator("main img, main script, .panel img, .panel script").count(), 0, "elements made of markup")
    desk.no_errors()
    page.evaluate("""() => new Promise(done => {
        addEventListener("securitypolicyviolation", done, {once: true});
        const script = document.createElement("script");
        try { script.textContent = "window.isHurt = true"; } catch { done(); }
        document.body.append(script);
    })""")
    page.evaluate("() => new Promise(done => { addEventListener('securitypolicyviolation', done, {once: true}); fetch('http://127.0.0.2:1/').catch(() => {}); })")
    equal(page.evaluate("window.isHurt"), None, "what the script did")
    equal(dialogs, [], "dialogs")
