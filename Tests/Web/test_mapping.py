"""Mapping on the page: the config is changed by hand and mouse, without a terminal."""

import json
import os
import shutil
import threading
import time

import daemon
import native
import sound
from browser import ROOT, Desk, Web, judge, row
from fakeobs import WHOLE, FakeThings, LockedStudio
from house import House, write_token
from snapcast_server import SnapcastServer
from testing import check, defer, equal, skip, stays, test, wait_until
from x32_desk import Desk as Console

HOSTILE = "<img src=x onerror=window.broken=1> \"'`${x}` # : {a}"


class Mapper(Desk):
    """A desk whose device is a virtual nanoKONTROL2, and the page that maps."""

    def __init__(self, config="version: 1\n", faderd=None, **more):
        self.faderd = faderd or native.Daemon(
            config, virtual=False, profiles=native.shipped("nanokontrol2"), arguments=["--virtual=nanokontrol2", *(["--web-root", ROOT] if ROOT else [])], **more).start()
        self.web = Web(self.faderd, "--no-open")
        self.origin, self.key = self.web.origin, self.web.key
        self.listen()

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


def mapper_of(page, label):
    row(page, label).locator(".name").first.click()
    page.locator(".panel").get_by_role("heading", name=label, exact=True).wait_for()
    return page.locator(".panel[data-panel=map-parameter]")


def take_back(page):
    page.locator(".toast").get_by_role("button", name="Undo").click()
    page.get_by_text("The change was taken back").wait_for()


# A request with the key of the page, as a script in it could make it.
ASK = """async ([path, body]) => { const key = sessionStorage.getItem("faderd.key");
    const answer = await fetch(path, {method: body ? "POST" : "GET", body: body && JSON.stringify(body), headers: {Authorization: `Bearer ${key}`, "Content-Type": "application/json"}});
    return [answer.status, await answer.text()]; }"""
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
    # The page asks until it closes, and then an answer may be on its way.
    defer(lambda: page.unroute_all(behavior="ignoreErrors"))
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
    take_back(page)
    check("takeover" not in desk.config(), desk.config())
    page.get_by_role("button", name="Remove nano fader.2").click()
    keep(page)
    check("map: {solo.1: lit}" in desk.config() and "# loud" in desk.config(), desk.config())
    desk.expects("422")


@test("what a button does at a long and a double press is chosen from lists, stays when its action changes, and is taken away again", limit=120)
def presses():
    small = SMALL.replace("fader.2: level}", "fader.2: level, solo.1: lit}")
    desk = Mapper(small)
    page = desk.maps()
    row(page, "Lit").locator(".name").click()
    options = page.get_by_label("Long press of nano solo.1").locator("option").all_inner_texts()
    check("Level" not in options and "Lit" not in options, f"what a long press can do: {options}")
    other = options[1]
    page.get_by_label("Long press of nano solo.1").select_option(label=other)
    keep(page)
    wait_until(lambda: "solo.1: {parameter: lit, long: " in desk.config(), desk.config)
    page.get_by_label("Double press of nano solo.1").select_option(label=other)
    keep(page)
    wait_until(lambda: ", double: " in desk.config(), desk.config)
    page.get_by_label("Action of nano solo.1").select_option("toggle")
    keep(page)
    wait_until(lambda: "action: toggle" in desk.config(), desk.config)
    check("long: " in desk.config() and "double: " in desk.config(), desk.config())
    row(page, other).locator(".name").click()
    page.get_by_role("button", name="Remove Long press of nano solo.1").click()
    keep(page)
    wait_until(lambda: "long: " not in desk.config(), desk.config)
    row(page, "Lit").locator(".name").click()
    page.get_by_label("Double press of nano solo.1").select_option("")
    keep(page)
    wait_until(lambda: "double: " not in desk.config(), desk.config)


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
    desk.expects("409")


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
        mapper_of(page, label)
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
    mapper_of(page, "Level")
    page.get_by_role("button", name="Delete the parameter").click()
    dialog = page.locator("dialog")
    dialog.wait_for()
    said = dialog.inner_text()
    for words in ("then drive nothing: nano fader.2, nano fader.3", "from these pages: live, only", "keep their value of it: verse"):
        check(words in said, said)
    keep(page)
    page.locator(".panel[data-panel=mapping]").wait_for()
    check("level" not in desk.config() and "live: [lit]" in desk.config() and "only" not in desk.config(), desk.config())
    equal([one["id"] for one in desk.faderd.get("/v1/parameters")], ["hook", "lit"], "parameters")
    take_back(page)
    equal(desk.config(), before, "the config")
    mapper_of(page, "hook")
    page.get_by_role("button", name="Delete the parameter").click()
    page.get_by_text("was written by hand; delete it in the file").wait_for()
    equal(desk.config(), before, "the config")
    desk.expects("403")


@test("a daemon without a config gets its first one on the page: what it runs on; and nothing that is there is replaced")
def first():
    if os.path.exists("/etc/faderd/faderd.yaml"):
        skip("there is a config in /etc")
    faderd = native.Daemon(own_flags=False, arguments=["--web-root", ROOT] if ROOT else [])
    place = faderd.at_home()
    # Beside a program that is not installed there are no profiles.
    os.makedirs(f"{os.path.dirname(place)}/profiles")
    shutil.copy(f"{daemon.PROFILES}/virtual.yaml", f"{os.path.dirname(place)}/profiles")
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
    desk.expects("403")


