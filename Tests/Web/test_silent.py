"""A console that does not answer: one line at the top of every page that shows something of it, and its strips are dimmed."""

import socket
import struct
import threading

from browser import COLORS, Desk, Web, drag, judge, let_go, live, slider
from test_looks import PHONE
from testing import check, defer, equal, test, wait_until
from x32_desk import Desk as X32

CONFIG = """\
version: 1
targets:
  foh: {{osc: "127.0.0.1:{port}", queries: true}}
parameters:
  kick.level: {{label: Kick, max: 100, decimals: 0, target: {{osc: foh, address: /kick}}}}
  kick.mute: {{label: Kick mute, kind: toggle, target: {{osc: foh, address: /kick/on}}}}
  snare.level: {{label: Snare, max: 100, decimals: 0, target: {{osc: foh, address: /snare}}}}
  light.level: {{label: Light, max: 100, decimals: 0}}
  song: {{label: Song, kind: trigger, target: {{osc: foh, address: /go}}}}
  light.go: {{label: Go, kind: trigger, target: {{undo: 1}}}}
web:
  pages:
    anna: {{show: [kick.*], view: mixer}}
    lights: [light.*]
    songs: [song]
"""
LINE = ".banner.away"


class Console:
    """It answers an address without arguments with its value, unless it is mute."""

    def __init__(self):
        self.mute = True
        self._link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._link.bind(("127.0.0.1", 0))
        self.port = self._link.getsockname()[1]
        defer(self._close)
        threading.Thread(target=self._serve, daemon=True).start()

    def _close(self):
        try:
            self._link.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # It is not connected; its reader wakes up nevertheless.
        self._link.close()

    def _serve(self):
        while True:
            try:
                packet, sender = self._link.recvfrom(65536)
            except OSError:
                return
            if not packet:
                return
            end = packet.index(b"\0")
            if not self.mute and packet[end:].strip(b"\0,") == b"":
                self._link.sendto(packet[:end + 4 - end % 4] + b",f\0\0" + struct.pack(">f", 0.5), sender)


def said(page):
    return page.locator(LINE).all_inner_texts()


def silent():
    """A console that does not answer, and a desk with it."""
    console = Console()
    desk = Desk(CONFIG.format(port=console.port))
    return console, desk


