"""Lights, covers, switches and sensors as zigbee2mqtt has them, at a real broker: asked at the connection, told whether they are there, set both ways."""

import itertools
import json
import threading
import time

import native
import testing
from floods import others_go_on, poured
from mqtt import Broker
from sound import note, target
from test_mqtt_publish import document, state
from testing import check, equal, test, wait_until


class Zigbee:
    """What zigbee2mqtt is to its clients (zigbee2mqtt.io, MQTT topics and messages): it answers `set` and `get` with the state of the device, and tells
    whether the device is there."""

    def __init__(self, broker, name, **state):
        self.broker, self.name, self.state, self.asked = broker, name, state, []
        self.topic = f"zigbee2mqtt/{name}"
        self.client = broker.listen(f"{self.topic}/set", f"{self.topic}/get")
        self.is_deaf, self.seen = False, 0
        # What it tells is in the order of its states.
        self.lock = threading.RLock()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while self.client.process.poll() is None:
            for topic, payload, _ in self.client.heard[self.seen:]:
                self.seen += 1
                if self.is_deaf:
                    continue
                with self.lock:
                    if topic.endswith("/get"):
                        self.asked.append(payload)
                    else:
                        self.state |= json.loads(payload)
                    self.tell()
            time.sleep(0.01)

    def tell(self, **more):
        with self.lock:
            self.state |= more
            self.broker.publish(self.topic, json.dumps(self.state))

    def is_there(self, word, plain=False):
        self.broker.retain(f"{self.topic}/availability", word if plain else json.dumps({"state": word}))


def config(broker, parameters, publish=""):
    lines = "".join(f"  {name}: {what}\n" for name, what in parameters.items())
    return f"version: 1\ntargets: {{house: {{mqtt: \"{broker.url()}\"{publish}}}}}\nparameters:\n{lines}"


def bulb(path, more="", name="bulb"):
    return (f"mqtt: house, topic: zigbee2mqtt/{name}, set: zigbee2mqtt/{name}/set, path: {path}{more}, get: {{topic: zigbee2mqtt/{name}/get, payload: '{{\"state\": \"\"}}'}}, "
            f"availability: {{topic: zigbee2mqtt/{name}/availability, path: state}}")


BULB = {
    "level": f"{{type: percent, target: {{{bulb('brightness', ', range: [0, 254]')}}}}}", "on": f"{{kind: toggle, target: {{{bulb('state')}}}}}",
    "warm": f"{{min: 153, max: 500, decimals: 0, target: {{{bulb('color_temp')}}}}}"}


@test("a light tells its brightness, color temperature and state when it is asked at the connection, once for all of them, and follows both ways")
def light():
    broker = Broker()
    lamp = Zigbee(broker, "bulb", state="ON", brightness=127, color_temp=300)
    faderd = native.Daemon(config(broker, BULB) + native.desk({1: "level"})).start()
    wait_until(lambda: (faderd.text("level"), faderd.value("on"), faderd.value("warm")) == ("50 %", True, 300), lambda: faderd.ctl("list").out)
    equal(lamp.asked, ['{"state": ""}'], "what it was asked")
    equal(lamp.client.of("zigbee2mqtt/bulb/set"), [], "nothing was written")
    faderd.move(1, 1)
    faderd.set("warm", "200")
    faderd.set("on", "off")
    wait_until(lambda: lamp.state == {"state": "OFF", "brightness": 254, "color_temp": 200}, lambda: lamp.state)
    lamp.tell(brightness=64, state="ON")
    wait_until(lambda: faderd.text("level") == "25 %" and faderd.value("on"), lambda: faderd.ctl("list").out)
    # It asks again at the next connection: what the lamp shows meanwhile is nowhere kept.
    faderd.stop()
    lamp.state["brightness"] = 254
    faderd.start()
    wait_until(lambda: faderd.text("level") == "100 %" and len(lamp.asked) == 2, lambda: f"{faderd.text('level')} {lamp.asked}")


