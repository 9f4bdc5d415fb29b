"""Mapping on the page: the config is changed by hand and mouse, without a terminal."""

import json
import os
import shutil
import time


import native
import sound
from browser import ROOT, Desk, Web, judge, row
from testing import check, equal, skip, test, wait_until

PROFILE = f"{os.path.dirname(os.path.abspath(__file__))}/../../config/profiles/nanokontrol2.yaml"
HOSTILE = "<img src=x onerror=window.broken=1> \"'`${x}` # : {a}"


class Mapper(Desk):
    """A desk whose device is a virtual nanoKONTROL2, and the page that maps."""

    def __init__(self, config="version: 1\n", faderd=None, **more):
        with open(PROFILE, encoding="utf-8") as file:
            profiles = {"nanokontrol2.yaml": file.read()}
        self.faderd = faderd or native.Daemon(
            config, virtual=False, profiles=profiles, arguments=["--virtual=nanokontrol2", *(["--web-root", ROOT] if ROOT else [])], **more).start()
        self.web = Web(self.faderd, "--no-open")
        self.origin, self.key = self.web.origin, self.web.key
        self.said = []

    def config(self):
        return native.read(self.faderd.config_file).decode()

    def maps(self, **more):
        page = self.open(**more)
        page.get_by_role("button", name="Map", exact=True).click()
        page.locator(".panel[data-panel=mapping]").wait_for()
        return page

    def hand(self, *words):
        equal(self.faderd.ctl("virtual", *words).exit, 0, f"virtual {words}")

    def moves(self, page, *plays):
        """Uses a control again and again until the dialog says what was heard."""
        page.get_by_text("Move the control").wait_for()
        deadline = time.monotonic() + 30
        while not page.get_by_text("Heard:").count():
            check(time.monotonic() < deadline, "a control to be heard")
            for play in plays:
                self.hand(*play)
            again = time.monotonic() + 3
            while not page.get_by_text("Heard:").count() and time.monotonic() < again:
                page.wait_for_timeout(50)


def keep(page):
    page.get_by_role("button", name="Keep").click()
    page.locator("dialog").wait_for(state="detached")


UP, DOWN = ("move", "fader.1", "1"), ("move", "fader.1", "0")
SMALL = """\
# Mine.
version: 1
parameters:
  level: {label: Level, min: 0, max: 100, decimals: 0}   # loud
  lit: {label: Lit, kind: toggle}
  hook: {kind: toggle, target: {exec: ["true"]}}
surfaces:
  nano: {profile: nanokontrol2, map: {fader.2: level}}
"""


@test("from an empty config to a fader for the browser's volume and a button that mutes it, in a minute, without a terminal", limit=180)
def browser():
    if not os.access("/usr/bin/pulseaudio", os.X_OK):
        skip("there is no PulseAudio")
    server = sound.PulseAudio().start()
    server.app("Firefox")
    desk = Mapper(environment=server.place)
    begun = time.monotonic()
    page = desk.maps()
    page.get_by_label("Model").select_option("nanokontrol2")
    page.locator("form", has_text="Add a controller").get_by_role("button", name="Show the change").click()
    keep(page)
    option = page.get_by_label("What it moves").locator("option", has_text="Firefox – program")
    option.wait_for(state="attached")
    page.get_by_label("What it moves").select_option(option.get_attribute("value"))
    page.locator("form", has_text="Add a parameter").get_by_role("button", name="Show the change").click()
    check("+  firefox:" in page.locator("dialog .diff").inner_text(), page.locator("dialog .diff").inner_text())
    keep(page)
    page.get_by_role("button", name="Learn a control").click()
    desk.moves(page, UP, DOWN)
    keep(page)
    page.locator(".mapper").get_by_role("button", name="Firefox: mute").click()
    page.get_by_role("heading", name="Firefox: mute").wait_for()
    page.get_by_role("button", name="Learn a control").click()
    desk.moves(page, ("press", "mute.1"))
    keep(page)
    took = time.monotonic() - begun
    print(f"from an empty config to a mapped browser: {took:.1f} s")
    check(took < 60, f"it took {took:.1f} s")
    desk.hand(*UP), desk.hand("move", "fader.1", "0.5")
    wait_until(lambda: abs(server.app_volume("Firefox") / sound.FULL - 0.5) < 0.02, lambda: f"the volume: {server.app_volume('Firefox')}")
    desk.hand("press", "mute.1")
    wait_until(lambda: server.stream("Firefox")["mute"], "the mute")
    desk.no_errors()