@test("the phone of a musician with the key of a page: the line at the top, dimmed strips, no address; gone when the console is back, and back when it goes")
def phone():
    console, desk = silent()
    web = Web(desk.faderd, "--no-open", "--page", "anna")
    page = desk.open(url=f"{web.origin}/#{web.key}", bypass_csp=True, **PHONE)
    wait_until(lambda: said(page) == ["foh does not answer: these faders move nothing"], lambda: f"the line: {said(page)}", 30)
    page.locator(".mixer-strip.is-away").first.wait_for()
    check(float(page.locator(".mixer-strip").first.evaluate("one => getComputedStyle(one).opacity")) < 0.6, "the strip is dimmed")
    box = page.locator(LINE).bounding_box()
    check(box["y"] >= 0 and box["x"] >= 0 and box["x"] + box["width"] <= 390, f"where it is: {box}")
    check(page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is wider than the page")
    check("127.0.0.1" not in page.content(), "no address")
    equal(page.locator(".standing:visible li").count(), 0, "small signs")
    judge(page, "phone", COLORS, LINE)
    console.mute = False
    wait_until(lambda: said(page) == [], lambda: f"the line while it answers: {said(page)}", 30)
    equal(page.locator(".is-away").count(), 0, "dimmed strips")
    console.mute = True
    desk.faderd.set("kick.level", "40")
    wait_until(lambda: len(said(page)) == 1, "the line once more", 30)
    # What is opened while it is away says so as well; in the language of the browser.
    late = desk.open(url=f"{web.origin}/#{web.key}", locale="de-DE", **PHONE)
    wait_until(lambda: said(late) == ["foh antwortet nicht: Diese Fader bewegen nichts"], lambda: f"the line: {said(late)}")
    desk.expects("404")


@test("the phone of a musician whose sends are on an X32 that goes: the same line, no address, what is moved meanwhile is there when it is back, and nobody else's", limit=120)
def x32():
    console = X32()
    desk = Desk(f"""\
version: 1
targets: {{foh: {{x32: "127.0.0.1:{console.port}"}}}}
parameters:
  kick.anna: {{target: {{x32: foh, ch: 1, bus: 1}}}}
  kick.ben: {{target: {{x32: foh, ch: 1, bus: 2}}}}
web: {{pages: {{anna: [kick.anna]}}}}
""")
    web = Web(desk.faderd, "--no-open", "--page", "anna")
    page = desk.open(url=f"{web.origin}/#{web.key}", **PHONE)
    page.get_by_text("Ch 1").first.wait_for()
    equal(said(page), [], "the line while it answers")
    console.silent = True
    wait_until(lambda: said(page) == ["foh does not answer: these faders move nothing"], lambda: f"the line: {said(page)}", 30)
    check("127.0.0.1" not in page.content() and "kick.ben" not in page.content(), "what a key of a page may not see")
    key = {"Authorization": f"Bearer {web.key}"}
    equal(desk.faderd.request("PUT", "/v1/parameters/kick.anna", {"text": "-10 dB"}, key).status, 200, "status of her send")
    check(desk.faderd.request("PUT", "/v1/parameters/kick.ben", {"text": "-10 dB"}, key).status in (403, 404), "a send of others")
    console.silent = False
    wait_until(lambda: said(page) == [] and console.values["/ch/01/mix/01/level"] == 0.5, lambda: f"the console is back: {said(page)}, {console.values['/ch/01/mix/01/level']}", 30)
    equal(console.values["/ch/01/mix/02/level"], 0.0, "a send of others")
    desk.expects("404")


@test("the desk's own page: one line for all rows, not one each; other pages say nothing of it; the list and the mixer alike; it can be read in light and dark")
def whole():
    _, desk = silent()
    page = desk.open(bypass_csp=True)
    wait_until(lambda: len(said(page)) == 1, lambda: f"the line: {said(page)}", 30)
    equal(sorted(page.locator(".row.is-away").evaluate_all("rows => rows.map(row => row.dataset.id)")), ["kick.level", "kick.mute", "snare.level", "song"], "dimmed rows")
    equal(page.locator(".row[data-id='light.level'].is-away").count(), 0, "the row of something else")
    equal(page.locator(".standing:visible li").count(), 0, "small signs")
    judge(page, "dark", COLORS, LINE)
    page.goto(f"{desk.origin}/?page=lights#{desk.key}")
    live(page)
    page.locator(".row[data-id='light.level']").wait_for()
    equal(said(page), [], "a page without the console")
    check(page.locator(".connection .dot").evaluate("one => getComputedStyle(one).backgroundColor") != "rgba(0, 0, 0, 0)", "the dot is full where all is there")
    page.goto(f"{desk.origin}/?page=songs#{desk.key}")
    live(page)
    page.locator(".row.is-away[data-id='song']").wait_for()
    equal(said(page), ["foh does not answer: these buttons do nothing"], "the line where only a trigger is shown")
    equal(page.locator(".connection .dot").evaluate("one => getComputedStyle(one).backgroundColor"), "rgba(0, 0, 0, 0)", "the dot is not full while what is shown moves nothing")
    page.goto(f"{desk.origin}/?view=mixer#{desk.key}")
    live(page)
    page.locator(".mixer-strip.is-away").first.wait_for()
    equal(len(said(page)), 1, "lines in the mixer")
    light = desk.open(color_scheme="light", bypass_csp=True)
    light.locator(LINE).wait_for()
    judge(light, "light", COLORS, LINE)


TOLD = """() => { globalThis.told = []; new MutationObserver(changes => {
  for (const { addedNodes } of changes) for (const one of addedNodes) told.push(one.textContent);
}).observe(document.querySelector(".toasts"), { childList: true }); }"""


@test("each drag of what a silent console has says once that it moves nothing there, in the list and in the mixer; a drag of anything else does not")
def dragged():
    _, desk = silent()
    page = desk.open()
    wait_until(lambda: len(said(page)) == 1, lambda: f"the line: {said(page)}", 30)
    page.evaluate(TOLD)
    drag(page, slider(page, "Light"), 60)
    for count in (1, 2, 3):
        drag(page, slider(page, "Kick"), 30)
        equal(page.evaluate("told"), ["foh does not answer: this moves nothing there"] * count, f"what {count} drags say")
    page.goto(f"{desk.origin}/?page=anna#{desk.key}")
    live(page)
    page.locator(".mixer-strip.is-away").first.wait_for()
    page.evaluate(TOLD)
    drag(page, page.locator(".mixer-strip .fader .track").first, 0, dy=-40, steps=5, release=False)
    equal(page.evaluate("told.length"), 1, "what a drag in the mixer says")
    let_go(page)


@test("a drag of a parameter whose one target is not there says so, too")
def dragged_alone():
    desk = Desk(CONFIG.split("targets:")[0] + """parameters:
  tune: {label: Tune, max: 100, decimals: 0, target: {brightness: leds/nobody}}
""")
    page = desk.open()
    page.locator(".standing li.away").first.wait_for()
    page.evaluate(TOLD)
    for count in (1, 2):
        drag(page, slider(page, "Tune"), 30)
        wait_until(lambda: page.evaluate("told.length") == count, lambda: f"what {count} drags say: {page.evaluate('told')}")
    check("not there" in page.evaluate("told[0]"), page.evaluate("told[0]"))
