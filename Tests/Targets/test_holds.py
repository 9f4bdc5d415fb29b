"""What a button holds at a target goes back there, however the holding ends: at a broker and over OSC, at a sound server and at a player."""

import contextlib
import os
import threading
import time

import native
import testing
from mqtt import Broker
from osc import Program, free_port
from players import Bus, Player
from sound import FULL, PulseAudio, bound, near
from testing import check, equal, test, wait_until

MIC = "{kind: toggle, words: [muted, open], target: {mqtt: studio, topic: mic, set: mic, retain: true}}"
LEVEL = "{min: 0, max: 100, decimals: 0, default: 20, target: {mqtt: studio, topic: level, set: level, retain: true}}"
LAMP = "{kind: color, target: {mqtt: studio, topic: lamp, set: lamp, retain: true}}"
MAP = """\
      mute.1: {parameter: mic, action: hold, value: open}
      mute.2: {parameter: level, action: hold, value: 80}
      mute.3: {parameter: lamp.lightness, action: hold, value: 50}
      mute.5: {parameter: desk, action: hold, value: 1}
"""


PADS = ("{parameter: mic, action: hold, value: open}", "{parameter: level, action: hold, value: 80}", "{parameter: lamp.lightness, action: hold, value: 50}",
        "{parameter: desk, action: hold, value: 1}")


def config(broker, desk, mapped=MAP, mic=MIC, pads=()):
    return (f"version: 1\ntargets: {{studio: {{mqtt: \"{broker.url()}\"}}, foh: {{osc: \"127.0.0.1:{desk.port}\"}}}}\n"
            f"parameters:\n  mic: {mic}\n  level: {LEVEL}\n  lamp: {LAMP}\n  other: {{kind: toggle}}\n"
            "  desk: {target: {osc: foh, address: /talk}}\n"
            f"surfaces:\n  desk:\n    match: \"faderd virtual\"\n    controls:\n"
            + "".join(f"      mute.{n}: {{input: \"note {15 + n} ch 1\", motor: true}}\n" for n in range(1, 6)) + f"    map:\n      mute.4: {{parameter: other, action: toggle}}\n{mapped}"
            + f"web: {{pages: {{stage: {{view: pads, show: [{', '.join(('other', *pads))}]}}}}}}\n")


def press(faderd, button, is_down=True):
    answer = faderd.request("PUT", f"/v1/virtual/{button}", {"pressed": is_down})
    equal(answer.status, 200, f"status of {button} ({answer.body})")


class Finger(threading.Thread):
    """A program that holds what the pads hold, until its daemon is gone."""

    def __init__(self, faderd):
        super().__init__(daemon=True)
        self.link = faderd.session()
        for id, value in (("mic", True), ("level", 80), ("lamp.lightness", 50), ("desk", 1)):
            status, answer = self.link.ask("POST", f"/v1/parameters/{id}/hold", {"value": value, "gesture": "finger"})
            equal(status, 200, f"status of a hold of {id}: {answer}")
        self.start()

    def run(self):
        with contextlib.suppress(OSError):
            while True:
                time.sleep(0.5)
                self.link.ask("POST", "/v1/parameters/mic/hold", {"gesture": "finger"})


KEPT = {"mic": "OFF", "level": "20", "lamp": "#800000"}
MARKS = {"mic", "level", "lamp.lightness", "desk"}
HELD = {"mic": "ON", "level": "80", "lamp": "#ff0000"}


def shows(broker):
    return {topic: (broker.kept(topic) or "").strip() for topic in KEPT}


def desk_has(desk, value):
    """Waits until a peer over OSC, which says nothing, was last sent this."""
    wait_until(lambda: desk.set_to("/talk") == [value], lambda: f"{value} at the desk: {desk.heard}")


def saved(faderd):
    return faderd.saved() if os.path.exists(faderd.state_file) else {}


