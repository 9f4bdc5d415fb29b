"""The page in a musician's hand: a narrow screen, a low one, wet fingers."""

from browser import Desk, center, until
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
    desk.no_errors()
