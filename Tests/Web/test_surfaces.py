"""Surfaces in the drawer: their controls and displays, their pages and banks."""

from browser import Desk, drag, judge, opened, row, slider, until
from daemon import shipped
from testing import check, equal, stays, test, wait_until

CONFIG = """\
version: 1
parameters:
  a: {label: Alpha, max: 100, decimals: 0, default: 10, color: red}
  b: {label: Beta, max: 100, decimals: 0, default: 20}
  c: {label: <b>Gamma</b>, max: 100, decimals: 0, default: 30}
  wet: {label: Wet, max: 100, decimals: 0, default: 90}
surfaces:
  desk:
    match: "faderd virtual"
    displays: {rows: 2, cells: 2, width: 7}
    colors: 2
    controls:
      fader.1: {input: "pitchbend ch 1", motor: true, touch: "note 104 ch 1"}
      fader.2: {input: "pitchbend ch 2", motor: true, touch: "note 105 ch 1"}
    strips: {each: [a, b, c], fader: "{}"}
    pages: {fx: {map: {fader.1: wet}}}
"""


PLAYED = """\
version: 1
parameters:
  level: {max: 100, decimals: 0, default: 10}
  pan: {min: -50, max: 50, step: 1, decimals: 0}
  cut: {kind: toggle}
surfaces:
  desk:
    match: "faderd virtual"
    controls:
      fader.1: {input: "pitchbend ch 1", motor: true, touch: "note 104 ch 1"}
      encoder.1: {input: "cc 16 ch 1", relative: sign-magnitude, motor: {message: "cc 48 ch 1", raw: [1, 11]}}
      mute.1: {input: "note 16 ch 1", motor: true}
    map: {fader.1: level, encoder.1: pan, mute.1: cut}
"""


@test("the drawer is a live drawing: hands on faders, encoders and buttons are followed, and so is the page's own slider; it says how the surface is played")
def drawn():
    desk, page = opened(PLAYED, bypass_csp=True)
    page.get_by_role("button", name="Surfaces").first.click()
    page.locator(".strip").wait_for()
    equal(page.locator(".desk h3").inner_text().split("\n")[-1], "faderd virtual, played with “faderctl virtual move …”", "the header")

    def shows(control, *lines):
        # As a screen reader finds it: by its name, with its words.
        words = page.get_by_role("group", name=f"desk {control}", exact=True)
        wait_until(lambda: words.inner_text().split("\n") == [*lines], lambda: f"{control} to show {lines}; it shows {words.inner_text()!r}")
    shows("fader.1", "level", "10")
    desk.faderd.touch(1, True)
    desk.faderd.move(1, 0.8)
    shows("fader.1", "level", "80")
    wait_until(lambda: drawn_at(page) == 0.8, lambda: f"the cap to be at 0.8; it is at {drawn_at(page)}")
    until(page, "document.querySelector('.control.fader').matches('.held')", "the hand to be marked")
    check(row(page, "level").locator(".hand").is_visible(), "the hand is not marked on the row")
    desk.faderd.touch(1, False)
    until(page, "!document.querySelector('.control.fader').matches('.held')", "the mark to go")
    slider(page, "level").focus()
    page.keyboard.press("End")
    shows("fader.1", "level", "100")
    wait_until(lambda: drawn_at(page) == 1, lambda: f"the cap to be at 1; it is at {drawn_at(page)}")
    mark = page.locator(".ring .pointer")
    before = mark.get_attribute("style")
    equal(desk.faderd.ctl("virtual", "turn", "encoder.1", "5").exit, 0, "exit code of virtual turn")
    shows("encoder.1", "pan", "5")
    check(mark.get_attribute("style") != before, "the ring stays as it was")
    lamp = page.locator(".led")
    equal(lamp.get_attribute("aria-label"), "dark", "the lamp")
    equal(desk.faderd.ctl("virtual", "press", "mute.1").exit, 0, "exit code of virtual press")
    shows("mute.1", "cut", "on")
    page.get_by_role("img", name="lit", exact=True).wait_for()
    judge(page, "the drawing")
    page.set_viewport_size({"width": 320, "height": 700})
    until(page, "innerWidth === 320 && document.querySelector('.desk bdi').getClientRects().length === 1", "its name to be whole in a narrow window")
    equal(desk.said, [], "what the page said")


