"""Network MIDI: a controller at the other end of a network is an ordinary client of the sequencer, here by aseqnet, as with rtpmidid."""

import subprocess

import midi
import seq
import testing
from daemon import Daemon
from device import Device
from testing import equal, stays, test, wait_until

PORT = "40123"
CONFIG = """
version: 1
parameters: {master: {min: -70, max: 6, unit: dB, default: -12, decimals: 1}}
surfaces:
  far:
    match: {client: "Near End", port-name: "*"}
    controls: {fader.1: {input: "pitchbend ch 1", motor: true, touch: "note 104 ch 1"}}
    map: {fader.1: master}
"""


def run(*arguments):
    process = subprocess.Popen(["aseqnet", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def end():
        process.kill()
        process.wait()
    testing.defer(end)
    return process


def client(name):
    looking = seq.Sequencer("looking")
    try:
        return next((one for one in looking.clients() if one.name == name), None)
    finally:
        looking.close()


def connected(daemon):
    return daemon.get("/v1/surfaces")[0]["state"] == "connected"


class Wire:
    """Both ends of a network, with a controller behind the far one."""

    def __init__(self, far):
        self.ends = [run("-n", "Far End", "-p", PORT)]
        wait_until(lambda: client("Far End"), "the far end")
        self.ends.append(run("-n", "Near End", "-p", PORT, "127.0.0.1"))
        wait_until(lambda: client("Near End"), "the near end")
        own = seq.Sequencer("wire")
        testing.defer(own.close)
        end = (client("Far End").number, 0)
        own.subscribe((far.client.number, 0), end)
        own.subscribe(end, (far.client.number, 0))

    def cut(self):
        for end in self.ends:
            end.kill()
            end.wait()


@test("a fader at the other end of the network moves its parameter, its motor follows, and it comes back when the network does")
def network():
    daemon = Daemon(CONFIG).start()
    far = Device("Far").plug()
    wire = Wire(far)
    wait_until(lambda: connected(daemon), "the surface")
    daemon.set("master", "-70")
    wait_until(lambda: midi.pitchbend(0) in far.messages(), lambda: f"the motor; it got {[m.hex() for m in far.messages()]}")
    far.write(midi.note(104, 127) + midi.pitchbend(16383) + midi.note(104, 0))
    wait_until(lambda: daemon.get("/v1/parameters/master")["text"] == "6.0 dB", "the value")
    equal(daemon.get("/v1/parameters/master")["origin"], "touch", "who moved it")
    wire.cut()
    wait_until(lambda: not connected(daemon), "the surface to go")
    daemon.set("master", "-12")
    far.clear()
    Wire(far)
    wait_until(lambda: connected(daemon), "the surface again")
    wait_until(lambda: midi.pitchbend(round(58 / 76 * 16383)) in far.messages(), lambda: f"the motor after the pause; it got {[m.hex() for m in far.messages()]}")


STAGE = CONFIG.replace('{client: "Near End", port-name: "*"}', '{client: "rtpmidid", port-name: "Stage*"}')


@test("a program that cuts the connections of a port whose peer has gone is connected again within 10 s; those that aconnect cuts stay cut")
def peer():
    peer = seq.Sequencer("rtpmidid")
    testing.defer(peer.close)
    stage = (peer.number, peer.create_port("Stage iPad"))
    daemon = Daemon(STAGE).start()
    ours = wait_until(lambda: testing.sequencer().port("faderd", "far"), "the port of the surface")

    def links():
        return ours in peer.subscribers(stage), ours in peer.subscribers(stage, outgoing=False)
    wait_until(lambda: links() == (True, True), "the surface")

    def cut():
        peer.unsubscribe(stage, ours)
        peer.unsubscribe(ours, stage)
    cut()
    wait_until(lambda: "its own program cut the connection" in daemon.ctl("surfaces").out, lambda: f"the reason; shown is {daemon.ctl('surfaces').out}")
    wait_until(lambda: links() == (True, True), "the connections again", timeout=10)
    wait_until(lambda: connected(daemon), "the surface again")
    cut()
    stays(lambda: links() == (False, False), "cut again at once, it was connected again as soon as before", 8)
    wait_until(lambda: links() == (True, True), "the connections again", timeout=10)
    for sender, receiver in ((stage, ours), (ours, stage)):
        subprocess.run(["aconnect", "-d", f"{sender[0]}:{sender[1]}", f"{receiver[0]}:{receiver[1]}"], check=True)
    wait_until(lambda: "cut by hand" in daemon.ctl("surfaces").out, lambda: f"the reason; shown is {daemon.ctl('surfaces').out}")
    stays(lambda: links() == (False, False), "what a person has cut was connected again", 70)
    equal(daemon.ctl("reload").exit, 0, "reload")
    wait_until(lambda: links() == (True, True), "the connections after the reload")
