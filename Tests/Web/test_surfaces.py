"""Surfaces in the drawer: their controls and displays, their pages and banks."""

from browser import Desk, center, until
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


@test("the drawer turns an encoder of the virtual surface, and presses a button as long as the pointer is down")
def played():
    desk = Desk(PLAYED)
    page = desk.open()
    page.get_by_role("button", name="Surfaces").first.click()
    page.locator(".ring.playable").wait_for()

    def center(what):
        box = page.locator(what).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    x, y = center(".ring.playable")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 60, steps=10)
    page.mouse.up()
    wait_until(lambda: desk.faderd.value("pan") >= 5, lambda: f"the encoder to turn pan: {desk.faderd.value('pan')}")

    def pressed():
        return next(one for one in desk.faderd.get("/v1/virtual-surface")["controls"] if one["control"] == "mute.1")["pressed"]
    page.mouse.move(*center(".led.playable"))
    page.mouse.down()
    wait_until(pressed, "the button to go down")
    wait_until(lambda: desk.faderd.text("cut") == "on", "the mute")
    page.mouse.up()
    wait_until(lambda: not pressed(), "the button to come up")
    equal(desk.said, [], "what the page said")


@test("keys play the virtual surface: a fader has a finger on it while a key is down, an encoder turns, a button is held")
def keyed():
    desk = Desk(PLAYED)
    page = desk.open()
    page.get_by_role("button", name="Surfaces").first.click()

    def control(name):
        return next(one for one in desk.faderd.get("/v1/virtual-surface")["controls"] if one["control"] == name)
    fader = page.get_by_role("slider", name="fader.1, level", exact=True)
    fader.focus()
    page.keyboard.down("PageUp")
    wait_until(lambda: control("fader.1")["touched"], "the finger on the fader")
    wait_until(lambda: desk.faderd.text("level") == "20", lambda: f"the level to be 20: {desk.faderd.text('level')}")
    page.keyboard.up("PageUp")
    wait_until(lambda: not control("fader.1")["touched"], "the finger to leave")
    until(page, "document.querySelector('.strip').ariaValueText === '20'", "what a screen reader is told")
    page.get_by_role("slider", name="encoder.1, pan", exact=True).focus()
    page.keyboard.press("ArrowLeft")
    desk.settles("pan", -1)
    page.get_by_role("button", name="mute.1, cut", exact=True).focus()
    page.keyboard.down("Enter")
    wait_until(lambda: control("mute.1")["pressed"], "the button to go down")
    desk.settles("cut", True)
    page.keyboard.press("Tab")
    wait_until(lambda: not control("mute.1")["pressed"], "the button to come up when the focus leaves it")
    equal(desk.said, [], "what the page said")


@test("lamps are drawn as they are lit, and an inverted fader where it is: to grab it moves nothing")
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
    strip = page.locator(".strip.playable")
    strip.wait_for()

    def lit():
        return page.evaluate("[...document.querySelectorAll('.control.button')].filter(one => one.querySelector('.lit')).map(one => one.title)")
    equal(lit(), ["desk rec.1"], "what is lit at the level of 20")
    desk.faderd.put_durably("level", 80)
    wait_until(lambda: lit() == ["desk mute.1"], lambda: f"the lamp of the value 80: {lit()}")
    desk.faderd.put_durably("wave", "c")
    equal(desk.faderd.ctl("page", "desk", "fx").exit, 0, "the exit code of page")
    wait_until(lambda: lit() == ["desk mute.1", "desk mute.2", "desk mute.3"], lambda: f"the lamps of the last option and of the page: {lit()}")
    x, y = center(strip)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 4)
    wait_until(lambda: desk.faderd.get("/v1/virtual")[0]["touched"], "the finger")
    page.mouse.up()
    wait_until(lambda: not desk.faderd.get("/v1/virtual")[0]["touched"], "the finger to leave")
    check(70 < desk.faderd.value("level") < 90, f"the level after a movement of four pixels: {desk.faderd.value('level')}")
    equal(desk.said, [], "what the page said")


@test("the drawer shows a surface's display with its colors live, and shows and switches its page and bank")
def front():
    desk = Desk(CONFIG)
    page = desk.open()
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


@test("a page that is switched elsewhere, and a modifier that is held in the drawer, are shown while the finger stays where it is")
def held():
    desk = Desk(HELD)
    page = desk.open()
    page.get_by_role("button", name="Surfaces").first.click()

    def place(control):
        return center(page.locator(f".control[title='desk {control}'] .playable"))

    def down():
        return [one["control"] for one in desk.faderd.get("/v1/virtual-surface")["controls"] if one.get("touched") or one.get("pressed")]

    def driven(wanted):
        until(page, f"document.querySelector(\".control[title='desk fader.2'] .under\").textContent === '{wanted}'")
    x, y = place("fader.1")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 20, steps=5)
    wait_until(lambda: desk.faderd.value("a") > 0, "the drag")
    equal(desk.faderd.ctl("page", "desk", "fx").exit, 0, "exit code of page")
    driven("b")
    before = desk.faderd.value("a")
    page.mouse.move(x, y - 60, steps=5)
    wait_until(lambda: desk.faderd.value("a") > before, "the drag to go on")
    equal(down(), ["fader.1"], "what is down")
    page.mouse.up()
    wait_until(lambda: down() == [], "the finger to be lifted")
    equal(desk.faderd.ctl("page", "desk", "main").exit, 0, "exit code of page")
    driven("c")
    page.mouse.move(*place("select.1"))
    page.mouse.down()
    driven("d")
    stays(lambda: down() == ["select.1"], "the button came up by itself", 0.5)
    page.mouse.up()
    driven("c")
    desk.no_errors()


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
    desk = Desk(BANKED)
    page = desk.open()
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
    desk.no_errors()


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
    desk.no_errors()
