"""Pads: a grid of big buttons. And buttons of the list and the mixer in their colors."""

from browser import COLORS, Desk, Fingers, Web, center, judge, opened, until
from testing import check, equal, stays, test, wait_until

HALL = """\
version: 1
parameters:
  scene: {label: Scene, kind: choice, options: [walk-in, {id: opener, label: Opener}, ballad, rock, bows, dark], color: blue}
  panic: {label: Panic, kind: trigger, color: red, target: {set: {walk: off}}}
  next: {label: Next song, kind: trigger, color: yellow, target: {set: {count: 7}}}
  walk: {label: Walk-in music, kind: toggle, color: green}
  pa.mute: {label: PA mute, kind: toggle, words: [open, muted]}
  drums.mute: {label: Drums mute, kind: toggle, words: [open, muted]}
  bass.mute: {label: Bass mute, kind: toggle, words: [open, muted]}
  vox.mute: {label: Vocals mute, kind: toggle, words: [open, muted]}
  fog: {label: Fog, kind: trigger}
  strobe: {label: Strobe, kind: trigger}
  blinder: {label: Blinder, kind: trigger}
  count: {label: Count, min: 0, max: 10, decimals: 0}
web:
  pages:
    pads: {view: pads, show: [scene, panic, next, walk, "*.mute", fog]}
    big: {view: pads, show: ["*"]}
"""
TABLET = {"has_touch": True, "viewport": {"width": 1024, "height": 768}}
PHONE = {"has_touch": True, "is_mobile": True, "viewport": {"width": 390, "height": 844}}
SIDES = "[...document.querySelectorAll('.pad :is(.switch, .press)')].map(one => one.getBoundingClientRect()).map(box => Math.min(box.width, box.height))"


def pad(page, name):
    return page.locator(".pad button", has_text=name)


def ground(locator):
    return locator.evaluate("one => getComputedStyle(one).backgroundColor")


@test("pads: every trigger, toggle and option is a button of at least 90 pixels, all seen at once on a tablet; they do what they say, and are filled with their color while on")
def pads():
    desk, page = opened(HALL, query="?page=pads", bypass_csp=True, **TABLET)
    page.locator(".pad").first.wait_for()
    equal(page.locator(".pad button").count(), 14, "buttons")
    check(min(page.evaluate(SIDES)) >= 90, f"their least sides: {page.evaluate(SIDES)}")
    equal(page.evaluate("document.querySelector('.pads').scrollHeight <= document.querySelector('.pads').clientHeight"), True, "whether all are seen")
    idle = ground(pad(page, "Walk-in music"))
    pad(page, "Walk-in music").tap()
    desk.settles("walk", True)
    wait_until(lambda: ground(pad(page, "Walk-in music")) == "rgb(0, 128, 0)", lambda: f"its color: {ground(pad(page, 'Walk-in music'))}")
    check(idle != "rgb(0, 128, 0)", "it had that color before")
    pad(page, "Panic").tap()
    desk.settles("walk", False)
    wait_until(lambda: ground(pad(page, "Walk-in music")) == idle, "the daemon's change to be shown")
    pad(page, "Next song").tap()
    desk.settles("count", 7)
    pad(page, "Opener").tap()
    desk.settles("scene", "opener")
    wait_until(lambda: page.locator(".pad [role=radio][aria-checked=true]").all_inner_texts() == ["Opener\nScene"], lambda: f"what is on: {page.locator('.pad [role=radio][aria-checked=true]').all_inner_texts()}")
    equal(ground(pad(page, "Opener")), "rgb(0, 0, 255)", "its color")
    pad(page, "PA mute").tap()
    wait_until(lambda: ground(pad(page, "PA mute")) == "rgb(198, 40, 31)", lambda: f"a mute that is on is red: {ground(pad(page, 'PA mute'))}")
    equal(pad(page, "PA mute").locator(".word").inner_text(), "muted", "its word")
    judge(page, "pads")
    page.evaluate("document.documentElement.dataset.theme = 'stage'")
    judge(page, "pads in the stage theme", COLORS)
    page.evaluate("document.documentElement.dataset.theme = 'auto'")
    page.get_by_role("button", name="Lock").click()
    pad(page, "Walk-in music").click(force=True)
    stays(lambda: desk.faderd.value("walk") is False, "a locked pad does something", 0.4)
    page.get_by_role("button", name="Unlock").click()
    # The other view, and back.
    page.get_by_role("button", name="Show as a list").click()
    page.locator(".row").first.wait_for()
    check("view=list" in page.url and page.locator(".pad").count() == 0, f"the address: {page.url}")
    page.get_by_role("button", name="Show as pads").click()
    page.locator(".pad").first.wait_for()
    check("view" not in page.url, f"the page's own view stands in the address: {page.url}")
    # On a phone, with the key of the page; what has no room scrolls, and no button is smaller.
    page = desk.guest("big", **PHONE)
    page.locator(".pad.wide .row").first.wait_for()
    check(min(page.evaluate(SIDES)) >= 90, f"their least sides on a phone: {page.evaluate(SIDES)}")
    equal(page.evaluate("document.documentElement.scrollWidth"), 390, "the width")
    # A button that is pressed while the page is drawn anew is not lost.
    x, y = center(pad(page, "Next song"))
    desk.faderd.put_durably("count", 0)
    page.evaluate("addEventListener('pointerdown', () => { globalThis.isDown = true; }, true)")
    page.mouse.move(x, y)
    page.mouse.down()
    until(page, "globalThis.isDown")
    desk.faderd.reload(HALL.replace("label: Fog", "label: Haze"))
    stays(lambda: pad(page, "Fog").count() == 1, "the pads are drawn anew under a finger", 0.6)
    page.mouse.up()
    desk.settles("count", 7)
    pad(page, "Haze").wait_for()
    desk.expects("404")


