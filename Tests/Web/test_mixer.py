"""The mixer view: strips, faders, rings, switches and meters; what it costs; what a long day leaves behind."""

import time


from browser import COLORS, Desk, Fingers, center, drag, judge, live, until
from fakeobs import FakeOBS, event
from firefox import Firefox
from testing import check, equal, stays, test, wait_until

PHONE = {"has_touch": True, "is_mobile": True}
SIDEWAYS = PHONE | {"viewport": {"width": 844, "height": 390}}

CONFIG = """\
version: 1
lists: {ch: {kick: Kick, snare: Snare, vox: Lead vocals, bass: "<b>Bass</b>"}}
parameters:
  "{ch}.level": {label: "{label}", type: decibel, max: 10, taper: audio, default: -10}
  "{ch}.pan": {label: "{label}", min: -100, max: 100, decimals: 0}
  "{ch}.mute": {label: "{label}", kind: toggle, words: [open, muted]}
  "{ch}.solo": {label: "{label}", kind: toggle}
  "{ch}.meter": {label: "{label}", min: -60, max: 0, unit: dB, default: -60}
  kick.level: {color: red}
  vox.send: {label: Lead vocals Reverb, min: -70, max: 10, unit: dB}
  vox.eq: {label: Lead vocals EQ, kind: toggle, color: orange}
  vox.input: {label: Lead vocals Input, kind: choice, options: [mic, line, usb]}
  vox.tint: {label: Lead vocals Tint, kind: color}
  vox.band: {label: Lead vocals Band, kind: range, max: 10, default: [2, 8]}
  vox.talk: {label: Lead vocals Talk, kind: trigger}
  room: {label: Room, min: 0, max: 100, unit: "%"}
surfaces:
  desk:
    match: "faderd virtual"
    controls:
      fader.1: {input: "pitchbend ch 1", motor: true, touch: "note 104 ch 1"}
      fader.2: {input: "pitchbend ch 2"}
    takeover: pickup
    map: {fader.1: kick.level, fader.2: snare.level}
web:
  pages:
    foh: {view: mixer, show: [room, "{ch}.*"]}
    rows: {view: list, show: ["*.level"]}
    guess: ["{ch}.*"]
"""


STUDIO = """\
version: 1
targets: {{studio: {{obs: "{address}"}}}}
parameters:
  mic: {{label: Mic, type: decibel, target: {{obs: studio, input: Mic}}}}
  mic.mute: {{label: Mic mute, kind: toggle}}
  room: {{label: Room, type: decibel}}
web: {{pages: {{foh: {{view: mixer, show: [mic, mic.mute, room]}}}}}}
"""
# The bit of the levels in the events that a client of OBS wants.
LEVELS = 1 << 16


@test("a strip whose fader is an input of OBS shows how loud that is, and OBS is asked for it only while a page shows the mixer")
def levels():
    fake = FakeOBS()
    desk = Desk(STUDIO.format(address=fake.address))
    desk.settles("mic", -20)
    page = desk.open("?page=foh&view=list")
    equal(fake.events & LEVELS, 0, "the levels that the list wants")
    page.get_by_role("button", name="Show as a mixer").click()
    meter = page.get_by_role("meter")
    meter.wait_for()
    equal((meter.count(), meter.get_attribute("aria-label")), (1, "Mic, level"), "the meters")
    wait_until(lambda: fake.events & LEVELS, "the levels to be wanted")

    def tell(peak):
        fake.send(event("InputVolumeMeters", inputs=[{"inputName": "Mic", "inputLevelsMul": [[peak, peak, peak]]}]))
    for peak, text, bar in ((0.1, "−20 dB", 0.5652), (1, "0 dB", 0), (0, "−∞ dB", 1)):
        # What is under the bar is not lit.
        drawn = f"Math.abs(new DOMMatrix(document.querySelector('.meter .bar').style.transform).d - {bar}) < 0.001"
        wait_until(lambda: tell(peak) or page.evaluate(drawn), f"a meter at {text}")
        wait_until(lambda: meter.get_attribute("aria-valuetext") == text, lambda: f"“{text}” to be said: {meter.get_attribute('aria-valuetext')}")
    # The stream goes on in its session, in which a drag does.
    before = desk.faderd.get("/v1/status")["connections"]["streams"]
    drag(page, page.get_by_role("slider", name="Room"), 0, dy=-60, steps=5)
    equal((before, len(desk.history())), (1, 1), "streams, and entries of the history")
    judge(page, "the mixer with a meter")
    page.get_by_role("button", name="Show as a list").click()
    wait_until(lambda: not fake.events & LEVELS, "the levels not to be wanted in the list")