@test("a connected controller is offered by its name where its profile is known, and a click writes its surface; the list of the sequencer is a stand-in")
def connected():
    desk = Mapper(SMALL)
    page = desk.open()
    found = [{"client": "nanoKONTROL2", "port": 0, "profile": "nanokontrol2", "recognized": True},
             {"client": "Odd: Box", "port": 1, "profile": "nanokontrol2", "recognized": False}, {"client": HOSTILE, "port": 0}]

    def answer(route):
        response = route.fetch()
        route.fulfill(response=response, json=response.json() | {"controllers": found})

    page.route("**/config", answer)
    page.get_by_role("button", name="Map", exact=True).click()
    offers = page.locator("form", has_text="Add a controller").get_by_role("listitem")
    offers.nth(2).wait_for()
    check(HOSTILE in offers.nth(2).inner_text() and not offers.nth(2).get_by_role("button").count(), offers.nth(2).inner_text())
    for name in ("nanoKONTROL2", "Odd: Box"):
        page.get_by_role("button", name=f"Add {name}").click()
        keep(page)
    surfaces = json.loads(desk.faderd.ctl("surfaces", "--json").out)
    equal(sorted(each["name"] for each in surfaces), ["nano", "nanokontrol2", "nanokontrol2-2"], "the surfaces")
    check(all(line in desk.config() for line in ('client: "Odd: Box"', "port: 1", "profile: nanokontrol2")), desk.config())
    equal(page.evaluate("window.broken"), None, "what a name can run")
    desk.no_errors()


@test("learning says what is driven already; Escape ends it; an action and a takeover are chosen from lists, and each change can be undone", limit=180)
def learned():
    desk = Mapper(SMALL)
    page = desk.maps()
    row(page, "Lit").locator(".name").click()
    page.get_by_role("button", name="Learn a control").click()
    page.get_by_text("Move the control").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    equal(desk.config(), SMALL, "the config after Escape")
    page.get_by_role("button", name="Learn a control").click()
    desk.moves(page, ("move", "fader.2", "1"), ("move", "fader.2", "0"))
    check("It drives Level now" in page.locator("dialog").inner_text(), page.locator("dialog").inner_text())
    page.get_by_role("button", name="Again").click()
    desk.moves(page, ("press", "solo.1"))
    keep(page)
    equal(desk.config(), SMALL.replace("fader.2: level}", "fader.2: level, solo.1: lit}"), "the config")
    page.get_by_label("Action of nano solo.1").select_option("hold")
    page.locator("dialog").wait_for()
    # A button that holds needs a value: the daemon's own reader says so.
    check("needs" in page.locator("dialog pre").inner_text() or "hold" in page.locator("dialog pre").inner_text(), page.locator("dialog").inner_text())
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    row(page, "Level").locator(".name").click()
    page.get_by_label("How nano fader.2 takes hold").select_option("jump")
    keep(page)
    wait_until(lambda: "takeover: jump" in desk.config(), desk.config)
    page.locator(".toast").get_by_role("button", name="Undo").click()
    page.get_by_text("The change was taken back").wait_for()
    check("takeover" not in desk.config(), desk.config())
    page.get_by_role("button", name="Remove nano fader.2").click()
    keep(page)
    check("map: {solo.1: lit}" in desk.config() and "# loud" in desk.config(), desk.config())
    desk.no_errors(besides=["422"])


@test("the keyboard alone maps; hostile names stay text; two pages that map at once, and an editor, are told apart; axe-core finds nothing", limit=180)
def keys():
    desk = Mapper(SMALL)
    page = desk.open(bypass_csp=True)
    page.get_by_role("button", name="Map", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_label("Name", exact=True).focus()
    page.keyboard.type(HOSTILE)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Keep").wait_for()
    judge(page, "the change")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name=HOSTILE).wait_for()
    wait_until(lambda: row(page, HOSTILE.replace("'", "\\'")).count() or desk.faderd.get("/v1/parameters")[-1]["label"] == HOSTILE, "the name")
    equal(page.evaluate("window.broken"), None, "what a name could run")
    judge(page, "the panel of a parameter")
    other = desk.maps()
    row(other, "Level").locator(".name").click()
    row(page, "Level").locator(".name").focus()
    page.keyboard.press("Enter")
    for one, name in ((page, "Loud"), (other, "Louder")):
        one.get_by_label("Name", exact=True).fill(name)
        one.get_by_role("button", name="Show the change").click()
        one.get_by_role("button", name="Keep").wait_for()
    keep(page)
    other.get_by_role("button", name="Keep").click()
    other.get_by_text("was changed meanwhile").wait_for()
    check("label: Loud," in desk.config(), desk.config())
    other.keyboard.press("Escape")
    native.write(desk.faderd.config_file, desk.config() + "# by an editor\n")
    page.get_by_role("button", name="Map", exact=True).click()
    page.get_by_role("button", name="Map", exact=True).click()
    page.get_by_text("was changed elsewhere").wait_for()
    judge(page, "the panel of the config")
    desk.no_errors(besides=["409"])


