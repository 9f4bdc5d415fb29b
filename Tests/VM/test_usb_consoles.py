"""An SQ and a Qu that are plugged into USB: the stand-ins speak through simulated MIDI devices; they are pulled out and plugged in again."""

from daemon import Daemon
from desks import has, shown, state
from gadget import Gadget
from midi_desk import SQ, Qu
from testing import check, equal, stays, test, wait_until

ZERO, TEN = 12544, 7936
CONFIG = """
version: 1
targets: {foh: {sq: {client: "SQ*"}}}
parameters:
  vox: {target: {sq: foh, ch: 1}}
  drum: {target: {sq: foh, ch: 2}}
  vox.mute: {target: {sq: foh, ch: 1, property: mute}}
"""
QU = """
version: 1
targets: {foh: {qu: {client: "Qu*"}}}
parameters:
  vox: {target: {qu: foh, ch: 1}}
  vox.mute: {target: {qu: foh, ch: 1, property: mute}}
  vox.name: {target: {qu: foh, ch: 1, property: name}}
"""


@test("an SQ on USB: values go both ways, none comes back, and nothing is sent to it at rest")
def sq():
    gadget = Gadget("SQ-5", vendor=0x22F0, product=0x0042, manufacturer="Allen & Heath").plug()
    desk = SQ({0x4000: TEN, 0x4001: ZERO, 0x0000: 1}, gadget=gadget)
    daemon = Daemon(CONFIG).start()
    shown(daemon, vox="-10.0 dB", drum="0.0 dB", vox__mute="muted")
    equal(desk.sets(), [], "what was written at the start")
    desk.tablet(0x4000, ZERO)
    desk.tablet(0x0000, 0)
    shown(daemon, vox="0.0 dB", vox__mute="open")
    equal(desk.sets(), [], "what was written because the console changed")
    daemon.set("vox", "-10 dB")
    daemon.set("vox.mute", "muted")
    has(desk, 0x4000, TEN)
    has(desk, 0x0000, 1)
    # It does not tell of our own changes, so they are asked for once.
    wait_until(lambda: desk.asked(0x4000) == 2, lambda: f"{desk.asked(0x4000)} questions")
    gadget.settle()
    gadget.clear()
    stays(lambda: not gadget.messages(), lambda: f"nothing is sent at rest: {gadget.messages()}", 5)
    equal((daemon.shown("vox"), desk.sets()), ("-10.0 dB", [(0x4000, TEN), (0x0000, 1)]), "what was written")


@test("an SQ on USB that is pulled out is said to be gone, and connected as soon as it is back: what was moved meanwhile is written, the rest is taken from it", limit=300)
def replugged():
    gadget = Gadget("SQ-5", vendor=0x22F0, product=0x0042, manufacturer="Allen & Heath")
    desk = SQ({0x4000: TEN, 0x4001: TEN}, gadget=gadget)
    daemon = Daemon(CONFIG).start()
    wait_until(lambda: state(daemon, "vox").get("note") == 'no MIDI device here is called SQ*', lambda: f"{state(daemon, 'vox')}")
    gadget.plug()
    shown(daemon, vox="-10.0 dB", drum="-10.0 dB")
    gadget.unplug()
    wait_until(lambda: state(daemon, "vox")["state"] == "absent", lambda: f"{state(daemon, 'vox')}")
    daemon.set("vox", "0 dB")
    desk.values[0x4001] = ZERO
    gadget.plug()
    has(desk, 0x4000, ZERO)
    shown(daemon, drum="0.0 dB")
    lines = [line for line in daemon.log().splitlines() if "is not there" in line]
    check(len(lines) == 2 and "no MIDI device here is called SQ*" in lines[0] and "it was unplugged" in lines[1], lambda: f"{lines}")


@test("a Qu on USB: its state comes in long pieces, its names and mutes go both ways, and it hears every second that faderd is there")
def qu():
    gadget = Gadget("Qu-16", vendor=0x22F0, product=0x0008, manufacturer="Allen & Heath").plug()
    desk = Qu({"20.17.07": 0x3E, "mute.20": 1, "name.20": "Lead Vox"}, gadget=gadget)
    daemon = Daemon(QU).start()
    shown(daemon, vox="-10.0 dB", vox__mute="muted", vox__name="Lead Vox")
    desk.tablet("mute.20", 0)
    desk.tablet("20.17.07", 0x62)
    shown(daemon, vox="0.0 dB", vox__mute="open")
    for name, text in {"vox": "-10 dB", "vox.mute": "muted", "vox.name": "Anna"}.items():
        daemon.set(name, text)
    has(desk, "20.17.07", 0x3E)
    has(desk, "mute.20", 1)
    has(desk, "name.20", "Anna")
    before = sum(what == ("alive",) for _, what in desk.heard)
    wait_until(lambda: sum(what == ("alive",) for _, what in desk.heard) >= before + 3, "active sensing")
    equal(daemon.log().count("is not there"), 0, "ends")
