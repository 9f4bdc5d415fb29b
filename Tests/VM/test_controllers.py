"""Common controllers, each simulated as its hardware behaves: a Midi Fighter Twister, a BCF2000 without touch, two that swap sockets.

Also the messages a device is sent last, and how a device with an unknown name is recognized.
"""

import threading
import time

import midi
import testing
from daemon import Daemon, shipped
from gadget import Gadget
from testing import check, equal, stays, test, wait_until

TWISTER = """
version: 1
parameters:
  cutoff: {min: 0, max: 127, decimals: 0, default: 64, step: 1}
  drive: {kind: toggle}
surfaces:
  twister:
    profile: midi-fighter-twister-relative
    map: {encoder.1: cutoff, push.2: drive}
"""


MODE = """
version: 1
name: Box
match: "Box*"
begin: ["F0 00 21 7B 01 F7"]
end: ["note 1 ch 16 = 0", "F0 00 21 7B 00 F7"]
controls:
  fader.1: {input: "cc 1 ch 1", motor: true}
  fader.2: {input: "cc 2 ch 1", motor: true}
"""
BOX = """
version: 1
parameters:
  one: {min: 0, max: 127, decimals: 0, default: 10}
surfaces:
  box: {profile: box, map: {fader.1: one}}
"""
NAMED = """
version: 1
name: Known Box
match: "Known Box*"
usb: ["1397:00bd", "1397:00bc"]
controls: {fader.1: {input: "cc 1 ch 1", motor: true}}
"""
REQUEST = bytes.fromhex("F07E7F0601F7")
BEGUN, ENDED = bytes.fromhex("f000217b01f7"), [midi.note(1, 0, 16), bytes.fromhex("f000217b00f7")]


@test("a Twister: its encoders send relative messages, and its rings and lamps follow both the encoder and values that are set elsewhere")
def twister():
    knobs = Gadget("Midi Fighter Twister", vendor=0x2580, product=0x0007, manufacturer="DJ TechTools").plug()
    daemon = Daemon(TWISTER, profiles=shipped("midi-fighter-twister-relative")).start()
    equal(knobs.settle(), [REQUEST, midi.cc(0, 64), midi.cc(1, 0, 2)], "the question what it is, the first ring and the second lamp")
    knobs.clear()
    knobs.write(midi.cc(0, 65))
    wait_until(lambda: daemon.shown("cutoff") == "65", lambda: f"a detent to the right; it is {daemon.shown('cutoff')}")
    equal(knobs.settle(), [midi.cc(0, 65)], "the ring after it: the device shows nothing by itself")
    knobs.clear()
    for detent in range(5):
        knobs.write(midi.cc(0, 63))
        wait_until(lambda: daemon.shown("cutoff") == f"{64 - detent}", lambda: f"a detent to the left; it is {daemon.shown('cutoff')}")
        time.sleep(0.4)  # A slow hand; a fast one goes farther.
    for _ in range(5):
        knobs.write(midi.cc(0, 63))
        time.sleep(0.004)
    knobs.wait_for(midi.cc(0, int(daemon.text("cutoff"))))
    check(int(daemon.text("cutoff")) < 55, f"five fast detents went no farther than slow ones: {daemon.text('cutoff')}")
    equal(knobs.settle()[-1], midi.cc(0, int(daemon.text("cutoff"))), "the ring at last")
    knobs.clear()
    daemon.set("cutoff", "127")
    daemon.set("drive", "on")
    equal(sorted(knobs.settle()), sorted([midi.cc(0, 127), midi.cc(1, 127, 2)]), "ring and lamp")
    knobs.write(midi.cc(0, 70))
    stays(lambda: daemon.shown("cutoff") == "127", "it went past its end", 0.3)
    knobs.clear()
    knobs.replug()
    equal(knobs.settle(), [REQUEST, midi.cc(0, 127), midi.cc(1, 127, 2)], "after a replug")


