"""The page in a browser, with its own daemon."""

import functools
import os
import signal
import subprocess
import time
import urllib.parse

import native
import testing
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error, sync_playwright
from testing import equal, wait_until

# Chromium without the windows and menus around a page: a test costs half of what it costs with them.
CHROMIUM = "/usr/bin/chromium-headless-shell"
# Without these, each page costs twice the processor time: one process draws, and one runs all pages of an origin.
FRUGAL = ["--in-process-gpu", "--disable-gpu", "--disable-software-rasterizer", "--process-per-site", "--no-zygote", "--disable-site-isolation-trials"]
# The daemon runs in another directory.
ROOT = os.path.abspath(os.environ["FADERD_WEB_ROOT"]) if os.environ.get("FADERD_WEB_ROOT") else None

# Parameters of every kind, some of them on the virtual surface.
KINDS = """\
version: 1
parameters:
  master: {label: Master, min: -70, max: 6, unit: dB, default: -12, decimals: 1}
  voices: {label: Voices, kind: integer, min: 1, max: 16}
  level: {label: Level, type: decibel}
  mute: {label: Mute, kind: toggle, words: [open, muted]}
  wave: {label: Wave, kind: choice, options: [saw, square, {id: pwm, label: Pulse width}]}
  scene: {label: Scene, kind: choice, options: [one, two, three, four, five, six]}
  band: {label: Band, kind: range, min: 0, max: 1000, decimals: 0, default: [200, 800]}
  lamp: {label: Lamp, kind: color, default: "#ff8800"}
  song: {label: Song, kind: text, default: first}
  fine: {label: Fine, min: 0, max: 1000, decimals: 3, default: 500}
""" + native.desk({1: "master", 2: "level", 3: "fine", 4: "band.low"})


@functools.cache
def playwright():
    """Playwright can be started once in a process."""
    return sync_playwright().start()


@functools.cache
def chromium():
    """One browser for each test process."""
    if not os.access(CHROMIUM, os.X_OK):
        testing.skip(f"there is no {CHROMIUM}")
    return playwright().chromium.launch(executable_path=CHROMIUM, args=FRUGAL)