def many(count, page="view: mixer, show: [\"{ch}.*\"]"):
    """A config with many strips of fader, mute and meter."""
    words = ", ".join(f"c{n:03}" for n in range(1, count + 1))
    return f"""\
version: 1
lists: {{ch: [{words}]}}
parameters:
  "{{ch}}.level": {{min: 0, max: 1000, decimals: 1}}
  "{{ch}}.mute": {{kind: toggle}}
  "{{ch}}.meter": {{min: -60, max: 0, unit: dB, default: -60}}
web: {{pages: {{foh: {{{page}}}}}}}
"""


def strip(page, label):
    return page.locator(f".mixer-strip[aria-label='{label}']")


def fader(page, label):
    return strip(page, label).locator(".fader [role=slider]")


def text(page, label):
    return strip(page, label).locator(".fader button.value").text_content()


def opened(desk, query="?page=foh", **looks):
    page = desk.open(query, **looks)
    page.locator(".mixer-strip .fader").first.wait_for()
    return page


def role_of_focus(page):
    return page.evaluate("(at => [at.closest('.mixer-strip')?.getAttribute('aria-label'), at.closest('[data-role]')?.dataset.role])(document.activeElement)")


@test("a page is a mixer where the config says so or most of it is strips; a button switches any page, and the address keeps it")
def views():
    desk = Desk(CONFIG)
    page = opened(desk)
    equal(page.locator(".mixer-strip").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))"),
          ["Room", "Kick", "Snare", "Lead vocals", "<b>Bass</b>"], "strips in the order of the page")
    check(page.locator(".row").count() == 0, "the list is built behind the mixer")
    equal(page.locator(".scale .unit").inner_text(), "dB", "the scale of most faders")
    equal(page.evaluate("[...document.querySelectorAll('.mixer-strip')].map(one => one.hasAttribute('data-common'))"), [False, True, True, True, True], "who has it")
    page.get_by_role("button", name="Show as a list").click()
    page.locator(".row").first.wait_for()
    check("view=list" in page.url and page.locator(".mixer-strip").count() == 0, f"the address: {page.url}")
    page.reload()
    live(page)
    page.locator(".row").first.wait_for()
    page.get_by_role("button", name="Show as a mixer").click()
    page.locator(".mixer-strip .fader").first.wait_for()
    check("view" not in page.url, f"the page's own view stands in the address: {page.url}")
    page.get_by_role("button", name="Groups").click()
    page.get_by_role("combobox", name="Page").select_option("rows")
    page.locator(".row").first.wait_for()
    page.get_by_role("combobox", name="Page").select_option("guess")
    page.locator(".mixer-strip .fader").first.wait_for()
    page.get_by_role("button", name="Groups").click()
    page.get_by_role("combobox", name="Page").select_option("")
    page.locator(".row").first.wait_for()
    page.get_by_role("button", name="Show as a mixer").click()
    page.locator(".mixer-strip .fader").first.wait_for()
    equal(page.locator(".mixer-strip").count(), 5, "strips of everything")
    page.get_by_label("Search").fill("vocals")
    until(page, "document.querySelectorAll('.mixer-strip').length === 1")
    page.get_by_label("Search").fill("nothing like it")
    until(page, "/No strip matches/.test(document.querySelector('.mixer').textContent)")
    # To map, each parameter has a row.
    page.get_by_label("Search").fill("")
    page.get_by_role("button", name="Map", exact=True).click()
    page.locator(".row[data-id='kick.mute']").wait_for()
    page.get_by_role("button", name="Map", exact=True).click()
    page.locator(".mixer-strip .fader").first.wait_for()
    # The key of a page shows that page as its view says.
    page = desk.guest("foh")
    page.locator(".mixer-strip .fader").first.wait_for()
    equal(page.locator(".mixer-strip").count(), 5, "strips for the key of a page")
    # Without mapping there is no /config, which is how the page learns it.
    desk.expects("404")