@test("a stopped daemon sends the end messages before it closes the port, even during movements; a killed one does not")
def end_of_daemon():
    box = Gadget("Box").plug()
    daemon = Daemon(BOX, profiles={"box.yaml": MODE}).start()
    equal(box.settle(), [BEGUN, midi.cc(1, 10)], "at the start")
    box.clear()
    equal(daemon.stop(), 0, "exit code")
    equal(box.settle(), ENDED, "at the end")
    box.clear()
    daemon.start()
    equal(box.settle(), [BEGUN, midi.cc(1, 10)], "at the second start")
    daemon.ctl("snapshot", "save", "low")
    daemon.set("one", "120")
    equal(daemon.ctl("snapshot", "recall", "low", "--over", "5s").exit, 0, "recalled")
    box.clear()
    wait_until(lambda: len(box.messages()) > 3, "the motor to be on its way")
    daemon.stop()
    equal(box.settle()[-2:], ENDED, "at the end, while a motor moved")
    daemon.start()
    box.settle()
    box.clear()
    daemon.kill()
    equal(box.settle(), [], "after kill -9")


@test("the end messages are sent at a reload that removes or replaces the surface, before the begin messages, and at no other reload")
def end_at_reload():
    box = Gadget("Box").plug()
    other = MODE.replace("7B 01 F7", "7B 02 F7").replace("cc 1 ch 1", "cc 3 ch 1")
    daemon = Daemon(BOX, profiles={"box.yaml": MODE, "other.yaml": other}).start()
    equal(box.settle(), [BEGUN, midi.cc(1, 10)], "at the start")
    box.clear()
    daemon.reload(BOX.replace("fader.1: one", "fader.1: one, fader.2: one"))
    equal(box.settle(), [midi.cc(2, 10)], "after a reload that keeps it")
    box.clear()
    daemon.reload(BOX.replace("profile: box", "profile: other"))
    equal(box.settle(), ENDED + [bytes.fromhex("f000217b02f7"), midi.cc(3, 10)], "after one that replaces its profile")
    wait_until(lambda: daemon.get("/v1/surfaces")[0]["state"] == "connected", "the surface to be connected")
    box.write(midi.cc(3, 50))
    wait_until(lambda: daemon.shown("one") == "50", "it to be heard")
    box.settle()
    box.clear()
    daemon.reload("version: 1\nparameters: {one: {min: 0, max: 127}}\n")
    equal(box.settle(), ENDED, "after one that removes it")
    box.clear()
    daemon.reload(BOX)
    equal(box.settle(), [BEGUN, midi.cc(1, 50)], "after one that brings it back")
    box.clear()
    daemon.reload(BOX.replace("{profile: box,", "{profile: box, match: \"Nobody*\","))
    equal(box.settle(), ENDED, "after one that means another device")
    wait_until(lambda: daemon.get("/v1/surfaces")[0]["state"] == "waiting", "the other device to be missed")


