"""A mixer of sixteen channels with sends, pads, and an OBS and a console that are away: no caption is cut, on a phone and at the desk."""

from browser import Desk, live, opened
from testing import equal, test, wait_until

BAND = """\
version: 1
lists:
  ch: {kick: Kick, snare: Snare Top, hat: HiHat, tom1: Tom High, tom2: Tom Floor, bass: Bass DI, git1: Guitar Left, git2: Guitar Right, keys1: Keys, keys2: Synthesizer, vox1: Lead Vocals,
       vox2: Backing Vocals 1, vox3: Backing Vocals 2, horn: Saxophone, track: Playback, talk: Talkback}
  mon: {drums: Drums, front: Front}
targets:
  foh: {osc: "127.0.0.1:9", queries: true}
  studio: {obs: "127.0.0.1:1"}
parameters:
  "{ch}.level": {label: "{label}", type: decibel, max: 10, taper: audio, default: -10, target: {osc: foh, address: "/ch/{nn}/mix/fader"}}
  "{ch}.mute": {label: "{label}", kind: toggle, words: [open, muted], target: {osc: foh, address: "/ch/{nn}/mix/on", range: [1, 0]}}
  "{ch}.pan": {label: "{label} Pan", min: -100, max: 100, decimals: 0}
  "{ch}.{mon}": {label: "{ch.label} to {mon.label}", type: decibel, max: 10, taper: audio, default: -20}
  scene: {label: Scene, kind: choice, options: [Walk-in, {id: opener, label: Opener}, Ballad, Rock, Bows, Dark], color: blue, target: {obs: studio, scene: program}}
  record: {label: Recording, kind: toggle, target: {obs: studio, recording: true}, color: red}
  panic: {label: Panic, kind: trigger, color: red}
web:
  pages:
    foh: {view: mixer, show: ["{ch}.*"]}
    stage: {view: pads, show: [scene, panic, record, "*.mute"]}
    scenes: [scene]
"""
# Texts that are cut at a side, or taller than the room for their lines.
CUT = """selector => [...document.querySelectorAll(selector)].filter(one => one.checkVisibility() && one.textContent).filter(one => {
  const box = one.getBoundingClientRect(), outer = one.closest("button, .part, .name").getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(one);
  const text = range.getBoundingClientRect();
  return text.left < outer.left - .5 || text.right > outer.right + .5 || one.scrollHeight > box.height + 1;
}).map(one => one.textContent)"""
TOUCH = {"has_touch": True, "is_mobile": True}


@test("no caption of a mixer or of pads is cut: upright and sideways on a phone, on a tablet and at the desk", limit=120)
def captions():
    desk = Desk(BAND)
    for width, height, more in ((390, 844, TOUCH), (844, 390, TOUCH), (1024, 768, {}), (1440, 900, {})):
        page = desk.open("?page=foh", bypass_csp=True, viewport={"width": width, "height": height}, **more)
        page.locator(".mixer-strip .fader").first.wait_for()
        equal(page.evaluate(CUT, ".mixer-strip .turning .caption, .mixer-strip > .name bdi"), [], f"captions of the mixer that are cut at {width} × {height}")
        page.goto(f"{desk.origin}/?page=stage#{desk.key}")
        live(page)
        page.locator(".pad").first.wait_for()
        equal(page.evaluate(CUT, ".pad .caption, .pad .word"), [], f"captions of pads that are cut at {width} × {height}")
        equal(page.evaluate("document.documentElement.scrollWidth"), width, "the width")
        page.context.close()


@test("a list whose value is not known says so instead of nothing, and has its options when it is")
def unheard():
    desk, page = opened(BAND, query="?page=scenes")
    chosen = "document.querySelector('.row select').selectedOptions[0]?.textContent"
    wait_until(lambda: page.evaluate(chosen) == "–", lambda: f"what the list shows: {page.evaluate(chosen)}")
    desk.faderd.put_durably("scene", "opener")
    wait_until(lambda: page.evaluate(chosen) == "Opener", lambda: f"what the list shows: {page.evaluate(chosen)}")
    equal(page.locator(".row select option").all_text_contents(), ["Walk-in", "Opener", "Ballad", "Rock", "Bows", "Dark"], "its options")
