"""`spill` in a daemon: its page, and what a reload and a start make of it. What it does at a desk is in `Tests/Scripts/spill.txt`."""

import os

import native
from testing import check, equal, test, wait_until

CONFIG = """\
version: 1
lists: {ch: {vox: Vox, kick: Kick, snare: Snare}}
parameters:
  "{ch}.level": {type: decibel, label: "{label}"}
  "{ch}.mute": {kind: toggle}
  room: {type: decibel, default: -30}
  master: {type: decibel}
groups: {drums: {of: [snare.level, room, kick.level], label: Drums, mute: "{ch}.mute"}}
surfaces:
  desk:
    match: "faderd virtual"
    controls:
      fader.1: {input: "pitchbend ch 1", motor: true, touch: "note 104 ch 1"}
      fader.2: {input: "pitchbend ch 2", motor: true, touch: "note 105 ch 1"}
      fader.3: {input: "pitchbend ch 3", motor: true, touch: "note 106 ch 1"}
      fader.4: {input: "pitchbend ch 4", motor: true, touch: "note 107 ch 1", master: true}
      f1: {input: "note 54 ch 1"}
      f2: {input: "note 55 ch 1"}
    strips: {each: ch, fader: "{}.level"}
    map:
      fader.4: master
      f1: {action: spill, group: drums}
      f2: {page: fx}
    pages: {fx: {strips: {each: [vox], fader: "{}.level"}, map: {fader.3: room}}}
"""
HOME = ["vox.level", "kick.level", "snare.level", "master"]
SPILLED = ["snare.level", "room", "kick.level", "drums"]


def faders(faderd):
    controls = {one["id"]: one.get("parameter") for one in faderd.get("/v1/surfaces")[0]["controls"]}
    return [controls[f"fader.{number}"] for number in range(1, 5)]


def show(faderd, *expected):
    wait_until(lambda: faders(faderd) == list(expected), lambda: f"faders to be {expected}: {faders(faderd)}; {faderd.ctl('surfaces').out.splitlines()[-1]}")


def press(faderd, name):
    equal(faderd.ctl("virtual", "press", name).exit, 0, f"virtual press {name}")


@test("explain and the page's name say what is spilled; its name is a page, and the next page is one of the config; motors follow")
def named():
    faderd = native.Daemon(CONFIG).start()
    show(faderd, *HOME)
    press(faderd, "f1")
    show(faderd, *SPILLED)
    equal(faderd.get("/v1/surfaces")[0]["page"], "spill:drums", "the page")
    wait_until(lambda: faderd.motor(2) < faderd.motor(1), lambda: "the motor of room")
    faderd.must("page", "desk", "next")
    show(faderd, "vox.level", None, "room", "master")
    # The pages that follow one another are those of the config.
    faderd.must("page", "desk", "next")
    show(faderd, *HOME)
    faderd.must("page", "desk", "spill:drums")
    show(faderd, *SPILLED)
    # A place of the config that the passing view hides is no news; what hides is.
    explained = faderd.must("explain", "vox.level")
    check("spill:drums is shown" in explained, explained)
    press(faderd, "f1")
    explained = faderd.must("explain", "room")
    check("spill:drums" not in explained, explained)


@test("a finger keeps its parameter while a group is spilled; a reload keeps it spilled, or shows what was before if the group is gone; a start does not spill")
def kept():
    faderd = native.Daemon(CONFIG).start()
    press(faderd, "f2")
    faderd.touch(1, True)
    press(faderd, "f1")
    show(faderd, "vox.level", *SPILLED[1:])
    faderd.move(1, 0.3)
    wait_until(lambda: faderd.value("vox.level") != 0, "the finger's parameter")
    equal(faderd.value("snare.level"), 0)
    faderd.touch(1, False)
    show(faderd, *SPILLED)
    faderd.reload(CONFIG.replace("of: [snare.level, room", "of: [room, snare.level"))
    show(faderd, "room", "snare.level", "kick.level", "drums")
    faderd.reload(CONFIG.replace("{action: spill, group: drums}", "room").replace("f1: room", "f1: kick.mute"))
    show(faderd, "vox.level", None, "room", "master")
    faderd.reload(CONFIG)
    press(faderd, "f1")
    show(faderd, *SPILLED)
    wait_until(lambda: os.path.exists(faderd.state_file) and faderd.saved().get("surfaces", {}).get("desk", {}).get("page") == "fx", "the page is saved")
    faderd.restart(kill=True)
    show(faderd, "vox.level", None, "room", "master")