@test("a config that has nothing yet is offered the examples: one is shown, written and loaded, an undo takes it back; a config with anything is offered none", limit=180)
def examples():
    texts = native.shipped("nanokontrol2", "platform-m")
    faderd = native.Daemon("# Mine.\nversion: 1\n", virtual=False, profiles=texts,
                           arguments=["--virtual=nanokontrol2", *(["--web-root", ROOT] if ROOT else [])])
    desk = Mapper(faderd=faderd.start())
    page = desk.maps()
    wanted = native.read(f"{os.path.dirname(os.path.abspath(__file__))}/../../Examples/configs/church.yaml").decode()
    page.get_by_role("button", name="Show church").click()
    shown = page.locator("dialog .diff")
    shown.wait_for()
    check("-# Mine." in shown.inner_text() and "+" + wanted.splitlines()[0] in shown.inner_text(), shown.inner_text()[:300])
    judge(page, "the dialog")
    equal(desk.config(), "# Mine.\nversion: 1\n", "the config before it is kept")
    keep(page)
    equal(desk.config(), wanted, "the config")
    wait_until(lambda: faderd.get("/v1/parameters"), "its parameters")
    equal(page.get_by_role("heading", name="Begin with an example").count(), 0, "an offer to a config with parameters")
    read = json.loads(page.evaluate(ASK, ["/config", None])[1])["read"]
    equal(page.evaluate(ASK, ["/config/example", {"read": read, "name": "home"}])[0], 409, "status for a config that has something")
    equal(page.evaluate(ASK, ["/config/example", {"read": read, "name": "../home"}])[0], 404, "status of an example that there is not")
    page.get_by_role("button", name="Undo the last change").click()
    page.get_by_role("button", name="Show church").wait_for()
    equal(desk.config(), "# Mine.\nversion: 1\n", "the config after an undo")
    desk.expects("409", "404")


@test("only what the page may change is changed: no programs, no files, nothing of a list; and without the key nothing at all", limit=120)
def refused():
    desk = Mapper(SMALL)
    desk.expects("401", "403")
    page = desk.open()
    status, text = page.evaluate(ASK, ["/config", None])
    equal(status, 200, text)
    check("exec" not in text and json.loads(text)["parameters"]["hook"] == {"fixed": True, "kind": "toggle"}, text)
    read = json.loads(text)["read"]
    for edit in ({"set": ["parameters", "lit", "target"], "to": {"exec": ["id"]}}, {"set": ["parameters", "hook", "target"], "to": {"pulse": "default-sink"}},
                 {"set": ["web", "x"], "to": 1}, {"set": ["osc", "listen"], "to": 9000}, {"set": ["surfaces", "nano", "profile"], "to": "../x"}):
        status, text = page.evaluate(ASK, ["/config/edits", {"read": read, "edits": [edit]}])
        equal(status, 403, f"status of {edit}: {text}")
    equal(desk.config(), SMALL, "the config")
    if os.geteuid() == 0:
        undo = native.make_read_only(desk.faderd.directory)
        change = {"read": read, "edits": [{"set": ["parameters", "level", "max"], "to": 50}]}
        status, text = page.evaluate(ASK, ["/config/edits", change | {"dryRun": True}])
        check(status == 200 and "sudo faderd --edit" in json.loads(text)["command"], text)
        equal(page.evaluate(ASK, ["/config/edits", change])[0], 403, "status of a change that cannot be written")
        undo()
    page.evaluate("sessionStorage.setItem('faderd.key', '0'.repeat(32))")
    equal(page.evaluate(ASK, ["/config", None])[0], 401, "status without the key")


LISTED = """\
version: 1
lists:
  ch: {kick: Kick, snare: {label: Snare T}}
targets:
  foh: {osc: "127.0.0.1:9"}
parameters:
  "{ch}.level": {label: "{label}", min: 0, max: 100, decimals: 0}
"""


@test("what a template makes says which line makes it; the label and color of its word, and its own range, are changed there")
def templates():
    desk = Mapper(LISTED)
    page = desk.maps()
    row(page, "Snare T").locator(".name").click()
    panel = page.locator(".panel[data-panel=map-parameter]")
    panel.get_by_text("It is made by “{ch}.level” on line 7, for each word of the list “ch”.").wait_for()
    word = panel.locator("form.keys", has=page.locator("[data-key='word-label']"))
    equal(word.get_by_label("Name").input_value(), "Snare T", "the label of the word")
    word.get_by_label("Name").fill("Snare top")
    word.get_by_role("button", name="Show the change").click()
    keep(page)
    wait_until(lambda: [one["label"] for one in desk.faderd.get("/v1/parameters")] == ["Kick", "Snare top"], "the label to be in force")
    panel.get_by_role("heading", name="Snare top", exact=True).wait_for()
    word.get_by_label("Color").select_option("red")
    keep(page)
    check("snare: {label: Snare top, color: red}" in desk.config(), f"the list: {desk.config()}")
    alone = panel.locator("form.keys", has=page.locator("[data-key=max]"))
    alone.get_by_label("Highest value").fill("80")
    alone.get_by_role("button", name="Show the change").click()
    keep(page)
    wait_until(lambda: [one["max"] for one in desk.faderd.get("/v1/parameters")] == [100, 80], lambda: f"its range: {desk.config()}")
    # Of a word that is a label alone, too.
    page.get_by_role("button", name="Map", exact=True).click()
    page.get_by_role("button", name="Map", exact=True).click()
    row(page, "Kick").locator(".name").click()
    word.get_by_label("Name").fill("Bass drum")
    word.get_by_role("button", name="Show the change").click()
    keep(page)
    wait_until(lambda: desk.faderd.get("/v1/parameters")[0]["label"] == "Bass drum", lambda: f"the label: {desk.config()}")
    word.get_by_label("Color").select_option("blue")
    keep(page)
    check("kick: {label: Bass drum, color: blue}" in desk.config().replace('"', ""), f"the list: {desk.config()}")


