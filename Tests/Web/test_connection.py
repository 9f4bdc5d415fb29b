"""The page and its connection: a daemon that is killed, many tabs, tabs that close, a newer page."""

import json
import os
import shutil
import time

import native
from browser import ROOT, Desk, drag, live, row, slider, track, until, value
from testing import check, equal, test, wait_until

WEB = ROOT or os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Web")


@test("a daemon that is killed during a drag: a banner, controls that cannot be used, and the right state within 2 s of its return")
def killed():
    desk = Desk()
    page = desk.open()
    _, width, _ = track(page, "Fine")
    drag(page, slider(page, "Fine"), width * 0.2, release=False)
    wait_until(lambda: desk.faderd.value("fine") > 600, "the drag")
    desk.faderd.kill()
    page.locator(".banner").wait_for()
    check("No connection" in page.locator(".banner").inner_text(), "what the banner says")
    check(page.evaluate("document.querySelector('.middle').inert"), "controls can still be used")
    page.mouse.move(700, 300, steps=5)
    page.mouse.up()
    time.sleep(1.2)
    until(page, "/\\d+ s/.test(document.querySelector('.banner').textContent)")
    native.write(desk.faderd.state_file, json.dumps({"version": 1, "parameters": {"fine": {"value": 123}}, "snapshots": {}}))
    os.chmod(desk.faderd.state_file, 0o600)
    desk.faderd.start()
    # If the page has just reconnected by itself, the button is hidden and the click does nothing.
    page.evaluate("[...document.querySelectorAll('.banner button')].find(one => one.textContent === 'Try now').click()")
    started = time.monotonic()
    wait_until(lambda: value(page, "Fine") == "123.000", lambda: f"the value; it is {value(page, 'Fine')}")
    check(time.monotonic() - started < 2, f"it took {time.monotonic() - started:.1f} s")
    page.locator(".banner").wait_for(state="hidden")
    equal(desk.faderd.value("fine"), 123, "what the daemon has: nothing was queued")
    slider(page, "Fine").focus()
    page.keyboard.press("ArrowRight")
    desk.settles("fine", 133)
    desk.no_errors(besides=("net::", "Failed to load"))


@test("a page reconnects by itself within 2 s and shows what changed meanwhile")
def reconnects():
    desk = Desk()
    page = desk.open()
    desk.faderd.kill()
    page.locator(".banner").wait_for()
    desk.faderd.start()
    desk.faderd.put_durably("master", -1)
    started = time.monotonic()
    wait_until(lambda: value(page, "Master") == "-1.0 dB", "the value")
    check(time.monotonic() - started < 2, f"it took {time.monotonic() - started:.1f} s")
    live(page)
    desk.no_errors(besides=("net::", "Failed to load"))


@test("eight tabs load and show changes; one that is paused becomes live when it is used")
def tabs():
    desk = Desk()
    context = desk.context()
    pages = []
    for _ in range(8):
        page = context.new_page()
        page.goto(f"{desk.origin}/#{desk.token}")
        pages.append(page)
    for page in pages:
        page.wait_for_selector(".row")
    desk.faderd.put_durably("master", -3)
    for number, page in enumerate(pages):
        wait_until(lambda: value(page, "Master") == "-3.0 dB", f"tab {number} to follow")
    states = [page.evaluate("document.documentElement.dataset.live") for page in pages]
    equal(sorted(set(states)), ["live", "paused"], "states of the tabs")
    waiting = pages[states.index("paused")]
    slider(waiting, "Fine").click()
    live(waiting)
    waiting.keyboard.press("End")
    desk.settles("fine", 1000)


@test("if all sixteen streams are taken, the page says so, and becomes live by itself when one is free")
def streams():
    desk = Desk()
    links = [desk.faderd.connect() for _ in range(16)]
    for link in links:
        link.sendall(b"GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        link.recv(100)
    page = desk.context().new_page()
    page.goto(f"{desk.origin}/#{desk.token}")
    page.locator(".banner").wait_for()
    wait_until(lambda: "16 event streams are open" in page.locator(".banner").inner_text(), lambda: page.locator(".banner").inner_text())
    links[0].close()
    live(page)
    equal(value(page, "Master"), "-12.0 dB", "the value")


@test("the drawer moves the virtual surface's faders; a tab that is closed with a finger down lifts it")
def finger():
    desk = Desk()
    page = desk.open()
    page.get_by_role("button", name="Surfaces").first.click()
    strip = page.locator(".strip.playable").first
    strip.wait_for()
    box = strip.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 20, steps=10)
    wait_until(lambda: desk.faderd.value("master") > -5, lambda: f"the fader to move master: {desk.faderd.value('master')}")
    check(desk.faderd.get("/v1/virtual")[0]["touched"], "there is no finger on the fader")
    until(page, "document.querySelector('.control.held') !== null")
    equal(row(page, "Master").locator(".hand").is_visible(), True, "whether the hand is marked")
    page.context.close()
    wait_until(lambda: not desk.faderd.get("/v1/virtual")[0]["touched"], "the finger to be lifted")


@test("a newer page is loaded automatically, but not while a field is open")
def newer():
    copy = f"{native.scratch()}/Web"
    shutil.copytree(WEB, copy)
    desk = Desk(root=copy)
    page = desk.open()
    page.evaluate("window.isOld = true")
    with open(f"{copy}/base/signal.js", "a", encoding="utf-8") as file:
        file.write("// newer\n")
    row(page, "Master").locator("button.value").click()
    desk.faderd.kill()
    page.locator(".banner").wait_for()
    desk.faderd.start()
    live(page)
    # The field is still open and has the focus again.
    until(page, "document.activeElement.matches('.row[data-id=master] input')")
    time.sleep(2)
    check(page.evaluate("window.isOld"), "it was loaded while somebody typed")
    page.keyboard.press("Escape")
    until(page, "window.isOld === undefined")
    live(page)


@test("two hundred parameters that glide for five seconds all end where they should")
def gliding():
    names = [f"p.{n:03}" for n in range(1, 201)]
    desk = Desk(native.parameters(names, "min: 0, max: 1000, decimals: 0"))
    for name in names:
        desk.faderd.put(name, value=int(name[2:]))
    equal(desk.faderd.ctl("snapshot", "save", "there").exit, 0, "exit code of snapshot save")
    for name in names:
        desk.faderd.put(name, value=1000)
    page = desk.open()
    page.evaluate("""() => { window.frames60 = 0; const count = () => { window.frames60++; requestAnimationFrame(count); }; requestAnimationFrame(count); }""")
    equal(desk.faderd.request("POST", "/v1/snapshots/there/recall", {"over": 5}).status, 200, "status of recall")
    time.sleep(5)
    print(f"     {page.evaluate('window.frames60') / 5:.0f} frames a second while 200 sliders moved")
    wait_until(lambda: desk.faderd.value("p.200") == 200, "the end of the glide")
    wanted = [str(n) for n in range(1, 201)]
    # Rows that are not on the screen are painted when they come there.
    page.set_viewport_size({"width": 1280, "height": 15000})
    wait_until(lambda: page.locator(".row button.value").all_inner_texts() == wanted, lambda: f"the values: {page.locator('.row button.value').all_inner_texts()}")
    desk.no_errors()
