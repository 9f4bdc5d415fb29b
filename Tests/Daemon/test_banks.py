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
    faderd.restart(kill=True)
    equal(positions(faderd)[:2], [90, 0], "the motors after kill -9")
    equal(faderd.ctl("page", "desk", "main").out, "desk page main, strips 2…3 of 3\n", "the bank that the page had")
    faderd.reload(CONFIG.replace("[a, b, c]", "[b, a, c]").replace("pages: {", "pages: {new: {}, "))
    equal(positions(faderd)[:2], [10, 50], "the motors after the reload")


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
