"""Each kind of value on the page, for the eye and for screen readers."""

import native
from browser import KINDS, Desk, opened, row, slider, until, value
from testing import check, equal, test, wait_until


def spoken(locator):
    return {name: locator.get_attribute(f"aria-{name}") for name in ("valuemin", "valuemax", "valuenow", "valuetext")}


@test("every kind has its control, with role, name, aria-valuenow and aria-valuetext")
def kinds():
    desk, page = opened()
    equal(spoken(slider(page, "Master")), {"valuemin": "-70", "valuemax": "6", "valuenow": "-12", "valuetext": "−12.0 dB"}, "of a number")
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


@test("a value that nobody has told or set is – on the page, with no handle to trust, no lamp and no option, until it is known")
def unheard():
    target = "target: {mqtt: away, topic: "
    desk = Desk(f"""version: 1
targets: {{away: {{mqtt: "mqtt://127.0.0.1:9"}}}}
parameters:
  lamp: {{type: percent, default: 50, {target}lamp, set: lamp/set}}}}
  on: {{kind: toggle, default: true, {target}on, set: on/set}}}}
  mode: {{kind: choice, options: [eco, heat], {target}mode, set: mode/set}}}}
""")
    page = desk.open()
    equal([value(page, "lamp"), desk.faderd.value("lamp")], ["–", 50], "the value")
    equal(spoken(slider(page, "lamp"))["valuetext"], "–", "for screen readers")
    equal(page.locator(".slider.unheard").count(), 1, "the slider")
    switch, radios = page.get_by_role("switch", name="on"), page.get_by_role("radiogroup", name="mode").get_by_role("radio")
    equal([switch.get_attribute("aria-checked"), switch.inner_text()], ["false", "–"], "the toggle")
    equal([radios.nth(place).is_checked() for place in range(2)], [False, False], "the options")
    desk.faderd.put_durably("lamp", 50)
    wait_until(lambda: value(page, "lamp") == "50 %" and page.locator(".slider.unheard").count() == 0, "the value once set")
    switch.click()
    desk.settles("on", True)
    radios.nth(0).check()
    desk.settles("mode", "eco")
    wait_until(lambda: [switch.get_attribute("aria-checked"), switch.inner_text()] == ["true", "on"], "the toggle once set")
    page.reload()
    wait_until(lambda: value(page, "lamp") == "50 %", "the value after a reload of the page")


@test("toggles, choices, texts and colors are set from the page and follow the daemon")
def words():
    desk, page = opened()
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


@test("a double click on a switch is two clicks; of options chosen while a request is in flight the last one counts")
def quick():
    desk, page = opened()
    held = []
    page.route("**/v1/parameters/*", lambda route: held.append(route))
    page.get_by_role("switch", name="Mute").dblclick()
    for name in ("square", "Pulse width", "saw", "square"):
        page.get_by_role("radio", name=name).click()
    until(page, "true")
    equal([one.request.post_data_json["value"] for one in held], [True, "square"], "what is on its way")
    held.pop(1).continue_()
    held.pop(0).continue_()
    wait_until(lambda: page.evaluate("1") and held, "the second click")
    equal(held[0].request.post_data_json["value"], False, "what the second click asks for")
    held[0].continue_()
    page.unroute("**/v1/parameters/*")
    wait_until(lambda: len(desk.history()) == 3, lambda: f"three changes: {desk.history()}")
    equal((desk.faderd.value("mute"), desk.faderd.value("wave")), (False, "square"), "the values")
    page.get_by_role("switch", name="Mute").click()
    desk.settles("mute", True)


FACTS = """\
version: 1
parameters:
  gain: {label: Gain, min: -60, max: 6.5, unit: dB, decimals: 1, default: -12, step: 0.5}
  mute: {label: Mute, kind: toggle, words: [open, muted]}
  wave: {label: Wave, kind: choice, options: [saw, {id: pwm, label: Pulse width}], default: pwm}
  song: {label: Song, kind: text, default: first}
  band: {label: Band, kind: range, min: 20, max: 20000, decimals: 0, unit: Hz, default: [100, 900]}
  steps: {label: Steps, kind: integer, max: 5}
"""


@test("explain shows words, labels, units and numbers like the row, and follows a reload that changes the parameter")
def explained():
    desk, page = opened(FACTS, locale="sv-SE")

    def facts(name):
        row(page, name).locator(".name").click()
        wait_until(lambda: page.locator(".panel h2").inner_text() == name and page.locator(".explain dl").count(), "explain")
        return shown()

    def shown():
        return dict(zip(page.locator(".explain dt").all_inner_texts(), page.locator(".explain dd").all_inner_texts()))
    for name, wanted in {
        "Gain": {"Grundvärde": "−12,0 dB", "Område": "−60 … 6,5 dB", "Steg": "0,5"}, "Mute": {"Grundvärde": "open"}, "Wave": {"Grundvärde": "Pulse width"},
        "Song": {"Grundvärde": "first"}, "Band": {"Grundvärde": "100…900 Hz", "Område": "20 … 20000 Hz"}, "Steps": {"Grundvärde": "0", "Område": "0 … 5", "Steg": "1"},
    }.items():
        found = facts(name)
        equal({key: found[key] for key in ("Grundvärde", "Område", "Steg") if key in found}, wanted, f"what explain says of {name}")
    desk.faderd.reload(FACTS.replace("max: 5}", "max: 9}"))
    wait_until(lambda: shown().get("Område") == "0 … 9", lambda: f"the range to follow: {shown()}")
    desk.faderd.put_durably("steps", 8)
    wait_until(lambda: shown().get("Värde") == "8", lambda: f"the value to follow: {shown()}")