@test("a strip: fader, value, ring, mute and solo follow the daemon and move it, by mouse and keyboard; hands, waiting faders and the lock show")
def one_strip():
    desk = Desk(CONFIG)
    faderd = desk.faderd
    page = opened(desk)
    place = center(fader(page, "Kick"))
    drag(page, place, 0, dy=-60, steps=10, release=False)
    wait_until(lambda: faderd.value("kick.level") > -5, lambda: f"the drag; it is {faderd.value('kick.level')}")
    page.keyboard.press("Escape")
    desk.settles("kick.level", -10)
    page.mouse.up()
    # A drag begins where the page shows the value.
    wait_until(lambda: text(page, "Kick").startswith("−10"), lambda: f"the page to show it; it shows {text(page, 'Kick')}")
    drag(page, place, 0, dy=40, steps=10)
    low = faderd.value("kick.level")
    check(low < -12, f"down is less: {low}")
    wait_until(lambda: abs(faderd.motor(1) - faderd.get("/v1/parameters/kick.level")["position"]) < 0.01, "the motor")
    strip(page, "Kick").locator(".fader button.value").click()
    page.keyboard.type("-6")
    page.keyboard.press("Enter")
    desk.settles("kick.level", -6)
    strip(page, "Kick").locator(".fader button.value").click()
    page.keyboard.type("loud")
    page.keyboard.press("Enter")
    page.locator(".mixer-frame > .message").wait_for()
    page.keyboard.press("Escape")
    # The ring turns by dragging up; its value is a field, too.
    drag(page, strip(page, "Kick").locator(".turning [role=slider]"), 0, dy=-50, steps=5)
    check(faderd.value("kick.pan") > 20, f"the pan is {faderd.value('kick.pan')}")
    mute = strip(page, "Snare").get_by_role("switch").first
    mute.click()
    desk.settles("snare.mute", True)
    wait_until(lambda: mute.get_attribute("aria-checked") == "true", "the mute to be on")
    equal(mute.evaluate("one => getComputedStyle(one).backgroundColor"), "rgb(198, 40, 31)", "its color")
    # Arrows: up and down are the value, left and right the same control of the next strip.
    fader(page, "Kick").focus()
    page.keyboard.press("ArrowUp")
    wait_until(lambda: faderd.value("kick.level") > -6, "a step up")
    now = faderd.value("kick.level")
    page.keyboard.press("ArrowRight")
    equal(role_of_focus(page), ["Snare", "fader"], "the focus")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    equal(role_of_focus(page), ["Room", "fader"], "the focus")
    equal(faderd.value("kick.level"), now, "the arrows to the side move no value")
    mute.focus()
    page.keyboard.press("ArrowRight")
    equal(role_of_focus(page), ["Lead vocals", "mute"], "the focus")
    page.keyboard.press("ArrowDown")
    equal(role_of_focus(page), ["Lead vocals", "solo"], "the focus")
    page.keyboard.press("Space")
    desk.settles("vox.solo", True)
    fader(page, "Kick").focus()
    page.keyboard.press("5")
    until(page, "document.activeElement.value === '5'")
    page.keyboard.press("Enter")
    desk.settles("kick.level", 5)
    # The rest of a strip: a toggle in its color, a list, a trigger, fields.
    vox = strip(page, "Lead vocals")
    vox.get_by_role("switch", name="Lead vocals EQ").click()
    desk.settles("vox.eq", True)
    wait_until(lambda: "on" in vox.get_by_role("switch", name="Lead vocals EQ").inner_text(), "its word")
    equal(vox.get_by_role("switch", name="Lead vocals EQ").evaluate("one => getComputedStyle(one).backgroundColor"), "rgb(255, 165, 0)", "its color")
    vox.get_by_role("combobox").select_option("usb")
    desk.settles("vox.input", "usb")
    vox.get_by_role("button", name="press Lead vocals Talk").click()
    # The meter follows its parameter at once, and the mark of the highest level a moment later.
    meter = "document.querySelector('.mixer-strip[aria-label=Kick] .meter')"
    faderd.put_durably("kick.meter", -6)
    until(page, f"{meter}.querySelector('.bar').style.transform === 'scaleY(0.1)' && {meter}.querySelector('.peak').style.transform === 'translateY(10%)'")
    faderd.put_durably("kick.meter", -60)
    until(page, f"{meter}.querySelector('.bar').style.transform === 'scaleY(1)'")
    until(page, f"{meter}.querySelector('.peak').style.transform === 'translateY(100%)'")
    # A hand wins, a fader without a motor waits, the lock holds.
    faderd.touch(1, True)
    until(page, "document.querySelector('.mixer-strip[aria-label=Kick] .fader').classList.contains('touched')")
    check(strip(page, "Kick").locator(".hand").is_visible(), "a mark says that a hand is on it")
    faderd.touch(1, False)
    faderd.move(2, 0.9)
    wait_until(lambda: faderd.value("snare.level") > 0, "the fader without a motor to have hold")
    faderd.put_durably("snare.level", -30)
    until(page, "document.querySelector('.mixer-strip[aria-label=Snare] .fader .ghost')")
    check("waiting" in strip(page, "Snare").locator(".fader .standing").text_content(), "words say that it waits")
    equal(page.evaluate("document.querySelectorAll('.mixer b').length"), 0, "labels are text and no markup")
    page.get_by_role("button", name="Lock").click()
    check(page.evaluate("document.querySelector('.strips').inert"), "a locked mixer can be used")
    faderd.move(1, 1.0)
    wait_until(lambda: text(page, "Kick") == "10.0 dB", lambda: f"a locked mixer to follow; it says {text(page, 'Kick')}")
    page.get_by_role("button", name="Unlock").click()
    # The name tells more; a renamed parameter is drawn anew, and the panel's focus comes back.
    strip(page, "Kick").locator(".name").click()
    page.locator(".explain dl").wait_for()
    page.get_by_role("button", name="Close").click()
    equal(role_of_focus(page), ["Kick", "name"], "the focus after the panel")
    faderd.reload(CONFIG.replace("kick: Kick", "kick: Bass drum"))
    strip(page, "Bass drum").locator(".fader").wait_for()


