"""The page in headless chromium: when it is first painted, how smoothly two hundred sliders and a mixer of 24 strips with meters move, and what
share of the browser's main thread that takes.

It depends on the machine, on what else runs there (the load is printed), and without a graphics card the browser draws with the processor.
"""

import os
import statistics
import subprocess
import time

from daemon import BINARIES, Daemon
from playwright.sync_api import sync_playwright
from rows import row

COUNT, SECONDS = 200, 5
NAMES = [f"p.{n:03}" for n in range(COUNT)]


STRIPS = 24
# The changes of a fader and a meter are glides, which step as often as a screen can show.
MIXER = """\
version: 1
web: {pages: {foh: {view: mixer, show: ["s*"]}}}
parameters:
""" + "".join(f"  s{n:02}.level: {{type: decibel}}\n  s{n:02}.meter: {{type: percent}}\n  s{n:02}.mute: {{kind: toggle}}\n" for n in range(STRIPS))
SLIDERS = "version: 1\nparameters:\n" + "".join(f"  {name}: {{min: 0, max: 1000, decimals: 1}}\n" for name in NAMES)
LOADS = 7
# What of a first paint is the browser's own: a new context, and an empty page without a server.
EMPTY = "data:text/html,<title>empty</title><p>empty"
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


def start(config):
    daemon = Daemon(config, arguments=["--virtual"]).start(timeout=10)
    web = subprocess.Popen(
        [f"{BINARIES}/faderctl", "web", "--no-open", "--socket", daemon.socket], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    return daemon, web


def measure(driver, what, config, names, query, viewport, shown):
    """Moves all `names` at once on the page at `query`, whose parts are `shown`."""
    daemon, web = start(config)
    try:
        origin, key = web.stdout.readline().strip().split("/#")
        address = f"{origin}/{query}#{key}"
        daemon.request("PUT", "/v1/snapshots/low", {})
        for name in names:
            daemon.request("PUT", f"/v1/parameters/{name}", {"position": 1})
        daemon.request("PUT", "/v1/snapshots/high", {})
        browser = driver.chromium.launch(executable_path="/usr/bin/chromium")
        bare, painted, lived, worked = [], [], [], []
        for _ in range(LOADS):
            bare.append(first_paint_of_nothing(browser, viewport))
            # A context of its own has nothing in its cache.
            page = browser.new_context(viewport=viewport).new_page()
            link = page.context.new_cdp_session(page)
            link.send("Performance.enable")
            began = time.monotonic()
            page.goto(address)
            page.wait_for_selector(f"html[data-live=live] {shown}")
            lived.append((time.monotonic() - began) * 1000)
            painted.append(page.evaluate(PAINTED))
            worked.append(busy(link) * 1000)
            if len(lived) < LOADS:
                page.context.close()
        row(f"{what}: first paint, median and worst of {LOADS}", f"{statistics.median(painted):.0f} · {max(painted):.0f} ms")
        row(f"{what}: of an empty page in turns with it, the same", f"{statistics.median(bare):.0f} · {max(bare):.0f} ms")
        row(f"{what}: from the request to live, the same", f"{statistics.median(lived):.0f} · {max(lived):.0f} ms")
        row(f"{what}: of a processor for the browser's main thread until then", f"{statistics.median(worked):.0f} · {max(worked):.0f} ms")
        for name, glides in (("at rest", False), ("all moving", True)):
            if glides:
                daemon.request("POST", "/v1/snapshots/low/recall", {"over": SECONDS})
            before, (frames, took) = busy(link), measure_frames(page)
            spent = busy(link) - before
            frames.sort()
            row(f"{what}, {name}: frames a second", f"{len(frames) / took:.0f}")
            row(f"{what}, {name}: from frame to frame, median · 95 of 100 · worst", f"{statistics.median(frames):.1f} · {frames[len(frames) * 95 // 100]:.1f} · {frames[-1]:.1f} ms")
            row(f"{what}, {name}: of a processor for the browser's main thread", f"{spent / took * 100:.0f} %, {spent / len(frames) * 1000:.1f} ms for a frame")
        browser.close()
    finally:
        web.kill()
        web.wait()
        daemon.destroy()


def first_paint_of_nothing(browser, viewport):
    """The milliseconds to the first paint of an empty page in a context of its own."""
    page = browser.new_context(viewport=viewport).new_page()
    page.goto(EMPTY)
    while (painted := page.evaluate(PAINTED)) is None:
        time.sleep(0.01)
    page.context.close()
    return painted


def busy(link):
    """The seconds of a processor that the main thread of the page has had, whatever else runs on the machine."""
    return next(one["value"] for one in link.send("Performance.getMetrics")["metrics"] if one["name"] == "ThreadTime")


def measure_frames(page):
    """(milliseconds from each frame to the next, seconds)"""
    return page.evaluate(f"""() => new Promise(done => {{
        const start = performance.now(), frames = [];
        let last = null;
        const next = now => {{
            if (last !== null) frames.push(now - last);
            last = now;
            now - start < {(SECONDS - 0.5) * 1000} ? requestAnimationFrame(next) : done([frames, (now - start) / 1000]);
        }};
        requestAnimationFrame(next);
    }})""")


row("the page: load of the machine at the start", f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
with sync_playwright() as chromium:
    # Large enough to show all sliders at once.
    measure(chromium, f"the page, {COUNT} sliders", SLIDERS, NAMES, "", {"width": 2560, "height": 2600}, ".row")
    measure(chromium, f"the page, a mixer of {STRIPS} strips", MIXER, [f"s{n:02}.{part}" for n in range(STRIPS) for part in ("level", "meter")], "?page=foh",
            {"width": 1440, "height": 900}, ".mixer-strip")
