"""How things stand beside the value: targets that are not there, fail or differ, and faders without motors that wait."""

from browser import COLORS, Desk, judge, opened, row, slider
from testing import check, equal, test, wait_until
from test_looks import PHONE

CONFIG = """\
version: 1
parameters:
  pan: {label: Pan, max: 100, decimals: 0, step: 1}
  fan: {label: Fan, max: 100, decimals: 0, target: {exec: ["false"]}}
  card: {label: Card, max: 100, decimals: 0, target: {brightness: nowhere}}
  cut: {label: Cut, kind: toggle, target: [{exec: ["true", cut]}, {alsa: {card: nowhere, control: Switch}}]}
  both: {label: Both, max: 100, decimals: 0, target: [{exec: ["false", both]}, {alsa: {card: nowhere, control: Both}}, {exec: ["true"]}]}
  calm: {label: Calm, max: 100, decimals: 0}
surfaces:
  nano:
    match: "faderd virtual"
    controls:
      fader.1: {input: "pitchbend ch 1"}
    map: {fader.1: pan}
"""


def standing(page, name):
    return row(page, name).locator(".standing")


def waits(desk):
    """The fader waits above its value, at 90."""
    desk.faderd.move(1, 0.9)
    desk.settles("pan", 90)
    desk.faderd.set("pan", "20")


@test("a fader without a motor that waits is shown where it stands, with an arrow to the value and in words, and moves there live")
def ghost():
    desk, page = opened(CONFIG)
    equal(standing(page, "Pan").is_visible(), False, "nothing is said while it has hold")
    waits(desk)
    wait_until(lambda: standing(page, "Pan").inner_text() == "nano fader.1, waiting: above, move it down", lambda: standing(page, "Pan").inner_text())

    def places():
        boxes = [row(page, "Pan").locator(one).bounding_box() for one in (".thumb", ".ghost")]
        return [box["x"] + box["width"] / 2 for box in boxes]
    wide = row(page, "Pan").locator(".track").bounding_box()["width"]
    thumb, there = places()
    check(abs((there - thumb) / wide - 0.7) < 0.02, f"the distance from the value to the fader: {(there - thumb) / wide}")
    equal(row(page, "Pan").locator(".ghost").get_attribute("data-toward"), "down", "the way to the value")
    described = slider(page, "Pan").get_attribute("aria-describedby")
    check("waiting: above" in page.locator(f"#{described}").text_content(), "screen readers hear it with the slider")
    desk.faderd.move(1, 0.5)
    wait_until(lambda: abs((places()[1] - places()[0]) / wide - 0.3) < 0.02, "the ghost to follow the fader")
    page.get_by_role("button", name="Surfaces").first.click()
    page.locator(".control .under.wait").wait_for()
    equal(page.locator(".control .under.wait").inner_text(), "waiting: above", "the drawer says so")
    check(page.locator(".cap.waits").is_visible(), "the drawer shows where the fader stands")
    desk.faderd.move(1, 0.1)
    desk.settles("pan", 10)
    standing(page, "Pan").wait_for(state="hidden")
    equal(row(page, "Pan").locator(".ghost").count(), 0, "no ghost once it has hold")
    equal(slider(page, "Pan").get_attribute("aria-describedby"), None, "nothing more to read")
    equal(page.locator(".cap.waits:visible").count(), 0, "no ghost in the drawer")


@test("a target that is not there or fails is told on its row, in words and with a symbol, and a reload that takes it away clears it")
def targets():
    desk, page = opened(CONFIG)
    wait_until(lambda: "nowhere" in standing(page, "Card").inner_text(), "the light to be missed")
    check("not there" in standing(page, "Card").inner_text(), standing(page, "Card").inner_text())
    check(standing(page, "Card").locator("svg").is_visible(), "there is a symbol")
    equal(standing(page, "Calm").is_visible(), False, "nothing is said of one without a target")
    desk.faderd.set("fan", "40")
    wait_until(lambda: "failing" in standing(page, "Fan").inner_text(), "the failure to be told without a reload")
    described = row(page, "Cut").get_by_role("switch").get_attribute("aria-describedby")
    check("not there" in page.locator(f"#{described}").text_content(), "screen readers hear it with a switch")
    row(page, "Fan").locator(".name").click()
    wait_until(lambda: "failing" in page.locator(".explain dl").inner_text(), "the panel to say what it is bound to")
    # Of several targets each that is in trouble is told.
    desk.faderd.set("both", "40")
    wait_until(lambda: standing(page, "Both").locator("li").count() == 2, lambda: standing(page, "Both").inner_text())
    lines = standing(page, "Both").locator("li").all_inner_texts()
    check("failing" in lines[0] and "not there" in lines[1], f"the lines: {lines}")
    row(page, "Both").locator(".name").click()
    wait_until(lambda: page.locator(".explain dt").all_inner_texts().count("And to") == 2, "the panel to list all three")
    desk.faderd.reload(CONFIG.replace(", target: {exec: [\"false\"]}", ""))
    standing(page, "Fan").wait_for(state="hidden")


@test("what waits and what is missing can be read at every width, dark and light, on stage and in forced colors; axe-core finds nothing")
def looks():
    desk = Desk(CONFIG)
    desk.faderd.set("fan", "40")
    waits(desk)
    for name, more in {"dark": {"color_scheme": "dark"}, "light": {"color_scheme": "light"}, "forced colors": {"forced_colors": "active"},
                       "phone": PHONE, "narrow": {"viewport": {"width": 320, "height": 700}}}.items():
        page = desk.open(bypass_csp=True, **more)
        standing(page, "Pan").wait_for()
        wait_until(lambda page=page: "failing" in standing(page, "Fan").inner_text(), "the failure")
        judge(page, name, COLORS if name in ("light", "forced colors") else None)
        check(page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name}: nothing is wider than the page")
        if name == "dark":
            page.evaluate("document.documentElement.dataset.theme = 'stage'")
            judge(page, "stage", COLORS)
        page.context.close()


@test("a follower says at the top whom it follows, and takes over if somebody says so twice")
def follower():
    desk = Desk(CONFIG)
    desk.expects("409 (Conflict)")
    page = desk.open()
    equal(page.locator(".banner.away", has_text="follows").count(), 0, "banners of a leader")
    answer = desk.faderd.request("POST", "/v1/follow", {"name": "band", "version": "1", "term": 3, "leads": True, "run": "f"})
    equal(answer.status, 200, f"status of what another machine says ({answer.body})")
    banner = page.locator(".banner.away", has_text="follows")
    banner.wait_for()
    check("This machine follows band" in banner.inner_text(), banner.inner_text())
    banner.get_by_role("button", name="Take over").click()
    page.get_by_role("dialog").get_by_role("button", name="Take over").click()
    page.get_by_text("so everything would begin with its default").wait_for()
    # With what it keeps of its leader.
    changes = {"mark": "1", "lineage": "a", "whole": True, "parameters": {"calm": {"value": 40}}}
    answer = desk.faderd.request("POST", "/v1/follow", {"name": "band", "version": "1", "term": 3, "leads": True, "run": "f", "changes": changes})
    equal(answer.status, 200, f"status of what another machine passes on ({answer.body})")
    desk.settles("calm", 40)
    banner.get_by_role("button", name="Take over").click()
    page.get_by_role("dialog").get_by_role("button", name="Take over").click()
    wait_until(lambda: page.locator(".banner.away", has_text="follows").count() == 0, "the banner to go")
    equal(desk.faderd.status()["follow"]["role"], "leader", "its role")
