"""The page where something is late or missing: answers, events, the network, the window; and rows that come and go meanwhile."""

import pathlib
import time

from browser import KINDS, Desk, live, opened, row, slider, until, value
from testing import check, equal, test, wait_until

MANY = "version: 1\nparameters:\n" + "".join(f"  p{number:03}: {{min: 0, max: 100}}\n" for number in range(120))


def see(page, is_hidden):
    """Hides the page, or shows it again, as far as the page can tell."""
    page.evaluate("""isHidden => {
        Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }""", is_hidden)


def came(page, held):
    """Waits for a request that a route holds. Playwright hears of it only during its own calls."""
    wait_until(lambda: page.evaluate("true") and held, "the request")
    return held[0]


def toast(page, text):
    page.locator(".toast", has_text=text).wait_for()


SNAPSHOTS = "**/v1/snapshots"
# The modules, which are one script in the program.
WEB = str(pathlib.Path(__file__).resolve().parents[2] / "Web")


@test("a request that is never answered ends with the connection; afterwards the page can be used, and nothing is sent again")
def unanswered():
    desk, page = opened()
    held = []
    page.route("**/v1/parameters/fine*", lambda route: route.continue_() if held else held.append(route))
    slider(page, "Fine").focus()
    page.keyboard.press("End")
    came(page, held)
    desk.faderd.kill()
    page.locator(".banner").wait_for()
    desk.faderd.start()
    live(page)
    desk.faderd.put_durably("fine", 123)
    wait_until(lambda: value(page, "Fine") == "123.000", "the value on the page")
    slider(page, "Fine").focus()
    page.keyboard.press("ArrowRight")
    desk.settles("fine", 133)
    desk.expects("net::", "Failed to load")


@test("what the page could not load, because the daemon was at a limit or a connection broke, is loaded a moment later")
def again():
    desk = Desk()
    equal(desk.faderd.ctl("snapshot", "save", "verse").exit, 0, "exit code of snapshot save")
    context, asked = desk.context(), []

    def refuse(route):
        """The first one breaks, and the second one is refused."""
        asked.append(route)
        if len(asked) == 1:
            route.abort()
        elif len(asked) == 2:
            route.fulfill(status=503, content_type="application/problem+json", body='{"type": "urn:faderd:too-many-connections", "status": 503, "title": "", "detail": ""}')
        else:
            route.continue_()
    context.route(SNAPSHOTS, refuse)
    page = desk.open(context=context)
    page.get_by_role("button", name="Snapshots").first.click()
    page.locator(".snapshots .which", has_text="verse").wait_for()
    equal(len(asked), 3, "how often it asked")
    desk.expects("net::ERR_FAILED", "503")


@test("a request that fails while the page is live is told, and a choice shows what the daemon has; a proxy's error page is no riddle")
def failed():
    desk, page = opened()
    wish = row(page, "Wave").get_by_role("radio", name="Pulse width")
    page.route("**/v1/parameters/wave*", lambda route: route.fulfill(status=502, content_type="text/html", body="<html><h1>502</h1></html>"))
    wish.click()
    toast(page, "the server answered with 502")
    until(page, "document.querySelector('[data-id=wave] input').checked", "the choice that the daemon has")
    page.unroute("**/v1/parameters/wave*")
    page.route("**/v1/parameters/wave*", lambda route: route.abort())
    wish.click()
    toast(page, "the daemon does not answer")
    until(page, "document.querySelector('[data-id=wave] input').checked", "the choice that the daemon has")
    desk.expects("net::", "Failed to load")


@test("an event that is older than an answer changes nothing, and neither does an old answer once there are events again")
def late():
    desk = Desk(root=WEB)
    page = desk.open()
    slider(page, "Fine").focus()
    page.keyboard.press("End")
    desk.settles("fine", 1000)
    until(page, "document.querySelector('[data-id=fine] .thumb').ariaValueNow === '1000'")
    shown = page.evaluate("""async () => {
        const module = name => import(new URL(name, document.querySelector("script[type=module]").src));
        const [{ events }, { parameters }] = [await module("stream/live.js"), await module("store/parameters.js")];
        const { revision } = parameters.get("fine");
        events.emit("batch", [["fine", revision - 1, 0.25, "250.000", false]]);
        return parameters.get("fine").position;
    }""")
    equal(shown, 1, "the position after an older event")
    held = []
    page.route("**/v1/parameters?*", lambda route: held.append(route))
    page.evaluate("""async () => {
        const { poll } = await import(new URL("store/parameters.js", document.querySelector("script[type=module]").src));
        window.polled = poll();
    }""")
    answer = came(page, held).fetch()
    desk.faderd.put_durably("fine", 5)
    wait_until(lambda: value(page, "Fine") == "5.000", "the value on the page")
    held[0].fulfill(response=answer)
    page.evaluate("window.polled")
    equal(value(page, "Fine"), "5.000", "the value after an old answer")