# Waits until the strips have stopped, which go on for a while after a swipe.
STILL = """() => new Promise(done => {
  let [last, same] = [-1, 0];
  const look = () => {
    const now = document.querySelector('.mixer').scrollLeft;
    same = now === last ? same + 1 : 0;
    last = now;
    if (same > 15) done(); else requestAnimationFrame(look);
  };
  look();
})"""


@test("on a phone: eight strips sideways, a swipe over names scrolls and moves nothing, a fader moves and never scrolls; nothing is smaller than 44 pixels")
def phone():
    desk = Desk(many(16))
    page = opened(desk, **SIDEWAYS)
    seen = page.evaluate("[...document.querySelectorAll('.mixer-strip')].filter(one => one.getBoundingClientRect().right <= innerWidth).length")
    equal(seen, 8, "strips that are whole on a phone held sideways")
    small = page.evaluate("""[...document.querySelectorAll('.mixer-strip :is(button, [role=slider])')].filter(one => one.checkVisibility()).map(one =>
        [one.className, one.closest('.slider')?.getBoundingClientRect() ?? one.getBoundingClientRect()]).filter(([, box]) => box.width < 44 || box.height < 44).map(([name]) => name)""")
    equal(small, [], "what is too small for a finger")
    fingers = Fingers(page)
    before = desk.faderd.get("/v1/parameters")
    x, y = center(strip(page, "c004").locator(".name"))
    fingers.swipe((x, y), (x - 250, y))
    until(page, "document.querySelector('.mixer').scrollLeft > 100")
    equal([one["value"] for one in desk.faderd.get("/v1/parameters")], [one["value"] for one in before], "values after scrolling")
    page.evaluate(STILL)
    page.evaluate("document.querySelector('.mixer').scrollTo(0, 0)")
    box = strip(page, "c004").locator(".slider").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers.swipe((x, y), (x - 250, y + 4))
    equal(page.evaluate("document.querySelector('.mixer').scrollLeft"), 0, "a swipe that begins on a fader scrolls nothing")
    equal(desk.faderd.value("c004.level"), 0, "and sideways it moves nothing")
    other = strip(page, "c006").locator(".slider").bounding_box()
    u = other["x"] + other["width"] / 2
    # Two fingers on two faders.
    fingers.down((x, y), (u, y))
    for n in range(1, 11):
        fingers.move((x, y - 5 * n), (u, y - 3 * n))
    fingers.up()
    wait_until(lambda: desk.faderd.value("c004.level") > 150, lambda: f"the first; it is {desk.faderd.value('c004.level')}")
    wait_until(lambda: 80 < desk.faderd.value("c006.level") < desk.faderd.value("c004.level"), "the second")
    page.set_viewport_size({"width": 390, "height": 844})
    until(page, "document.documentElement.scrollWidth === 390 && document.querySelector('.mixer-strip').offsetWidth === 96")