@test("a device that says offline is not there, with the topic that says so; it gets what was set meanwhile when it is back, and is asked again")
def availability():
    broker = Broker()
    lamp = Zigbee(broker, "bulb", state="ON", brightness=127, color_temp=300)
    lamp.is_there("offline")
    faderd = native.Daemon(config(broker, BULB)).start()
    wait_until(lambda: note(faderd, "level") == "zigbee2mqtt/bulb/availability says offline", lambda: target(faderd, "level"))
    equal(target(faderd, "level")["state"], "absent")
    lamp.is_deaf, before = True, len(lamp.client.of("zigbee2mqtt/bulb/set"))
    faderd.set("level", "25")
    testing.stays(lambda: len(lamp.client.of("zigbee2mqtt/bulb/set")) == before, "nothing is written to a lamp that is not there", 0.5)
    lamp.is_deaf = False
    lamp.is_there("online")
    wait_until(lambda: lamp.state["brightness"] == 64, lambda: f"what was set meanwhile: {lamp.state}")
    wait_until(lambda: lamp.asked, "the question")
    wait_until(lambda: faderd.value("warm") == 300, lambda: faderd.ctl("list").out)
    # The word alone, JSON without the key, and nonsense: only the word for "not there" counts.
    for word, plain, is_gone in (("offline", False, True), ("[]", True, False), ("offline", False, True), ('{"state": null}', True, False), ("offline", True, False)):
        lamp.is_there(word, plain)
        wait_until(lambda: (target(faderd, "on")["state"] == "absent") == is_gone, lambda: f"{word}: {target(faderd, 'on')}")
    # What a device that is gone is said to show is out of date.
    lamp.is_there("offline")
    wait_until(lambda: target(faderd, "on")["state"] == "absent", "gone")
    lamp.tell(color_temp=400)
    testing.stays(lambda: faderd.value("warm") == 300, "nothing of it counts", 0.3)
    log = faderd.log()
    check("zigbee2mqtt/bulb/availability says offline" in log, lambda: f"the log says why: {log[-800:]}")


@test("covers go to a position and stop; switches and sensors are as zigbee2mqtt documents them, and sensors are only shown")
def others():
    broker = Broker()
    blind = Zigbee(broker, "blind", position=30, state="OPEN")
    plug = Zigbee(broker, "plug", state="OFF", power=12.5)
    sensor = Zigbee(broker, "air", temperature=21.37, humidity=45.2, occupancy=False)
    where = lambda name: f"mqtt: house, topic: zigbee2mqtt/{name}, get: {{topic: zigbee2mqtt/{name}/get, payload: '{{\"state\": \"\"}}'}}"
    faderd = native.Daemon(config(broker, {
        "blind": f"{{type: percent, decimals: 0, target: {{{where('blind')}, set: zigbee2mqtt/blind/set, path: position}}}}",
        "stop": "{kind: trigger, target: {mqtt: house, topic: zigbee2mqtt/blind/set, payload: '{\"state\": \"STOP\"}'}}",
        "plug": f"{{kind: toggle, target: {{{where('plug')}, set: zigbee2mqtt/plug/set, path: state}}}}",
        "power": f"{{min: 0, max: 3000, decimals: 1, unit: W, target: {{{where('plug')}, path: power, read-only: true}}}}",
        "warmth": f"{{min: -20, max: 50, decimals: 1, target: {{{where('air')}, path: temperature, read-only: true}}}}",
        "somebody": f"{{kind: toggle, target: {{{where('air')}, path: occupancy, words: ['false', 'true'], read-only: true}}}}"}) + native.desk({1: "blind"})).start()
    wait_until(lambda: [faderd.text(each) for each in ("blind", "plug", "power", "warmth", "somebody")] == ["30 %", "off", "12.5 W", "21.4", "off"],
               lambda: faderd.ctl("list").out)
    faderd.move(1, 0)
    wait_until(lambda: blind.state["position"] == 0, lambda: blind.state)
    equal(faderd.ctl("press", "stop").exit, 0)
    wait_until(lambda: blind.state["state"] == "STOP", lambda: blind.state)
    blind.tell(position=64)
    wait_until(lambda: faderd.text("blind") == "64 %" and faderd.motor(1) > 0.6, lambda: f"{faderd.text('blind')} {faderd.motor(1)}")
    faderd.set("plug", "on")
    wait_until(lambda: plug.state["state"] == "ON", lambda: plug.state)
    sensor.tell(occupancy=True)
    wait_until(lambda: faderd.value("somebody"), "somebody is there")
    equal(faderd.put("warmth", text="10").status, 422)
    # What is asked changes nothing, so a device that is only read is asked, too.
    equal((sensor.asked, sensor.client.of("zigbee2mqtt/air/set")), (['{"state": ""}'], []), "what the sensor was told")


