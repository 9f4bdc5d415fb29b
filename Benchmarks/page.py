"""The page in headless chromium: how smoothly two hundred sliders move, and what share of the browser's main thread that takes.

No promise: it depends on the machine, and without a graphics card the browser draws with the processor.
"""

import subprocess
import time

from daemon import BINARIES, Daemon
from playwright.sync_api import sync_playwright
from rows import row

COUNT, SECONDS = 200, 5
NAMES = [f"p.{n:03}" for n in range(COUNT)]


def start():
    config = "version: 1\nparameters:\n" + "".join(f"  {name}: {{min: 0, max: 1000, decimals: 1}}\n" for name in NAMES)
    daemon = Daemon(config, arguments=["--virtual"]).start(timeout=10)
    web = subprocess.Popen(
        [f"{BINARIES}/faderctl", "web", "--no-open", "--socket", daemon.socket], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    return daemon, web


def measure():
    daemon, web = start()
    try:
        address = web.stdout.readline().strip()
        daemon.request("PUT", "/v1/snapshots/low", {})
        for name in NAMES:
            daemon.request("PUT", f"/v1/parameters/{name}", {"position": 1})
        daemon.request("PUT", "/v1/snapshots/high", {})
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path="/usr/bin/chromium")
            # Large enough to show all sliders at once.
            page = browser.new_context(viewport={"width": 2560, "height": 2600}).new_page()
            began = time.monotonic()
            page.goto(address)
            page.wait_for_selector("html[data-live=live] .row")
            row("the page: from the request to live, 200 parameters", f"{(time.monotonic() - began) * 1000:.0f} ms")
            link = page.context.new_cdp_session(page)
            link.send("Performance.enable")
            for name, glides in (("at rest", False), ("200 sliders gliding", True)):
                if glides:
                    daemon.request("POST", "/v1/snapshots/low/recall", {"over": SECONDS})
                before, frames, took = busy(link), *count_frames(page)
                share = (busy(link) - before) / took
                row(f"the page, {name}: frames a second", f"{frames / took:.0f}")
                row(f"the page, {name}: of the browser's main thread", f"{share * 100:.0f} %")
            browser.close()
    finally:
        web.kill()
        web.wait()
        daemon.destroy()


def busy(link):
    metrics = {one["name"]: one["value"] for one in link.send("Performance.getMetrics")["metrics"]}
    return metrics["TaskDuration"]


def count_frames(page):
    """(frames, seconds)"""
    return page.evaluate(f"""() => new Promise(done => {{
        const start = performance.now();
        let count = 0;
        const next = now => {{ count++; now - start < {(SECONDS - 0.5) * 1000} ? requestAnimationFrame(next) : done([count, (now - start) / 1000]); }};
        requestAnimationFrame(next);
    }})""")


measure()