@test("in the list a mute that is on is red and a trigger has its color, as in the mixer; groups are in the order of the file")
def in_the_list():
    desk = Desk(HALL.replace("  count:", "  zoo.b.x: {max: 1}\n  alpha.x: {max: 1}\n  zoo.a.x: {max: 1}\n  count:"))
    desk.faderd.put_durably("pa.mute", True)
    desk.faderd.put_durably("walk", True)
    page = desk.open()
    lamp = page.locator(".row[data-id='pa.mute'] .lamp")
    wait_until(lambda: ground(lamp) == "rgb(198, 40, 31)", lambda: f"the lamp of a mute: {ground(lamp)}")
    equal(ground(page.locator(".row[data-id=walk] .lamp")), "rgb(0, 128, 0)", "the lamp of a toggle with a color")
    equal(page.locator(".row[data-id=panic] .press").evaluate("one => getComputedStyle(one).borderTopColor"), "rgb(255, 0, 0)", "the color of a trigger")
    equal(page.locator(".tree li bdi").all_inner_texts(), ["All", "Pa", "Drums", "Bass", "Vox", "Zoo", "B", "A", "Alpha"], "groups, each below the one around it")


HELD = """\
version: 1
parameters:
  talk: {label: Talk, kind: toggle, color: orange}
  light: {label: Light, kind: toggle}
  boost: {label: Boost, min: 0, max: 100, decimals: 0}
  scene: {label: Scene, kind: choice, options: [Verse, Chorus]}
  rewind: {label: Rewind, kind: trigger, target: {midi: desk, send: ["note 1 ch 2 = 127"], release: ["note 1 ch 2 = 0"]}}
  walk: {label: Walk-in, kind: toggle}
surfaces:
  desk: {match: "faderd virtual", controls: {stop: {input: "note 93 ch 1"}}}
web:
  pages:
    stage:
      view: pads
      show:
      - {parameter: talk, action: hold, value: on}
      - {parameter: light, action: follow}
      - rewind
      - walk
      - {parameter: boost, action: hold, value: 40}
      - {parameter: scene, action: hold, value: Chorus}
"""


