"""The recipes of the documents, beside stand-ins that answer as the real consoles and programs do, from their first second."""

import json
import re
import threading
import time
import zlib

import fakehttp
import fakeobs
import house
import mqtt
import native
from osc import Console
from recipes import configs, control, listed, prepared, recipes, run_kinds, touch
from snapcast_server import SnapcastServer
from test_osc import near
from testing import check, equal, test, wait_until

# What each recipe of each document binds outside, in the order of the document. One that binds something is run beside a stand-in by the test of that kind. The others:
# `nothing` binds nothing (controls, kinds and pages), `inside` has triggers that act on faderd alone (Tests/Daemon/test_triggers.py), and `osc-in` is asked by
# others, and tells only those that it names (test_osc_in.py).
RECIPES = {
    "README.md": ["sound"],
    "banks.md": ["nothing"] * 3,
    "buttons.md": ["inside"],
    "consoles.md": ["console", "console", "console", "console", "console", "console", "mixer", "mixer", "osc", "osc"],
    "exec.md": ["exec", "exec"],
    "from-companion.md": ["obs"],
    "from-deej.md": ["sound"],
    "from-midimonster.md": ["lights osc-in"],
    "home-assistant.md": ["house"],
    "http.md": ["http"],
    "kinds.md": ["nothing", "nothing"],
    "lights.md": ["lights"],
    "lists.md": ["osc", "nothing", "nothing"],
    "midi-programs.md": ["nothing", "program", "program", "network", "program"],
    "mqtt-zigbee.md": ["mqtt", "mqtt"],
    "mqtt.md": ["mqtt", "mqtt", "mqtt"],
    "notifications.md": ["sound"],
    "obs-more.md": ["obs"],
    "obs-scenes.md": ["obs"],
    "obs.md": ["obs", "nothing", "obs", "nothing"],
    "osc-targets.md": ["osc"] * 5,
    "osc.md": ["osc-in", "osc-in", "osc-in"],
    "players.md": ["player screen"],
    "profiles-displays.md": ["nothing"] * 2,
    "profiles-lamps.md": ["nothing"] * 2,
    "profiles-names.md": ["nothing"],
    "profiles-protocols.md": ["nothing"],
    "profiles.md": ["nothing"] * 2,
    "second-machine.md": ["nothing"],
    "show.md": ["inside"],
    "snapcast.md": ["snapcast"],
    "sound-cards.md": ["mixer"],
    "sound.md": ["sound", "sound", "sound", "sound", "sound"],
    "targets.md": ["exec osc"],
    "triggers.md": ["exec", "inside", "inside", "program transport", "program transport"],
    "web.md": ["nothing"] * 4,
}


@test("every recipe of the documents is run beside a stand-in, or it is said here why not")
def all_of_them():
    found = listed()
    equal({document: found.get(document) for document in {*found, *RECIPES}}, {document: RECIPES.get(document) for document in {*found, *RECIPES}}, "the recipes")
    kinds = {kind for each in found.values() for one in each for kind in one.split()}
    # What a console does with such a config is in test_x32, and a surface on the network in Tests/RTPMIDI.
    equal(kinds - {"nothing", "inside", "osc-in", "console", "network"} - run_kinds.keys(), set(), "kinds that no test runs")


class Desk(Console):
    """A console with a value of its own for every address: switches have 0 or 1, everything else a place on a travel of 1,024 positions."""

    def value(self, address):
        luck = zlib.crc32(address.encode())
        is_switch = address.endswith("/on") or "/solosw/" in address
        return self.values.setdefault(address, luck % 2 if is_switch else (luck % 1000 + 10) / 1023)

    def take(self, address, arguments, sender):
        # As the real one, it answers whatever it is asked.
        if address != "/xremote":
            self.value(address)
        super().take(address, arguments, sender)

    @property
    def written(self):
        return [(address, arguments) for _, address, arguments in self.heard if arguments]


