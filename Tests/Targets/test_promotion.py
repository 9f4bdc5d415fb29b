"""A second machine beside a console and programs: the follower sends nothing, and after a promotion only the one that was promoted does."""

import socket
import time

import native
from door import role
from machines import Pair
from mqtt import Broker
from testing import check, defer, equal, stays, test, wait_until
from x32_desk import Desk


class Watched(Desk):
    """A console that remembers who has sent it something."""

    def __init__(self, **more):
        self.senders = []
        super().__init__(**more)

    def take(self, address, arguments, sender):
        self.senders.append((time.monotonic(), sender[1], address, arguments))
        super().take(address, arguments, sender)

    def since(self, moment):
        """The ports that have sent anything since a moment."""
        return {port for when, port, _, _ in self.senders if when > moment}


def sink():
    """A program that takes OSC and tells nothing; returns (port, what it has got)."""
    link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    link.bind(("127.0.0.1", 0))
    link.setblocking(False)
    defer(link.close)

    def got():
        found = []
        while True:
            try:
                found.append(link.recv(4096))
            except BlockingIOError:
                return found
    return link.getsockname()[1], got


@test("a console hears the leader alone; at a promotion the new leader believes the console, its motor goes there, and the former leader sends nothing any more")
def console():
    desk = Watched(values={"/ch/01/mix/fader": 0.75, "/ch/01/mix/on": 1})
    port, got = sink()
    config = f"""\
version: 1
targets: {{foh: {{x32: "127.0.0.1:{desk.port}"}}, show: {{osc: "127.0.0.1:{port}"}}}}
parameters:
  vox: {{target: {{x32: foh, ch: 1}}}}
  haze: {{min: 0, max: 1, target: {{osc: show, address: /haze}}}}
  fog: {{kind: toggle, target: {{osc: show, address: /fog, range: [0, 1]}}}}
""" + native.desk({1: "vox", 2: "haze"})
    pair = Pair(config)
    one, two = pair.one, pair.two
    wait_until(lambda: one.shown("vox") == "0.0 dB", "the console's value")
    wait_until(lambda: two.shown("vox") == "0.0 dB", "the console's value at the follower")
    equal(len(desk.since(0)), 1, "how many have spoken to the console")
    one.ctl("set", "haze", "0.5")
    wait_until(lambda: two.value("haze") == 0.5, "the haze at the follower")
    got()
    one.kill()
    # Somebody moves the console's fader, and nobody hears it.
    desk.tablet("/ch/01/mix/fader", 0.5)
    began = time.monotonic()
    stays(lambda: not desk.since(began) and not got(), "the follower to be silent without a leader", 1)
    began = time.monotonic()
    said = two.ctl("promote")
    equal(said.exit, 0, f"exit code of promote ({said.err})")
    wait_until(lambda: two.shown("vox") == "-10.0 dB" and abs(two.motor(1) - two.parameter("vox")["position"]) < 0.001, lambda: f"the console's value: {two.shown('vox')}")
    print(f"     promote to the motor: {time.monotonic() - began:.2f} s")
    equal([arguments for _, _, address, arguments in desk.senders if address == "/ch/01/mix/fader" and arguments], [], "what was written to the console")
    two.ctl("set", "vox", "-20")
    wait_until(lambda: desk.values["/ch/01/mix/fader"] < 0.5, "the new leader to drive the console")
    # The former one comes back; once it has heard of it, the console hears the new leader alone.
    one.start()
    wait_until(lambda: role(one) == "follower" and one.shown("vox") == "-20.0 dB", "the former leader to follow")
    began = time.monotonic()
    two.ctl("set", "vox", "-30")
    wait_until(lambda: one.shown("vox") == "-30.0 dB", "the former leader to keep up")
    equal(len(desk.since(began)), 1, "how many speak to the console")


@test("what a button holds when the leader is killed is let go by the one that is promoted, at the broker, too; a fade stays where it was")
def held():
    broker = Broker()
    broker.retain("mic", "OFF")
    config = f"""\
version: 1
targets: {{studio: {{mqtt: "{broker.url()}"}}}}
parameters:
  mic: {{kind: toggle, words: [muted, open], target: {{mqtt: studio, topic: mic, set: mic, retain: true}}}}
  level: {{min: 0, max: 100, default: 0, decimals: 0}}
surfaces:
  desk:
    match: "faderd virtual"
    controls: {{mute.1: {{input: "note 16 ch 1", motor: true}}}}
    map: {{mute.1: {{parameter: mic, action: hold, value: open}}}}
"""
    pair = Pair(config)
    one, two = pair.one, pair.two
    wait_until(lambda: one.text("mic") == two.text("mic") == "muted", "the broker's value at both")
    answer = one.request("PUT", "/v1/virtual/mute.1", {"pressed": True})
    equal(answer.status, 200, f"status of a press ({answer.body})")
    wait_until(lambda: one.text("mic") == "open", "the button to hold")
    one.ctl("snapshot", "save", "low", "--only", "level")
    one.ctl("set", "level", "100")
    one.ctl("snapshot", "recall", "low", "--over", "60")
    wait_until(lambda: 0 < two.value("level") < 100 and "low" in [s["name"] for s in two.get("/v1/snapshots")], "the fade at the follower")
    equal(two.text("mic"), "muted", "what the follower keeps of a held button")
    wait_until(lambda: broker.kept("mic") == "ON", "the broker to have the held value")
    one.kill()
    equal(two.ctl("promote").exit, 0, "exit code of promote")
    wait_until(lambda: broker.kept("mic") == "OFF", "the broker to get the value from before")
    equal(two.text("mic"), "muted", "the value at the new leader")
    level = two.value("level")
    check(0 < level < 100, f"the fade is at {level}")
    stays(lambda: two.value("level") == level, "the fade to stay where it was", 1)