@test("a pad that holds acts while the finger is down, as the button of a device: let go at release, when the finger is taken away, when the page is lost or hidden; keys and screen readers, too", limit=120)
def holds():
    desk = Desk(HELD)
    sent = desk.faderd.sent("desk", "stop")
    web = Web(desk.faderd, "--no-open", "--page", "stage")
    page = desk.open(url=f"{web.origin}/#{web.key}", bypass_csp=True, **PHONE)
    pad(page, "Talk").wait_for()
    judge(page, "pads that hold")
    fingers = Fingers(page)
    at = lambda name: center(pad(page, name))
    fingers.down(at("Talk"))
    desk.settles("talk", True)
    until(page, "document.querySelector('[data-id=talk] [aria-checked=true]')")
    stays(lambda: desk.faderd.value("talk") is True, "it lets go while the finger rests", 3)
    fingers.up()
    desk.settles("talk", False)
    # The system takes the finger away: a call comes in.
    fingers.down(at("Talk"))
    desk.settles("talk", True)
    fingers.cancel()
    desk.settles("talk", False)
    # A finger that slides off is still down, and does not scroll.
    x, y = at("Talk")
    fingers.down((x, y))
    desk.settles("talk", True)
    fingers.move((x, y + 150))
    stays(lambda: desk.faderd.value("talk") is True, "it lets go of a finger that slides", 0.5)
    fingers.up()
    desk.settles("talk", False)
    # What is followed is off in the end, whatever it was before.
    desk.faderd.put_durably("light", True)
    fingers.down(at("Light"))
    stays(lambda: desk.faderd.value("light") is True, "it goes off at the press", 0.4)
    fingers.up()
    desk.settles("light", False)
    fingers.down(at("Light"))
    desk.settles("light", True)
    fingers.up()
    desk.settles("light", False)
    # A trigger with a release.
    fingers.down(at("Rewind"))
    wait_until(lambda: sent == ["out note 1 ch 2 = 127"], lambda: f"what a press sends: {sent}")
    stays(lambda: len(sent) == 1, "it sends its release while the finger is down", 2.5)
    fingers.up()
    wait_until(lambda: sent == ["out note 1 ch 2 = 127", "out note 1 ch 2 = 0"], lambda: f"what a release sends: {sent}")
    # A number and a choice: one button, which is lit while it holds.
    for name, id, value, before in (("Boost", "boost", 40, 0), ("Scene", "scene", "Chorus", "Verse")):
        fingers.down(at(name))
        desk.settles(id, value)
        until(page, f"document.querySelector('[data-id={id}] [aria-checked=true]')")
        fingers.up()
        desk.settles(id, before)
        until(page, f"document.querySelector('[data-id={id}] [aria-checked=false]')")
    # The page is hidden: a call is taken.
    fingers.down(at("Talk"))
    desk.settles("talk", True)
    page.evaluate("Object.defineProperty(document, 'hidden', {configurable: true, value: true}); document.dispatchEvent(new Event('visibilitychange'))")
    desk.settles("talk", False)
    page.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
    fingers.up()
    until(page, "document.documentElement.dataset.live === 'live'")
    stays(lambda: desk.faderd.value("talk") is False, "it holds again", 0.3)
    # Any other pad acts at a tap, and a finger that scrolls does nothing.
    pad(page, "Walk-in").tap()
    desk.settles("walk", True)
    # Keys, and a click without a finger.
    pad(page, "Talk").focus()
    page.keyboard.down(" ")
    desk.settles("talk", True)
    page.keyboard.up(" ")
    desk.settles("talk", False)
    page.keyboard.down("Enter")
    desk.settles("talk", True)
    page.evaluate("document.activeElement.blur()")
    desk.settles("talk", False)
    before = len(sent)
    pad(page, "Rewind").evaluate("one => one.click()")
    wait_until(lambda: sent[before:] == ["out note 1 ch 2 = 127", "out note 1 ch 2 = 0"], lambda: f"what a click sends: {sent}")
    # The page is lost.
    fingers.down(at("Talk"))
    desk.settles("talk", True)
    page.context.close()
    desk.settles("talk", False)
    # Locked, a pad holds nothing.
    page = desk.open(url=f"{web.origin}/#{web.key}", **PHONE)
    pad(page, "Talk").wait_for()
    page.get_by_role("button", name="Lock").click()
    fingers = Fingers(page)
    fingers.down(at("Talk"))
    stays(lambda: desk.faderd.value("talk") is False, "a locked pad holds", 0.5)
    fingers.up()