def consoles(text):
    """The config with a console in place of each OSC peer, and the consoles by what is written there."""
    peers = {peer: Desk() for peer in re.findall(r'osc: "([^"]+)"', text)}
    for peer, desk in peers.items():
        text = text.replace(f'"{peer}"', f'"127.0.0.1:{desk.port}"')
    return re.sub(r"listen: \d+", lambda _: f"listen: {native.free_port()}", text), peers


def shown(faderd, desks):
    """What is shown of consoles that answer queries, beside what they have, by the parameter."""
    pairs = {}
    for one in faderd.get("/v1/targets")["targets"]:
        found = re.fullmatch(r"osc 127\.0\.0\.1:(\d+) ?(/.*)", one["target"])
        if found and int(found[1]) in desks:
            id, value = one["parameter"], desks[int(found[1])].value(found[2])
            # The recipes call a channel muted where the console calls it off.
            pairs[id] = (faderd.get(f"/v1/parameters/{id}")["position"], 1 - value if id.endswith(".mute") else value)
    return pairs


def differing(pairs):
    return {id: pair for id, pair in pairs.items() if pair[0] is None or not near(*pair, 0.006)}


def both_ways(where, faderd, desks):
    """The first number of each console is moved here, and on the console if that tells what changes there."""
    for desk in desks:
        for one in faderd.get("/v1/targets")["targets"]:
            found = re.fullmatch(rf"osc 127\.0\.0\.1:{desk.port} (/\S*).*", one["target"])
            if found and faderd.request("GET", f"/v1/parameters/{one['parameter']}").json.get("position") is not None:
                break
        else:
            continue
        id, address, before = one["parameter"], found[1], len(desk.written)
        equal(faderd.put(id, position=0.6).status, 200, f"{where}: status of a drag of {id}")
        wait_until(lambda: len(desk.written) > before, lambda: f"{where}: {id} on the console: {desk.heard[-5:]}")
        time.sleep(0.1)
        equal({each for each, _ in desk.written[before:]}, {address}, f"{where}: where {id} was written")
        if desk.remotes:
            wait_until(lambda: near(desk.values[address], 0.6, 0.002), lambda: f"{where}: {id} on the console: {desk.values[address]}")
            desk.tablet(address, 0.3)
            wait_until(lambda: near(faderd.parameter(id)["position"], 0.3, 0.002), lambda: f"{where}: {id}: {faderd.parameter(id)}")


@recipes("every recipe for an OSC console or program: nothing is written at the start, what it answers is shown, and a touch goes where it should", "osc")
def osc():
    answering = 0
    for where, text in configs("osc"):
        text, peers = consoles(text)
        asked = {desk.port: desk for desk in peers.values() if re.search(rf'"127\.0\.0\.1:{desk.port}"[^\n]*queries: true', text)}
        faderd = prepared(text, virtual="").start()
        wait_until(lambda: not differing(shown(faderd, asked)), lambda: f"{where}: the consoles' values: {differing(shown(faderd, asked))}")
        answering += len(shown(faderd, asked))
        time.sleep(1)
        for peer, desk in peers.items():
            equal(desk.written, [], f"{where}: what was written to {peer}")
        both_ways(where, faderd, peers.values())
        faderd.stop()
    check(answering > 200, f"only {answering} parameters of consoles that answer")


@test("the X32 of docs/lists.md on an X-Touch: motors stand where the console is, and the first touch goes on from there")
def console():
    text = next(text for where, text in configs("osc") if where.startswith("lists.md"))
    text, peers = consoles(text)
    desk = next(iter(peers.values()))
    faderd = prepared(text).start()
    def motors():
        return {n: (control(faderd, f"fader.{n}")["position"], desk.value(f"/ch/{n:02}/mix/fader")) for n in range(1, 9)}
    wait_until(lambda: not differing(motors()), lambda: f"the motors: {motors()}")
    equal(desk.written, [], "what was written before the first touch")
    before = desk.value("/ch/01/mix/fader")
    for position in (before + 0.01, before + 0.02):
        touch(faderd, "fader.1", position=position)
    wait_until(lambda: desk.written, "the move")
    wait_until(lambda: near(desk.values["/ch/01/mix/fader"], before + 0.02, 0.002), lambda: f"where it ends: {desk.values['/ch/01/mix/fader']}")
    for address, arguments in desk.written:
        check(address == "/ch/01/mix/fader" and before - 0.002 < arguments[-1] < before + 0.03, f"{address} {arguments}: a jump, or another channel")


