"""The selected strip: chosen by hand, by touch and by programs; kept like the page; seen in the API, the events and on displays."""

import json
import os

import native
from testing import check, equal, test, wait_until

CONFIG = """\
version: 1
lists: {ch: {kick: Kick, snare: Snare, hat: Hat}}
parameters:
  "{ch}.level": {type: decibel, label: "{label}"}
  "{ch}.gain": {max: 60, unit: dB, label: "{label} gain"}
  fx: {}
surfaces:
  desk:
    match: "faderd virtual"
    controls:
      fader.1: {input: "pitchbend ch 1", motor: true, touch: "note 104 ch 1"}
      fader.2: {input: "pitchbend ch 2", motor: true, touch: "note 105 ch 1"}
      encoder.1: {input: "cc 16 ch 1", motor: "cc 48 ch 1", relative: sign-magnitude}
      select.1: {input: "note 24 ch 1", motor: true}
      select.2: {input: "note 25 ch 1", motor: true}
    strips: {each: ch, fader: "{}.level"}
    selected: {encoder.1: "{}.gain", touch-selects: true}
    pages: {fx: {map: {fader.1: fx}, strips: {each: [fx], fader: "{}"}}}
"""


def surface(faderd):
    return faderd.get("/v1/surfaces")[0]


def control(faderd, name):
    return next(one for one in surface(faderd)["controls"] if one["id"] == name)


def driven(faderd, expected, what):
    wait_until(lambda: control(faderd, "encoder.1").get("parameter") == expected, lambda: f"{what}: {control(faderd, 'encoder.1')}, not {expected}")


def lit(faderd):
    return [control(faderd, f"select.{number}").get("lit") for number in (1, 2)]


def select(faderd, *arguments):
    return faderd.ctl("select", "desk", *arguments)


def kept(faderd, word):
    def saved():
        return os.path.exists(faderd.state_file) and faderd.saved().get("surfaces", {}).get("desk", {}).get("selected", None) == word
    wait_until(saved, lambda: f"{word} is saved")


@test("a strip is selected by its button, by a finger and by programs; controls, lamps, events and answers follow, and no entry of the history is made")
def selected():
    faderd = native.Daemon(CONFIG).start()
    events = faderd.events()
    equal(next(events)[0], "state", "the first event")
    driven(faderd, None, "nothing is selected")
    equal((surface(faderd).get("selected"), surface(faderd)["selectable"], lit(faderd)), (None, ["kick", "snare", "hat"], [False, False]), "at first")
    equal(faderd.ctl("virtual", "press", "select.2").exit, 0, "virtual press")
    driven(faderd, "snare.gain", "the button")
    equal((surface(faderd)["selected"], lit(faderd), control(faderd, "select.2")["action"]), ("snare", [False, True], "select"), "the button")
    faderd.touch(1, True)
    driven(faderd, "kick.gain", "a finger")
    faderd.touch(1, False)
    equal(lit(faderd), [True, False], "the lamps after the finger")
    said = select(faderd, "hat")
    equal((said.exit, said.out), (0, "desk page main, strips 1…2 of 3, hat selected\n"), said.err)
    check(said.out in faderd.ctl("surfaces").out, "surfaces says it otherwise")
    driven(faderd, "hat.gain", "a program, a strip of another bank")
    equal(faderd.ctl("virtual", "turn", "encoder.1", "5").exit, 0, "virtual turn")
    wait_until(lambda: faderd.value("hat.gain") > 0, "the encoder turns what is selected")
    equal(json.loads(select(faderd, "--none", "--json").out).get("selected"), None, "none")
    driven(faderd, None, "none")
    news = (data.get("selected") for name, data in events if name == "selected")
    equal([next(news) for _ in range(4)], ["snare", "kick", "hat", None], "events")
    equal([[one["id"] for one in entry["changes"]] for entry in faderd.get("/v1/history")], [["hat.gain"]], "the history")
    equal(faderd.ctl("undo").exit, 0, "undo")
    equal((faderd.value("hat.gain"), surface(faderd).get("selected")), (0, None), "undo takes the turn back, no selection")


@test("what cannot be selected is refused with the nearest word; a surface without selected: says so")
def refused():
    faderd = native.Daemon(CONFIG).start()
    wrong = select(faderd, "snar")
    equal(wrong.exit, 65, wrong.out)
    check('desk has no strip "snar" that can be selected' in wrong.err and '"snare"' in wrong.err, wrong.err)
    equal(faderd.request("POST", "/v1/surfaces/desk/select", {"selected": "snar"})[0], 404, "the API")
    equal(faderd.request("POST", "/v1/surfaces/desk/select", {"strip": "kick"})[0], 400, "another key")
    check(select(faderd).exit == 64 and select(faderd, "kick", "--none").exit == 64, "usage")
    faderd.reload(CONFIG.replace("    selected:", "    #selected:"))
    equal(faderd.request("POST", "/v1/surfaces/desk/select", {"selected": "kick"})[0], 409, "no selected:")
    check("selectable" not in surface(faderd), "the API without selected:")