MARKS = """\
version: 1
parameters:
  level: {label: Level, min: -inf, max: 10, taper: audio, unit: dB, decimals: 1}
  pitch: {label: Pitch, min: 20, max: 20000, taper: log, unit: Hz, decimals: 0}
  thousand: {label: Thousand, max: 1000}
  half: {label: Half, min: -1, max: 1}
  band: {label: Band, kind: range, max: 1000}
"""
# For each track: the number of visible marks, and the marks that overlap the one before.
CROWDED = """[...document.querySelectorAll('.marks')].map(track => {
    const all = [...track.children].filter(mark => mark.checkVisibility()).map(mark => [mark.textContent, mark.getBoundingClientRect()]);
    return [all.length, all.filter(([, box], index) => index && box.left < all[index - 1][1].right + 3).map(([text]) => text)];
})"""


@test("marks do not overlap on tracks of any width, and are written in the viewer's locale")
def marks():
    desk, page = opened(MARKS)
    for width, panel in ((1280, False), (1280, True), (1920, True), (390, False), (320, False)):
        page.set_viewport_size({"width": width, "height": 800})
        until(page, f"innerWidth === {width}")
        shown = page.locator(".panel .desks")
        if panel and not shown.is_visible():
            page.get_by_role("button", name="Surfaces").first.click()
            shown.wait_for()
        elif shown.is_visible() and not panel:
            page.locator(".panel").get_by_role("button", name="Close").click()
            shown.wait_for(state="hidden")
        # The page chooses the marks anew in the next frame.
        page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        for count, crowded in page.evaluate(CROWDED):
            check(count >= 3 and not crowded, f"at {width}: {count} marks, crowded: {crowded}")
    for locale, wanted in (("sv-SE", "−0,5"), ("en-US", "−0.5"), ("ar-EG", "٠٫٥")):
        page = desk.open(locale=locale)
        check(wanted in row(page, "Half").locator(".marks span").all_inner_texts(), f"{locale}: {row(page, 'Half').locator('.marks').inner_text()}")
        page.context.close()


@test("a declared parameter appears with its program's name, and disappears with the program")
def declared():
    desk, page = opened()
    program = desk.faderd.ctl_running("declare", "--by", "mixer", "app.volume", "label=Volume", "type=percent")
    slider(page, "Volume").wait_for()
    wait_until(lambda: "by mixer" in row(page, "Volume").inner_text(), "who declared it to be said")
    program.kill()
    slider(page, "Volume").wait_for(state="detached")
    equal(slider(page, "Master").count(), 1, "the others")


MARKUP = "<img src=x onerror=alert(1)><script>alert(2)"


@test("labels, texts and snapshot names with markup stay text, and the content security policy refuses an injected script")
def markup():
    desk = Desk(KINDS.replace("label: Master", f'label: "{MARKUP}"'))
    desk.expects("TrustedScript", "Content Security Policy")
    dialogs = []
    desk.faderd.put_durably("song", MARKUP)
    equal(desk.faderd.ctl("snapshot", "save", MARKUP).exit, 0, "exit code of snapshot save")
    page = desk.open()
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    page.get_by_role("button", name="Snapshots").first.click()
    page.locator(".snapshots li .which").wait_for()
    equal(page.locator(".snapshots li .which").inner_text(), MARKUP, "the name of the snapshot")
    equal(page.locator(".row .name").first.inner_text(), MARKUP, "the label")
    equal(value(page, "Song"), MARKUP, "the text")
    equal(page.locator("main img, main script, .panel img, .panel script").count(), 0, "elements made of markup")
    page.evaluate("""() => new Promise(done => {
        addEventListener("securitypolicyviolation", done, {once: true});
        const script = document.createElement("script");
        try { script.textContent = "window.isHurt = true"; } catch { done(); }
        document.body.append(script);
    })""")
    page.evaluate("() => new Promise(done => { addEventListener('securitypolicyviolation', done, {once: true}); fetch('http://127.0.0.2:1/').catch(() => {}); })")
    equal(page.evaluate("window.isHurt"), None, "what the script did")
    equal(dialogs, [], "dialogs")


@test("a trigger is a button that says when it runs, whoever pressed it, and a failure is a message; its panel has no value to reset")
def triggers():
    desk = Desk("""\
version: 1
parameters:
  master: {label: Master, min: 0, max: 10, default: 1}
  slow: {kind: trigger, label: Slow, target: {exec: [sleep, "0.5"]}}
  up: {kind: trigger, label: Up, target: {set: {master: 7}}}
  bad: {kind: trigger, label: Bad, target: {exec: ["false"]}}
""" + native.desk({1: "master"}))
    page = desk.open()
    slow = page.get_by_role("button", name="press Slow")
    equal(slow.inner_text(), "press", "the button at rest")
    slow.click()
    wait_until(lambda: slow.inner_text() == "running", "the button while it runs")
    wait_until(lambda: slow.inner_text() == "press", "the button afterwards")
    equal(desk.faderd.request("POST", "/v1/parameters/slow/press").status, 202, "status of a press")
    wait_until(lambda: slow.inner_text() == "running", "the button while it runs for somebody else")
    page.get_by_role("button", name="press Up").click()
    desk.settles("master", 7)
    page.get_by_role("button", name="press Bad").click()
    page.get_by_text('Bad failed: "false" exited with status 1').wait_for()
    page.get_by_role("button", name="Bad", exact=True).click()
    page.get_by_text("What happened").wait_for()
    check("failed" in page.locator(".explain").inner_text(), page.locator(".explain").inner_text())
    check(page.get_by_role("button", name="Reset to default").count() == 0, "a trigger can be reset")