# What is set, or pressed, in the recipes for OBS: (parameter, text or None, request, what the request has).
OBS_TOUCHES = [
    ("mic", "-6", "SetInputVolume", {"inputName": "Mic/Aux", "inputVolumeDb": -6}), ("mic.mute", "open", "SetInputMute", {"inputName": "Mic/Aux", "inputMuted": False}),
    ("scene", "Break", "SetCurrentProgramScene", {"sceneName": "Break"}), ("next", "Intro", "SetCurrentPreviewScene", {"sceneName": "Intro"}),
    ("comp", "off", "SetSourceFilterEnabled", {"sourceName": "Mic", "filterName": "Comp", "filterEnabled": False}),
    ("threshold", "-30", "SetSourceFilterSettings", {"filterName": "Comp", "filterSettings": {"threshold": -30.0}}),
    ("cam", "off", "SetSceneItemEnabled", {"sceneName": "Live", "sceneItemId": 3, "sceneItemEnabled": False}),
    ("zoom", "150", "SetSceneItemTransform", {"sceneItemId": 3, "sceneItemTransform": {"scaleX": 1.5}}),
    ("fade", "Cut", "SetCurrentSceneTransition", {"transitionName": "Cut"}), ("time", "0.5", "SetCurrentSceneTransitionDuration", {"transitionDuration": 500.0}),
    ("record", "off", "StopRecord", {}), ("replay", None, "SaveReplayBuffer", {}), ("cut", None, "TriggerStudioModeTransition", {}),
    ("camera", None, "SetSceneItemEnabled", {"sceneName": "Live", "sceneItemId": 3, "sceneItemEnabled": True}),
    ("slower", None, "SetCurrentSceneTransitionDuration", {"transitionDuration": 1500})]


class Studio(fakeobs.FakeOBS):
    """An OBS whose inputs and scenes are those of the documents. It records."""

    SCENES = ["Intro", "Main Cam", "Break", "Live"]

    def __init__(self):
        self.shown, self.records, self.is_muted = {"Program": "Main Cam", "Preview": "Break"}, True, True
        super().__init__()

    def switch(self, which, scene):
        """Somebody, or a request, has another scene shown."""
        self.shown[which] = scene
        self.send(fakeobs.event(f"Current{which}SceneChanged", sceneName=scene))

    def turn(self, volume):
        """Somebody, or a request, sets the volume of the input."""
        self.volume = volume
        self.send(fakeobs.event("InputVolumeChanged", inputName="Mic/Aux", inputVolumeDb=volume, inputVolumeMul=10 ** (volume / 20)))

    def mute(self, is_muted):
        """A request mutes or opens the input."""
        self.is_muted = is_muted
        self.send(fakeobs.event("InputMuteStateChanged", inputName="Mic/Aux", inputMuted=is_muted))

    def stop(self):
        """A request ends the recording."""
        self.records = False
        self.send(fakeobs.event("RecordStateChanged", outputActive=False, outputState="OBS_WEBSOCKET_OUTPUT_STOPPED"))

    def answer(self, request):
        self.requests.append(request)
        kind = request["requestType"]
        data = {
            "GetInputVolume": {"inputVolumeDb": self.volume, "inputVolumeMul": 10 ** (self.volume / 20)}, "GetInputMute": {"inputMuted": self.is_muted},
            "GetInputAudioBalance": {"inputAudioBalance": 0.5},
            "GetCurrentProgramScene": {"currentProgramSceneName": self.shown["Program"], "sceneName": self.shown["Program"]},
            "GetCurrentPreviewScene": {"currentPreviewSceneName": self.shown["Preview"], "sceneName": self.shown["Preview"]},
            "GetStudioModeEnabled": {"studioModeEnabled": True},
            "GetSceneList": {"currentProgramSceneName": self.shown["Program"], "currentPreviewSceneName": self.shown["Preview"],
                             "scenes": [{"sceneName": name, "sceneIndex": index} for index, name in enumerate(reversed(self.SCENES))]},
            "GetRecordStatus": {"outputActive": self.records, "outputPaused": False}, "GetStreamStatus": {"outputActive": False},
            "GetSourceFilter": {"filterEnabled": True, "filterKind": "compressor_filter", "filterSettings": {"threshold": -18.0}},
            "GetSceneItemId": {"sceneItemId": 3}, "GetSceneItemEnabled": {"sceneItemEnabled": True},
            "GetSceneItemTransform": {"sceneItemTransform": {"scaleX": 1.0}},
            "GetCurrentSceneTransition": {"transitionName": "Fade", "transitionDuration": 300},
            "GetSceneTransitionList": {"transitions": [{"transitionName": "Cut"}, {"transitionName": "Fade"}]},
            "GetInputList": {"inputs": [{"inputName": name} for name in ("Mic", "Mic/Aux")]},
        }.get(kind)
        if kind.startswith(("Set", "Save", "Start", "Stop", "Trigger")):
            data = {}
        told = None
        if which := re.fullmatch("SetCurrent(Program|Preview)Scene", kind):
            told = (self.switch, which[1], request["requestData"]["sceneName"])
        elif kind == "SetInputVolume":
            told = (self.turn, request["requestData"]["inputVolumeDb"])
        elif kind == "SetInputMute":
            told = (self.mute, request["requestData"]["inputMuted"])
        elif kind == "StopRecord":
            told = (self.stop,)
        if told:
            # OBS tells it after it has answered.
            threading.Timer(0.05, told[0], told[1:]).start()
        status = {"result": True, "code": 100} if data is not None else {"result": False, "code": 204}
        return fakeobs.message(7, requestId=request["requestId"], requestType=kind, requestStatus=status, responseData=data or {})