@test("the selected strip is kept over kill -9 and a reload that moves it, also while a group or another page is shown; one that goes leaves nothing selected")
def remembered():
    spill = CONFIG.replace("surfaces:", 'groups: {drums: {of: ["{ch}.level"]}}\nsurfaces:').replace("    strips: {each: ch", "    map: {x: {action: spill, group: drums}}\n    strips: {each: ch", 1)
    faderd = native.Daemon(spill.replace("      select.1:", '      x: {input: "note 40 ch 1"}\n      select.1:')).start()
    equal(faderd.ctl("page", "desk", "spill:drums").exit, 0, "spill")
    equal(faderd.ctl("virtual", "press", "select.2").exit, 0, "a strip of a group")
    kept(faderd, "snare")
    faderd.kill()
    equal(faderd.saved()["surfaces"]["desk"]["page"], "main", "the page that is kept")
    faderd.start()
    driven(faderd, "snare.gain", "after kill -9")
    equal(surface(faderd)["page"], "main", "the page after kill -9")
    equal(lit(faderd), [False, True], "the lamps after kill -9")
    faderd.ctl("page", "desk", "fx")
    faderd.reload(CONFIG.replace("{kick: Kick, snare: Snare, hat: Hat}", "{hat: Hat, kick: Kick, snare: Snare}"))
    driven(faderd, "snare.gain", "after a reload with another order")
    faderd.ctl("page", "desk", "main")
    equal(lit(faderd), [False, False], "it is in another bank now")
    faderd.reload(CONFIG.replace(", snare: Snare", ""))
    driven(faderd, None, "the strip is gone")
    equal((surface(faderd).get("selected"), surface(faderd)["selectable"]), (None, ["kick", "hat"]), "the strip is gone")
    kept(faderd, None)
    faderd.configure(CONFIG.replace("touch-selects: true", "touch-selects: false"))
    changes = [change["text"] for change in faderd.request("POST", "/v1/reload").json["changes"]]
    check("surface changed: desk (strips, selected)" in changes, changes)
    equal(surface(faderd).get("selected"), None, "the strip is back, and nobody has selected it")
    faderd.touch(1, True)
    wait_until(lambda: control(faderd, "fader.1")["touched"], "the finger")
    equal(surface(faderd).get("selected"), None, "a finger selects nothing any more")


@test("explain says that a parameter is driven only while its strip is selected, and what is selected now")
def explained():
    faderd = native.Daemon(CONFIG).start()

    def hidden(parameter):
        return [(one["control"], one["by"], one["text"]) for one in json.loads(faderd.ctl("explain", parameter, "--json").out).get("hidden", [])]

    equal(hidden("kick.gain"), [("desk encoder.1", "selected", "only while kick is selected, and nothing is")], "nothing is selected")
    select(faderd, "snare")
    equal(hidden("kick.gain"), [("desk encoder.1", "selected", "only while kick is selected, and snare is")], "another is selected")
    equal(hidden("snare.gain"), [], "it is driven")


@test("the display of a strip says what its encoder drives for the selected strip, and the digits which one was selected")
def displays():
    begin, end = CONFIG.index("    match:"), CONFIG.index("    strips:")
    faderd = native.Daemon(f'{CONFIG[:begin]}    profile: x-touch\n    match: "faderd virtual"\n{CONFIG[end:]}', profiles=native.shipped("x-touch")).start()

    def rows():
        return [row[0].strip() for row in surface(faderd)["panel"]["displays"][0]["rows"]]

    wait_until(lambda: rows()[0] == "Kick", lambda: f"nothing is selected: {rows()}")
    for word, said in (("hat", "HatGain"), ("snare", "SnareGn")):
        equal(select(faderd, word).exit, 0, word)
        wait_until(lambda: rows() == ["Kick", said], lambda: f"{word}: {rows()}")
        wait_until(lambda: surface(faderd)["panel"]["assignment"].lower() == word[:2], lambda: f"the digits: {surface(faderd)['panel']}")
    wait_until(lambda: not surface(faderd)["panel"]["assignment"].strip(), "the digits are dark again")


@test("the key of a page hears nothing of a selection, and cannot select; it sees the parameters of its page move under it")
def phones():
    faderd = native.Daemon(CONFIG + "web: {pages: {drums: [kick.gain]}}\n").start()
    owner, secret = faderd.session(), "0123456789abcdef0123456789abcdef"
    equal(owner.ask("POST", "/v1/keys", {"name": "lan-drums", "key": secret, "page": "drums"})[0], 201, "the key")
    events = faderd.events(key=secret)
    equal(next(events)[0], "state", "the first event")
    equal(faderd.request("POST", "/v1/surfaces/desk/select", {"selected": "hat"}, headers={"Authorization": f"Bearer {secret}"}).status, 403, "select")
    for word in ("snare", "kick"):
        equal(select(faderd, word).exit, 0, word)
    equal(faderd.ctl("virtual", "turn", "encoder.1", "5").exit, 0, "virtual turn")
    heard = []
    while not heard or heard[-1][0] != "parameter":
        heard.append(next(events))
    equal({name for name, _ in heard} - {"touch", "parameter"}, set(), "what it hears")
    equal(heard[-1][1]["id"], "kick.gain", "the parameter of its page")