def held(by_program=False):
    """A daemon whose first three buttons, or what pads hold, are held, and the broker that has it all."""
    broker = Broker()
    for topic, payload in KEPT.items():
        broker.retain(topic, payload)
    desk = Program(free_port())
    faderd = native.Daemon(config(broker, desk, "", pads=PADS) if by_program else config(broker, desk)).start()
    bound(faderd, *KEPT)
    wait_until(lambda: faderd.text("lamp") == "#800000", lambda: faderd.text("lamp"))
    if by_program:
        Finger(faderd)
    for button in () if by_program else ("mute.1", "mute.2", "mute.3", "mute.5"):
        press(faderd, button)
    wait_until(lambda: shows(broker) == HELD, lambda: f"what is held: {shows(broker)}")
    desk_has(desk, 1)
    return faderd, broker, desk


def goes_back(broker):
    wait_until(lambda: shows(broker) == KEPT, lambda: f"what was there before: {shows(broker)}")


@test("what is held goes back outside when the daemon ends")
def ended(by_program=False):
    faderd, broker, desk = held(by_program)
    faderd.stop()
    equal(shows(broker), KEPT, "after the end")
    desk_has(desk, 0)
    faderd.start()
    bound(faderd, *KEPT)
    equal({topic: faderd.text(topic) for topic in KEPT}, {"mic": "muted", "level": "20", "lamp": "#800000"})


@test("what was held at a kill -9 goes back outside at the next start, and only once")
def killed(by_program=False):
    faderd, broker, desk = held(by_program)
    wait_until(lambda: set(saved(faderd).get("held", {})) == MARKS, lambda: f"the marks: {saved(faderd)}")
    faderd.kill()
    equal(shows(broker), HELD, "after the kill")
    faderd.start()
    goes_back(broker)
    desk_has(desk, 0)
    equal({topic: faderd.text(topic) for topic in KEPT}, {"mic": "muted", "level": "20", "lamp": "#800000"})
    wait_until(lambda: "held" not in saved(faderd), lambda: f"no mark is left: {saved(faderd)}")
    # Somebody opens it elsewhere: that counts at the next start.
    broker.retain("mic", "ON")
    wait_until(lambda: faderd.text("mic") == "open", "the change elsewhere")
    faderd.restart(kill=True)
    bound(faderd, "mic")
    testing.stays(lambda: broker.kept("mic").strip() == "ON", "what somebody has chosen", 0.5)


@test("after a kill -9 a target that shows something else keeps that")
def otherwise():
    faderd, broker, _ = held()
    wait_until(lambda: set(saved(faderd).get("held", {})) == MARKS, lambda: f"the marks: {saved(faderd)}")
    faderd.kill()
    broker.retain("level", "55")
    faderd.start()
    wait_until(lambda: faderd.text("level") == "55", lambda: f"what it shows: {faderd.text('level')}")
    wait_until(lambda: shows(broker) == {**KEPT, "level": "55"}, lambda: f"the others: {shows(broker)}")
    wait_until(lambda: "held" not in saved(faderd), lambda: f"no mark is left: {saved(faderd)}")


@test("what is held goes back outside at a reload without the mapping, or with another target's settings")
def reloaded():
    faderd, broker, desk = held()
    native.write(faderd.config_file, config(broker, desk, "      mute.3: {parameter: lamp.lightness, action: hold, value: 50}\n"))
    equal(faderd.request("POST", "/v1/reload").status, 200, "status of the reload")
    wait_until(lambda: shows(broker) == {**KEPT, "lamp": HELD["lamp"]}, lambda: f"two of three: {shows(broker)}")
    desk_has(desk, 0)
    native.write(faderd.config_file, config(broker, desk, "", MIC.replace("[muted, open]", "[shut, open]")))
    equal(faderd.request("POST", "/v1/reload").status, 200, "status of the reload")
    goes_back(broker)


@test("so does what a program holds, or the finger on a pad, when the daemon ends")
def ended_under_a_finger():
    ended(by_program=True)


@test("and after a kill -9")
def killed_under_a_finger():
    killed(by_program=True)