@test("the drawer says when the motors of a surface are off and which toggle turned them off, also one that has no display")
def motors_off():
    desk = Desk(PLAYED.replace("  cut:", "  quiet: {kind: toggle, label: Motors, default: on}\n  cut:").replace("    controls:", "    motors: quiet\n    controls:"))
    page = desk.open()
    page.get_by_role("button", name="Surfaces").first.click()
    header = page.locator(".desk h3")
    header.wait_for()
    check("motors are off" not in header.inner_text(), header.inner_text())
    equal(desk.faderd.ctl("set", "quiet", "off").exit, 0)
    wait_until(lambda: header.inner_text().endswith(" · its motors are off (Motors)"), header.inner_text)
    equal(desk.faderd.ctl("set", "quiet", "on").exit, 0)
    wait_until(lambda: "motors are off" not in header.inner_text(), header.inner_text)


@test("nothing in the drawing of a surface is played: pointer, wheel and keys on it send nothing, and nothing there looks as if it could be")
def unplayed():
    desk, page = opened(PLAYED)
    page.get_by_role("button", name="Surfaces").first.click()
    sent = []
    # The page may read something of its own meanwhile.
    page.on("request", lambda request: sent.append(f"{request.method} {request.url}") if request.method != "GET" else None)
    for part in (".strip .cap", ".ring", ".led"):
        drag(page, page.locator(part).first, 0, dy=-40, steps=8, release=False)
        page.mouse.up()
        page.mouse.wheel(0, -100)
        for key in ("ArrowUp", "PageUp", "Enter", " "):
            page.keyboard.press(key)
    equal(page.locator(".control :is([tabindex], [role=slider], [role=button], button, input)").count(), 0, "controls in the drawing")
    equal(page.evaluate("['.strip', '.ring', '.led'].map(part => getComputedStyle(document.querySelector(part)).cursor)"), ["auto"] * 3, "the pointer over it")
    stays(lambda: sent == [], lambda: f"the page sent {sent}", 0.5)


def drawn_at(page):
    """Where the only fader is drawn, 0…1."""
    return page.evaluate("Math.round(1000 - 10 * document.querySelector('.cap').style.transform.match(/[0-9.]+/)[0]) / 1000")


@test("lamps are drawn as they are lit, and an inverted fader where it is")
def looks():
    desk = Desk("""\
version: 1
parameters:
  level: {max: 100, decimals: 0, default: 20}
  wave: {kind: choice, options: [a, b, c], default: b}
surfaces:
  desk:
    match: "faderd virtual"
    controls:
      fader.1: {input: "pitchbend ch 1", motor: true, touch: "note 104 ch 1", invert: true}
      mute.1: {input: "note 16 ch 1", motor: true}
      mute.2: {input: "note 17 ch 1", motor: true}
      mute.3: {input: "note 18 ch 1", motor: true}
      rec.1: {input: "note 0 ch 1", motor: true}
    map:
      fader.1: level
      mute.1: {parameter: level, action: set, value: 80}
      mute.2: wave
      mute.3: {action: page, page: fx}
      rec.1: {parameter: level, action: hold, value: 20}
    pages: {fx: {map: {fader.1: level}}}
""")
    page = desk.open()
    page.get_by_role("button", name="Surfaces").first.click()
    page.locator(".strip").wait_for()

    def lit():
        return page.evaluate("[...document.querySelectorAll('.control.button')].filter(one => one.querySelector('.lit')).map(one => one.title)")
    equal(lit(), ["desk rec.1"], "what is lit at the level of 20")
    desk.faderd.put_durably("level", 80)
    wait_until(lambda: lit() == ["desk mute.1"], lambda: f"the lamp of the value 80: {lit()}")
    desk.faderd.put_durably("wave", "c")
    equal(desk.faderd.ctl("page", "desk", "fx").exit, 0, "the exit code of page")
    wait_until(lambda: lit() == ["desk mute.1", "desk mute.2", "desk mute.3"], lambda: f"the lamps of the last option and of the page: {lit()}")
    wait_until(lambda: (drawn_at(page), round(desk.faderd.motor(1), 3)) == (0.2, 0.2), lambda: f"the fader: {drawn_at(page)}, {desk.faderd.motor(1)}")
    desk.faderd.move(1, 0.7)
    wait_until(lambda: desk.faderd.text("level") == "30", "the level to follow the inverted fader")
    wait_until(lambda: drawn_at(page) == 0.7, lambda: f"the cap to be at 0.7; it is at {drawn_at(page)}")
    equal(desk.said, [], "what the page said")