GROUPED = """\
version: 1
lists:
  voice: {lead: Lead, choir: Choir}
parameters:
  kick.level: {type: decibel, label: Kick}   # loud
  snare.level: {type: decibel, label: Snare}
  kick.mute: {kind: toggle, label: Kick mute}
  "{voice}.level": {type: decibel, label: "{label}"}
  pan: {label: Pan, min: -1, max: 1}
groups:
  # Everybody who sings.
  vocals: {of: ["{voice}.level"], label: Vocals}   # sung
surfaces:
  nano: {profile: nanokontrol2, strips: {each: [kick, snare], fader: "{}.level"}}
"""


@test("groups are made on the page: a new one, a second member, a mute, a color; a member is taken out, and one that moves to another group is in one only; each is one undo", limit=240)
def groups():
    desk = Mapper(GROUPED)
    page = desk.maps(bypass_csp=True)
    panel = mapper_of(page, "Kick")
    panel.locator("select[data-key=Group]").select_option("A new group")
    panel.locator("[data-key=group-label]").fill(HOSTILE)
    panel.locator("[data-key=group-name]").fill("drums")
    judge(page, "the fields of a new group")
    panel.locator("[data-key=group-show]").click()
    shown = page.locator("dialog .diff")
    shown.wait_for()
    check("+  drums: {of: [kick.level]" in shown.inner_text(), shown.inner_text())
    equal(desk.config(), GROUPED, "the config before it is kept")
    keep(page)
    wait_until(lambda: desk.faderd.parameter("kick.level").get("group") == "drums", desk.config)
    equal(panel.locator("select[data-key=Group]").input_value(), "drums", "the group of Kick")
    panel = mapper_of(page, "Snare")
    before = desk.config()
    panel.locator("select[data-key=Group]").select_option("drums")
    keep(page)
    equal(desk.config(), before.replace("[kick.level]", "[kick.level, snare.level]"), "the config with a second member")
    take_back(page)
    equal(desk.config(), before, "the config after one undo")
    panel.locator("select[data-key=Group]").select_option("vocals")
    keep(page)
    check('vocals: {of: ["{voice}.level", snare.level], label: Vocals}   # sung' in desk.config() and "# Everybody" in desk.config(), desk.config())
    # From one group to another in one change.
    panel.locator("select[data-key=Group]").select_option("drums")
    keep(page)
    equal(desk.config(), before.replace("[kick.level]", "[kick.level, snare.level]"), "the config after a change of groups")
    desk.faderd.put_durably("drums", -6)
    desk.settles("snare.level", -6)
    panel = mapper_of(page, "Kick mute")
    panel.get_by_label("Muted by the group").select_option("drums")
    keep(page)
    check("mute: [kick.mute]" in desk.config(), desk.config())
    desk.settles("drums.mute", False)
    page.locator("[data-id=drums] .name").first.click()
    page.locator(".panel").get_by_role("heading", name=HOSTILE, exact=True).wait_for()
    equal(page.evaluate("window.broken"), None, "what the name of a group can run")
    panel.get_by_label("Name", exact=True).fill("Drums")
    panel.locator("[data-key=show]").click()
    keep(page)
    panel.get_by_role("heading", name="Drums", exact=True).wait_for()
    panel.get_by_label("Color").select_option("red")
    keep(page)
    check("label: Drums" in desk.config().replace('"', "") and "color: red" in desk.config(), desk.config())
    judge(page, "the panel of a group")
    panel.get_by_role("button", name="Take Kick out").click()
    keep(page)
    check("of: [snare.level]" in desk.config(), desk.config())
    equal(panel.get_by_role("button", name="Take Kick out").count(), 0, "buttons for a former member")