@test("a parameter that comes or goes leaves the page where it was scrolled to")
def scrolled():
    desk, page = opened(MANY)
    find = "[...document.querySelectorAll('*')].find(one => one.scrollTop > 0)?.scrollTop ?? 0"
    page.mouse.move(600, 500)
    page.mouse.wheel(0, 2500)
    until(page, f"({find}) > 1500", "the page to be scrolled")
    place = page.evaluate(find)
    program = desk.faderd.ctl_running("declare", "visitor", "max=1")
    until(page, "document.querySelector('[data-id=visitor]') !== null", "the declared parameter")
    equal(page.evaluate(find), place, "where the page is scrolled to")
    program.terminate()
    until(page, "document.querySelector('[data-id=visitor]') === null", "the parameter to go")
    equal(page.evaluate(find), place, "where the page is scrolled to")


@test("a page that is shown again cannot be used before it knows the values; a draft survives the time that it was hidden")
def woken():
    desk, page = opened()
    row(page, "Fine").locator("button.value").click()
    page.keyboard.type("77")
    see(page, True)
    # A session ends five seconds after its stream.
    time.sleep(6)
    held = []
    page.route("**/v1/events*", lambda route: held.append(route))
    see(page, False)
    came(page, held)
    check(page.evaluate("document.querySelector('.cards').inert"), "old values can be dragged")
    # The stream that was held goes on.
    page.unroute("**/v1/events*")
    live(page)
    wait_until(lambda: page.evaluate("document.activeElement.value") == "77", "the field to have the focus again")
    page.keyboard.type("8")
    page.keyboard.press("Enter")
    desk.settles("fine", 778)
    desk.expects("409", "404")


@test("a field keeps its draft when another window comes to the front, and writes it when the focus leaves it in its own")
def front():
    desk = Desk()
    context = desk.context()
    page = desk.open(context=context)
    page.context.new_cdp_session(page).send("Emulation.setFocusEmulationEnabled", {"enabled": False})
    row(page, "Master").locator("button.value").click()
    page.keyboard.type("-6")
    other = context.new_page()
    other.bring_to_front()
    time.sleep(0.5)
    equal(desk.faderd.value("master"), -12, "the value while another window is at the front")
    page.bring_to_front()
    page.keyboard.type("0")
    page.get_by_role("searchbox").click()
    desk.settles("master", -60)


@test("“Undo” after a redo takes back that change, and not one that somebody else has made since")
def reversal():
    desk, page = opened()
    desk.faderd.put_durably("fine", 100)
    page.get_by_role("button", name="Undo").first.click()
    desk.settles("fine", 500)
    page.locator(".toast").get_by_role("button", name="Redo").click()
    desk.settles("fine", 100)
    page.locator(".toast", has_text="Redone").wait_for()
    desk.faderd.put_durably("master", -30)
    page.locator(".toast").get_by_role("button", name="Undo").click()
    desk.settles("fine", 500)
    equal(desk.faderd.value("master"), -30, "the value that somebody else has set")


@test("rows that are not in use follow a reload while a field is open")
def outdated():
    desk, page = opened()
    row(page, "Master").locator("button.value").click()
    page.keyboard.type("-5")
    desk.faderd.reload(KINDS.replace("[open, muted]", "[up, down]"))
    until(page, "document.querySelector('[data-id=mute] .word').textContent === 'up'", "the new word")
    desk.faderd.put_durably("mute", True)
    until(page, "document.querySelector('[data-id=mute] .word').textContent === 'down'", "the value with its new word")
    equal(page.evaluate("document.activeElement.value"), "-5", "the draft")
    page.keyboard.press("Enter")
    desk.settles("master", -5)


@test("a search that is changed again and again leaves nothing behind")
def searches():
    desk, page = opened(MANY)
    link = page.context.new_cdp_session(page)

    def search(times):
        for _ in range(times):
            for text, count in (("p001", 1), ("", 120)):
                page.get_by_role("searchbox").fill(text)
                until(page, f"document.querySelectorAll('.row').length === {count}")
        # What is not visible is painted within a second, and until then it is kept.
        page.wait_for_timeout(1500)
        link.send("HeapProfiler.collectGarbage")
        return link.send("Memory.getDOMCounters")["nodes"]

    before = search(2)
    after = search(8)
    check(after < before * 1.5, f"{before} nodes after two searches, {after} after ten")
