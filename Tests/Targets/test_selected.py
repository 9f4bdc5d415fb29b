"""`selected: {with: …}`: the selected strip of a surface and the selected channel of a console keep step, both ways, without a circle."""

import time

import native
from testing import check, equal, test, wait_until
from x32_desk import Desk


def config(desk, more="", other=""):
    return f"""\
version: 1
targets: {{foh: {{x32: "127.0.0.1:{desk.port}"{more}}}}}
lists: {{ch: {{kick: Kick, snare: Snare, band: {{label: Band, number: 3}}}}}}
parameters:
  kick.level: {{target: {{x32: foh, ch: 1}}}}
  snare.level: {{target: {{x32: foh, ch: 2}}}}
  band.level: {{target: {{x32: foh, bus: 3}}}}
  "{{ch}}.gain": {{}}
surfaces:
  desk:
    match: "faderd virtual"
    controls:
      fader.1: {{input: "pitchbend ch 1", motor: true, touch: "note 104 ch 1"}}
      fader.2: {{input: "pitchbend ch 2", motor: true, touch: "note 105 ch 1"}}
      fader.3: {{input: "pitchbend ch 3", motor: true, touch: "note 106 ch 1"}}
      encoder.1: {{input: "cc 16 ch 1", relative: sign-magnitude}}
      select.1: {{input: "note 24 ch 1", motor: true}}
      select.2: {{input: "note 25 ch 1", motor: true}}
      select.3: {{input: "note 26 ch 1", motor: true}}
    strips: {{each: ch, fader: "{{}}.level"}}
    selected: {{encoder.1: "{{}}.gain", touch-selects: true, with: {{x32: foh, selected: channel}}}}
{other}"""


OTHER = """\
  other:
    match: "another device"
    controls: {fader.1: {input: "cc 1 ch 1"}, knob.1: {input: "cc 2 ch 1"}}
    strips: {each: ch, fader: "{}.level"}
    selected: {knob.1: "{}.gain", with: {selected: channel, x32: foh}}
"""


def surface(faderd, name="desk"):
    return next(one for one in faderd.get("/v1/surfaces") if one["name"] == name)


def selected(faderd, word, name="desk"):
    wait_until(lambda: surface(faderd, name).get("selected") == word, lambda: f"{name} selects {surface(faderd, name).get('selected')}, not {word}")


def has(desk, number):
    wait_until(lambda: desk.values["/-stat/selidx"] == number, lambda: f"the console selects {desk.values['/-stat/selidx']}, not {number}")


def writes(desk):
    return [value for _, value in desk.sets("/-stat/selidx")]


@test("what is selected at the console is selected here, and the other way round; a channel without a strip here selects none; nothing goes in a circle")
def both():
    desk = Desk(values={"/-stat/selidx": 1})
    faderd = native.Daemon(config(desk, other=OTHER)).start()
    selected(faderd, "snare")
    selected(faderd, "snare", "other")
    equal(writes(desk), [], "what was written at the start")
    equal(faderd.ctl("virtual", "press", "select.1").exit, 0, "a button")
    has(desk, 0)
    selected(faderd, "kick", "other")
    faderd.touch(3, True)
    has(desk, 50)
    faderd.touch(3, False)
    desk.tablet("/-stat/selidx", 1)
    selected(faderd, "snare")
    desk.tablet("/-stat/selidx", 7)
    selected(faderd, None)
    selected(faderd, None, "other")
    equal(faderd.ctl("select", "other", "band").exit, 0, "select")
    has(desk, 50)
    selected(faderd, "band")
    for number in (0, 1, 0, 1, 0):
        desk.tablet("/-stat/selidx", number)
        equal(faderd.ctl("virtual", "press", "select.2").exit, 0, "a button against the console")
    # Who was last depends on when the console's news arrives; both must end at the same.
    def both_have():
        return desk.values["/-stat/selidx"], surface(faderd).get("selected")
    wait_until(lambda: both_have() in ((1, "snare"), (0, "kick")), lambda: f"the same at both: {both_have()}")
    # The console's late news would begin a circle here, if there were one.
    time.sleep(1)
    before, last = len(writes(desk)), both_have()
    check(last in ((1, "snare"), (0, "kick")), lambda: f"the same at both: {last}")
    time.sleep(1)
    equal((len(writes(desk)), both_have()), (before, last), "at rest")
    check(before <= 8, f"{before} writes for 8 selections here")
    equal(faderd.get("/v1/history"), [], "a selection is no entry of the history")
    faderd.kill()
    desk.values["/-stat/selidx"] = 50
    faderd.start()
    selected(faderd, "band")
    has(desk, 50)


@test("a console that is away, or only read, keeps nobody from selecting; what was selected meanwhile is written when it is back", limit=90)
def away():
    desk = Desk()
    faderd = native.Daemon(config(desk)).start()
    selected(faderd, "kick")
    desk.silent = True
    wait_until(lambda: any(each["state"] == "absent" for each in faderd.get("/v1/targets")["targets"]), "the console to be missed", 15)
    equal(faderd.ctl("select", "desk", "snare").exit, 0, "select")
    selected(faderd, "snare")
    desk.clients.clear()
    desk.silent = False
    has(desk, 1)
    faderd.reload(config(desk, more=", read-only: true"))
    selected(faderd, "snare")
    before = len(writes(desk))
    equal(faderd.ctl("virtual", "press", "select.3").exit, 0, "a button")
    selected(faderd, "band")
    desk.tablet("/-stat/selidx", 0)
    selected(faderd, "kick")
    equal(len(writes(desk)), before, "what was written to a console that is only read")


@test("a parameter of the config with the same target is the one that keeps step; a reload that adds or takes away with: counts at once")
def shared():
    desk = Desk(values={"/-stat/selidx": 1})
    without = config(desk).replace(", with: {x32: foh, selected: channel}", "")
    faderd = native.Daemon(without.replace("  kick.level:", "  sel: {target: {x32: foh, selected: channel}}\n  kick.level:")).start()
    wait_until(lambda: faderd.text("sel") == "ch 2", lambda: f"the console's selection: {faderd.text('sel')}")
    equal(surface(faderd).get("selected"), None, "without with:")
    faderd.configure(config(desk).replace("  kick.level:", "  sel: {target: {x32: foh, selected: channel}}\n  kick.level:"))
    said = faderd.ctl("reload")
    equal(said.exit, 0, said.err)
    selected(faderd, "snare")
    equal([one["id"] for one in faderd.get("/v1/parameters") if one["id"].endswith("selected")], [], "no other parameter is made")
    faderd.set("sel", "ch 1")
    selected(faderd, "kick")
    has(desk, 0)
    faderd.reload(config(desk))
    selected(faderd, "kick")
    wait_until(lambda: faderd.text("desk.selected") == "ch 1", lambda: f"{faderd.text('desk.selected')}")