@test("with its last member a group is deleted, with what names it, which is said before; a cancelled choice is as it was; one undo brings all of it back", limit=180)
def group_deleted():
    config = GROUPED.replace("groups:\n", "groups:\n  drums: {of: [kick.level, snare.level], mute: [kick.mute]}\n").replace(
        "fader: \"{}.level\"}}", "fader: \"{}.level\"}, map: {fader.8: drums, rec.8: {action: spill, group: drums}, mute.8: drums.mute}}") + "web: {pages: {live: [pan, drums]}}\n"
    desk = Mapper(config)
    page = desk.maps()
    # A member that is deleted leaves its group.
    panel = mapper_of(page, "Kick mute")
    panel.get_by_role("button", name="Delete the parameter").click()
    page.get_by_text("kick.mute is the last member of drums.mute; delete drums.mute first").first.wait_for()
    panel.get_by_label("Muted by the group").select_option("")
    dialog = page.locator("dialog")
    dialog.wait_for()
    check("With its last member, drums mute is deleted, too" in dialog.inner_text() and "nano mute.8" in dialog.inner_text(), dialog.inner_text())
    page.get_by_role("button", name="Cancel").click()
    wait_until(lambda: panel.get_by_label("Muted by the group").input_value() == "drums", "the choice after Cancel")
    equal(desk.config(), config, "the config after Cancel")
    panel = mapper_of(page, "drums")
    panel.get_by_role("button", name="Take Snare out").click()
    keep(page)
    one = desk.config()
    panel.get_by_role("button", name="Take Kick out").click()
    dialog.wait_for()
    said = dialog.inner_text()
    for words in ("With its last member, drums is deleted, too", "then drive nothing: nano fader.8, nano mute.8, nano rec.8", "from these pages: live"):
        check(words in said, said)
    keep(page)
    page.locator(".panel[data-panel=mapping]").wait_for()
    check("drums" not in desk.config() and "live: [pan]" in desk.config() and "kick.level: {type: decibel, label: Kick}   # loud" in desk.config(), desk.config())
    equal([each["id"] for each in desk.faderd.get("/v1/parameters") if each.get("of")], ["vocals"], "groups")
    take_back(page)
    equal(desk.config(), one, "the config after one undo")
    panel = mapper_of(page, "drums")
    panel.get_by_role("button", name="Delete the group").click()
    keep(page)
    check("drums" not in desk.config(), desk.config())
    desk.expects("422")


@test("a member by a template says on which line its group is, and is not changed; why something cannot be a member is said with the daemon's words", limit=120)
def group_refused():
    config = 'targets: {house: {mqtt: "mqtt://127.0.0.1:1"}}\n' + GROUPED.replace(
        "groups:\n", "  heard: {type: decibel, label: Heard, target: {mqtt: house, topic: a}}\ngroups:\n")
    desk = Mapper(config)
    page = desk.maps()
    panel = mapper_of(page, "Lead")
    sentence = "Members by “{voice}.level” are changed in the file: the group is on line 14."
    panel.get_by_text(sentence).wait_for()
    equal(panel.locator("select[data-key=Group]").count(), 0, "lists of groups for a member by a template")
    panel = mapper_of(page, "Vocals")
    panel.get_by_text(sentence).wait_for()
    check("Lead, Choir" in panel.locator(".mapped").last.inner_text(), panel.inner_text())
    equal(panel.get_by_role("button", name="Take ").count(), 0, "buttons that take out what a template names")
    panel = mapper_of(page, "Pan")
    equal(panel.locator("select[data-key=Group]").count(), 0, "lists of groups for what is not in dB")
    panel = mapper_of(page, "Heard")
    panel.locator("select[data-key=Group]").select_option("vocals")
    page.get_by_text("heard is read-only, because its target is: no group can move it").wait_for()
    page.get_by_role("button", name="Close").last.click()
    wait_until(lambda: panel.locator("select[data-key=Group]").input_value() == "", "the choice after an error")
    equal(desk.config(), config, "the config")
    desk.expects("422")


@test("a button that is learned for a group spills it: its members come to the faders, and the page takes the button away again", limit=120)
def spilled():
    desk = Mapper(GROUPED.replace("fader: \"{}.level\"}}", "fader: \"{}.level\"}, map: {rec.8: {parameter: vocals, action: reset}}}"))
    page = desk.maps()
    panel = mapper_of(page, "Vocals")
    panel.get_by_label("Action of nano rec.8").select_option("spill the group")
    keep(page)
    check("rec.8: {action: spill, group: vocals}" in desk.config(), desk.config())
    equal(panel.get_by_label("Action of nano rec.8").input_value(), "spill", "the action")
    desk.hand("press", "rec.8")
    wait_until(lambda: desk.faderd.get("/v1/surfaces")[0]["page"] == "spill:vocals", lambda: desk.faderd.get("/v1/surfaces")[0]["page"])
    panel.get_by_role("button", name="Remove nano rec.8").click()
    keep(page)
    check("spill" not in desk.config(), desk.config())
    panel = mapper_of(page, "Kick")
    equal(panel.get_by_text("spill the group").count(), 0, "offers to spill what is no group")


@test("the title of the mapping panel follows a new name at once, also while somebody types in a field of it, which stays")
def retitled():
    desk = Mapper(SMALL)
    page = desk.maps()
    row(page, "Level").locator(".name").click()
    title = page.locator(".panel #panel-title")
    equal(title.inner_text(), "Level", "the title")
    for name, typed in (("Loudness", ""), ("Volume", "typed")):
        page.locator(".panel [data-key=short]").fill(typed)
        desk.faderd.configure(SMALL.replace("label: Level", f"label: {name}"))
        # The page reads the file again, too.
        with page.expect_response(lambda answer: answer.url.endswith("/config") and f"\"label\":\"{name}\"" in answer.text()):
            equal(desk.faderd.ctl("reload").exit, 0, "exit code of the reload")
            wait_until(lambda: title.inner_text() == name, lambda: f"the title: {title.inner_text()}", 2)
        stays(lambda: page.locator(".panel [data-key=short]").input_value() == typed, "what is being typed is lost", 0.5)
    # And where the page itself writes it.
    page.locator(".panel [data-key=label]").fill("Gain")
    page.locator(".panel [data-key=show]").click()
    keep(page)
    wait_until(lambda: title.inner_text() == "Gain", lambda: f"the title: {title.inner_text()}", 2)
    wait_until(lambda: page.locator(".panel [data-key=short]").get_attribute("value") == "typed", "the form to have what is in the file")


