"""Members of groups that have targets: not heard yet, rounded there, gone, and changed there."""

import os
import random
import subprocess
import sys
import threading
import time

import native
from mqtt import Broker
from pythonosc.udp_client import SimpleUDPClient
from testing import check, defer, equal, test, wait_until

CONFIG = """\
version: 1
targets: {house: {mqtt: "URL"}}
parameters:
  kick: {type: decibel, target: {mqtt: house, topic: z/kick, set: z/kick/set}}
  snare: {type: decibel, default: -3}
groups: {drums: {of: [kick, snare]}}
""" + native.desk({1: "drums", 2: "kick", 3: "snare"})


def are(faderd, *expected):
    wait_until(lambda: [faderd.value(name) for name in ("kick", "snare")] == list(expected),
               lambda: f"{expected}: {[faderd.value(name) for name in ('kick', 'snare')]}")


@test("a member that is not heard yet is passed over; its target's rounding is no hand, a change there is; one whose target is gone moves and is written when it is back")
def bound():
    broker = Broker()
    faderd = native.Daemon(CONFIG.replace("URL", broker.url())).start()
    wait_until(lambda: faderd.get("/v1/targets")["targets"][0]["state"] == "bound", lambda: faderd.get("/v1/targets"))
    done = faderd.ctl("set", "drums", "-10")
    check("kick is not heard yet, so drums does not move it" in done.err, done.err)
    equal(faderd.parameter("kick").get("known"), False)
    are(faderd, 0, -13)
    check("not heard yet" in faderd.ctl("explain", "kick").out, "explain")
    broker.publish("z/kick", "-6")
    are(faderd, -6, -13)
    heard = broker.listen("z/kick/set")
    faderd.set("drums", "-20.3")
    are(faderd, -16.3, -23.3)
    wait_until(lambda: heard.last("z/kick/set") == "-16.3", lambda: heard.last("z/kick/set"))
    # The device rounds to whole and half decibels.
    broker.publish("z/kick", "-16.5")
    are(faderd, -16.5, -23.3)
    faderd.set("drums", "-10")
    are(faderd, -6, -13)
    broker.stop()
    faderd.set("drums", "0")
    are(faderd, 4, -3)


@test("a device with whole decibels and no −∞ is a member: all the way down and back it ends where it was, and so it does by undo")
def coarse():
    broker = Broker()
    heard = broker.listen("z/kick/set")
    faderd = native.Daemon(CONFIG.replace("URL", broker.url())).start()
    wait_until(lambda: faderd.get("/v1/targets")["targets"][0]["state"] == "bound", lambda: faderd.get("/v1/targets"))
    broker.publish("z/kick", "-6")
    are(faderd, -6, -3)

    def moved(text):
        faderd.set("drums", text)
        sent = "-90" if faderd.value("kick") == "-inf" else faderd.text("kick").removesuffix(" dB")
        wait_until(lambda: heard.last("z/kick/set") == sent, lambda: f"{sent} on the topic, not {heard.last('z/kick/set')}")
        shown = max(round(float(sent)), -60)
        broker.publish("z/kick", str(shown))
        wait_until(lambda: faderd.value("kick") == shown, lambda: f"kick to be {shown}: {faderd.value('kick')}")

    for text in ("-10.4", "-33.6", "-inf", "3.5"):
        moved(text)
    faderd.set("drums", "0")
    are(faderd, -6, -3)
    moved("-10.4")
    equal(faderd.ctl("undo").exit, 0)
    are(faderd, -6, -3)
    faderd.set("drums", "-5")
    are(faderd, -11, -8)


PYTHON = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "Clients", "python")


