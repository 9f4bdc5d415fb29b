"""A real Home Assistant as a target, with the devices of its integration `demo`."""

import json
import os
import shutil
import signal
import statistics
import subprocess
import time
import urllib.parse
import urllib.request

import testing
import websockets.sync.client
from house import absent, shows, started
from sound import bound, target
from testing import check, equal, test, wait_until

ROOT = os.environ["HOUSE_ROOT"]

HOST = "127.0.0.1:28123"
# Its first start compiles all of its Python.
STARTING = 300


class House:
    """A Home Assistant with its own configuration."""

    def __init__(self):
        self.directory = "/srv/tested"
        shutil.rmtree(f"{ROOT}{self.directory}", ignore_errors=True)
        shutil.copytree(f"{ROOT}/srv/config", f"{ROOT}{self.directory}")
        self.process, self.token, self.address = None, None, f"ws://{HOST}"
        testing.defer(self.stop)
        testing.report(lambda: open(f"{ROOT}{self.directory}.log", encoding="utf-8").read()[-4000:])
        self.start()
        code = self.post(f"/auth/login_flow/{self.post('/auth/login_flow', self.client(handler=['homeassistant', None], redirect_uri=f'http://{HOST}/'))['flow_id']}",
                         self.client(username="owner", password="owner-pw"))["result"]
        self.token = self.post("/auth/token", self.client(grant_type="authorization_code", code=code), is_form=True)["access_token"]
        self.wait()

    def client(self, **more):
        return {"client_id": f"http://{HOST}/", **more}

    def start(self):
        with open(f"{ROOT}{self.directory}.log", "a", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                ["chroot", ROOT, "/srv/ha/bin/hass", "-c", self.directory, "--skip-pip", "--log-no-color"], stdin=subprocess.DEVNULL, stdout=log, stderr=log)

        def is_open():
            try:
                return urllib.request.urlopen(f"http://{HOST}/manifest.json", timeout=5)
            except OSError:
                return None
        wait_until(is_open, "Home Assistant to open its port", STARTING)

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(30)

    def restart(self):
        self.stop()
        self.start()
        self.wait()

    def wait(self):
        wait_until(lambda: self.get("/api/config")["state"] == "RUNNING", "Home Assistant to run", STARTING)

    def post(self, path, body, is_form=False):
        data = urllib.parse.urlencode(body) if is_form else json.dumps(body)
        kind = "application/x-www-form-urlencoded" if is_form else "application/json"
        return self._ask(urllib.request.Request(f"http://{HOST}{path}", data.encode(), {"Content-Type": kind}))

    def get(self, path):
        return self._ask(urllib.request.Request(f"http://{HOST}{path}"))

    def _ask(self, request):
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def call(self, service, entity, **data):
        """Somebody in the house."""
        self.post(f"/api/services/{service.replace('.', '/')}", {"entity_id": entity, **data})

    def state(self, entity):
        return self.get(f"/api/states/{entity}")

    def told(self, entity, attribute=None):
        state = self.state(entity)
        return state["attributes"].get(attribute) if attribute else state["state"]


def bind(entity, what="type: percent", **more):
    keys = "".join(f", {key}: {value}" for key, value in more.items())
    return f"{{{what}, target: {{home-assistant: house, entity: {entity}{keys}}}}}"