@test("axe-core finds nothing in the mixer: dark, light, stage, forced colors, a phone; a mixer on this machine keeps the screen on")
def axe():
    desk = Desk(CONFIG)
    desk.faderd.put_durably("kick.mute", True)
    desk.faderd.put_durably("vox.solo", True)
    desk.faderd.move(2, 0.9)
    desk.faderd.put_durably("snare.level", -30)
    for name, looks in {"dark": {"color_scheme": "dark"}, "light": {"color_scheme": "light"}, "forced colors": {"forced_colors": "active"}, "phone": SIDEWAYS}.items():
        # The page's policy would refuse the test's own script.
        # The headless shell has no window in which a user could see the page, so it is told that the screen may be kept on.
        page = opened(desk, bypass_csp=True, permissions=["screen-wake-lock"], **looks)
        for theme in ("auto", "stage") if name == "dark" else ("auto",):
            page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
            judge(page, f"{name}, {theme}", None if (name, theme) in (("dark", "auto"), ("phone", "auto")) else COLORS)
        if name == "dark":
            until(page, "document.documentElement.hasAttribute('data-awake')")
            page.get_by_role("button", name="Show as a list").click()
            until(page, "!document.documentElement.hasAttribute('data-awake')")
        page.context.close()


@test("in the list an id and the toggles below it are one row, whose panel leads to each; a toggle without its parent keeps its own")
def companions():
    desk = Desk("""\
version: 1
parameters:
  browser: {label: Firefox, max: 100, unit: "%"}
  browser.mute: {kind: toggle, words: [open, muted]}
  browser.hush: {kind: toggle, label: Firefox Hush, color: orange}
  browser.rate: {max: 10}
  lonely.mute: {kind: toggle}
""")
    page = desk.open()
    equal(page.locator(".row").evaluate_all("all => all.map(one => one.dataset.id).sort()"), ["browser", "browser.rate", "lonely.mute"], "rows")
    row = page.locator(".row[data-id=browser]")
    equal(row.locator(".toggles button").all_inner_texts(), ["Mute", "Hush"], "what they are called")
    row.get_by_role("switch", name="browser.mute").click()
    desk.settles("browser.mute", True)
    wait_until(lambda: row.get_by_role("switch", name="browser.mute").get_attribute("aria-checked") == "true", "the switch to be on")
    desk.faderd.put_durably("browser.mute", False)
    wait_until(lambda: row.get_by_role("switch", name="browser.mute").get_attribute("aria-checked") == "false", "the row to follow its toggle")
    row.locator(".name").click()
    page.locator(".together").get_by_role("button", name="Hush").click()
    wait_until(lambda: page.locator(".explain dd").first.inner_text() == "browser.hush", "the panel to explain the toggle")
    page.locator(".together").get_by_role("button", name="Firefox").wait_for()
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Map", exact=True).click()
    page.locator(".row[data-id='browser.mute']").wait_for()
    page.get_by_role("button", name="Map", exact=True).click()
    page.locator(".row[data-id='browser.mute']").wait_for(state="detached")
    page.get_by_label("Search").fill("hush")
    until(page, "document.querySelectorAll('.row').length === 1 && document.querySelector('.row').dataset.id === 'browser.hush'")


# Counts what each frame changes in the page.
COUNTING = """() => {
  window.frames_ = [];
  let writes = 0;
  new MutationObserver(all => { writes += all.length; }).observe(document.querySelector('.mixer'), {subtree: true, childList: true, characterData: true, attributes: true});
  const tick = () => { frames_.push(writes); writes = 0; requestAnimationFrame(tick); };
  requestAnimationFrame(tick);
}"""


