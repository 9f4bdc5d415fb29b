"""The page in firefox-esr: loading, drags, typing, keys, reconnecting, hidden tabs."""

import pathlib

import axe_playwright_python
from browser import Desk
from firefox import Firefox
from testing import equal, test, wait_until

RETURN, END = "\ue006", "\ue010"


@test("in Firefox the page loads and reconnects, and drags, typing in the browser's locale and keys work")
def firefox():
    desk = Desk()
    browser = Firefox("de-DE")
    browser.open(f"{desk.origin}/#{desk.key}")
    browser.until("document.documentElement.dataset.live === 'live' && document.querySelectorAll('.row').length > 5")
    row = "document.querySelector('.row[data-id=fine]')"
    browser.run(f"{row}.scrollIntoView({{block: 'center'}}) || true")
    x, y, width = browser.run(f"(r => [r.x, r.y + r.height / 2, r.width])({row}.querySelector('.track').getBoundingClientRect())")
    browser.drag((x + width * 0.5, y), (x + width * 0.75, y))
    wait_until(lambda: abs(desk.faderd.value("fine") - 750) < 10, lambda: f"the drag; it is {desk.faderd.value('fine')}")
    equal(len(desk.history()), 1, "entries of the history")
    bx, by = browser.run(f"(r => [r.x + r.width / 2, r.y + r.height / 2])({row}.querySelector('button.value').getBoundingClientRect())")
    browser.click(bx, by)
    browser.until(f"document.activeElement === {row}.querySelector('input')")
    browser.type("12,5")
    browser.type(RETURN)
    desk.settles("fine", 12.5)
    browser.until(f"{row}.querySelector('button.value')?.textContent === '12,500'")
    browser.run(f"{row}.querySelector('[role=slider]').focus() || true")
    browser.type(END)
    desk.settles("fine", 1000)
    browser.type("7")
    browser.until(f"{row}.querySelector('input')?.value === '7'")
    browser.type(RETURN)
    # Until the daemon has answered, the page keeps what was typed; a daemon that is killed before that never answers.
    browser.until(f"{row}.querySelector('button.value')?.textContent === '7,000'")
    desk.faderd.kill()
    browser.until("document.querySelector('.banner').checkVisibility()")
    desk.faderd.start()
    desk.faderd.put_durably("fine", 300)
    browser.until(f"document.documentElement.dataset.live === 'live' && {row}.querySelector('button.value')?.textContent === '300,000'")


@test("a page in a hidden tab has no stream; when it is shown again it has the present values")
def hidden():
    desk = Desk()
    browser = Firefox()
    browser.open(f"{desk.origin}/#{desk.key}")
    browser.until("document.documentElement.dataset.live === 'live'")
    equal(streams(desk), 1, "streams of the page")
    other = browser.ask("browsingContext.create", type="tab")["context"]
    browser.until("document.documentElement.dataset.live === 'hidden'")
    wait_until(lambda: streams(desk) == 0, "the daemon to see the stream closed")
    desk.faderd.put_durably("fine", 300)
    browser.ask("browsingContext.activate", context=browser.page)
    browser.until("document.documentElement.dataset.live === 'live'"
                  " && document.querySelector('.row[data-id=fine] button.value').textContent === '300.000'")
    equal(streams(desk), 1, "streams of the page")
    browser.ask("browsingContext.close", context=other)


@test("axe-core finds nothing in Firefox: the list, the mixer, and mapping with the panel of a parameter", limit=180)
def axe():
    desk = Desk()
    browser = Firefox()
    for query, view in (("", ".row"), ("?view=mixer", ".mixer-strip")):
        browser.open(f"{desk.origin}/{query}#{desk.key}")
        browser.until(f"document.documentElement.dataset.live === 'live' && document.querySelector('{view}') !== null")
        judge(browser, f"the {view.strip('.')}s")
    browser.until("(button => button && !button.hidden && (button.click(), true))(document.querySelector('.top [aria-label=Map]'))")
    browser.until("document.querySelector('.panel[data-panel=mapping] form') !== null")
    judge(browser, "the panel of the config")
    browser.run("document.querySelector('.row[data-id=master] .name').click()")
    browser.until("document.querySelector('.panel[data-panel=map-parameter] form') !== null")
    judge(browser, "the panel of a parameter")


AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


def judge(browser, what):
    browser.run(f"(() => {{ {AXE}\n return 1; }})()")
    browser.run("""(window.found = null, axe.run().then(({ violations, passes }) => {
        window.found = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(node => node.html).slice(0, 3)}`);
        if (passes.length < 10) window.found.push("it has judged nearly nothing");
    }), 1)""")
    browser.until("window.found !== null", "axe-core's judgement")
    found = browser.run("window.found")
    equal(found, [], f"what axe-core finds in {what} in Firefox")


def streams(desk):
    return desk.faderd.get("/v1/status")["connections"]["streams"]