@test("connections by OSC and MQTT are offered: a person types the address or the topics, and the parameter has them; with one topic it is only read")
def typed():
    desk = Mapper(LISTED.replace("targets:\n", "targets:\n  house: {mqtt: \"mqtt://127.0.0.1:1\"}\n"))
    for kind, name, fields, target in (
            ("foh – OSC", "Main", {"Address, as /ch/01/mix/fader": "/main/st/mix/fader"}, "{osc: foh, address: /main/st/mix/fader}"),
            ("house – MQTT", "Lamp", {"Topic": "home/lamp", "Topic to set it": "home/lamp/set"}, "{mqtt: house, topic: home/lamp, set: home/lamp/set}"),
            ("house – MQTT", "Outside", {"Topic": "home/outside"}, "{mqtt: house, topic: home/outside}")):
        page = desk.maps()
        form = page.locator("form.keys", has=page.get_by_role("heading", name="Add a parameter"))
        form.get_by_label("What it moves").select_option(label=kind)
        form.get_by_label("Name").fill(name)
        show = form.get_by_role("button", name="Show the change")
        show.click()
        equal(page.locator("dialog").count(), 0, f"questions without {list(fields)}")
        for label, text in fields.items():
            form.get_by_label(label, exact=True).fill(text)
        show.click()
        keep(page)
        page.close()
        check(f"target: {target}" in desk.config().replace('"', ""), f"the config: {desk.config()}")
    desk.settles("main", 0)
    equal(desk.faderd.get("/v1/parameters/outside")["readOnly"], True, "what has no topic to set it")


def obs_form(page):
    return page.locator("form.keys", has=page.get_by_role("heading", name="Connect OBS"))


def connect(page, password=None, port=None, host=None):
    """Fills in the form, and shows the change."""
    form = obs_form(page)
    for name, text in (("Computer", host), ("Port", port), ("Password", password)):
        if text is not None:
            form.get_by_label(name).fill(str(text))
    form.get_by_role("button", name="Show the change").click()


PASSWORD = "correct horse: # \"battery\" 'staple' {x}"


@test("OBS is connected on the page: host, port and password, which goes into a file of mode 0600 and is shown nowhere; a wrong one is said; its inputs are offered with their mutes", limit=240)
def obs_connection():
    studio = LockedStudio(PASSWORD)
    desk = Mapper(SMALL)
    page = desk.maps()
    obs_form(page).get_by_label("Computer").wait_for()
    equal(obs_form(page).get_by_label("Computer").input_value(), "127.0.0.1", "the usual computer")
    equal(obs_form(page).get_by_label("Port").input_value(), "4455", "the usual port")
    connect(page, "wrong one", studio.port)
    dialog = page.locator("dialog")
    dialog.locator(".diff").wait_for()
    said = dialog.inner_text()
    file = f"{desk.faderd.directory}/obs.pw"
    check(file in said and "only its owner can read" in said and "wrong one" not in said and "password-file: obs.pw" in said, said)
    check(not os.path.exists(file), "a file before the change is kept")
    keep(page)
    equal(native.read(file), b"wrong one\n", "the file")
    equal(os.stat(file).st_mode & 0o7777, 0o600, "its mode")
    check(f"obs: {{obs: \"127.0.0.1:{studio.port}\", password-file: obs.pw}}" in desk.config() or "password-file: obs.pw" in desk.config(), desk.config())
    equal(obs_form(page).get_by_label("Password").input_value(), "", "the password in its field")
    state = obs_form(page).locator(".obs-state")
    wait_until(lambda: "OBS refuses the password in obs.pw" in state.inner_text(), lambda: f"what is said of a wrong password: {state.inner_text()}", 30)
    # The same connection, with the right one. The config stays as it is, so only the password is new.
    before = desk.config()
    connect(page, PASSWORD)
    dialog.get_by_text("only its owner can read").wait_for()
    equal(dialog.locator(".diff").count(), 0, "changes of the config")
    keep(page)
    equal(native.read(file), f"{PASSWORD}\n".encode(), "the file")
    equal((os.stat(file).st_mode & 0o7777, desk.config()), (0o600, before), "its mode and the config")
    wait_until(lambda: state.inner_text() == "connected", lambda: f"the state: {state.inner_text()}", 30)
    # What can be heard is offered, and no picture.
    options = page.get_by_label("What it moves").locator("option")
    wait_until(lambda: [text for text in options.all_inner_texts() if "OBS input" in text] == ["Mic – OBS input", "Desk – OBS input"],
               lambda: f"what is offered: {options.all_inner_texts()}", 30)
    page.get_by_label("What it moves").select_option(label="Desk – OBS input")
    page.locator("form", has_text="Add a parameter").get_by_role("button", name="Show the change").click()
    check("input: Desk, property: mute" in dialog.locator(".diff").inner_text(), dialog.locator(".diff").inner_text())
    keep(page)
    equal([one["id"] for one in desk.faderd.get("/v1/parameters") if "desk" in one["id"]], ["desk", "desk.mute"], "the parameters of the input")
    # Nothing has the password: no answer, no log, no page.
    for text in (PASSWORD, "wrong one"):
        everything = desk.faderd.log() + page.content() + json.dumps([desk.faderd.status(), desk.faderd.get("/v1/targets")]) + "".join(desk.said)
        check(text not in everything, f"{text} is shown")
    # Only the port is new: the password stays.
    page.locator(".panel[data-panel=map-parameter]").wait_for()
    page.get_by_role("button", name="Map", exact=True).click()
    page.get_by_role("button", name="Map", exact=True).click()
    obs_form(page).get_by_label("Connection").select_option("obs")
    equal((obs_form(page).get_by_label("Port").input_value(), obs_form(page).get_by_label("Password").input_value()), (str(studio.port), ""), "what the form has")
    connect(page, port=1)
    check("only its owner" not in dialog.inner_text(), "a password is written that nobody typed")
    keep(page)
    wait_until(lambda: state.inner_text() not in ("connected", ""), lambda: f"the state: {state.inner_text()}", 30)
    equal(native.read(file), f"{PASSWORD}\n".encode(), "the file")