@test("and at a reload without the pad; other fingers hold on")
def reloaded_under_a_finger():
    faderd, broker, desk = held(by_program=True)
    native.write(faderd.config_file, config(broker, desk, "", pads=PADS[2:3]))
    equal(faderd.request("POST", "/v1/reload").status, 200, "status of the reload")
    # What no pad holds any more, a program may still hold; what had a pad and has none is over.
    desk_has(desk, 0)
    wait_until(lambda: shows(broker) == {**KEPT, "lamp": HELD["lamp"]}, lambda: f"two of three: {shows(broker)}")
    testing.stays(lambda: shows(broker) == {**KEPT, "lamp": HELD["lamp"]}, "what is still held", 1)


SOUND = """\
version: 1
parameters:
  level: {type: percent, target: {pulse: default-sink}}
  quiet: {kind: toggle, target: {pulse: default-sink, property: mute}}
  song: {type: percent, target: {mpris: song}}
  shuffle: {kind: toggle, target: {mpris: song, property: shuffle}}
surfaces:
  desk:
    match: "faderd virtual"
    controls:
      mute.1: {input: "note 16 ch 1", motor: true}
      mute.2: {input: "note 17 ch 1", motor: true}
      mute.3: {input: "note 18 ch 1", motor: true}
      mute.4: {input: "note 19 ch 1", motor: true}
    map:
"""
HOLDS = """\
      mute.1: {parameter: level, action: hold, value: 80}
      mute.2: {parameter: quiet, action: hold, value: on}
      mute.3: {parameter: song, action: hold, value: 90}
      mute.4: {parameter: shuffle, action: hold, value: on}
"""


class Listening:
    """A sound server at 30 %, a player at 40 %, and a daemon whose buttons hold both louder, one muted and one shuffled."""

    NAMES = ("level", "quiet", "song", "shuffle")
    BEFORE, HELD = (30, False, "0.400000", "Off"), (80, True, "0.900000", "On")

    def __init__(self):
        self.server, self.bus = PulseAudio().start(), Bus()
        Player(self.bus, "song")
        self.server.set_volume(round(FULL * 0.3))
        self.faderd = native.Daemon(SOUND + HOLDS, environment=self.server.place | {"DBUS_SESSION_BUS_ADDRESS": self.bus.address}).start()
        self.come()
        equal(self.outside(), self.BEFORE, "what was there before")
        for n in range(1, 5):
            press(self.faderd, f"mute.{n}")
        wait_until(lambda: self.outside() == self.HELD, lambda: f"what is held: {self.outside()}")
        wait_until(lambda: set(saved(self.faderd).get("held", {})) == set(self.NAMES), lambda: f"the marks: {saved(self.faderd)}")

    def outside(self):
        return (round(self.server.volume() / FULL * 100), self.server.muted(), self.bus.playerctl("volume"), self.bus.playerctl("shuffle"))

    def come(self):
        bound(self.faderd, *self.NAMES)

    def goes_back(self):
        wait_until(lambda: self.outside() == self.BEFORE, lambda: f"what was there before: {self.outside()}")
        check(near(self.server.volume(), FULL * 0.3), lambda: f"the volume: {self.server.volume()}")
        wait_until(lambda: "held" not in saved(self.faderd), lambda: f"no mark is left: {saved(self.faderd)}")


@test("a volume, a mute and a player that are held go back when the daemon ends")
def listening_ended():
    one = Listening()
    equal(one.faderd.stop(), 0, "exit code")
    equal(one.outside(), one.BEFORE, "after the end")
    one.faderd.start()
    one.come()
    testing.stays(lambda: one.outside() == one.BEFORE, lambda: f"after the next start: {one.outside()}", 0.5)


@test("a volume, a mute and a player that are held at a kill -9 go back at the next start")
def listening_killed():
    one = Listening()
    one.faderd.kill()
    equal(one.outside(), one.HELD, "after the kill")
    one.faderd.start()
    one.goes_back()
