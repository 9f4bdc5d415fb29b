"""A Mackie Control with its display, digits and meters; each text it is sent is checked."""

import json
import time

import midi
from daemon import Daemon, shipped
from gadget import Gadget
from lcd import Panel, greet, is_motor
from testing import check, equal, test, wait_until

DESK = """
version: 1
parameters:
  drums: {label: Drums, min: -70, max: 6, unit: dB, decimals: 1, default: -6}
  bass: {label: Bassgitarre, min: -70, max: 6, unit: dB, decimals: 1}
  voice: {label: Größe & Übermut, min: 0, max: 1}
  pan: {label: Pan, min: -100, max: 100, decimals: 0}
  time: {kind: text, default: "01:02:03"}
  level: {min: -70, max: 6, unit: dB, default: -70}
surfaces:
  desk:
    match: "Desk*"
    profile: mackie-control
    display: {timecode: time}
    map: {fader.1: drums, fader.2: bass, fader.3: voice, encoder.1: pan, fader.8: drums, meter.2: level}
"""


def started(config=DESK):
    """Starts a daemon with a desk, which answers the greeting; returns both."""
    desk = Gadget("Desk").plug()
    daemon = Daemon(config, profiles=shipped("mackie-control")).start()
    greet(desk)
    return desk, daemon


def begun(config=DESK):
    """A desk with everything painted, the daemon, and a panel that shows it."""
    desk, daemon = started(config)
    panel = Panel()
    wait_until(lambda: panel.feed(desk.take()).row(0)[0] == "Drums", lambda: f"the display; {panel.row(0)}", 30)
    desk.settle()
    panel.feed(desk.take())
    return desk, daemon, panel


@test("a Mackie display shows labels and values in its own characters, in few messages, motors first; the digits show a time")
def shown():
    desk, daemon = started()
    desk.settle(quiet=1.0)
    messages, panel = desk.take(), Panel()
    panel.feed(messages)
    equal(panel.row(0)[0], "Drums", "the first label")
    equal(panel.row(0)[3:7], [""] * 4, "strips with nothing mapped")
    equal([len(cell) <= 7 and cell.isascii() and cell != "" for cell in panel.row(0)[:3]], [True] * 3, f"labels; {panel.row(0)}")
    equal(panel.row(1)[:3], ["Pan", "0.0 dB", "0.00"], "the lower row")
    equal(panel.time, "01.02.03", "the time")
    # The overload lamp may have been lit since an earlier connection, or an earlier daemon.
    equal([message for message in messages if message[0] == 0xD0], [bytes([0xD0, 0x1F]), bytes([0xD0, 0x10])], "the mapped meter")
    # Each row is one message, and no cell is painted twice.
    equal(panel.writes, [8, 8], "cells of each text message")
    first_text = next(index for index, message in enumerate(messages) if message[:1] == b"\xf0" and message[5] == 0x12)
    check(all(index < first_text for index, message in enumerate(messages) if is_motor(message)), "a motor waited for a text")
    surface = json.loads(daemon.ctl("surfaces", "--json").out)[0]
    equal([cell.rstrip() for cell in surface["panel"]["displays"][0]["rows"][0]], panel.row(0), "what the API says")


@test("a value is shown while it moves and for a second afterwards, and only its cell is sent")
def moved():
    desk, daemon, panel = begun()
    panel.writes.clear()
    daemon.ctl("set", "drums", "-12")
    start = time.monotonic()
    wait_until(lambda: panel.feed(desk.take()).row(1)[0] == "-12.0", lambda: f"the value; {panel.row(1)}", 30)
    equal(panel.row(1)[7], "-12.0", "on the other strip it is there always")
    wait_until(lambda: panel.feed(desk.take()).row(1)[0] == "Pan", lambda: f"the label again; {panel.row(1)}", 30)
    check(time.monotonic() - start >= 0.9, "the value was gone before the second was over")
    equal(panel.writes, [1, 1, 1], "cells of each text message")
    equal(panel.row(1)[7], "-12.0", "the other strip")


@test("after a reset or a replug everything is painted again; a meter is sent its level, and nothing while nothing changes")
def again():
    desk, daemon, panel = begun()
    before = bytes(panel.text)
    equal(daemon.ctl("surfaces", "reset", "desk").exit, 0, "exit code of the reset")
    greet(desk)
    panel = Panel()
    wait_until(lambda: bytes(panel.feed(desk.take()).text) == before, lambda: f"the display after a reset; {panel.row(0)}", 30)
    desk.clear()
    desk.replug()
    greet(desk)
    panel = Panel()
    wait_until(lambda: bytes(panel.feed(desk.take()).text) == before, lambda: f"the display after a replug; {panel.row(0)}", 30)
    desk.settle()
    equal([message for message in desk.take() if message[0] == 0xD0], [], "meters while nothing sounds")
    daemon.ctl("set", "level", "-6")
    wait_until(lambda: panel.feed(desk.take()).meters.get(1) == 10, lambda: f"the level; {panel.meters}", 30)
    desk.settle()
    desk.clear()
    time.sleep(1)
    equal(desk.messages(), [], "what is sent while nothing changes")
    equal(json.loads(daemon.ctl("surfaces", "--json").out)[0]["panel"]["meters"][0]["level"], 10, "the level in the API")


@test("the assignment digits show the name of a page for a second, and then nothing")
def assignment():
    desk, _, panel = begun(DESK.replace("    map: {fader.1: drums,", """    pages: {fx: {map: {fader.1: pan}}}
    map: {f1: {action: page, page: fx}, fader.1: drums,"""))
    for key, word in ((0x36, "FX"), (0x36, "MA")):
        desk.write(midi.note(key, 127) + midi.note(key, 0))
        wait_until(lambda: panel.feed(desk.take()).assignment == word, lambda: f"{word} on the digits; {panel.assignment}", 30)
        begin = time.monotonic()
        wait_until(lambda: panel.feed(desk.take()).assignment == "", lambda: f"blank digits; {panel.assignment}", 30)
        took = time.monotonic() - begin
        check(0.9 <= took <= 1.2, f"{word} was shown for {took:.2f} s")
    equal(panel.time, "01.02.03", "the time beside it")