@test("the drawer shows a surface's display with its colors live, and shows and switches its page and bank")
def front():
    desk, page = opened(CONFIG)
    page.get_by_role("button", name="Surfaces").first.click()
    page.locator(".display").wait_for()

    def cells():
        return [text.strip() for text in page.locator(".cell-text").all_inner_texts()]

    wait_until(lambda: cells() == ["Alpha", "Beta", "10", "20"], cells)
    equal(page.locator(".cell-text").first.get_attribute("data-color"), "red", "the color of the first strip")
    desk.faderd.set("a", "55")
    wait_until(lambda: cells()[2] == "55", cells)
    page.get_by_role("button", name="Next strips on desk").click()
    wait_until(lambda: "strips 3…3 of 3" in page.locator(".bank").inner_text(), lambda: page.locator(".bank").inner_text())
    wait_until(lambda: cells()[2] == "30", cells)
    equal(page.get_by_role("button", name="Next strips on desk").is_disabled(), True, "whether there is a next bank")
    page.get_by_label("Page of desk").select_option("fx")
    wait_until(lambda: cells()[0] == "Wet", cells)
    # Another client switches the page.
    desk.faderd.ctl("page", "desk", "main")
    wait_until(lambda: page.get_by_label("Page of desk").input_value() == "main", "the page of the command line")
    # Closed, it asks for nothing more, however often it was open.
    for _ in range(4):
        page.get_by_role("button", name="Surfaces").first.click()
    page.get_by_role("button", name="Surfaces").first.click()
    page.locator(".display").wait_for(state="hidden")
    asked = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/v1/surfaces") else None)
    desk.faderd.set("a", "56")
    page.wait_for_timeout(1500)
    equal(asked, [], "what a closed panel asks for")
    equal(desk.said, [], "what the page said")


HELD = """\
version: 1
parameters: {a: {}, b: {}, c: {}, d: {}}
surfaces:
  desk:
    match: "faderd virtual"
    controls:
      fader.1: {input: "pitchbend ch 1", motor: true, touch: "note 104 ch 1"}
      fader.2: {input: "pitchbend ch 2", motor: true, touch: "note 105 ch 1"}
      select.1: {input: "note 24 ch 1", motor: true}
    map: {fader.1: a, fader.2: c, select.1: {action: modifier}, select.1+fader.2: d}
    pages: {fx: {map: {fader.2: b}}}
"""


@test("a page that is switched elsewhere, and a modifier that is held, are shown while a hand stays where it is, and the drawing is not replaced")
def held():
    desk, page = opened(HELD)
    page.get_by_role("button", name="Surfaces").first.click()

    def driven(wanted):
        until(page, f"document.querySelector(\".control[title='desk fader.2'] .under\").textContent === '{wanted}'")

    def marked(*wanted):
        until(page, f"[...document.querySelectorAll('.control.held')].map(one => one.title).join() === '{','.join(wanted)}'")
    driven("c")
    page.evaluate("document.querySelector('.grid').dataset.test = 'the same'")
    desk.faderd.touch(1, True)
    desk.faderd.move(1, 0.25)
    marked("desk fader.1")
    equal(desk.faderd.ctl("page", "desk", "fx").exit, 0, "exit code of page")
    driven("b")
    desk.faderd.move(1, 0.5)
    wait_until(lambda: drawn_at(page) == 0.5, lambda: f"the cap to be at 0.5; it is at {drawn_at(page)}")
    marked("desk fader.1")
    desk.faderd.touch(1, False)
    marked()
    equal(desk.faderd.ctl("page", "desk", "main").exit, 0, "exit code of page")
    driven("c")
    equal(desk.faderd.ctl("virtual", "press", "select.1", "on").exit, 0, "exit code of virtual press")
    driven("d")
    page.get_by_role("img", name="lit", exact=True).wait_for()
    equal(desk.faderd.ctl("virtual", "press", "select.1", "off").exit, 0, "exit code of virtual press")
    driven("c")
    equal(page.locator(".grid").get_attribute("data-test"), "the same", "what is drawn")


BANKED = """\
version: 1
parameters: {a: {}, b: {}, c: {}, d: {}, e: {}, master: {}}
surfaces:
  desk:
    match: "faderd virtual"
    controls:
      fader.1: {input: "pitchbend ch 1", motor: true, touch: "note 104 ch 1"}
      fader.2: {input: "pitchbend ch 2", motor: true, touch: "note 105 ch 1"}
      fader.3: {input: "pitchbend ch 3", motor: true, touch: "note 106 ch 1"}
    strips: {each: [a, b, c, d, e], fader: "{}"}
    map: {fader.3: master}
"""


