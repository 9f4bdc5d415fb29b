"""The page in a musician's hand: a narrow screen, a low one, wet fingers."""

from browser import Desk, Fingers, center, live, until
from testing import check, equal, test, wait_until

TALL = {"has_touch": True, "is_mobile": True, "viewport": {"width": 390, "height": 844}}
LOW = TALL | {"viewport": {"width": 844, "height": 390}}
TABLET = {"has_touch": True, "viewport": {"width": 1024, "height": 768}}

BAND = """\
version: 1
lists:
  ch: {kick: Kick, snare: Snare, hat: HiHat, bass: Bass, git: Guitar, keys: Keys, vox: Lead vocals, back: Backing vocals}
parameters:
  "{ch}.level": {label: "{label}", type: decibel, max: 10, taper: audio, default: -10}
  "{ch}.mute": {label: "{label}", kind: toggle, words: [open, muted]}
  "{ch}.solo": {label: "{label}", kind: toggle}
  "{ch}.pan": {label: "{label} Pan", min: -100, max: 100, decimals: 0}
  "{ch}.drums": {label: "{label} To Drums", type: decibel}
  "{ch}.keys": {label: "{label} To Kevs", type: decibel}
  kick.level: {color: red}
web: {pages: {foh: {view: mixer, show: ["{ch}.*"]}}}
"""

# What lies at the middle, the left and the right of each element of a list: true where it is the element itself, or inside of it.
FOUND = """selector => [...document.querySelectorAll(selector)].filter(one => one.checkVisibility()).map(one => {
  one.scrollIntoView({block: 'nearest'});
  const box = one.getBoundingClientRect();
  return [one.textContent.trim(), [0.04, 0.5, 0.96].every(at => one.contains(document.elementFromPoint(box.left + box.width * at, box.top + box.height / 2)))];
}).filter(([, isFree]) => !isFree).map(([text]) => text)"""


@test("nothing of the mixer lies over a panel of a narrow screen or takes its taps")
def over_panels():
    desk = Desk(BAND)
    for name in ("one", "two"):
        equal(desk.faderd.request("PUT", f"/v1/snapshots/{name}", {}).status, 200, "status of a save")
    for size in (TALL, LOW, TABLET):
        page = desk.open("?page=foh", **size)
        page.locator(".mixer-strip .fader").first.wait_for()
        page.get_by_role("button", name="Snapshots").filter(visible=True).click()
        page.locator(".panel .recall").nth(1).wait_for()
        equal(page.evaluate(FOUND, ".panel h2, .panel .show button, .panel .recall, .panel .line button"), [], f"what is covered at {size['viewport']}")
        page.context.close()


# Of the names, values and mutes that are seen whole: those that are smaller than a fingertip.
SMALL = """() => [...document.querySelectorAll('.mixer-strip > .name, .fader button.value, .switches .mute button')].filter(one => one.checkVisibility()).map(one =>
  [one.textContent, one.getBoundingClientRect()]).filter(([, box]) => box.right <= innerWidth && (box.width < 44 || box.height < 44)).map(([text, box]) => `${text} ${box.width} × ${box.height}`)"""


@test("on a low screen 60 % of the height is the travel of a fader; name, value and mute are found by a finger, upright as well; all else is behind the name")
def low():
    desk = Desk(BAND)
    for size in (LOW, TALL):
        page = desk.open("?page=foh", **size)
        page.locator(".mixer-strip .fader").first.wait_for()
        height = page.evaluate("Math.min(...[...document.querySelectorAll('.mixer-strip .track')].map(one => one.clientHeight))")
        least = 0.6 * 390 if size is LOW else 300
        check(height >= least, f"the travel at {size['viewport']} is {height}")
        equal(page.evaluate(SMALL), [], f"what is too small at {size['viewport']}")
        equal(page.evaluate(FOUND, ".mixer-strip:nth-child(2) :is(.name, .fader button.value, .mute button)"), [], f"what is covered at {size['viewport']}")
        if size is TALL:
            page.context.close()
            continue
        equal(page.locator(".mixer-strip .turning:visible, .mixer-strip .solo:visible").count(), 0, "rings and solos on a low screen")
        strip = page.locator(".mixer-strip[aria-label=Snare]")
        strip.get_by_role("switch").first.tap()
        desk.settles("snare.mute", True)
        strip.locator(".name").tap()
        page.locator(".panel .row[data-id='snare.pan']").wait_for()
        equal(page.locator(".panel .row").evaluate_all("all => all.map(one => one.dataset.id)"),
              ["snare.level", "snare.mute", "snare.solo", "snare.pan", "snare.drums", "snare.keys"], "what is behind the name")
        equal(page.locator(".panel .row .name").all_inner_texts(), ["Snare", "Mute", "Solo", "Pan", "To Drums", "To Kevs"], "what they are called there")
        page.locator(".panel .row[data-id='snare.solo'] [role=switch]").tap()
        desk.settles("snare.solo", True)
        # A row leads on to what there is to know of it.
        page.locator(".panel .row[data-id='snare.pan'] .name").tap()
        page.locator(".explain dl").wait_for()
        page.get_by_role("button", name="Close").tap()
        page.set_viewport_size({"width": 390, "height": 844})
        page.locator(".mixer-strip[aria-label=Kick] .turning").first.wait_for()
        page.context.close()