@test("a controller with a foreign name is recognized by its USB ids, as a surface and as a known controller; names still count")
def usb_identity():
    foreign = Gadget("Some Name", slot=0, vendor=0x1397, product=0x00BC).plug()
    daemon = Daemon("version: 1\nparameters: {one: {min: 0, max: 127, default: 10, decimals: 0}}\n", profiles={"known.yaml": NAMED}).start()
    with open(f"/proc/asound/card{foreign.host_card()}/usbid", encoding="ascii") as file:
        equal(file.read().strip(), "1397:00bc", "what the kernel says of it")
    listed = daemon.ctl("surfaces").out
    check("known: known, not configured (Some Name)" in listed, f"listed: {listed}")
    found = [one for one in daemon.get("/v1/controllers") if "usb" in one]
    equal(found, [{"client": "Some Name", "usb": "1397:00bc", "profile": "known", "recognized": True}], "controllers on the USB")
    shown = daemon.ctl("profile", "show", "known").out
    check("recognized as: Known Box* or usb 1397:00bd or usb 1397:00bc" in shown, f"shown: {shown}")
    equal(daemon.ctl("surfaces", "add", "known").exit, 0, "added")
    with open(daemon.config_file, encoding="utf-8") as file:
        check("profile: known" in file.read(), "the config has it")
    daemon.reload("""
version: 1
parameters: {one: {min: 0, max: 127, default: 10, decimals: 0}}
surfaces: {known: {profile: known, map: {fader.1: one}}}
""")
    foreign.wait_for(midi.cc(1, 10))
    # What comes at once is taken for the answer of its motor.
    foreign.settle()
    foreign.write(midi.cc(1, 44))
    wait_until(lambda: daemon.shown("one") == "44", "the controller to be heard")
    foreign.clear()
    foreign.replug()
    foreign.wait_for(midi.cc(1, 44))
    foreign.unplug()
    wait_until(lambda: daemon.get("/v1/surfaces")[0]["state"] == "waiting", "it to be missed")
    named = Gadget("Known Box", slot=1, vendor=0x1D6B, product=0x0104).plug()
    named.wait_for(midi.cc(1, 44))


FADERPORT = bytes.fromhex("F07E7F06020001060200010001020304F7")
TWISTER_REPLY = bytes.fromhex("F07E0006020001790500010020161028F7")


@test("three controllers behind an interface that hides their names: asked over MIDI, two are recognized, and one is added with its port")
def asked():
    replies = {1: FADERPORT, 2: TWISTER_REPLY}
    cable = Gadget("Cable", ports=3)
    cable.plug()

    def answer():
        seen = 0
        while (new := cable.next(seen)) is not None:
            seen += len(new)
            for item in new:
                if item.message == REQUEST and item.port in replies:
                    # In two pieces, as over a slow cable, with a message on another port between them.
                    reply = replies[item.port]
                    cable.write(reply[:6], item.port)
                    cable.write(midi.cc(1, 5), 0)
                    cable.write(reply[6:], item.port)

    threading.Thread(target=answer, daemon=True).start()
    daemon = Daemon("version: 1\nparameters: {one: {min: 0, max: 127, default: 10, decimals: 0}}\n",
                    profiles=shipped("faderport", "midi-fighter-twister")).start()
    listed = daemon.ctl("surfaces").out
    check("unknown: Cable, not configured" in listed and "\nknown:" not in listed, f"without asking: {listed}")
    equal(cable.messages(), [], "messages to controllers that nobody asked")
    found = [one for one in daemon.request("POST", "/v1/controllers/ask").json if one["client"] == "Cable"]
    usb = {"client": "Cable", "usb": "1397:00b4", "recognized": False}
    equal(found, [{**usb, "port": 2, "identity": "00 01 06 02 00 01 00", "profile": "faderport"},
                  {**usb, "port": 3, "identity": "00 01 79 05 00 01 00", "profile": "midi-fighter-twister"}], "controllers that answered")
    listed = daemon.ctl("surfaces", "--ask").out
    check("known: faderport, not configured (Cable port 2, says that it is 00 01 06 02 00 01 00); "
          "\"faderctl surfaces add faderport --match Cable --port 2\" configures it" in listed, f"asked: {listed}")
    equal([one.name for one in testing.sequencer().clients() if "faderd" in one.name], ["faderd", "faderd watcher"], "clients that are left")
    done = daemon.ctl("surfaces", "add", "faderport", "--match", "Cable", "--port", "2")
    equal(done.exit, 0, f"added: {done.err}")
    cable.wait_for(midi.note(0, 100, ch=2), port=1)
    wait_until(lambda: daemon.get("/v1/surfaces")[0]["state"] == "connected", "the surface")
    left = [one.get("profile") for one in daemon.request("POST", "/v1/controllers/ask").json if one["client"] == "Cable"]
    equal(left, ["midi-fighter-twister"], "controllers that are left")
