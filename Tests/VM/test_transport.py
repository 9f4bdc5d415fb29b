"""Triggers that press the transport of a host: a program with a port of its own on the real sequencer, as Ardour and Reaper are."""

import time

import midi
from daemon import Daemon
from device import Device
from gadget import Gadget
from testing import check, test, wait_until

MMC_PLAY = bytes.fromhex("F07F7F0602F7")
MMC_STOP = bytes.fromhex("F07F7F0601F7")
CONFIG = """
version: 1
parameters:
  play: {kind: trigger, target: {midi: daw, send: ["F0 7F 7F 06 02 F7"], lit-by: "note 94 ch 1"}}
  stop: {kind: trigger, target: {midi: daw, send: ["F0 7F 7F 06 01 F7"]}}
  forward: {kind: trigger, target: {midi: daw, send: ["note 92 ch 1 = 127"], release: ["note 92 ch 1 = 0"]}}
surfaces:
  desk:
    match: "Desk*"
    controls:
      play: {input: "note 94 ch 1", motor: true}
      stop: {input: "note 93 ch 1", motor: true}
      forward: {input: "note 92 ch 1", motor: true}
    map: {play: play, stop: stop, forward: forward}
  daw:
    match: "Ardour*"
    controls: {}
"""


class Studio:
    """A desk, a host, and the daemon between them."""

    def __init__(self, controller=Device):
        self.desk, self.host = controller("Desk").plug(), Device("Ardour").plug()
        self.daemon = Daemon(CONFIG).start()
        wait_until(lambda: all(one["state"] == "connected" for one in self.daemon.get("/v1/surfaces")), "both")
        self.clear()

    def clear(self):
        for one in (self.desk, self.host):
            one.settle()
            one.clear()

    def click(self, number):
        self.desk.write(midi.note(number, 127) + midi.note(number, 0))

    def got(self, messages, device):
        wait_until(lambda: device.messages() == messages, lambda: f"{[m.hex() for m in messages]}; there were {[m.hex() for m in device.messages()]}")

    def lamp(self, number):
        """The last thing that a lamp of the desk was sent."""
        return next((message[2] for message in reversed(self.desk.messages()) if message[:2] == bytes([0x90, number])), None)


@test("play and stop reach the host as MMC, and its answer lights the lamp of play, on a USB controller")
def transport():
    studio = Studio(Gadget)
    studio.click(94)
    studio.got([MMC_PLAY], studio.host)
    studio.host.write(midi.note(94, 127))
    time.sleep(0.3)
    wait_until(lambda: studio.lamp(94) == 127, lambda: f"the lamp of play: {studio.lamp(94)}")
    studio.host.clear()
    studio.click(93)
    studio.got([MMC_STOP], studio.host)
    studio.host.write(midi.note(94, 0))
    wait_until(lambda: studio.lamp(94) == 0, lambda: f"the lamp of play: {studio.lamp(94)}")
    check(all(message[0] != 0xF0 for message in studio.desk.messages()), "the desk was sent what is for the host")


@test("what is owed to the host is sent when the desk is unplugged, the daemon ends, or a reload takes the key away, while it is held")
def owed():
    for end in (lambda studio: studio.desk.unplug(), lambda studio: studio.daemon.stop(), lambda studio: (studio.daemon.configure(CONFIG.replace(", release: [\"note 92 ch 1 = 0\"]", "")), studio.daemon.ctl("reload"))):
        studio = Studio()
        studio.desk.write(midi.note(92, 127))
        studio.got([midi.note(92, 127)], studio.host)
        wait_until(lambda: studio.daemon.get("/v1/parameters/forward")["running"], "it to run")
        end(studio)
        studio.got([midi.note(92, 127), midi.note(92, 0)], studio.host)
        studio.daemon.destroy()
        studio.desk.unplug()
        studio.host.unplug()


@test("without the host a press fails in words, and the lamp blinks twice; when the host is back, it works again")
def gone():
    studio = Studio()
    studio.host.write(midi.note(94, 127))
    wait_until(lambda: studio.lamp(94) == 127, "the lamp of play")
    studio.host.unplug()
    wait_until(lambda: studio.lamp(94) == 0, "the lamp of a host that is gone")
    studio.clear()
    studio.click(94)
    wait_until(lambda: "play failed: the surface daw is not there" in studio.daemon.log(), "the log")
    def blinks():
        values = [message[2] for message in studio.desk.messages() if message[:2] == bytes([0x90, 94])]
        changes = [value for place, value in enumerate(values) if place == 0 or values[place - 1] != value]
        return changes[-4:] == [127, 0, 127, 0]
    wait_until(blinks, lambda: f"two blinks: {[m.hex() for m in studio.desk.messages()]}")
    again = Device("Ardour").plug()
    wait_until(lambda: all(one["state"] == "connected" for one in studio.daemon.get("/v1/surfaces")), "the host")
    again.settle()
    again.clear()
    studio.click(94)
    studio.got([MMC_PLAY], again)