STRIPS = """\
version: 1
parameters:
  kick.level: {label: Kick level, min: 0, max: 100, decimals: 0}
  kick.mute: {label: Kick mute, kind: toggle}
  snare.level: {label: Snare level, min: 0, max: 100, decimals: 0}
  snare.mute: {label: Snare mute, kind: toggle}
surfaces:
  nano:
    profile: nanokontrol2
    map: {fader.1: snare.level, fader.8: kick.level, rec.8: kick.mute}
"""


@test("a row of controls is learned for all strips by moving one of them, drives each strip, and is removed again", limit=180)
def strips():
    desk = Mapper(STRIPS)
    page = desk.maps()
    for label, *plays in (("Snare level", ("move", "fader.2", "1"), ("move", "fader.2", "0")), ("Kick mute", ("press", "mute.1"))):
        row(page, label).locator(".name").click()
        page.get_by_role("heading", name=label, exact=True).wait_for()
        page.get_by_role("button", name="Learn for all strips").click()
        desk.moves(page, *plays)
        keep(page)
    equal(desk.config().split("surfaces:")[1].split(), """
      nano: profile: nanokontrol2 map: {rec.8: kick.mute} strips: each: [kick, snare] fader: "{}.level" mute: "{}.mute"
    """.split(), desk.config())
    # It waits where the lesson left it, until it has passed the value.
    desk.hand("move", "fader.2", "0.5")
    desk.hand("move", "fader.2", "0")
    desk.hand("move", "fader.2", "1")
    desk.settles("snare.level", 100)
    desk.hand("press", "mute.2")
    desk.settles("snare.mute", True)
    page.get_by_text("nano mute", exact=True).wait_for()
    equal(page.locator(".mapped li").count(), 2, "what drives it: a mapping and a row")
    page.get_by_role("button", name="Remove nano mute").click()
    keep(page)
    row(page, "Snare level").locator(".name").click()
    page.get_by_role("button", name="Remove nano fader").click()
    keep(page)
    check("strips" not in desk.config(), desk.config())
    desk.no_errors()


@test("a row that is learned while the surface shows another page is said to count on the first one", limit=120)
def other_page():
    desk = Mapper(STRIPS + "    pages: {fx: {map: {solo.1: kick.mute}}}\n")
    page = desk.maps()
    for shown in ("main", "fx"):
        equal(desk.faderd.ctl("page", "nano", shown).exit, 0, "exit code of page")
        wait_until(lambda: desk.faderd.get("/v1/surfaces")[0]["page"] == shown, f"the page {shown}")
        row(page, "Snare level").locator(".name").click()
        page.get_by_role("button", name="Learn for all strips").click()
        desk.moves(page, ("move", "fader.2", "1"), ("move", "fader.2", "0"))
        equal(page.get_by_text("nano shows the page “fx” now").count(), int(shown == "fx"), f"sentences on the page {shown}")
        page.get_by_role("button", name="Cancel").click()
    desk.no_errors()


NAMED = SMALL + """\
    pages: {fx: {map: {solo.1: lit}}}
web:
  pages: {live: [lit, level], only: [level]}
"""


@test("a parameter is moved in the order, and deleted with what names it, which is said before; one undo brings all of it back", limit=180)
def deleted():
    config = NAMED.replace("nano: {profile: nanokontrol2, map: {fader.2: level}}", "nano:\n    profile: nanokontrol2\n    map: {fader.2: level, fader.3: level}")
    desk = Mapper(config)
    desk.faderd.ctl("snapshot", "save", "verse")
    page = desk.maps()
    row(page, "Lit").locator(".name").click()
    for name, ids in (("Earlier", ["lit", "level", "hook"]), ("Later", ["level", "lit", "hook"]), ("Later", ["level", "hook", "lit"])):
        page.get_by_role("button", name=name, exact=True).click()
        keep(page)
        equal([one["id"] for one in desk.faderd.get("/v1/parameters")], ids, f"the order after {name}")
    check("# loud" in desk.config(), desk.config())
    before = desk.config()
    row(page, "Level").locator(".name").click()
    page.get_by_role("heading", name="Level", exact=True).wait_for()
    page.get_by_role("button", name="Delete the parameter").click()
    dialog = page.locator("dialog")
    dialog.wait_for()
    said = dialog.inner_text()
    for words in ("drive nothing then: nano fader.2, nano fader.3", "from these pages: live, only", "keep their value of it: verse"):
        check(words in said, said)
    keep(page)
    page.locator(".panel[data-panel=mapping]").wait_for()
    check("level" not in desk.config() and "live: [lit]" in desk.config() and "only" not in desk.config(), desk.config())
    equal([one["id"] for one in desk.faderd.get("/v1/parameters")], ["hook", "lit"], "parameters")
    page.locator(".toast").get_by_role("button", name="Undo").click()
    page.get_by_text("The change was taken back").wait_for()
    equal(desk.config(), before, "the config")
    row(page, "hook").locator(".name").click()
    page.get_by_role("heading", name="hook", exact=True).wait_for()
    page.get_by_role("button", name="Delete the parameter").click()
    page.get_by_text("was written by hand; delete it in the file").wait_for()
    equal(desk.config(), before, "the config")
    desk.no_errors(besides=["403"])