class Web:
    """A running `faderctl web`: its address, origin, port and key."""

    def __init__(self, faderd, *arguments, environment=None):
        self.process, self.address, said = None, "", []

        def end():
            self.process.kill()
            return self.process.communicate()[1]

        def started():
            self.process = subprocess.Popen(
                [native.FADERCTL, "web", "--socket", faderd.socket, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                text=True, env={"PATH": os.environ["PATH"], "HOME": faderd.directory} | (environment or {}))
            self.address = self.process.stdout.readline().strip()
            if not self.address:
                said.append(end())
            return self.address
        # A port that was free a moment ago may be the own port of somebody's connection now, for as long as that lasts.
        wait_until(lambda: started() or ("--port" not in arguments and "nothing"), lambda: f"faderctl web to begin; it said {said[-1]}")
        testing.defer(end)
        testing.check(self.address, lambda: f"faderctl web gave no address; it said {said[-1]}")
        self.origin, self.key = self.address.split("/#")
        self.port = urllib.parse.urlsplit(self.origin).port

    def end(self, number=signal.SIGINT):
        self.process.send_signal(number)
        return self.process.wait(10)


class Desk:
    """A daemon that listens on TCP, `faderctl web`, and the console messages of its browsers."""

    def __init__(self, config=KINDS, root=ROOT, **more):
        self.port = native.free_port()
        arguments = ["--listen", f"127.0.0.1:{self.port}", *(["--web-root", root] if root else [])]
        self.faderd = native.Daemon(config, arguments=arguments, **more).start()
        self.web = Web(self.faderd, "--no-open")
        self.origin, self.key = self.web.origin, self.web.key
        with open(f"{os.path.dirname(self.faderd.state_file)}/token", encoding="ascii") as file:
            self.token = file.read().strip()
        self.listen()

    def context(self, **more):
        """A browser context (a separate profile), closed with the test."""
        context = chromium().new_context(**{"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce", "locale": "en-US"} | more)
        testing.defer(context.close)
        context.set_default_timeout(testing.PATIENCE * 1000)
        return context

    def open(self, query="", context=None, url=None, **more):
        """Opens the page and waits until it is live."""
        page = (context or self.context(**more)).new_page()
        page.on("console", lambda message: self.said.append(f"{message.type}: {message.text} {urllib.parse.urlsplit(message.location['url']).path}".strip()))
        page.on("pageerror", lambda error: self.said.append(f"pageerror: {error}"))
        page.goto(url or f"{self.origin}/{query}#{self.key}")
        live(page)
        return page

    def guest(self, name, **more):
        """Opens a page of one's own with its key."""
        web = Web(self.faderd, "--no-open", "--page", name)
        return self.open(url=f"{web.origin}/#{web.key}", **more)

    def listen(self):
        """Keeps what pages say, and checks at the end of the test that it was no error."""
        self.said, self.expected = [], []
        testing.defer(self._check_errors)
        testing.report(lambda: "".join(f"the page said: {line}\n" for line in self.said[-20:]))

    def expects(self, *words):
        """Errors of the page that have one of these words are expected."""
        self.expected += words

    def _check_errors(self):
        """At the end of each test there was no exception and no violation of the content security policy; a browser reports both as errors."""
        wrong = [line for line in self.said if line.startswith(("pageerror", "error")) and not any(word in line for word in self.expected)]
        equal(wrong, [], "errors of the page")

    def history(self):
        return self.faderd.get("/v1/history")

    def settles(self, parameter, value):
        """Waits until a parameter has a value."""
        self.faderd.settles(parameter, value)


def opened(config=KINDS, query="", **more):
    """A desk, and the page that it shows. `more`: of the page's context."""
    desk = Desk(config)
    return desk, desk.open(query, **more)


def live(page):
    page.wait_for_selector("html[data-live=live] .row, html[data-live=live] .mixer-strip, html[data-live=live] .pad, html[data-live=live] .empty")


def until(page, claim, what=None):
    """Waits until an expression is true in the page. `wait_for_function` is not used, because the page's policy refuses it."""
    def claimed():
        try:
            return page.evaluate(claim)
        except Error:
            return False  # in the middle of loading
    wait_until(claimed, what or claim)


def at_rest(page):
    """Waits until nothing is drawn anew any more."""
    drawn = "document.body.innerHTML"
    wait_until(lambda: page.evaluate(drawn) == (time.sleep(0.3) or page.evaluate(drawn)), "the page to be at rest")


def judge(page, what, only=None, where=None):
    """Checks that axe-core finds nothing. `only`: the rules, for example COLORS for a page of which all else has been judged. `where`: a selector of
    what is judged, if that is not the whole page."""
    options = {"resultTypes": ["violations"]} | ({"runOnly": {"type": "rule", "values": only}} if only else {})
    found = Axe().run(page, context=where, options=options).response["violations"]
    equal([f"{one['id']}: {one['help']}: {[node['html'][:120] for node in one['nodes'][:3]]}" for one in found], [], f"what axe-core finds in {what}")


COLORS = ["color-contrast", "link-in-text-block"]


def slider(page, name):
    return page.get_by_role("slider", name=name, exact=True)


def value(page, name):
    """The text of a value as the page shows it."""
    # Not the inner text, which is empty until a row that was just moved is drawn.
    return row(page, name).locator("button.value").text_content()


def row(page, name):
    return page.locator(".row", has=page.locator(f".name bdi:text-is('{name}')"))


def center(locator):
    locator.scroll_into_view_if_needed()
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def track(page, name):
    """(left, width, middle y) of the track of a slider."""
    box = row(page, name).locator(".track").first.bounding_box()
    return box["x"], box["width"], box["y"] + box["height"] / 2


def drag(page, start, dx, steps=20, dy=0, release=True):
    """Drags with the mouse from a place, (x, y), or from the middle of an element."""
    x, y = start if isinstance(start, tuple) else center(start)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx, y + dy, steps=steps)
    if release:
        let_go(page)


def let_go(page):
    """Ends a drag with the mouse, and waits until the daemon knows it: before that, the drag may still set the value."""
    with page.expect_response(lambda answer: '"end":true' in (answer.request.post_data or "")):
        page.mouse.up()


class Fingers:
    """Fingers on a touch screen."""

    def __init__(self, page):
        self.link = page.context.new_cdp_session(page)

    def _send(self, kind, points):
        self.link.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]})

    def down(self, *points):
        self._send("touchStart", points)

    def move(self, *points):
        self._send("touchMove", points)

    def up(self):
        self._send("touchEnd", [])

    def cancel(self):
        self._send("touchCancel", [])

    def swipe(self, start, end, steps=10):
        self.down(start)
        for n in range(1, steps + 1):
            self.move((start[0] + (end[0] - start[0]) * n / steps, start[1] + (end[1] - start[1]) * n / steps))
        self.up()