@recipes("every recipe for OBS: at the start it is only asked, what it shows is shown, a touch or press asks for what it should, and what changes there is shown", "obs")
def obs():
    for where, text in configs("obs"):
        studio = Studio()
        faderd = prepared(re.sub(r'obs: "[^"]+"', f'obs: "{studio.address}"', text), virtual="").start()
        wanted = {"mic": "-20.0 dB", "mic.mute": "muted", "scene": "Main Cam", "next": "Break", "record": "on"}
        ids = [id for id in wanted if f"\n  {id}:" in text and not re.search(rf"\n  {id}: +{{kind: trigger", text)]
        wait_until(lambda: [faderd.text(id) for id in ids] == [wanted[id] for id in ids],
                   lambda: f"{where}: {[faderd.text(id) for id in ids]} {studio.requests[-10:]}")
        wait_until(lambda: studio.connections, f"{where}: a connection")
        time.sleep(1)
        asked = sorted({request["requestType"] for request in studio.requests})
        check(all(kind.startswith("Get") for kind in asked), f"{where}: {asked}")
        for id, what, request, data in OBS_TOUCHES:
            if f"\n  {id}:" not in text:
                continue
            studio.requests.clear()
            equal(faderd.ctl(*(("press", id) if what is None else ("set", id, what))).exit, 0, f"exit of {id}")
            asks = lambda: [each.get("requestData") or {} for each in studio.requests if each["requestType"] == request]
            wait_until(lambda: any(data.items() <= each.items() for each in asks()), lambda: f"{where}: {request} {data}: {studio.requests}")
            others = {each["requestType"] for each in studio.requests if not each["requestType"].startswith("Get")} - {request}
            equal(others, set(), f"{where}: what else {id} did")
            if id in ids and what:
                wait_until(lambda: faderd.text(id).startswith(what), lambda: f"{where}: {id} {what}: {faderd.text(id)}")
        studio.turn(-30)
        studio.switch("Program", "Intro")
        told = {id: text for id, text in (("mic", "-30.0 dB"), ("scene", "Intro")) if id in ids}
        wait_until(lambda: {id: faderd.text(id) for id in told} == told, lambda: f"{where}: { {id: faderd.text(id) for id in told} }")
        faderd.stop()