@test("a group is a parameter like all others: for a target of its own, programs over OSC, MQTT and Python, steps, and texts that begin at its value")
def ordinary():
    broker, port = Broker(), native.free_port()
    faderd = native.Daemon(
        CONFIG.replace("version: 1", f"version: 1\nosc: {{listen: {port}, allow: [127.0.0.1]}}")
        .replace('{mqtt: "URL"}', f'{{mqtt: "{broker.url()}", publish: {{topic: hall}}}}')
        .replace("of: [kick, snare]}", "of: [kick, snare], target: {mqtt: house, topic: z/drums, set: z/drums/set}}")).start()
    heard = broker.listen("z/kick/set", "z/drums/set")
    wait_until(lambda: all(each["state"] == "bound" for each in faderd.get("/v1/targets")["targets"]), lambda: faderd.get("/v1/targets"))
    for topic, value in (("z/drums", "0"), ("z/kick", "-6")):
        broker.publish(topic, value)
    are(faderd, -6, -3)
    # Its own target moves it, and its members go along; nothing is written back.
    broker.publish("z/drums", "-10")
    are(faderd, -16, -13)
    wait_until(lambda: heard.of("z/kick/set") == ["-16"], lambda: heard.heard)
    equal(heard.of("z/drums/set"), [])
    SimpleUDPClient("127.0.0.1", port).send_message("/value/drums", -4.0)
    are(faderd, -10, -7)
    wait_until(lambda: (heard.last("z/drums/set"), heard.last("z/kick/set")) == ("-4", "-10"), lambda: heard.heard)
    broker.publish("hall/drums/set", "-2")
    are(faderd, -8, -5)
    kept = lambda: [(broker.kept(f"hall/{name}/state") or "").strip() for name in ("drums", "kick")]
    wait_until(lambda: kept() == ["-2.0", "-8.0"], kept)
    code = "import faderd\nwith faderd.connect(by='test') as f: f['drums'].set('-12 dB')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60,
                          env={"PYTHONPATH": PYTHON, "PYTHONDONTWRITEBYTECODE": "1", "FADERD_SOCKET": faderd.socket})
    equal(done.returncode, 0, done.stderr)
    are(faderd, -18, -15)
    for words, kick in ((("set", "drums", "+=3"), -15), (("step", "drums", "-2"), None), (("reset", "drums"), -6)):
        equal(faderd.ctl(*words).exit, 0, f"{words}")
        if kick is not None:
            are(faderd, kick, kick + 3)
        else:
            wait_until(lambda: abs(faderd.value("kick") - faderd.value("snare") + 3) < 1e-9 and faderd.value("kick") < -15, lambda: faderd.value("kick"))
    # A member, too, and that alone, after it has answered.
    wait_until(lambda: heard.last("z/kick/set") == "-6", lambda: heard.heard)
    broker.publish("z/kick", "-6")
    broker.publish("z/kick", "-9")
    are(faderd, -9, -3)
    equal(faderd.value("drums"), 0)


class Laggard:
    """A device that rounds to half decibels, and answers late, not always, and in any order; when it is left alone, it says once more what it has."""

    def __init__(self, broker, topic, dice):
        self.topic, self.dice, self.value, self.said, self.answers = topic, dice, None, None, []
        self.heard = broker.listen(f"{topic}/set").heard
        self.pipe = subprocess.Popen(["mosquitto_pub", "-p", str(broker.port), "-t", topic, "-l"], stdin=subprocess.PIPE, text=True)
        defer(self.pipe.kill)
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self):
        seen, calm = 0, 0
        while True:
            now = time.monotonic()
            for _, payload, _ in self.heard[seen:]:
                self.value, seen, calm = round(float(payload) * 2) / 2, seen + 1, now + 0.8
                if self.dice.random() < 0.7:
                    self.answers.append((now + self.dice.uniform(0.02, 0.4), self.value))
            if calm and now > calm:
                self.answers, calm = [(0, self.value)], 0
            due, self.answers = [each for each in self.answers if each[0] <= now], [each for each in self.answers if each[0] > now]
            for _, value in sorted(due):
                self.said = value
                self.pipe.stdin.write(f"{value}\n")
                self.pipe.stdin.flush()
            time.sleep(0.005)


@test("500 moves of a group by a hand, and fades of it, with a device that rounds and answers late, with gaps and in any order, and the member is where it was")
def late():
    broker, dice = Broker(), random.Random(53)
    device = Laggard(broker, "z/kick", dice)
    faderd = native.Daemon(CONFIG.replace("URL", broker.url())).start()
    wait_until(lambda: faderd.get("/v1/targets")["targets"][0]["state"] == "bound", lambda: faderd.get("/v1/targets"))
    broker.publish("z/kick", "-6")
    are(faderd, -6, -3)

    def settled():
        near = lambda: faderd.value("kick") == "-inf" or abs(faderd.value("kick") - device.value) < 0.01
        wait_until(lambda: device.value is not None and not device.answers and device.said == device.value and near(),
                   lambda: f"{faderd.value('kick')} to be {device.value}, which it last said as {device.said}")

    for ride in range(10):
        faderd.touch(1, True)
        for _ in range(50):
            faderd.move(1, dice.random())
            time.sleep(0.01)
        faderd.move(1, 0 if ride % 3 == 0 else 0.3 + 0.4 * dice.random())
        faderd.touch(1, False)
        settled()
    for name, value in (("up", "0"), ("down", "-31.7"), ("back", "-4.2")):
        equal(faderd.ctl("set", "drums", value).exit, 0)
        equal(faderd.ctl("snapshot", "save", name, "--only", "drums").exit, 0)
        settled()
    for name, value in (("down", -31.7), ("back", -4.2), ("down", -31.7), ("up", 0)):
        equal(faderd.ctl("snapshot", "recall", name, "--over", "1.5").exit, 0)
        wait_until(lambda: faderd.value("drums") == value, lambda: f"the end of the fade {name}")
        settled()
    are(faderd, -6, -3)