@test("filters, items and the rest of OBS, and clients and groups of Snapcast, are offered by name with what they show, and what is ticked stays when that changes", limit=180)
def offered():
    studio, server = FakeThings(), SnapcastServer()
    studio.lies = dict(WHOLE)
    desk = Mapper(SMALL.replace("parameters:", f"targets: {{studio: {{obs: \"{studio.address}\"}}, house: {{snapcast: \"{server.address}\"}}}}\nparameters:\n"
                                "  fade: {kind: choice, target: {obs: studio, transition: name}}\n  bath: {type: percent, target: {snapcast: house, client: bath}}"))
    page = desk.maps()
    options = page.get_by_label("What it moves").locator("option")
    expected = ["studio – OBS", "Mic – OBS input", "Mic: Comp – OBS filter", "A: Cam – item of an OBS scene", "Kitchen – Snapcast client",
                "bath – Snapcast client – bound to bath", "Downstairs – Snapcast group"]
    wait_until(lambda: set(expected) <= set(options.all_inner_texts()), lambda: f"what is offered: {options.all_inner_texts()}", 30)
    form = page.locator("form", has_text="Add a parameter")

    def add(name, *ticks):
        page.get_by_label("What it moves").select_option(label=name)
        for tick in ticks:
            form.get_by_label(tick).check()
        form.get_by_role("button", name="Show the change").click()
        diff = page.locator("dialog .diff").inner_text()
        keep(page)
        page.locator(".panel[data-panel=map-parameter]").wait_for()
        page.get_by_role("button", name="Map", exact=True).click()
        page.get_by_role("button", name="Map", exact=True).click()
        return diff
    diff = add("Mic: Comp – OBS filter", "threshold -18.0 dB")
    check("obs: studio, source: Mic, filter: Comp}" in diff and "filter: Comp, setting: threshold}" in diff and "min: -60" in diff and "unit: dB" in diff, diff)
    diff = add("A: Cam – item of an OBS scene")
    check("obs: studio, scene: A, item: Cam}" in diff, diff)
    diff = add("Kitchen – Snapcast client")
    check("snapcast: house, client: Kitchen}" in diff and "snapcast: house, client: Kitchen, property: mute}" in diff, diff)
    equal([desk.faderd.get(f"/v1/parameters/{one}").get("text") for one in ("mic-comp.threshold", "kitchen")], ["-18.0 dB", "40 %"], "what they have")
    # What is there changes while somebody chooses.
    page.get_by_label("What it moves").select_option(label="Mic – OBS input")
    form.get_by_label("balance").check()
    studio.lies["GetInputVolume"] = {"inputVolumeDb": -30}
    wait_until(lambda: "-30.0 dB" in form.locator(".offers").inner_text(), lambda: form.locator(".offers").inner_text(), 30)
    check(form.get_by_label("balance").is_checked(), "what was ticked")


@test("what a house of Home Assistant has is offered by name, with what can be bound of it, and written as a person would write it", limit=180)
def offered_by_a_house():
    house = House()
    desk = Mapper(SMALL.replace("parameters:", f"targets: {{house: {{home-assistant: \"{house.address}\", token-file: house.token}}}}\nparameters:\n"
                                "  ac: {kind: toggle, target: {home-assistant: house, entity: switch.ac}}"))
    write_token(desk.faderd)
    page = desk.maps()
    options = page.get_by_label("What it moves").locator("option")
    wait_until(lambda: {"Desk lamp – light", "Movie – scene", "Air conditioning – switch – bound to ac"} <= set(options.all_inner_texts()),
               lambda: f"what is offered: {options.all_inner_texts()}", 60)
    form = page.locator("form", has_text="Add a parameter")
    page.get_by_label("What it moves").select_option(label="Desk lamp – light")
    form.get_by_label("temperature").check()
    form.get_by_role("button", name="Show the change").click()
    diff = page.locator("dialog .diff").inner_text()
    check("target: {home-assistant: house, entity: light.desk}" in diff and "unit: K" in diff and "entity: light.desk, attribute: temperature}" in diff, diff)
    keep(page)
    wait_until(lambda: desk.faderd.shown("desk-lamp") == "71 %", lambda: desk.faderd.parameter("desk-lamp"))
    equal(house.requests, [])