@test("what the config says of a button counts at once after a reload: without it, what a finger holds goes back")
def reconfigured():
    desk, page = opened(HELD, query="?page=stage", **PHONE)
    pad(page, "Talk").wait_for()
    fingers = Fingers(page)
    fingers.down(center(pad(page, "Talk")))
    desk.settles("talk", True)
    desk.faderd.reload(HELD.replace("{parameter: talk, action: hold, value: on}", "talk"))
    desk.settles("talk", False)
    fingers.up()
    stays(lambda: desk.faderd.value("talk") is False, "the finger that leaves sets it", 0.5)
    until(page, "!document.querySelector('[data-id=talk] .held-down')", "the pad to be an ordinary one")
    pad(page, "Talk").tap()
    desk.settles("talk", True)
    stays(lambda: desk.faderd.value("talk") is True, "it lets go", 0.5)


SEVERAL = """\
version: 1
parameters:
  mute: {label: Mute, kind: toggle, words: [open, muted]}
  solo: {label: Solo, kind: toggle}
  panic: {label: Panic, kind: trigger, target: {set: {level: 9}}}
  level: {label: Level, max: 100, step: 1, decimals: 0}
  scene: {label: Scene, kind: choice, options: [Verse, Chorus]}
  stop: {label: Stop, kind: toggle}
web:
  pages:
    stage:
      view: pads
      show:
      - {parameter: mute, long: panic, double: solo}
      - {parameter: stop, confirm: 500 ms}
      - {parameter: level, action: step, size: 2, repeat: 50 ms}
      - {parameter: scene, long: {parameter: level, action: offset, by: 30}}
"""


@test("a pad with several jobs: a short, a long and a double press, one that has to be held, steps that repeat, an offset; its face shows the long job while it is down", limit=120)
def several():
    desk = Desk(SEVERAL)
    page = desk.guest("stage")
    page.locator(".pad").first.wait_for()
    equal(page.locator(".pad button").count(), 4, "buttons: what only a long press names has none")
    mute = page.get_by_role("switch", name="Mute")

    def down(locator):
        page.mouse.move(*center(locator))
        page.mouse.down()
    # A single press waits until no second one can come.
    mute.click()
    desk.settles("mute", True)
    down(mute)
    mute.filter(has_text="Panic").wait_for()
    desk.settles("level", 9)
    page.mouse.up()
    mute.filter(has_text="muted").wait_for()
    mute.dblclick()
    desk.settles("solo", True)
    stays(lambda: desk.faderd.value("mute") is True, "a double press is a single one, too", 0.6)
    stop = page.get_by_role("switch", name="Stop")
    stop.click()
    stays(lambda: desk.faderd.value("stop") is False, "a short press is confirmed", 0.8)
    down(stop)
    desk.settles("stop", True)
    page.mouse.up()
    level = page.get_by_role("switch", name="Level")
    level.click()
    desk.settles("level", 11)
    down(level)
    wait_until(lambda: desk.faderd.value("level") >= 14, lambda: f"repeated steps: {desk.faderd.value('level')}")
    page.mouse.up()
    wait_until(lambda: page.evaluate("document.querySelectorAll('[data-dragged]').length") == 0, "the finger to leave")
    desk.faderd.put_durably("level", 20)
    stays(lambda: desk.faderd.value("level") == 20, "it steps after the release", 0.3)
    scene = page.get_by_role("switch", name="Scene")
    down(scene)
    desk.settles("level", 50)
    page.mouse.up()
    desk.settles("level", 20)
    equal(desk.faderd.value("scene"), "Verse", "the first job after a long press")
    scene.click()
    desk.settles("scene", "Chorus")
    # The next one follows what the page shows.
    scene.filter(has_text="Chorus").wait_for()
    # A screen reader presses without a finger.
    scene.evaluate("one => one.click()")
    desk.settles("scene", "Verse")
    judge(page, "pads with several jobs")


@test("a pad that is counted when its page is hidden does none of its jobs, and what it held comes back")
def hidden():
    desk, page = opened(SEVERAL, query="?page=stage")
    scene = page.get_by_role("switch", name="Scene")
    scene.wait_for()
    hide = lambda is_hidden: page.evaluate(f"Object.defineProperty(document, 'hidden', {{value: {str(is_hidden).lower()}, configurable: true}}); document.dispatchEvent(new Event('visibilitychange'))")
    page.mouse.move(*center(scene))
    page.mouse.down()
    desk.settles("level", 30)
    hide(True)
    desk.settles("level", 0)
    page.mouse.up()
    stays(lambda: desk.faderd.value("scene") == "Verse", "the first job of a press that was lost", 0.6)