FIELDS = """\
version: 1
parameters:
  level: {label: Level, type: decibel, max: 10}
  share: {label: Share, min: 0, max: 100, unit: "%"}
  voices: {label: Voices, kind: integer, min: 1, max: 16}
  trim: {label: Trim, kind: integer, min: -12, max: 12}
  song: {label: Song, kind: text}
  scene: {label: Scene, kind: choice, options: [a, b, c, d, e, f]}
web: {pages: {foh: {view: mixer, show: [level, share, voices, trim, song, scene]}}}
"""


@test("fields have letters of 16 pixels on a touch screen, and the keys that their value needs; two fingers make an enlarged mixer small again, and move nothing")
def fields():
    desk = Desk(FIELDS)
    for query in ("", "?page=foh"):
        page = desk.open(query, **TALL)
        keys = {}
        for name in ("level", "share", "voices", "trim", "song"):
            place = page.locator(f".row[data-id={name}], .mixer-strip[data-id={name}]")
            place.locator("button.value").first.scroll_into_view_if_needed()
            place.locator("button.value").first.tap()
            field = place.locator("fd-field input")
            field.wait_for()
            keys[name] = field.get_attribute("inputmode")
            small = page.evaluate("[...document.querySelectorAll('input, select')].filter(one => one.checkVisibility() && parseFloat(getComputedStyle(one).fontSize) < 16).map(one => one.outerHTML)")
            equal(small, [], f"letters that are too small with the field of {name} in “{query}”")
            page.keyboard.press("Escape")
        # The number pads of phones have no minus.
        equal(keys, {"level": "text", "share": "decimal", "voices": "numeric", "trim": "text", "song": "text"}, "keyboards")
    page.evaluate("document.querySelector('.mixer').scrollTo(0, 0)")
    before = desk.faderd.value("share")
    fingers = Fingers(page)

    def pinch(place, begin, end):
        """Two fingers that are so many pixels beside a place, and then as many."""
        x, y = place
        fingers.down((x - begin, y), (x + begin, y))
        for n in range(1, 21):
            way = begin + (end - begin) * n / 20
            fingers.move((x - way, y), (x + way, y))
        fingers.up()
    pinch(center(page.locator(".mixer-strip[data-id=share] .name")), 20, 150)
    until(page, "visualViewport.scale > 1.5 && document.documentElement.hasAttribute('data-zoomed')")
    # Fingers touch what is seen. Both are on a fader.
    place, wide = (195, 75), 170
    on = f"(at => document.elementFromPoint(visualViewport.offsetLeft + at / visualViewport.scale, visualViewport.offsetTop + {place[1]} / visualViewport.scale).closest('.slider.upright') !== null)"
    equal([page.evaluate(f"{on}({place[0] + way})") for way in (-wide, wide)], [True, True], "whether the fingers are on faders")
    pinch(place, wide, 20)
    until(page, "visualViewport.scale < 1.01 && !document.documentElement.hasAttribute('data-zoomed')")
    equal(desk.faderd.value("share"), before, "the fader under the fingers")


MIX = """\
version: 1
lists:
  ch: {drums: Drums, bass: Bass, vox: Vocals}
  mon: {bass: My mix}
parameters:
  "{ch}.level": {label: "{label}", type: decibel}
  "{ch}.{mon}": {label: "{ch.label} to {mon.label}", type: decibel}
  "{mon}.master": {label: Everything, type: decibel}
web: {pages: {bassist: ["{ch}.{mon}", "{mon}.master"]}}
"""
NAMES = "document.querySelectorAll('.mixer-strip > .name')"
# The names that lie under the toast, a pixel of it or more.
UNDER = """() => (toast => [...document.querySelectorAll('.name')].filter(one => one.checkVisibility()).map(one => [one.textContent, one.getBoundingClientRect()]).filter(([, box]) =>
  box.left < toast.right && box.right > toast.left && box.top < toast.bottom && box.bottom > toast.top).map(([text]) => text))(document.querySelector('.toast').getBoundingClientRect())"""


