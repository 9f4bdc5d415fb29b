"""Which device a surface gets: identical controllers, and devices that listen on another port than they send from."""

import os
import subprocess

import midi
from daemon import Daemon
from gadget import Gadget
from testing import check, equal, stays, test, wait_until

PAIR = """
version: 1
parameters:
  one: {min: 0, max: 127, decimals: 0, default: 11}
  two: {min: 0, max: 127, decimals: 0, default: 22}
surfaces:
  left: {match: "Twin*", controls: {fader.1: {input: "cc 1 ch 1", motor: true}}, map: {fader.1: one}}
  right: {match: "Twin*", controls: {fader.1: {input: "cc 1 ch 1", motor: true}}, map: {fader.1: two}}
"""

ONE_WAY = """
version: 1
parameters:
  one: {min: 0, max: 127, decimals: 0, default: 11}
surfaces:
  desk: {match: {client: "Odd*", port: 2}, OUT controls: {fader.1: {input: "cc 1 ch 1", motor: true}}, map: {fader.1: one}}
"""


def devices(daemon):
    return {one["name"]: (one.get("serial"), one.get("usbPath")) for one in daemon.get("/v1/surfaces")}


def position(twin, value):
    """Waits until a device is sent this, and nothing else."""
    twin.wait_for(midi.cc(1, value))
    equal(set(twin.settle()), {midi.cc(1, value)}, f"what {twin.name} in socket {twin.slot} is sent")


@test("two identical controllers keep their surfaces by serial number: plugged in in the other order, in other sockets, after a restart")
def serials():
    first, second = Gadget("Twin", slot=0, serial="A-1").plug(), Gadget("Twin", slot=1, serial="B-2").plug()
    daemon = Daemon(PAIR).start()
    position(first, 11)
    position(second, 22)
    equal([serial for serial, path in devices(daemon).values()], ["A-1", "B-2"], "the serial numbers")
    said = daemon.ctl("surfaces").out
    check('left has the device with serial: "A-1", usb-path: "' in said, lambda: f"faderctl surfaces says {said}")
    for restart in (False, True):
        for one in (first, second):
            one.destroy()
        wait_until(lambda: {one["state"] for one in daemon.get("/v1/surfaces")} == {"waiting"}, "both to be missed")
        if restart:
            daemon.stop()
        # The second first, so that it gets the lower client number, and each in the other's socket.
        second = Gadget("Twin", slot=0, serial="B-2").plug()
        first = Gadget("Twin", slot=1, serial="A-1").plug()
        if restart:
            daemon.start()
        position(first, 11)
        position(second, 22)


@test("a device that listens on another port than it sends from: what cannot be sent is said, and out: sends it")
def out():
    odd = Gadget("Odd", ports=2, listens=1).plug()
    daemon = Daemon(ONE_WAY.replace("OUT", "")).start()
    wait_until(lambda: daemon.get("/v1/surfaces")[0]["state"] == "connected", "the surface to be connected")
    daemon.set("one", "50")
    stays(lambda: odd.messages() == [], "something was sent", 0.5)
    said, log = daemon.ctl("surfaces").out, daemon.log()
    for place in (said, log):
        check("motors: nothing is sent, because its port" in place and "out: {port: N}" in place, lambda: f"it is not said: {place}")
    check("its motors are sent their positions" not in log, lambda: f"the log says what is not so: {log}")
    daemon.reload(ONE_WAY.replace("OUT", "out: {port: 1},"))
    odd.wait_for(midi.cc(1, 50), port=0)
    surface = daemon.get("/v1/surfaces")[0]
    check("trouble" not in surface and surface["out"].endswith("1"), lambda: f"{surface}")
    odd.clear()
    odd.replug()
    odd.wait_for(midi.cc(1, 50), port=0)
    daemon.set("one", "60")
    odd.wait_for(midi.cc(1, 60), port=0)
    strangers = [one["client"] for one in daemon.get("/v1/controllers")]
    check("Odd" not in strangers, lambda: f"a port of it is a controller without a surface: {strangers}")


@test("a device whose name holds a command, a quote that is swallowed, or a sign that turns the line: what is offered runs nothing of it")
def hostile_name():
    name = "\u0d4e'; touch /tmp/forged; '"
    Gadget(name).plug()
    daemon = Daemon(PAIR).start()
    said = wait_until(lambda: [line for line in daemon.ctl("surfaces").out.splitlines() if "touch" in line], "the device to be listed")
    equal(len(said), 1, "the lines with its name")
    command = said[0].split('"')[-2]
    equal(command.split()[:3], ["faderctl", "surfaces", "add"], "the command that is offered")
    shell = f"faderctl() {{ for last; do :; done; printf %s \"$last\"; }}; {command}"
    equal(subprocess.run(["bash", "-c", shell], capture_output=True, check=True).stdout.decode(), name, "what the shell makes of it")
    check(not os.path.exists("/tmp/forged"), "the offered command ran a part of the name")