@test("of three hundred strips only those near to what is seen have controls; a frame writes a few times for each strip that moves, and nothing for others")
def bounded():
    desk = Desk(many(300))
    page = opened(desk, viewport={"width": 1440, "height": 900})
    equal(page.locator(".mixer-strip").count(), 300, "strips")
    filled = "document.querySelectorAll('.mixer-strip .fader').length"
    until(page, f"{filled} > 24 && {filled} < 90")
    page.evaluate("document.querySelector('.mixer').scrollTo(1e6, 0)")
    strip(page, "c300").locator(".fader").wait_for()
    until(page, f"{filled} < 90 && !document.querySelector('.mixer-strip .fader')?.closest('[aria-label=c001]')")
    page.evaluate("document.querySelector('.mixer').scrollTo(0, 0)")
    strip(page, "c001").locator(".fader").wait_for()
    page.mouse.move(*center(fader(page, "c005")))
    page.mouse.wheel(0, 200)
    until(page, "document.querySelector('.mixer').scrollLeft >= 200")
    equal(desk.faderd.value("c005.level"), 0, "a wheel over a fader that has no focus")
    page.evaluate("document.querySelector('.mixer').scrollTo(0, 0)")
    page.evaluate(COUNTING)
    # What is filled now is painted first, and the states for screen readers come later.
    quiet = "frames_.length > 80 && frames_.slice(-80).every(count => count === 0) && !(frames_.length = 0)"
    until(page, quiet)
    for step in range(40):
        body = {f"c{n:03}.level": {"value": step * 10 + n} for n in range(1, 25)} | {f"c{n:03}.meter": {"value": -step} for n in range(1, 25)}
        equal(desk.faderd.request("PATCH", "/v1/parameters", body).status, 200, "status of a change of 48 parameters")
    wait_until(lambda: text(page, "c024") == "414.0", "the last change")
    frames = page.evaluate("frames_")
    check(sum(count > 0 for count in frames) >= 5, f"there were hardly any changes: {frames}")
    # Thumb, bar and text of the fader, bar and mark of the meter; the states for screen readers come at most twice a second.
    check(max(frames) <= 24 * 12, f"a frame with {max(frames)} writes for 24 strips")
    until(page, quiet)
    for n in range(10):
        desk.faderd.put_durably("c001.level", n)
    wait_until(lambda: text(page, "c001") == "9.0", "the last change")
    check(max(page.evaluate("frames_")) <= 12, "one strip that moves costs more than one strip")


@test("a day with the mixer (states, reloads, other pages, lost connections, drags) leaves no elements, listeners or memory behind", limit=180)
def a_day():
    desk = Desk(many(24, "view: mixer, show: [\"{ch}.*\"]"))
    page = opened(desk)
    link = page.context.new_cdp_session(page)
    link.send("Performance.enable")

    def measure():
        link.send("HeapProfiler.collectGarbage")
        found = {one["name"]: one["value"] for one in link.send("Performance.getMetrics")["metrics"]}
        return {name: found[name] for name in ("Nodes", "JSEventListeners", "JSHeapUsedSize")}

    def hour():
        view = page.get_by_role("button", name="Show as")
        for _ in range(4):
            view.click()
            page.locator(".row").first.wait_for()
            view.click()
            page.locator(".mixer-strip .fader").first.wait_for()
        for n in range(3):
            desk.faderd.reload(many(20 + n % 2 * 4))
            until(page, f"document.querySelectorAll('.mixer-strip .fader').length === {20 + n % 2 * 4}")
        # The connection breaks, and comes back.
        page.context.set_offline(True)
        page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))")
        page.context.set_offline(False)
        page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
        live(page)
        drag(page, fader(page, "c001"), 0, dy=-30, steps=5)
        strip(page, "c002").locator(".fader button.value").click()
        page.keyboard.press("Escape")
        for step in range(20):
            body = {f"c{n:03}.level": {"value": step * 10 + n} for n in range(1, 21)}
            equal(desk.faderd.request("PATCH", "/v1/parameters", body).status, 200, "status")
    hour()
    hour()
    first = measure()
    for _ in range(2):
        hour()
    last = measure()
    # After two hours nothing may have grown by a part of what one hour makes, which is some 4,000 elements.
    check(last["Nodes"] < first["Nodes"] + 1000, f"elements: {first['Nodes']} → {last['Nodes']}")
    check(last["JSEventListeners"] < first["JSEventListeners"] + 200, f"listeners: {first['JSEventListeners']} → {last['JSEventListeners']}")
    check(last["JSHeapUsedSize"] < first["JSHeapUsedSize"] * 1.25 + 1e6, f"memory: {first['JSHeapUsedSize']} → {last['JSHeapUsedSize']}")
    desk.expects("net::", "Failed to load")