# What is set, or pressed, in the recipes for MQTT: (parameter, text or None, topic, payload).
MQTT_TOUCHES = [
    ("lamp", "25", "zigbee2mqtt/desk/set", '{"brightness":64}'), ("lamp-on", "off", "zigbee2mqtt/desk/set", '{"state":"OFF"}'),
    ("tasmota", "off", "cmnd/plug/POWER", "OFF"), ("dimmer", "20", "cmnd/strip/Dimmer", "20"), ("wled", "100", "wled/desk", "255"),
    ("door", None, "garage/door/set", "OPEN"), ("desk", "25", "zigbee2mqtt/desk/set", '{"brightness":64}'),
    ("desk.on", "off", "zigbee2mqtt/desk/set", '{"state":"OFF"}'), ("desk.warmth", "200", "zigbee2mqtt/desk/set", '{"color_temp":200}'),
    ("blind", "30", "zigbee2mqtt/blind/set", '{"position":30}'), ("blind.stop", None, "zigbee2mqtt/blind/set", '{"state": "STOP"}'),
    ("plug", "off", "zigbee2mqtt/plug/set", '{"state":"OFF"}')]


@recipes("every recipe for Home Assistant: nothing is called at the start, what it shows is shown, and a touch sets the entity of that name", "house")
def home_assistant():
    for where, text in configs("house"):
        stand_in = house.House()
        stand_in.token = "secret"
        faderd = prepared(re.sub(r"ws://[\w.:]+", stand_in.address, text)).start()
        wanted = {"desk": "71 %", "blind": "70 %", "kitchen": "40 %", "desk.color": "#b4743a"}
        wait_until(lambda: {id: faderd.shown(id) for id in wanted} == wanted, lambda: f"{where}: { {id: faderd.shown(id) for id in wanted} }")
        time.sleep(0.3)
        equal(stand_in.requests, [], f"{where}: calls before anybody has asked for one")
        for control, gesture, entity in (("fader.1", {"position": 0}, "light.desk"), ("fader.2", {"position": 1}, "cover.blind"), ("fader.3", {"position": 1}, "media_player.kitchen"),
                                         ("select.1", {"pressed": True}, "scene.movie")):
            before = len(stand_in.requests)
            touch(faderd, control, **gesture)
            wait_until(lambda: entity in [call[2] for call in stand_in.requests[before:]], lambda: f"{where}: {control}: {stand_in.requests[before:]}")
        faderd.stop()


@recipes("every recipe for devices with a web server: nothing is written at the start, what they show is shown, and a touch writes the body of that parameter", "http")
def http():
    for where, text in configs("http"):
        device = fakehttp.Device({"bri": 51, "on": True, "brightness": 30, "output": False})
        faderd = prepared(re.sub(r"http://[\d.]+", device.address, text)).start()
        wanted = {"strip": "51", "strip.on": "on", "lamp": "30 %", "heater": "off"}
        wait_until(lambda: {id: faderd.shown(id) for id in wanted} == wanted, lambda: f"{where}: { {id: faderd.shown(id) for id in wanted} }")
        equal(device.writes(), [], f"{where}: what was written before anybody has changed anything")
        touch(faderd, "fader.1", position=1)
        touch(faderd, "fader.2", position=0)
        wait_until(lambda: (device.state["bri"], device.state["brightness"]) == (255, 0), lambda: f"{where}: {device.state}")
        touch(faderd, "mute.3", pressed=True)
        touch(faderd, "mute.3", pressed=False)
        wait_until(lambda: device.state["on"] is True and ("POST", "/rpc/Switch.Set", '{"id": 0, "on": true}') in device.requests, lambda: f"{where}: {device.requests}")
        check(("POST", "/rpc/Light.Set", '{"id": 0, "brightness": 0}') in device.requests, lambda: f"{where}: {device.requests}")
        faderd.stop()