PARAMETERS = {
    "ceiling": bind("light.ceiling_lights"), "shines": bind("light.kitchen_lights", "kind: color"),
    "warmth": bind("light.ceiling_lights", "min: 2000, max: 6500, decimals: 0", attribute="temperature"), "ac": bind("switch.ac", "kind: toggle"),
    "fan": bind("fan.percentage_full_fan"), "window": bind("cover.living_room_window"), "bedroom": bind("media_player.bedroom"),
    "quiet": bind("media_player.bedroom", "kind: toggle", attribute="mute"), "pump": bind("climate.heatpump", "min: 7, max: 35, decimals: 1"),
    "pump_mode": bind("climate.heatpump", "kind: choice"), "number": bind("number.volume", "min: 0, max: 100, decimals: 0"),
    "level": bind("input_number.test_level", "min: 0, max: 100, decimals: 0"), "speed": bind("select.speed", "kind: choice"),
    "mode": bind("input_select.test_mode", "kind: choice, options: [One, Two, Three]", words="[eins, zwei, drei]"),
}
# A parameter, what is typed, and what the house has then.
TYPED = [
    ("ceiling", "50", "light.ceiling_lights", "brightness", 128), ("shines", "#800000", "light.kitchen_lights", "rgb_color", [255, 0, 0]),
    ("warmth", "3000", "light.ceiling_lights", "color_temp_kelvin", 3000), ("ac", "off", "switch.ac", None, "off"),
    ("fan", "30", "fan.percentage_full_fan", "percentage", 30), ("bedroom", "25", "media_player.bedroom", "volume_level", 0.25),
    ("quiet", "on", "media_player.bedroom", "is_volume_muted", True), ("pump", "22.5", "climate.heatpump", "temperature", 22.5),
    ("pump_mode", "off", "climate.heatpump", None, "off"), ("number", "77", "number.volume", None, "77.0"),
    ("level", "12", "input_number.test_level", None, "12.0"), ("speed", "ludicrous_speed", "select.speed", None, "ludicrous_speed"),
    ("mode", "Two", "input_select.test_mode", None, "zwei"), ("ceiling", "0", "light.ceiling_lights", None, "off"),
]
# What somebody in the house does, and what a parameter shows then.
DONE = [
    ("light.turn_on", "light.ceiling_lights", {"brightness": 51}, "ceiling", "20 %"), ("light.turn_on", "light.kitchen_lights", {"rgb_color": [0, 0, 255], "brightness": 255}, "shines", "#0000ff"),
    ("switch.turn_on", "switch.ac", {}, "ac", "on"), ("fan.turn_off", "fan.percentage_full_fan", {}, "fan", "0 %"),
    ("media_player.volume_set", "media_player.bedroom", {"volume_level": 0.6}, "bedroom", "60 %"), ("climate.set_temperature", "climate.heatpump", {"temperature": 19}, "pump", "19.0"),
    ("climate.set_hvac_mode", "climate.heatpump", {"hvac_mode": "heat"}, "pump_mode", "heat"), ("number.set_value", "number.volume", {"value": 5}, "number", "5"),
    ("select.select_option", "select.speed", {"option": "light_speed"}, "speed", "light_speed"), ("input_select.select_option", "input_select.test_mode", {"option": "drei"}, "mode", "Three"),
]


@test("lamps, switches, fans, players, heaters, numbers and selects of a real house go both ways, and nothing is called at a start", limit=600)
def both_ways():
    house = House()
    entities = {entity for _, _, entity, _, _ in TYPED}
    before = {entity: house.state(entity)["context"]["id"] for entity in entities}
    faderd = started(house, PARAMETERS, token=house.token)
    bound(faderd, *PARAMETERS)
    time.sleep(1)
    equal({entity: house.state(entity)["context"]["id"] for entity in entities}, before, "what caused the states")
    for parameter, text, entity, attribute, wanted in TYPED:
        faderd.set(parameter, text)
        wait_until(lambda: house.told(entity, attribute) == wanted, lambda: f"{parameter} {text}: {house.state(entity)}, {target(faderd, parameter)}")
    equal(house.told("light.kitchen_lights", "brightness"), 128, "the brightness of the color")
    for service, entity, data, parameter, text in DONE:
        house.call(service, entity, **data)
        wait_until(lambda: faderd.shown(parameter) == text, lambda: f"{service} {entity}: {faderd.parameter(parameter)}, {house.state(entity)}")
    equal([(parameter, target(faderd, parameter)["state"]) for parameter in PARAMETERS if target(faderd, parameter)["state"] != "bound"], [])
    equal(faderd.parameter("speed")["label"], "Speed")
    faderd.stop()


@test("a blind of a real house that moves slowly keeps the parameter where it was put, and tells where somebody lets it go", limit=600)
def journey():
    house = House()
    faderd = started(house, {"window": PARAMETERS["window"]}, token=house.token)
    bound(faderd, "window")
    shows(faderd, window="70 %")
    faderd.set("window", "20")
    seen = set()
    wait_until(lambda: seen.add(faderd.shown("window")) or house.told("cover.living_room_window", "current_position") == 20, lambda: house.state("cover.living_room_window"))
    equal(seen, {"20 %"}, "what the parameter shows on the way")
    faderd.set("window", "90")
    wait_until(lambda: house.told("cover.living_room_window", "current_position") >= 40, lambda: house.state("cover.living_room_window"))
    house.call("cover.set_cover_position", "cover.living_room_window", position=30)
    shows(faderd, window="30 %")
    faderd.stop()