@test("a password goes through no link and over nobody's file, and comes back at an undo, or if the daemon dies before it has read the config", limit=240)
def obs_password_file():
    desk = Mapper(SMALL)
    folder = desk.faderd.directory
    native.write(f"{folder}/mine", "mine\n")
    os.symlink(f"{folder}/mine", f"{folder}/obs.pw")
    page = desk.maps()
    connect(page, "first", 1)
    keep(page)
    # What is there, if only a link, stays.
    check(os.path.islink(f"{folder}/obs.pw") and native.read(f"{folder}/mine") == b"mine\n", "a link was written through")
    equal((native.read(f"{folder}/obs-2.pw"), os.stat(f"{folder}/obs-2.pw").st_mode & 0o7777), (b"first\n", 0o600), "the file beside it")
    # The file that the config names has become a link.
    os.rename(f"{folder}/obs-2.pw", f"{folder}/moved")
    os.symlink(f"{folder}/moved", f"{folder}/obs-2.pw")
    obs_form(page).get_by_label("Connection").select_option("obs")
    connect(page, "second")
    page.get_by_text("is a symbolic link, and the page writes no password where a link leads").wait_for()
    page.get_by_role("button", name="Close").last.click()
    equal(native.read(f"{folder}/moved"), b"first\n", "what the link leads to")
    os.remove(f"{folder}/obs-2.pw")
    os.rename(f"{folder}/moved", f"{folder}/obs-2.pw")
    connect(page, "second")
    keep(page)
    equal(native.read(f"{folder}/obs-2.pw"), b"second\n", "the password")
    page.get_by_role("button", name="Undo the last change").click()
    page.get_by_text("The change was taken back").wait_for()
    equal(native.read(f"{folder}/obs-2.pw"), b"first\n", "the password after an undo")
    page.get_by_role("button", name="Undo the last change").click()
    wait_until(lambda: desk.config() == SMALL, lambda: f"the config after another: {desk.config()}")
    # The editor writes the config first, then takes the file away.
    wait_until(lambda: not os.path.exists(f"{folder}/obs-2.pw"), "the file of a connection that was taken back to go")
    # The daemon dies as soon as the file is there, before it reads the config.
    os.remove(f"{folder}/obs.pw")
    # The form empties itself once its connection is gone.
    wait_until(lambda: not obs_form(page).get_by_label("Connection").is_visible(), "the page to have the config after the undo")
    connect(page, "third", 1)
    page.get_by_role("button", name="Keep").wait_for()

    def kill():
        while not os.path.exists(f"{folder}/obs.pw"):
            time.sleep(0.0005)
        desk.faderd.process.kill()
    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    page.get_by_role("button", name="Keep").click()
    killer.join(20)
    check(not killer.is_alive(), "the daemon to be killed")
    wait_until(lambda: not os.path.exists(f"{folder}/obs.pw"), "the password to be taken back", 30)
    equal(desk.config(), SMALL, "the config")
    desk.expects("409", "503", "ERR_", "502")


@test("what is no connection to OBS stays; a place that was named by hand is not written; and a key of a page has no such door")
def obs_refused():
    desk = Mapper(SMALL.replace("parameters:", "targets:\n  foh: {osc: \"127.0.0.1:9\"}\n  far: {obs: \"127.0.0.1:1\", password-file: /run/far.pw}\n  near: {obs: \"127.0.0.1:1\", password-file: shared.pw}\n"
                                "  also: {mqtt: \"mqtt://127.0.0.1:1\", user: u, password-file: shared.pw}\nparameters:")
                  + "web: {pages: {one: [level]}}\n")
    native.write(f"{desk.faderd.directory}/shared.pw", "both\n")
    os.chmod(f"{desk.faderd.directory}/shared.pw", 0o600)
    page = desk.open()
    status, text = page.evaluate(ASK, ["/config", None])
    equal(status, 200, text)
    check("far.pw" not in text and "shared.pw" not in text, "the page is told where passwords are")
    body, before = {"read": json.loads(text)["read"], "address": "127.0.0.1:4455", "password": "secret-7"}, desk.config()
    for more, expected, words in (({"name": "foh"}, 409, "not a connection to OBS"), ({"name": "far"}, 403, "already names a file"), ({"name": "a b"}, 422, "letters, digits"),
                                  ({"name": "x", "password": "a\nb"}, 422, "one line"), ({"name": "x", "password": "a" * 1025}, 422, "1024 bytes"),
                                  ({"name": "x", "address": "h:99999"}, 422, "port"), ({"name": "x", "address": "ws://h"}, 422, "HOST:PORT"),
                                  ({"name": "x", "file": "/tmp/x"}, 400, "a connection to OBS is"), ({"name": "x", "edits": [{"set": ["parameters", "a", "target"], "to": {"exec": ["id"]}}]}, 403, "kinds"),
                                  ({"name": "x", "edits": [{"set": ["targets", "x", "password-file"], "to": "/etc/passwd"}]}, 403, "may not change")):
        status, text = page.evaluate(ASK, ["/config/obs", body | more])
        check(status == expected and words in text and "secret-7" not in text, f"{more}: {status} {text}")
    equal((desk.config(), os.listdir(desk.faderd.directory).count("x.pw")), (before, 0), "the config and files")
    # Another connection has the same file: this one gets a file of its own.
    status, text = page.evaluate(ASK, ["/config/obs", body | {"name": "near"}])
    equal((status, native.read(f"{desk.faderd.directory}/shared.pw"), native.read(f"{desk.faderd.directory}/near.pw")), (200, b"both\n", b"secret-7\n"), f"the files: {text}")
    guest = desk.guest("one")
    status, text = guest.evaluate(ASK, ["/config/obs", body | {"name": "guest"}])
    check(status in (403, 404) and "guest.pw" not in os.listdir(desk.faderd.directory), f"the door for a key of a page: {status} {text}")
    desk.expects("400", "401", "403", "404", "409", "422")


