"""Controllers with a two-way protocol: Mackie Control and HUI, simulated as USB controllers."""

import time

import midi
from daemon import Daemon, shipped
from gadget import Fader, Gadget
from mackie import HUISurface, MackieSurface, exclusive
from testing import check, equal, stays, test, wait_until

CONFIG = """
version: 1
parameters:
  level: {min: 0, max: 16383, decimals: 0, default: 5000}
  pan: {min: -50, max: 50, step: 1, decimals: 0, default: 0}
  mute: {kind: toggle}
surfaces:
  desk: {match: "Desk*", profile: PROFILE, map: {fader.1: level, encoder.1: pan, mute.1: mute}}
"""

# Zone and port of a HUI.
RUDE_SOLO = (0x16, 3)
PROFILE = 'version: 1\nname: Desk\nprotocol: {name: mackie, device: DEVICE}\nbegin: ["F0 00 00 66 14 0E 00 03 F7"]\n'


def mackie(device=0x14):
    desk = Gadget("Desk").plug()
    surface = MackieSurface(desk, device)
    profile = PROFILE.replace("DEVICE", str(device))
    daemon = Daemon(CONFIG.replace("PROFILE", "mine"), profiles={"mine.yaml": profile}).start()
    wait_until(lambda: surface.greeted == 1, "the greeting", 10)
    desk.settle()
    return desk, surface, daemon


@test("a Mackie Control is greeted, set up by its profile, and shows everything: motors before rings and lamps")
def greeted():
    desk, surface, _ = mackie()
    got = desk.messages()
    equal(got[:2], [exclusive(0x14, 0x00), exclusive(0x14, 0x0E, 0, 3)], "the beginning")
    equal(got[2:5], [midi.pitchbend(5000), midi.cc(48, 0x56), midi.note(16, 0)], "what is shown")
    check(all(message[0] == 0xF0 or message[0] == 0xB0 and message[1] >= 0x40 for message in got[5:]), f"texts and digits behind: {got[5:]}")


@test("a HUI that answers no pings counts as gone, with the finger on it, and is sent everything when it answers again")
def hui():
    desk = Gadget("Desk").plug()
    surface = HUISurface(desk)
    fader = Fader(desk, "cc14 0")
    config = CONFIG.replace("PROFILE", "hui").replace("mute.1: mute", "mute.1: mute, solo.8: cue").replace(
        "  mute:", "  cue: {kind: toggle}\n  mute:")
    daemon = Daemon(config, profiles=shipped("hui")).start()
    fader.wait_at(5000, 10)
    equal(surface.lamps().get(RUDE_SOLO), False, "the lamp rude-solo")
    daemon.set("cue", "on")
    wait_until(lambda: surface.lamps().get(RUDE_SOLO), "the lamp rude-solo to be lit while something is soloed", 10)
    surface.press(0, 2)
    wait_until(lambda: daemon.shown("mute") == "on" or surface.lamps().get((0, 2)), "the key", 10)
    surface.press(0, 2, False)
    surface.press(0, 0)
    wait_until(lambda: daemon.parameter("level").get("touchedBy"), "the finger to be felt", 10)
    daemon.set("level", "100")
    stays(lambda: fader.position == 5000, "the motor under the finger is left alone", 0.5)
    surface.inside.is_on = False
    time.sleep(5)
    desk.clear()
    daemon.set("level", "200")
    time.sleep(3)
    equal(set(desk.messages()), {midi.note(0, 0)}, "what a silent device is sent")
    said = daemon.ctl("surfaces").out
    check("does not answer; check that it is on" in said, lambda: f"faderctl surfaces says {said}")
    surface.inside.is_on = True
    fader.wait_at(200, 10)
    check("does not answer" not in daemon.ctl("surfaces").out, "it answers again")
    said = [line.split("surface desk ")[1] for line in daemon.log().splitlines() if "surface desk " in line]
    moved = "its motors are sent their positions"
    equal(said, [f"connected: {moved} when it answers", f"ready: {moved}", f"does not answer: {moved} when it does", f"ready: {moved}"], "the log")
    desk.settle(quiet=0.5)
    daemon.set("level", "300")
    fader.wait_at(300, 10)