@test("scenes and scripts of a real house are pressed, what it refuses or has not is told, and what could be bound is listed", limit=600)
def presses():
    house = House()
    faderd = started(house, {
        "scene": bind("scene.test_scene", "kind: trigger"), "script": bind("script.test_script", "kind: trigger"), "button": bind("input_button.test_button", "kind: trigger"),
        "gone": bind("scene.gone", "kind: trigger"), "lost": bind("light.ceiling_light"), "pwm": bind("number.pwm_1", "min: 0, max: 10"), "bed": bind("light.bed_light")},
        token=house.token, faders={1: "pwm"})
    bound(faderd, "pwm", "bed")
    absent(faderd, "lost", "there is light.bed_light, light.ceiling_lights")
    for name in ("scene", "script", "button", "gone"):
        equal(faderd.ctl("press", name).exit, 0, f"exit of press {name}")
    shows(faderd, bed="39 %")
    wait_until(lambda: house.told("input_boolean.test_switch") == "on", "the end of the script")
    wait_until(lambda: house.told("input_button.test_button") != "unknown", "the button to be pressed")
    wait_until(lambda: "the house has no scene.gone: there is scene.test_scene" in faderd.log(), faderd.log)
    faderd.set("pwm", "5")
    wait_until(lambda: "Home Assistant refuses it" in target(faderd, "pwm").get("lastError", ""), lambda: target(faderd, "pwm"))
    listed = [(one["kind"], one["name"], one["words"][0]) for one in faderd.get("/v1/targets?look")["candidates"]]
    check(("cover", "Garage Door", "entity: cover.garage_door") in listed and ("scene", "Test scene", "entity: scene.test_scene") in listed, lambda: listed)
    faderd.stop()


@test("a real house that restarts is bound again by itself, and one that refuses the token is not asked again", limit=600)
def restart():
    house = House()
    faderd = started(house, {"ceiling": PARAMETERS["ceiling"], "level": PARAMETERS["level"]}, token=house.token)
    bound(faderd, "ceiling", "level")
    faderd.set("level", "33")
    wait_until(lambda: house.told("input_number.test_level") == "33.0", lambda: house.state("input_number.test_level"))
    house.stop()
    absent(faderd, "ceiling", "")
    faderd.set("ceiling", "5")
    house.start()
    house.wait()
    bound(faderd, "ceiling", "level")
    shows(faderd, ceiling="71 %", level="33")
    equal(house.told("light.ceiling_lights", "brightness"), 180)
    faderd.stop()
    faderd = started(house, {"ceiling": PARAMETERS["ceiling"]}, token="wrong")
    absent(faderd, "ceiling", "refuses the token in house.token")
    time.sleep(2)
    equal(faderd.log().count("refuses the token"), 1)
    faderd.stop()


@test("a change of a lamp has moved the motor in at most 1.2 times the time in which a Python client of the same house hears of it", limit=600, alone=True)
def figure():
    house = House()
    faderd = started(house, {"ceiling": PARAMETERS["ceiling"]}, token=house.token)
    bound(faderd, "ceiling")
    session = faderd.session()

    def motor():
        return session.ask("GET", "/v1/virtual")[1][0]["position"]

    def link():
        connection = websockets.sync.client.connect(f"ws://{HOST}/api/websocket")
        connection.recv()
        connection.send(json.dumps({"type": "auth", "access_token": house.token}))
        connection.recv()
        return connection

    def measure(hand, client, first):
        """The medians of 30 changes in milliseconds: a request of faderd by itself, the motor, the Python client."""
        requests, ours, theirs = [], [], []
        for number in range(30):
            brightness = 30 + 5 * number + first % 5
            since = time.perf_counter()
            motor()
            requests.append(time.perf_counter() - since)
            since = time.perf_counter()
            hand.send(json.dumps({"id": first + number, "type": "call_service", "domain": "light", "service": "turn_on", "service_data": {"brightness": brightness},
                                  "target": {"entity_id": "light.ceiling_lights"}}))
            client.recv()
            theirs.append(time.perf_counter() - since)
            # Where the motor is now is asked only now, so that asking delays nobody.
            while abs(motor() - brightness / 255) > 0.001:
                pass
            ours.append(time.perf_counter() - since)
            hand.recv()
            time.sleep(0.12)
        return tuple(1000 * statistics.median(each) for each in (requests, ours, theirs))

    with link() as hand, link() as client:
        client.send(json.dumps({"id": 1, "type": "subscribe_entities", "entity_ids": ["light.ceiling_lights"]}))
        client.recv(), client.recv()
        rounds = []
        # A busy machine delays what passes through several threads: the best of five rounds counts.
        while len(rounds) < 5 and not any(ours - request <= 1.2 * theirs for request, ours, theirs in rounds):
            rounds.append(measure(hand, client, 1 + 30 * len(rounds)))
            print("     a request %.2f ms, lamp to motor and request %.2f ms, a Python client %.2f ms (p50 of 30)" % rounds[-1])
    check(any(ours - request <= 1.2 * theirs for request, ours, theirs in rounds), f"milliseconds of a request, of the motor with it, and of a Python client: {rounds}")
    faderd.stop()