def console_form(page):
    return page.locator("form.keys", has=page.get_by_role("heading", name="Add a console"))


@test("a console is added on the page: found in the network, its surface and sends chosen, the change shown; one undo takes it back, and it is removed again", limit=240)
def console():
    mixer = Console(host="0.0.0.0")
    desk = Mapper(SMALL.replace("fader.2: level}", "play: lit}") + "  other: {match: nobody, profile: nanokontrol2}\n")
    before = desk.config()
    page = desk.maps(bypass_csp=True)
    form = console_form(page)
    form.get_by_label("Address").fill(f"127.255.255.255:{mixer.port}")
    form.get_by_role("button", name="Search the network").click()
    form.get_by_role("button", name="Choose Stand-in").click()
    equal(form.get_by_label("Address").input_value(), f"127.0.0.1:{mixer.port}", "the address")
    check(f"X32 – 127.0.0.1:{mixer.port}" in form.inner_text(), form.inner_text())
    judge(page, "the form")
    form.get_by_label("Sends to buses").fill("1-2")
    form.get_by_role("button", name="Show the change").click()
    shown = page.locator("dialog .diff")
    # Two have room, so somebody has to say which one.
    page.locator("dialog").get_by_text("several surfaces have room for its strips, so none gets any; choose one: nano, other").wait_for()
    check("each: ch" not in shown.inner_text(), shown.inner_text())
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    form.get_by_label("Its strips on").select_option("nano")
    form.get_by_role("button", name="Show the change").click()
    shown.wait_for()
    check('+  foh: {x32:' in shown.inner_text() and '"mon.{mon}"' in shown.inner_text() and "mon: [bus1, bus2]" in shown.inner_text(), shown.inner_text())
    # What is kept is what is shown, also if somebody names a channel meanwhile.
    mixer.tablet("/ch/01/config/name", "Kick")
    keep(page)
    check("ch: [ch1, ch2," in desk.config() and "nano: {profile: nanokontrol2, map: {play: lit" in desk.config() and "play: lit" in desk.config(), desk.config())
    equal(desk.faderd.get("/v1/surfaces")[0]["strips"], 32, "the strips of the chosen controller")
    mixer.tablet("/ch/03/mix/fader", 0.5)
    wait_until(lambda: abs(desk.faderd.parameter("ch3.fader")["position"] - 0.5) < 0.01, "the console's fader")
    listed = form.get_by_role("listitem").filter(has_text="foh")
    wait_until(lambda: "connected" in listed.inner_text(), lambda: f"the console: {listed.inner_text()}")
    page.get_by_role("button", name="Undo the last change").click()
    page.get_by_text("The change was taken back").wait_for()
    equal(desk.config(), before, "the config after one undo")
    form.get_by_label("Address").fill(f"127.0.0.1:{mixer.port}")
    form.get_by_role("button", name="Show the change").click()
    check("ch: [kick, ch2," in shown.inner_text() or "ch: [kick]" in shown.inner_text(), shown.inner_text())
    keep(page)
    form.get_by_role("button", name="Remove foh").click()
    keep(page)
    equal(desk.config(), before, "the config without the console")


@test("what cannot be a console is refused on the page in words, and nobody else's page has these routes", limit=120)
def console_refused():
    desk = Mapper(SMALL + "web: {pages: {one: [level]}}\n")
    page = desk.maps()
    mixer = Console()
    form = console_form(page)
    form.get_by_label("Address").fill("127.0.0.1:9")
    form.get_by_role("button", name="Search the network").click()
    form.get_by_text("No console has answered").wait_for()
    read = page.evaluate(ASK, ["/config", None])[1]
    body = {"read": json.loads(read)["read"], "address": f"127.0.0.1:{mixer.port}"}
    before = desk.config()
    for route, more, expected, words in (("add", {"address": "no host"}, 422, "cannot be asked"), ("add", {"address": 7}, 400, "a console is"), ("add", {"sends": "mon=1-4"}, 400, "a console is"),
                                         ("add", {"sends": ["mon"]}, 422, "mon=1-4"), ("add", {"sends": ["mon=1-40"]}, 422, "buses 1 to 16"), ("add", {"surface": "nan"}, 422, "nan"),
                                         ("add", {"name": "a b"}, 422, "letters, digits"), ("add", {"edits": [{"remove": ["parameters"]}]}, 400, "a console is"),
                                         ("add", {"read": "0"}, 409, "changed meanwhile"), ("remove", {"name": "foh"}, 422, "no console foh"), ("remove", {}, 400, "a console is")):
        status, text = page.evaluate(ASK, [f"/config/consoles/{route}", body | more])
        check(status == expected and words in text, f"{route} {more}: {status} {text}")
    equal(desk.config(), before, "the config")
    before = mixer.asked("/ch/01/config/name")
    guest = desk.guest("one")
    for route in ("", "/add", "/remove"):
        status, text = guest.evaluate(ASK, [f"/config/consoles{route}", body])
        check(status in (403, 404), f"the door for a key of a page: {route} {status} {text}")
    equal(mixer.asked("/ch/01/config/name"), before, "what a key of a page can have asked")
    desk.expects("400", "401", "403", "404", "409", "422")
