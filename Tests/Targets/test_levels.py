"""Levels of a console on the meters of a desk: those of the faders that strips show, and asked for only while somebody sees them."""

import time

import native
import ui_desk
from testing import equal, test, wait_until
from x32_desk import Desk

STRIPS = "strips: {each: ch, fader: \"{}.fader\"}"


def config(desk, strips=STRIPS, family="x32"):
    return f"""\
version: 1
lists: {{ch: [vox, drum]}}
targets: {{foh: {{{family}: "127.0.0.1:{desk.port}"}}}}
parameters:
  "{{ch}}.fader": {{target: {{{family}: foh, ch: "{{n}}"}}}}
  "{{ch}}.mute": {{target: {{{family}: foh, ch: "{{n}}", property: mute}}}}
  "{{ch}}.mon": {{target: {{{family}: foh, ch: "{{n}}", bus: 1}}}}
  talk: {{max: 10}}
surfaces:
  desk:
    match: "faderd virtual"
    profile: mackie-control
    {strips}
    pages:
      mon: {{strips: {{each: ch, fader: "{{}}.mon"}}}}
      dark: {{map: {{fader.1: talk}}}}
"""


def started(text):
    return native.Daemon(text, virtual=False, profiles=native.shipped("mackie-control"), arguments=["--virtual=mackie-control"]).start()


def level(faderd, strip):
    meters = faderd.get("/v1/surfaces")[0]["panel"]["meters"]
    return next((meter["level"] for meter in meters if meter["strip"] == strip), None)


def asked(desk, since=0):
    with desk.guard:
        return sum(where == "/meters" for when, where, _ in desk.heard if when >= since)


@test("strips without a row for meters show the levels of their faders, and those of the channels where they show sends; a page without strips asks for none; they fall when the console goes", limit=60)
def shown():
    desk = Desk()
    desk.levels = {("/meters/0", 0): -6, ("/meters/0", 1): -20}
    faderd = started(config(desk))
    wait_until(lambda: (level(faderd, 1), level(faderd, 2)) == (10, 6), lambda: f"the levels of the faders: {level(faderd, 1)}, {level(faderd, 2)}")
    equal([faderd.parameter(id).get("hasLevel") for id in ("vox.fader", "vox.mute", "vox.mon", "talk")], [True, None, True, None], "what has a level")
    desk.levels = {("/meters/0", 0): -20, ("/meters/0", 1): -6}
    equal(faderd.ctl("page", "desk", "mon").exit, 0)
    wait_until(lambda: (level(faderd, 1), level(faderd, 2)) == (6, 10), lambda: f"the levels beside the sends: {level(faderd, 1)}, {level(faderd, 2)}")
    equal(faderd.ctl("page", "desk", "dark").exit, 0)
    wait_until(lambda: level(faderd, 1) is None, lambda: f"no meter: {level(faderd, 1)}")
    time.sleep(0.3)
    begun = time.monotonic()
    time.sleep(6)
    equal(asked(desk, begun), 0, "how often the console was asked for levels that nobody sees")
    equal(faderd.ctl("page", "desk", "main").exit, 0)
    wait_until(lambda: level(faderd, 2) == 10, lambda: f"the levels are back: {level(faderd, 2)}")
    desk.silent = True
    wait_until(lambda: level(faderd, 2) == 0, lambda: f"the console has gone: {level(faderd, 2)}", 15)


@test("a row of meters can name the fader whose level it shows, or a place of the console, of which the louder side counts; what has no level is an error")
def named():
    desk = Desk()
    desk.levels = {("/meters/0", 1): -6, ("/meters/2", 22): -40, ("/meters/2", 23): -20}
    faderd = started(config(desk, "strips: {each: [drum, vox], encoder: \"{}.mon\", meter: {level: \"{}.fader\"}}\n    map: {meter.7: {x32: foh, main: st}, meter.8: {level: drum.fader}}"))
    wait_until(lambda: [level(faderd, strip) for strip in (1, 2, 7, 8)] == [10, 0, 6, 10], lambda: f"{faderd.get('/v1/surfaces')[0]['panel']}")
    native.write(f"{faderd.directory}/faderd.yaml", config(desk, "strips: {each: ch, fader: \"{}.fader\", meter: {level: \"{}.mute\"}}"))
    faderd.fails(78, "for vox: vox.mute has no level, because its target does not report how loud it is", "reload")


@test("the levels of a Ui, which it tells without being asked, are shown beside faders and sends, and end when it tells none any more or goes")
def ui():
    desk = ui_desk.Desk()
    # −6 and −20 dB.
    desk.levels = {("i", 0): 222, ("i", 1): 180}
    faderd = started(config(desk, family="ui").replace("  talk:", "  main: {target: {ui: foh, main: st}}\n  talk:").replace("    pages:", "    map: {fader.3: main}\n    pages:"))
    wait_until(lambda: (level(faderd, 1), level(faderd, 2)) == (10, 6), lambda: f"the levels of the faders: {level(faderd, 1)}, {level(faderd, 2)}")
    equal([faderd.parameter(id).get("hasLevel") for id in ("vox.fader", "vox.mute", "vox.mon", "main")], [True, None, True, True], "what has a level")
    desk.levels = {("i", 0): 180, ("i", 1): 222}
    equal(faderd.ctl("page", "desk", "mon").exit, 0)
    wait_until(lambda: (level(faderd, 1), level(faderd, 2)) == (6, 10), lambda: f"the levels beside the sends: {level(faderd, 1)}, {level(faderd, 2)}")
    desk.levels = {}
    wait_until(lambda: (level(faderd, 1), level(faderd, 2)) == (0, 0), lambda: f"silence: {level(faderd, 1)}, {level(faderd, 2)}")
    desk.levels = {("i", 0): 180, ("i", 1): 222}
    wait_until(lambda: (level(faderd, 1), level(faderd, 2)) == (6, 10), lambda: f"the levels are back: {level(faderd, 1)}, {level(faderd, 2)}")
    desk.close()
    wait_until(lambda: (level(faderd, 1), level(faderd, 2)) == (0, 0), lambda: f"the console has gone: {level(faderd, 1)}, {level(faderd, 2)}")