@test("a phone that slept during a drag has the right state within a second of its return, and sends nothing of the old drag")
def asleep():
    desk = Desk(many(8))
    page = opened(desk, **SIDEWAYS)
    fingers = Fingers(page)
    box = strip(page, "c001").locator(".slider").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers.down((x, y))
    for n in range(1, 6):
        fingers.move((x, y - 5 * n))
    wait_until(lambda: desk.faderd.value("c001.level") > 50, "the drag")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))")
    # The daemon ends the gesture of a page that is gone.
    wait_until(lambda: "touchedBy" not in desk.faderd.get("/v1/parameters/c001.level"), "the gesture to end")
    desk.faderd.put_durably("c001.level", 20)
    fingers.move((x, y - 60))
    sent = []
    page.on("request", lambda request: sent.append(request.url) if request.method != "GET" and "/v1/" in request.url else None)
    began = time.monotonic()
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    wait_until(lambda: text(page, "c001") == "20.0", lambda: f"the state; it says {text(page, 'c001')}")
    check(time.monotonic() - began < 1, f"it took {time.monotonic() - began:.1f} s")
    fingers.move((x, y - 70))
    fingers.up()
    stays(lambda: desk.faderd.value("c001.level") == 20 and not sent, lambda: f"the old drag goes on: {desk.faderd.value('c001.level')}, {sent}", 0.5)


@test("in Firefox the mixer is drawn, follows the daemon, and its faders move by drag and keyboard")
def firefox():
    desk = Desk(CONFIG)
    browser = Firefox("de-DE")
    browser.open(f"{desk.origin}/?page=foh#{desk.key}")
    kick = "document.querySelector('.mixer-strip[data-id=\"kick.level\"]')"
    browser.until(f"{kick}?.querySelector('.fader .thumb') != null")
    # The fader stands where its position is: the browser knows the units that it is placed with.
    inside = f"(([cap, track]) => (track.bottom - cap.top - cap.height / 2) / track.height)(['.thumb', '.track'].map(one => {kick}.querySelector('.fader ' + one).getBoundingClientRect()))"
    wanted = desk.faderd.get("/v1/parameters/kick.level")["position"]
    browser.until(f"Math.abs({inside} - {wanted}) < 0.03")
    x, y = browser.run(f"(r => [r.x + r.width / 2, r.y + r.height / 2])({kick}.querySelector('.fader .thumb').getBoundingClientRect())")
    browser.drag((x, y), (x, y - 60))
    wait_until(lambda: desk.faderd.value("kick.level") > -6, lambda: f"the drag; it is {desk.faderd.value('kick.level')}")
    browser.run(f"{kick}.querySelector('.fader [role=slider]').focus() || true")
    browser.type("\ue010")
    desk.settles("kick.level", 10)


@test("behind the handle of a group is where its members are, in the mixer and in the list, while they move")
def reach():
    desk = Desk("""\
version: 1
parameters:
  kick: {type: decibel, default: -20}
  snare: {type: decibel, default: 0}
groups: {drums: {of: [kick, snare], label: Drums}}
web: {pages: {foh: {view: mixer, show: [drums, kick, snare]}}}
""")
    page = desk.open("?page=foh")
    for view in ("list", "mixer"):
        page.get_by_role("button", name=f"Show as a {view}").click()
        page.get_by_role("slider", name="Drums").wait_for()
        equal(page.locator(".reach").count(), 1, f"only the group has it, as a {view}")
        length = lambda: float(page.evaluate("document.querySelector('.reach').style.transform.match(/scale[XY].([\\d.]+)/)[1]"))
        apart = lambda: abs(desk.faderd.parameter("snare")["position"] - desk.faderd.parameter("kick")["position"])
        for set_, text in (("kick", "-3"), ("drums", "-8"), ("snare", "-30")):
            desk.faderd.set(set_, text)
            wait_until(lambda: abs(length() - apart()) < 0.002, lambda: f"{length()} to be {apart()} as a {view}")
            check(apart() > 0.05, apart())
        desk.faderd.set("drums", "0")
        desk.faderd.set("snare", "0")
        desk.faderd.set("kick", "-20")
    judge(page, "a group in the mixer")