@test("a fader with a mapping of its own is no strip: the drawer says which strips are shown, and the next ones begin behind them")
def banked():
    desk, page = opened(BANKED)
    page.get_by_role("button", name="Surfaces").first.click()
    bank = page.locator(".bank")
    for strips in ("1…2", "3…4", "5…5"):
        wait_until(lambda: f"strips {strips} of 5" in bank.inner_text(), bank.inner_text)
        following = page.get_by_role("button", name="Next strips on desk")
        equal(following.is_disabled(), strips == "5…5", f"whether the strips {strips} are the last")
        if strips != "5…5":
            following.click()
    # As the keys of a surface do, whole widths back.
    page.get_by_role("button", name="Previous strips on desk").click()
    wait_until(lambda: "strips 3…4 of 5" in bank.inner_text(), bank.inner_text)


@test("the drawer shows which strip is selected, selects one, and shows what a control drives then and which button is lit")
def selected():
    desk = Desk("""\
version: 1
parameters:
  a: {label: Alpha}
  b: {label: Beta}
  a.gain: {label: Alpha gain}
  b.gain: {label: Beta gain}
surfaces:
  desk:
    match: "faderd virtual"
    controls:
      fader.1: {input: "pitchbend ch 1", motor: true, touch: "note 104 ch 1"}
      fader.2: {input: "pitchbend ch 2", motor: true, touch: "note 105 ch 1"}
      encoder.1: {input: "cc 16 ch 1", relative: sign-magnitude}
      select.1: {input: "note 24 ch 1", motor: true}
      select.2: {input: "note 25 ch 1", motor: true}
    strips: {each: [a, b], fader: "{}"}
    selected: {encoder.1: "{}.gain"}
""")
    page = desk.open()
    page.get_by_role("button", name="Surfaces").first.click()
    strips = page.get_by_label("Selected strip of desk")
    drawn = page.locator(".desks")
    wait_until(lambda: strips.input_value() == "" and "gain" not in drawn.inner_text(), drawn.inner_text)
    strips.select_option("b")
    wait_until(lambda: "Beta gain" in drawn.inner_text(), drawn.inner_text)
    desk.faderd.ctl("virtual", "press", "select.1")
    wait_until(lambda: strips.input_value() == "a" and "Alpha gain" in drawn.inner_text(), drawn.inner_text)
    strips.select_option("")
    wait_until(lambda: "gain" not in drawn.inner_text(), drawn.inner_text)
    equal(desk.faderd.get("/v1/surfaces")[0].get("selected"), None, "none is selected")
    equal(desk.said, [], "what the page said")


@test("a control is shown with the end of a range that a hand chose, and with what it drives once a hand has left it on another page")
def hands():
    desk = Desk("""\
version: 1
parameters:
  band: {kind: range, label: Band, max: 100, decimals: 0, default: [20, 80]}
  a: {label: Alpha, max: 100, decimals: 0, default: 10}
  b: {label: Beta, max: 100, decimals: 0, default: 60}
surfaces:
  desk:
    match: "faderd virtual"
    controls:
      fader.1: {input: "pitchbend ch 1", motor: true, touch: "note 104 ch 1"}
      fader.2: {input: "pitchbend ch 2", motor: true, touch: "note 105 ch 1"}
    map: {fader.1: a, fader.2: band.nearest}
    pages: {two: {map: {fader.1: b}}}
""")
    page = desk.open()
    page.get_by_role("button", name="Surfaces").first.click()
    page.locator(".control.fader").first.wait_for()

    def shown(place):
        return page.locator(f".control[title='desk fader.{place}']").inner_text()

    def shows(place, *words):
        wait_until(lambda: all(word in shown(place) for word in words), lambda: f"{words}; it shows {shown(place)!r}")
    desk.faderd.touch(2, True)
    desk.faderd.move(2, 0.9)
    shows(2, "90")
    desk.faderd.touch(2, False)
    desk.faderd.put_durably("band.high", 95)
    shows(2, "95")
    desk.faderd.touch(1, True)
    desk.faderd.move(1, 0.5)
    shows(1, "50")
    equal(desk.faderd.ctl("page", "desk", "two").exit, 0, "exit code of page")
    shows(1, "50")
    desk.faderd.touch(1, False)
    shows(1, "60")
    desk.faderd.put_durably("b", 33)
    shows(1, "33")


