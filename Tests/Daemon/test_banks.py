"""Strips, banks, pages and modifiers, from the command line, the API and the events."""

import json
import os

import native
from testing import check, equal, test, wait_until

CONFIG = """\
version: 1
parameters:
  a: {max: 100, decimals: 0, default: 10}
  b: {max: 100, decimals: 0, default: 20}
  c: {max: 100, decimals: 0, default: 30}
  wet: {max: 100, decimals: 0, default: 90}
surfaces:
  desk:
    match: "faderd virtual"
    controls:
      fader.1: {input: "pitchbend ch 1", motor: true, touch: "note 104 ch 1"}
      fader.2: {input: "pitchbend ch 2", motor: true, touch: "note 105 ch 1"}
      fader.3: {input: "pitchbend ch 3", motor: true, touch: "note 106 ch 1"}
    strips: {each: [a, b, c], fader: "{}"}
    map: {fader.3: wet}
    pages: {fx: {map: {fader.1: wet}}}
"""


def positions(faderd):
    return [round(100 * one["position"]) for one in faderd.get("/v1/virtual")[:3]]


@test("page and bank are switched from the command line, reported as events, and kept over kill -9 and a reload")
def switched():
    faderd = native.Daemon(CONFIG).start()
    events = faderd.events()
    equal(next(events)[0], "state", "the first event")
    equal(positions(faderd), [10, 20, 90], "the motors at first")
    moved = faderd.ctl("bank", "desk", "+8")
    equal(moved.out, "desk page main, strip 3 of 3\n", f"bank: {moved.err}")
    check(moved.out in faderd.ctl("surfaces").out, "surfaces says it otherwise")
    equal(positions(faderd), [30, 0, 90], "the motors in the last bank")
    faderd.ctl("virtual", "move", "fader.1", "0.5")
    wait_until(lambda: faderd.text("c") == "50", "the fader moves what its strip names")
    equal(faderd.text("a"), "10", "what is hidden")
    equal(faderd.ctl("bank", "desk", "-1").out, "desk page main, strips 2…3 of 3\n", "bank back")
    shown = json.loads(faderd.ctl("page", "desk", "fx", "--json").out)
    equal([shown["surface"], shown["page"], shown["pages"], shown["bank"], shown["strips"]], ["desk", "fx", ["main", "fx"], 1, 0], "page")
    equal(positions(faderd)[:2], [90, 0], "the motors of the page")
    surface = faderd.get("/v1/surfaces")[0]
    equal([surface["page"], surface["bank"], surface["modifiers"]], ["fx", 1, []], "the surface")
    check("desk page fx, no strips" in faderd.ctl("surfaces").out, "surfaces tells the page")
    news = (event for event in events if event[0] in ("page", "bank"))
    told = [(name, data["page"], data["bank"]) for name, data in (next(news) for _ in range(3))]
    equal(told, [("bank", "main", 3), ("bank", "main", 2), ("page", "fx", 1)], "events")
    kept = {"desk": {"banks": {"fx": 1, "main": 2}, "page": "fx"}}
    wait_until(lambda: os.path.exists(faderd.state_file) and faderd.saved().get("surfaces") == kept, "it is saved")
    faderd.kill()
    faderd.start()
    equal(positions(faderd)[:2], [90, 0], "the motors after kill -9")
    equal(faderd.ctl("page", "desk", "main").out, "desk page main, strips 2…3 of 3\n", "the bank that the page had")
    faderd.configure(CONFIG.replace("[a, b, c]", "[b, a, c]").replace("pages: {", "pages: {new: {}, "))
    equal(faderd.ctl("reload").exit, 0, "reload")
    equal(positions(faderd)[:2], [10, 50], "the motors after the reload")


@test("a finger that stays during a bank switch keeps its parameter: in the output of virtual, in the touch events, and at its release")
def held_through_a_switch():
    faderd = native.Daemon(CONFIG).start()
    events = faderd.events("?prefix=a")
    faderd.touch(1, True)
    faderd.ctl("bank", "desk", "+8")
    moved = faderd.ctl("virtual", "move", "fader.1", "0.5")
    check("fader.1 50 % a" in moved.out, f"virtual move says {moved.out}")
    equal((faderd.text("a"), faderd.text("c")), ("50", "30"), "what it moved")
    faderd.touch(1, False)
    touches = ((data["parameter"], data["touched"]) for name, data in events if name == "touch")
    equal([next(touches), next(touches)], [("a", True), ("a", False)], "touch events of a")