@recipes("every recipe for Snapcast: nothing is asked for but the state at the start, what it shows is shown, and a touch goes to the client of that name", "snapcast")
def snapcast():
    for where, text in configs("snapcast"):
        server = SnapcastServer()
        server.clients["bath-id"][0] = "Bath"
        faderd = prepared(re.sub(r"snapcast: [\d.]+", f'snapcast: "{server.address}"', text)).start()
        wanted = {"kitchen": "40 %", "kitchen.mute": "open", "bath": "70 %", "downstairs.mute": "open", "downstairs.plays": "default"}
        wait_until(lambda: {id: faderd.shown(id) for id in wanted} == wanted, lambda: f"{where}: { {id: faderd.shown(id) for id in wanted} }")
        time.sleep(0.3)
        equal(server.requests, [], f"{where}: changes before anybody has asked for one")
        touch(faderd, "fader.1", position=1)
        wait_until(lambda: server.clients["kitchen-id"][2:4] == [100, False], lambda: f"{where}: {server.clients}")
        for control, ids in (("mute.1", lambda: server.clients["kitchen-id"][3]), ("mute.2", lambda: server.groups["down-id"][1]),
                             ("select.2", lambda: server.groups["down-id"][2] == "radio")):
            touch(faderd, control, pressed=True)
            touch(faderd, control, pressed=False)
            wait_until(ids, lambda: f"{where}: {control}: {server.clients} {server.groups}")
        faderd.stop()


@recipes("every recipe for MQTT: nothing is written to a device at the start, what it says is shown, and a touch or press is sent where it should", "mqtt")
def broker():
    for where, text in configs("mqtt"):
        server = mqtt.Broker()
        text = re.sub(r'mqtt: "[^"]+"', f'mqtt: "{server.url()}"', text)
        kept = {"zigbee2mqtt/desk": json.dumps({"state": "ON", "brightness": 127, "color": {"hex": "#00ff00", "hue": 120, "saturation": 100, "x": 0.17, "y": 0.7}}),
                "stat/plug/RESULT": '{"POWER": "ON"}', "stat/strip/RESULT": '{"Dimmer": 50}', "wled/desk/g": "127"}
        for topic, payload in kept.items():
            server.retain(topic, payload)
        heard = server.listen("#")
        faderd = prepared(text, virtual="").start()
        wanted = {"lamp-on": "on", "tasmota": "on", "dimmer": "50%", "lamp": "50%", "wled": "50%"}
        ids = [id for id in wanted if f"\n  {id}: " in text]
        def values():
            return [re.sub(r"\..* ?%|[  ]%", "%", faderd.text(id)) for id in ids]
        wait_until(lambda: values() == [wanted[id] for id in ids], lambda: f"{where}: {values()}")
        time.sleep(1)
        own = re.findall(r"publish: {topic: ([^,}]+)", text) + ["homeassistant"]
        written = [(topic, payload) for topic, payload, is_kept in heard.heard if not is_kept and not topic.startswith(tuple(own)) and not topic.endswith("/get")]
        equal(written, [], f"{where}: what was written")
        for topic in re.findall(r"get: {topic: ([^,]+),", text):
            equal(heard.of(topic), ['{"state": ""}'], f"{where}: what was asked")
        for id, what, topic, payload in MQTT_TOUCHES:
            if f"\n  {id}:" not in text:
                continue
            equal(faderd.ctl(*(("press", id) if what is None else ("set", id, what))).exit, 0, f"exit of {id}")
            wait_until(lambda: heard.last(topic) == payload, lambda: f"{where}: {payload} on {topic}: {heard.of(topic)}")
        changes = {"zigbee2mqtt/desk": '{"state": "OFF", "brightness": 254}', "stat/plug/RESULT": '{"POWER": "OFF"}', "stat/strip/RESULT": '{"Dimmer": 75}', "wled/desk/g": "0"}
        for topic, payload in changes.items():
            server.publish(topic, payload)
        wanted = {"lamp-on": "off", "tasmota": "off", "dimmer": "75%", "lamp": "100%", "wled": "0%"}
        wait_until(lambda: values() == [wanted[id] for id in ids], lambda: f"{where}: {values()}")
        faderd.stop()