WIDE = """\
version: 1
parameters:
  kick.level: {label: Kick, max: 100, decimals: 0}
  kick.mute: {label: Kick, kind: toggle}
  snare.level: {label: Snare of the second kit, max: 100, decimals: 0}
  main: {label: Main, max: 100, decimals: 0}
surfaces:
  desk:
    match: "faderd virtual"
    profile: mackie-control
    map: {fader.1: kick.level, mute.1: kick.mute, fader.2: snare.level, fader.9: main, encoder.1: main}
"""
# What the drawing or the words of a control are cut off at, and whether the drawing can be scrolled to its end.
CUT = """(() => {
    const scroll = document.querySelector('.desk .scroll'), body = document.querySelector('.panel .body');
    const cut = [...document.querySelectorAll('.control .under')].filter(one => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1).map(one => one.textContent);
    scroll.scrollLeft = 1e6;
    const right = Math.max(...[...scroll.querySelectorAll('.cell')].filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect().right));
    scroll.scrollLeft = 0;
    return [cut, right <= scroll.getBoundingClientRect().right + 1, body.scrollWidth <= body.clientWidth, scroll.scrollWidth > scroll.clientWidth];
})()"""


@test("at every width nothing of a surface is cut off; rows without a mapping are behind a button; captions that would be the same say what tells them apart")
def whole():
    desk = Desk(WIDE, profiles=shipped("mackie-control"))
    page = desk.open(viewport={"width": 1440, "height": 900})
    page.get_by_role("button", name="Surfaces").first.click()
    page.locator(".strip").first.wait_for()

    def caption(control):
        return page.get_by_role("group", name=f"desk {control}", exact=True).locator(".under").first.inner_text()
    equal([caption(control) for control in ("fader.1", "mute.1", "fader.2", "fader.3", "fader.9", "encoder.1")],
          ["Kick · level", "Kick · mute", "Snare of the second kit", "fader.3", "Main · fader.9", "Main · encoder.1"], "captions")
    fold = page.locator(".fold")
    kinds = "[...new Set([...document.querySelectorAll('.control')].filter(one => one.checkVisibility()).map(one => one.title.split(' ')[1].split('.')[0]))].sort()"
    shown = page.evaluate(kinds)
    check({"encoder", "fader", "mute"} <= set(shown) and not {"solo", "rec", "select"} & set(shown), f"what is shown: {shown}")
    for width in (1440, 1024, 700, 390, 320):
        page.set_viewport_size({"width": width, "height": 800})
        cut, fits, body, scrolls = page.evaluate(CUT)
        equal((cut, fits, body), ([], True, True), f"what is cut off at {width}, and whether it can be scrolled to its end")
        if width == 1440:
            equal(scrolls, False, "whether a surface scrolls in a wide window")
    page.set_viewport_size({"width": 1440, "height": 900})
    fold.focus()
    page.keyboard.press("Enter")
    equal(fold.get_attribute("aria-expanded"), "true", "whether it is unfolded")
    check("solo" in page.evaluate(kinds), "the other rows are not shown")
    # What is mapped by a reload is shown, folded or not.
    fold.click()
    desk.faderd.reload(WIDE.replace("mute.1: kick.mute", "solo.1: kick.mute"))
    wait_until(lambda: "solo" in page.evaluate(kinds) and "mute" not in page.evaluate(kinds), lambda: f"the row to be shown: {page.evaluate(kinds)}")


SCENES = """\
version: 1
parameters:
  scene: {label: Scene, kind: choice, options: [intro, {id: rock, label: Rock song}, bows], color: blue}
  fog: {label: Fog, kind: trigger, color: red}
surfaces:
  desk:
    match: "faderd virtual"
    controls:
      button.1: {input: "note 16 ch 1", motor: true}
      button.2: {input: "note 17 ch 1", motor: true}
      button.3: {input: "note 18 ch 1", motor: true}
    map:
      button.1: {parameter: scene, action: set, value: intro}
      button.2: {parameter: scene, action: set, value: rock}
      button.3: fog
"""


@test("a pad is drawn in the color of its parameter, idle and lit, and is called by the option that it chooses")
def pads():
    desk, page = opened(SCENES)
    page.get_by_role("button", name="Surfaces").first.click()

    def control(name):
        return page.get_by_role("group", name=f"desk {name}", exact=True)
    control("button.1").wait_for()
    equal([control(f"button.{n}").locator(".under").first.inner_text() for n in (1, 2, 3)], ["intro", "Rock song", "Fog"], "captions")
    until(page, "document.querySelectorAll('.led.colored').length === 3")
    border = "one => getComputedStyle(one).borderTopColor"
    equal([control(f"button.{n}").locator(".led").evaluate(border) for n in (1, 2, 3)], ["rgb(0, 0, 255)", "rgb(0, 0, 255)", "rgb(255, 0, 0)"], "the colors of pads, lit or idle")
    ground = "one => getComputedStyle(one).backgroundColor"
    equal(control("button.1").locator(".led").evaluate(ground), "rgb(0, 0, 255)", "the one that is lit")
    check(control("button.2").locator(".led").evaluate(ground) != "rgb(0, 0, 255)", "an idle one is as full as a lit one")