@test("the page of a musician: a mixer without being told, his mix in a strip of its own, his page's name at the top, his own drags are his, and no word of programs")
def musician():
    desk = Desk(MIX)
    page = desk.guest("bassist", **TALL)
    page.locator(".mixer-strip .fader").first.wait_for()
    equal(page.evaluate(f"[...{NAMES}].map(one => one.textContent)"), ["Drums", "Bass", "Vocals", "My mix"], "strips")
    equal((page.locator("h1").inner_text(), page.locator("input[type=search]").count()), ("bassist", 0), "the top")
    check(page.locator("h1").bounding_box()["width"] >= 60, f"the room for the name: {page.locator('h1').bounding_box()}")
    fingers = Fingers(page)
    x, y = center(page.locator(".mixer-strip[aria-label=Drums] .slider"))
    fingers.swipe((x, y), (x, y + 200))
    wait_until(lambda: desk.faderd.value("drums.bass") < -5, "the drag")
    page.locator(".mixer-strip[aria-label=Drums] .name").click()
    facts = page.locator(".explain dl")
    facts.wait_for()
    wait_until(lambda: "this page" in facts.inner_text(), lambda: f"whose it was: {facts.inner_text()}")
    desk.faderd.put_durably("drums.bass", -33)
    wait_until(lambda: "somebody else" in facts.inner_text(), lambda: f"whose it was then: {facts.inner_text()}")
    check("drums.bass" not in facts.inner_text(), "an id is no word for a musician")
    page.get_by_role("button", name="Close").click()
    # A toast lies over no name, in the mixer nor in the list.
    fingers.swipe((x, y), (x, y - 200))
    wait_until(lambda: desk.faderd.value("drums.bass") > -30, "the next drag")
    for view in ("mixer", "list"):
        if view == "list":
            page.get_by_role("button", name="Show as a list").click()
            page.locator(".row").first.wait_for()
        page.get_by_role("button", name="Undo").click()
        page.locator(".toast").wait_for()
        # A mouse would keep it open.
        page.mouse.move(x, y)
        equal(page.evaluate(UNDER), [], f"names under the toast “{page.locator('.toast').inner_text()}” in the {view}")
        page.locator(".toast").wait_for(state="detached")
    desk.faderd.stop()
    page.locator(".banner:not(.away)").wait_for()
    wait_until(lambda: "No connection to the desk" in page.locator(".banner:not(.away)").inner_text(), lambda: f"the banner: {page.locator('.banner').all_inner_texts()}")
    seen = page.locator("body").inner_text()
    equal([word for word in ("daemon", "faderctl", "faderd", "program") if word in seen], [], f"words that are none for a musician in: {seen}")
    desk.faderd.start()
    live(page)
    desk.expects("503", "409", "net::", "Failed to load")


@test("a musician whose key has ended is sent for another code, and is given no command to type")
def key_ended():
    desk = Desk(MIX)
    page = desk.guest("bassist", **TALL)
    page.locator(".mixer-strip .fader").first.wait_for()
    names = [one["name"] for one in desk.faderd.get("/v1/keys") if one.get("page") == "bassist"]
    equal(len(names), 1, "keys of the page")
    equal(desk.faderd.ctl("token", "revoke", names[0]).exit, 0, "exit code of the revocation")
    page.locator(".door").wait_for()
    said = page.locator(".door").inner_text()
    check("Scan the code again" in said and "faderctl" not in said, f"the door: {said}")
    desk.expects("401")


CALLED = """\
version: 1
lists: {ch: [ch01, ch02, ch03]}
parameters:
  "{ch}.level": {label: "Channel {n}", type: decibel}
  "{ch}.pan": {label: "Channel {n} Pan", min: -100, max: 100, decimals: 0}
  "{ch}.kev": {label: "Channel {n} To Kevs", type: decibel}
  "{ch}.ann": {label: "Channel {n} To Ann", type: decibel}
  "{ch}.low": {label: "Channel {n} Low cut", kind: toggle}
  mg1: {label: Mute group 1, kind: trigger, color: red}
  walk: {label: Walk-in music, kind: toggle}
web: {pages: {foh: {view: mixer, show: ["{ch}.*", mg1, walk]}}}
"""
# The captions whose text is cut off, or that begin above the room of the mixer.
CUT = """() => [...document.querySelectorAll('.mixer-strip .caption')].filter(one => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1
  || one.getBoundingClientRect().top < document.querySelector('.mixer-frame').getBoundingClientRect().top).map(one => one.textContent)"""


@test("captions: a strip is called as its fader, what its labels share is dropped, no caption is cut, and a button alone has its own label and the room of its strip")
def captions():
    desk = Desk(CALLED)
    for size in (TALL, TABLET, {"viewport": {"width": 1440, "height": 900}}):
        page = desk.open("?page=foh", **size)
        page.locator(".mixer-strip .fader").first.wait_for()
        equal(page.evaluate(f"[...{NAMES}].map(one => one.textContent)"), ["Channel 1", "Channel 2", "Channel 3", "Mute group 1", "Walk-in music"], "names")
        equal(page.locator(".mixer-strip").first.locator(".caption").all_text_contents(), ["Pan", "To Kevs", "To Ann", "Low cut"], "captions")
        equal(page.evaluate(CUT), [], f"captions that are cut at {size['viewport']}")
        button = page.locator(".mixer-strip[data-id=mg1] button.press")
        button.scroll_into_view_if_needed()
        equal(button.locator(".caption").inner_text(), "Mute group 1", "what is on the button")
        check(button.bounding_box()["height"] >= 90, f"its size: {button.bounding_box()}")
        page.context.close()