@test("a daemon without a config gets its first one on the page: what it runs on; and nothing that is there is replaced")
def first():
    if os.path.exists("/etc/faderd/faderd.yaml"):
        skip("there is a config in /etc")
    faderd = native.Daemon(own_flags=False, arguments=["--web-root", ROOT] if ROOT else [])
    runtime, place = f"{faderd.directory}/rt", f"{faderd.directory}/cf/faderd/faderd.yaml"
    os.makedirs(runtime, mode=0o700)
    faderd.environment |= {"XDG_STATE_HOME": f"{faderd.directory}/st", "XDG_RUNTIME_DIR": runtime, "XDG_CONFIG_HOME": f"{faderd.directory}/cf"}
    faderd.socket = f"{runtime}/faderd/faderd.sock"
    # Beside a program that is not installed there are no profiles.
    os.makedirs(f"{os.path.dirname(place)}/profiles")
    shutil.copy(f"{os.path.dirname(PROFILE)}/virtual.yaml", f"{os.path.dirname(place)}/profiles")
    desk = Mapper(faderd=faderd.start())
    faderd.put_durably("channel.3", -3)
    page = desk.maps()
    page.get_by_role("button", name="Write the first config").click()
    check("+  virtual:" in page.locator("dialog .diff").inner_text(), page.locator("dialog .diff").inner_text())
    native.write(place, "version: 1\n")
    page.get_by_role("button", name="Keep").click()
    page.get_by_text("is there now, but the daemon has not read it").first.wait_for()
    equal(native.read(place), b"version: 1\n", "a file that came meanwhile")
    os.remove(place)
    page.get_by_role("button", name="Close").last.click()
    page.get_by_role("button", name="Write the first config").click()
    keep(page)
    page.get_by_role("heading", name="Add a parameter").wait_for()
    equal(page.locator(".toast button").count(), 0, "a button for an undo, which there is none of")
    equal(faderd.status()["configFile"], place, "the file that is in force")
    equal((faderd.value("channel.3"), len(faderd.get("/v1/parameters"))), (-3, 8), "values and parameters")
    desk.no_errors(besides=["403"])


@test("only what the page may change is changed: no programs, no files, nothing of a list; and without the key nothing at all", limit=120)
def refused():
    desk = Mapper(SMALL)
    page = desk.open()
    ask = """async ([path, body]) => { const key = sessionStorage.getItem("faderd.key");
        const answer = await fetch(path, {method: body ? "POST" : "GET", body: body && JSON.stringify(body), headers: {Authorization: `Bearer ${key}`}});
        return [answer.status, await answer.text()]; }"""
    status, text = page.evaluate(ask, ["/config", None])
    equal(status, 200, text)
    check("exec" not in text and json.loads(text)["parameters"]["hook"] == {"fixed": True, "kind": "toggle"}, text)
    read = json.loads(text)["read"]
    for edit in ({"set": ["parameters", "lit", "target"], "to": {"exec": ["id"]}}, {"set": ["parameters", "hook", "target"], "to": {"pulse": "default-sink"}},
                 {"set": ["web", "x"], "to": 1}, {"set": ["osc", "listen"], "to": 9000}, {"set": ["surfaces", "nano", "profile"], "to": "../x"}):
        status, text = page.evaluate(ask, ["/config/edits", {"read": read, "edits": [edit]}])
        equal(status, 403, f"status of {edit}: {text}")
    equal(desk.config(), SMALL, "the config")
    if os.geteuid() == 0:
        undo = native.make_read_only(desk.faderd.directory)
        change = {"read": read, "edits": [{"set": ["parameters", "level", "max"], "to": 50}]}
        status, text = page.evaluate(ask, ["/config/edits", change | {"dryRun": True}])
        check(status == 200 and "sudo faderd --edit" in json.loads(text)["command"], text)
        equal(page.evaluate(ask, ["/config/edits", change])[0], 403, "status of a change that cannot be written")
        undo()
    page.evaluate("sessionStorage.setItem('faderd.key', '0'.repeat(32))")
    equal(page.evaluate(ask, ["/config", None])[0], 401, "status without the key")
