"""The page and its connection: a daemon that is killed, many tabs, tabs that close, a newer page."""

import json
import os
import re
import shutil
import time

import native
from browser import ROOT, Desk, center, drag, live, opened, row, slider, track, until, value
from testing import check, equal, test, wait_until

WEB = ROOT or os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Web")


@test("a daemon that is killed during a drag: a banner, controls that cannot be used, and the right state within 2 s of its return")
def killed():
    desk, page = opened()
    _, width, _ = track(page, "Fine")
    drag(page, slider(page, "Fine"), width * 0.2, release=False)
    wait_until(lambda: desk.faderd.value("fine") > 600, "the drag")
    desk.faderd.kill()
    page.locator(".banner").wait_for()
    check("No connection" in page.locator(".banner").inner_text(), "what the banner says")
    check(page.evaluate("document.querySelector('.cards').inert"), "controls can still be used")
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
    desk.expects("net::", "Failed to load")


@test("a page reconnects by itself within 2 s and shows what changed meanwhile")
def reconnects():
    desk, page = opened()
    desk.faderd.kill()
    page.locator(".banner").wait_for()
    desk.faderd.start()
    desk.faderd.put_durably("master", -1)
    started = time.monotonic()
    wait_until(lambda: value(page, "Master") == "−1.0 dB", "the value")
    check(time.monotonic() - started < 2, f"it took {time.monotonic() - started:.1f} s")
    live(page)
    desk.expects("net::", "Failed to load")


@test("eight tabs load and show changes; one that is paused becomes live when it is used")
def tabs():
    desk = Desk()
    context = desk.context()
    pages = []
    for _ in range(8):
        page = context.new_page()
        page.goto(f"{desk.origin}/#{desk.key}")
        pages.append(page)
    for page in pages:
        page.wait_for_selector(".row")
    desk.faderd.put_durably("master", -3)
    for number, page in enumerate(pages):
        wait_until(lambda: value(page, "Master") == "−3.0 dB", f"tab {number} to follow")
    states = [page.evaluate("document.documentElement.dataset.live") for page in pages]
    equal(sorted(set(states)), ["live", "paused"], "states of the tabs")
    waiting = pages[states.index("paused")]
    slider(waiting, "Fine").click()
    live(waiting)
    waiting.keyboard.press("End")
    desk.settles("fine", 1000)


# What a page asks for by itself: its parameters while it is paused, and its own pages in the second after its beginning.
ASKED = re.compile(r"/v1/(parameters|pages)(\?|$)")


@test("a tab that lost its place, and with it its session, still follows what changes, and its first click is not lost")
def paused():
    desk = Desk()
    context = desk.context()
    page, other = desk.open(context=context), desk.open(context=context)
    names = []
    page.on("request", lambda request: names.append(request.headers.get("fader-session")))

    def take_place(place):
        other.evaluate(f"void navigator.locks.request('faderd-stream-{place}', {{steal: true}}, () => new Promise(() => {{}}))")
        page.wait_for_selector("html[data-live=paused]")
        # Its own request says which session it has.
        wait_until(lambda: page.evaluate("1") and names and names[-1], "the name of the session")
        ended = {"Fader-Session": names[-1]}
        wait_until(lambda: desk.faderd.request("GET", "/v1/pages", headers=ended).status == 409, "the session to end")

    # Nothing else is asked for, and the stream is opened last, so that the click is sent in the session that has ended.
    streams, answers = [], []
    page.route(ASKED, lambda route: route.abort())
    take_place(0)
    page.route("**/v1/events?*", lambda route: streams.append(route))
    page.on("response", lambda answer: answers.append(answer.status) if answer.request.method == "PUT" else None)
    page.get_by_role("switch", name="Mute").click()
    wait_until(lambda: page.evaluate("1") and answers and streams, "the first answer, and the stream")
    equal(answers, [409], "the first answer")
    streams[0].continue_()
    page.unroute("**/v1/events?*")
    live(page)
    desk.settles("mute", True)
    page.unroute(ASKED)
    names.clear()
    take_place(2)
    desk.faderd.put_durably("master", -3)
    wait_until(lambda: value(page, "Master") == "−3.0 dB", lambda: f"a paused tab to follow; it has {value(page, 'Master')}")
    desk.expects("409 (Conflict)", "net::ERR_FAILED")


@test("if all 64 streams are taken, the page says so, and becomes live by itself when one is free")
def streams():
    desk = Desk()
    links = [desk.faderd.connect() for _ in range(64)]
    for link in links:
        link.sendall(b"GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        link.recv(100)
    page = desk.context().new_page()
    page.goto(f"{desk.origin}/#{desk.key}")
    page.locator(".banner").wait_for()
    wait_until(lambda: "64 event streams are open" in page.locator(".banner").inner_text(), lambda: page.locator(".banner").inner_text())
    links[0].close()
    live(page)
    equal(value(page, "Master"), "−12.0 dB", "the value")


@test("a newer page is loaded automatically, but not while a field is open")
def newer():
    copy = f"{native.scratch()}/Web"
    shutil.copytree(WEB, copy)
    desk = Desk(root=copy)
    # `faderctl web` answers 503 while the daemon is away.
    desk.expects("net::", "409", "503")
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


@test("without a daemon the page can still be scrolled, and what had the focus has it again when the daemon is back")
def scrolled():
    desk, page = opened(viewport={"width": 800, "height": 400})
    page.get_by_role("button", name="Snapshots").first.click()
    slider(page, "Master").focus()
    desk.faderd.kill()
    page.locator(".banner").wait_for()
    wait_until(lambda: page.evaluate("document.activeElement === document.body"), "the focus to be lost")
    page.mouse.move(*center(row(page, "Master")))
    page.mouse.wheel(0, 200)
    until(page, "document.querySelector('main').scrollTop > 0")
    desk.faderd.start()
    live(page)
    until(page, "document.activeElement.ariaLabel === 'Master'")
    page.keyboard.press("End")
    desk.settles("master", 6)
    desk.faderd.kill()
    page.locator(".banner").wait_for()
    page.get_by_role("button", name="Close").click()
    page.locator(".panel").wait_for(state="hidden")
    desk.expects("net::", "Failed to load")