@test("entities of Home Assistant are available while their target is there; presses are told; a reload takes back what is no more")
def published():
    broker = Broker()
    lamp = Zigbee(broker, "bulb", state="ON", brightness=127, color_temp=300)
    parameters = BULB | {"free": "{}", "go": "{kind: trigger}", "hue": "{kind: color, parts: {hue: {target: {mqtt: house, topic: c, set: d, availability: {topic: e}}}}}"}
    publish = ", publish: {topic: faderd/studio, home-assistant: true}"
    faderd = native.Daemon(config(broker, parameters, publish)).start()
    available = lambda name: (broker.kept(f"faderd/studio/{name}/availability") or "").strip()
    wait_until(lambda: available("level") == "online", lambda: f"the lamp: {available('level')}")
    parts = document(broker)["cmps"]
    equal(parts["number_level"]["avty"], [{"t": "faderd/studio/availability"}, {"t": "faderd/studio/level/availability"}], "what has to be there")
    equal((parts["number_level"]["avty_mode"], "avty" in parts["number_free"]), ("all", False), "all of it; a parameter without a target is always there")
    equal((parts["event_go"]["stat_t"], parts["event_go"]["evt_typ"]), ("faderd/studio/go/pressed", ["press"]), "presses")
    lamp.is_there("offline")
    wait_until(lambda: available("level") == "offline", lambda: f"the lamp that is gone: {available('level')}")
    equal(available("hue"), "online", "another lamp")
    broker.retain("e", "offline")
    wait_until(lambda: available("hue") == "offline", lambda: f"the color: {available('hue')}")
    lamp.is_there("online")
    wait_until(lambda: available("level") == "online", lambda: f"the lamp that is back: {available('level')}")
    heard = broker.listen("faderd/studio/go/pressed")
    equal(faderd.ctl("press", "go").exit, 0)
    wait_until(lambda: heard.of("faderd/studio/go/pressed") == ['{"event_type":"press"}'], lambda: heard.heard)
    equal(broker.kept("faderd/studio/go/pressed"), None, "a press is over")
    # After a crash of the broker, which has forgotten all, everything is told again, and no press.
    broker.kill()
    broker.start()
    wait_until(lambda: available("level") == "online" and available("hue") == "online", lambda: f"{available('level')} {available('hue')}")
    faderd.reload(config(broker, {"free": "{}"}, publish))
    wait_until(lambda: not available("level") and state(broker, "level") is None, lambda: f"what is no more: {available('level')}")


@test("a flood of availability, and a device that comes and goes all the time, delay nothing; the last word counts")
def flood():
    broker = Broker()
    lamp = Zigbee(broker, "bulb", state="ON", brightness=127, color_temp=300)
    faderd = native.Daemon(config(broker, BULB, ", publish: {topic: faderd/studio}") + "  other: {}\n" + native.desk({2: "other"})).start()
    wait_until(lambda: target(faderd, "level")["state"] == "bound", lambda: target(faderd, "level"))
    lamp.is_deaf = True
    words = itertools.cycle(("offline", "online"))
    with poured(lambda: lamp.is_there(next(words))):
        slow = sum(each > 0.25 for each in others_go_on(faderd, 400))
    check(slow <= 20, f"{slow} of 400 moves were slow")
    lamp.is_there("offline")
    wait_until(lambda: (broker.kept("faderd/studio/level/availability") or "").strip() == "offline", lambda: target(faderd, "level"))