@test("a modifier that is switched on and off is told as an event, with what is mapped then")
def modifier():
    faderd = native.Daemon("""\
version: 1
parameters: {a: {}, b: {}}
surfaces:
  desk:
    match: "faderd virtual"
    controls: {select.1: {input: "note 24 ch 1"}, fader.1: {input: "pitchbend ch 1"}}
    map: {select.1: {action: modifier}, fader.1: a, select.1+fader.1: b}
""").start()
    events = faderd.events()
    equal(next(events)[0], "state", "the first event")
    for press, modifiers, parameter in (("on", ["select.1"], "b"), ("off", [], "a")):
        equal(faderd.ctl("virtual", "press", "select.1", press).exit, 0, "exit code")
        told = next(data for name, data in events if name == "page")
        equal((told["page"], told["modifiers"]), ("main", modifiers), "the event")
        surface = faderd.get("/v1/surfaces")[0]
        equal(surface["mappings"], [{"control": "fader.1", "parameter": parameter}], "what the fader drives")
        equal((surface["width"], surface["modifiers"]), (0, modifiers), "the surface")


@test("sends on faders: a button shows the page of a mix, flip exchanges faders and encoders, and a finger keeps what it has until it leaves")
def sends():
    with open(f"{os.path.dirname(__file__)}/../../config/profiles/x-touch.yaml", encoding="utf-8") as file:
        profile = file.read()
    faderd = native.Daemon("""\
version: 1
lists: {ch: [kick, snare], mon: [bass, keys]}
types: {percent: {max: 100, decimals: 0, default: 10}}
parameters:
  "{ch}": {type: percent}
  "{ch}.bass": {type: percent, default: 20}
  "{ch}.keys": {type: percent, default: 30}
surfaces:
  desk:
    profile: x-touch
    match: "faderd virtual"
    strips: {each: ch, fader: "{}"}
    map: {f1: {page: mon.bass}, f2: {page: mon.keys}, f3: {action: flip}}
    pages:
      "mon.{mon}": {strips: {each: ch, fader: "{}.{mon}", encoder: "{}"}}
""", profiles={"x-touch.yaml": profile}).start()

    def motors():
        return [round(100 * faderd.motor(fader)) for fader in (1, 2)]

    def lit(control):
        return next(one for one in faderd.get("/v1/virtual-surface")["controls"] if one["control"] == control)["lamp"] == "on"

    def shown(expected, what):
        wait_until(lambda: motors() == expected, lambda: f"{what}: {motors()}, not {expected}")

    shown([10, 10], "the channels")
    for button, expected in (("f1", [20, 20]), ("f2", [30, 30])):
        equal(faderd.ctl("virtual", "press", button).exit, 0, button)
        shown(expected, button)
    check(lit("f2") and not lit("f1"), "the lamp of the mix that is shown")
    faderd.touch(1, True)
    faderd.ctl("virtual", "press", "f3")
    shown([30, 10], "flip, with a finger on the first fader")
    faderd.ctl("virtual", "move", "fader.1", "0.5")
    wait_until(lambda: faderd.text("kick.keys") == "50", lambda: f"the finger still has the send: {faderd.text('kick.keys')}")
    faderd.touch(1, False)
    shown([10, 10], "the finger has left")
    check(lit("f3"), "the lamp of flip")
    faderd.ctl("virtual", "move", "fader.2", "0.7")
    wait_until(lambda: faderd.text("snare") == "70", lambda: f"the level under the finger: {faderd.text('snare')}")
    equal(faderd.text("snare.keys"), "30", "the send, which is on the encoder now")
    equal(faderd.ctl("reload").exit, 0, "reload")
    shown([10, 70], "flip stays over a reload")
    faderd.ctl("virtual", "press", "f3")
    shown([50, 30], "the sends again")
    faderd.ctl("virtual", "press", "f2")
    shown([10, 70], "the page's button goes back to the channels")


@test("explain says where a hidden parameter is mapped: in another bank, on another page, with a modifier")
def hidden():
    faderd = native.Daemon(CONFIG.replace("map: {fader.3: wet}", """map: {fader.3: wet, shift+fader.3: c, shift: {action: modifier, latch: true}}""")
                           .replace("controls:\n", "controls:\n      shift: {input: \"note 70 ch 1\"}\n", 1)).start()

    def places(parameter):
        told = [line for line in faderd.ctl("explain", parameter).out.splitlines()[1:] if line.startswith("desk ")]
        said = json.loads(faderd.ctl("explain", parameter, "--json").out).get("hidden", [])
        equal(told, [f"{one['control']}: {one['text']}" for one in said], "as JSON")
        return told, [one["by"] for one in said]

    equal(places("a"), ([], []), "what is shown")
    bank = "desk strip 3: not in this bank, which shows strips 1 to 2"
    equal(places("c"), ([bank, "desk fader.3: only while shift is on"], ["bank", "modifier"]), "another bank")
    equal(places("wet"), (["desk fader.1: on page fx, and main is shown"], ["page"]), "another page")
    faderd.ctl("bank", "desk", "3")
    equal(places("c"), (["desk fader.3: only while shift is on"], ["modifier"]), "shown now")
    equal(places("a"), (["desk strip 1: not in this bank, which shows strips 3 to 3"], ["bank"]), "the first bank")
    faderd.ctl("page", "desk", "fx")
    equal(places("b"), (["desk strip 2: on page main, and fx is shown"], ["page"]), "the first page")
