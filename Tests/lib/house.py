"""A Home Assistant in a thread, as far as its WebSocket API goes: what it says is what Home Assistant 2026.2 was recorded to say. An event of a change comes
before the result of the call that made it, with the same context. It can also stall, refuse, answer in any order, send anything and end its connections."""

import contextlib
import itertools
import json
import os
import socket
import threading
import time

import native
from fakeobs import CLOSE, TEXT, frame, read_frame
from listener import Listener, handshake
from sound import target
from testing import wait_until

TOKEN = "eyJ.token"
OFF_LAMP = {"brightness": None, "color_mode": None, "rgb_color": None, "color_temp_kelvin": None, "effect": None}


def lamp(name, brightness=None, rgb=(255, 164, 82), **more):
    """A lamp as Home Assistant tells it: off, or on with a brightness of 255."""
    told = {"friendly_name": name, "supported_color_modes": ["color_temp", "hs"], **OFF_LAMP, **more}
    if brightness is None:
        return ["off", told]
    return ["on", {**told, "brightness": brightness, "color_mode": "hs", "rgb_color": list(rgb)}]


def entities():
    return {
        "light.desk": lamp("Desk lamp", 180), "light.sofa": lamp("Sofa"), "switch.ac": ["on", {"friendly_name": "Air conditioning"}],
        "number.gain": ["20.0", {"friendly_name": "Gain", "min": 0, "max": 100, "step": 0.5}],
        "input_boolean.guests": ["off", {"friendly_name": "Guests"}],
        "fan.ceiling": ["on", {"friendly_name": "Ceiling fan", "percentage": 50, "percentage_step": 25, "preset_mode": None, "preset_modes": ["auto", "sleep"]}],
        "cover.blind": ["open", {"friendly_name": "Blind", "current_position": 70, "current_tilt_position": 40}],
        "media_player.kitchen": ["playing", {"friendly_name": "Kitchen", "volume_level": 0.4, "is_volume_muted": False, "source": "Radio", "source_list": ["Radio", "TV"]}],
        "climate.bath": ["heat", {"friendly_name": "Bath", "temperature": 21, "hvac_modes": ["off", "heat", "cool"], "current_temperature": 20}],
        "select.speed": ["slow", {"friendly_name": "Speed", "options": ["slow", "fast"]}],
        "scene.movie": ["2026-11-29T12:00:00+00:00", {"friendly_name": "Movie"}], "script.goodnight": ["off", {"friendly_name": "Good night"}],
        "button.doorbell": ["unknown", {"friendly_name": "Doorbell"}], "sensor.outside": ["7.5", {"friendly_name": "Outside"}]}


class Link:
    """A connection of a client."""

    def __init__(self, house, link):
        # {id of a subscription: the ids of its entities}
        self.house, self.link, self.subscriptions, self.lock = house, link, {}, threading.Lock()

    def send(self, *messages):
        with contextlib.suppress(OSError), self.lock:
            for message in messages:
                self.link.sendall(frame(message if isinstance(message, bytes) else json.dumps(message).encode()))


class House(Listener):
    """Home Assistant with `entities()`. `greet(link, shake)` says what it does with a connection instead of serving it.

    `requests` has every call of a service: (domain, service, entity, data); `asked` the type of every other message. `refusals` has an error for a (domain,
    service). `later` has, for an entity, functions that are called after a call for it, instead of what the call does. `delay` is how long an answer takes."""

    scheme = "ws://"

    def __init__(self, port=0, greet=None, known=None):
        self.greet, self.is_silent, self.requests, self.asked, self.links = greet, False, [], [], []
        self.entities = {id: [state, dict(attributes), "01START"] for id, (state, attributes) in (known or entities()).items()}
        self.rooms = {"light.desk": "Office", "light.sofa": "Living room"}
        self.refusals, self.later, self.delay, self.token, self.refused = {}, {}, 0, TOKEN, 0
        self.lock, self.count = threading.RLock(), itertools.count(1)
        super().__init__(port)

    def drop(self):
        """Ends its connections, as when it restarts: with 1000."""
        for each in self.links:
            with contextlib.suppress(OSError):
                each.link.sendall(frame((1000).to_bytes(2, "big"), CLOSE))
                each.link.shutdown(socket.SHUT_RDWR)
        self.links = []

    def context(self):
        return f"01M8H{next(self.count):08}"

    def calls(self, *entities):
        """The calls for these entities, or for all."""
        return [each for each in self.requests if not entities or each[2] in entities]

    # What happens in the house.

    def set(self, id, state=None, context=None, gone=(), **attributes):
        """An entity changes. Without a context somebody in the house did it. What is equal is not told."""
        with self.lock:
            if id not in self.entities:
                return
            entity = self.entities[id]
            news = {name: value for name, value in attributes.items() if name not in entity[1] or entity[1][name] != value}
            gone = [name for name in gone if name in entity[1]]
            if not news and not gone and state in (None, entity[0]):
                return
            plus = {"lu": time.time()}
            if state not in (None, entity[0]):
                plus["s"] = entity[0] = state
            context = context or self.context()
            if context != entity[2]:
                # With a user it is an object.
                plus["c"] = {"user_id": "f3", "id": context} if next(self.count) % 2 else context
                entity[2] = context
            if news:
                plus["a"] = news
                entity[1].update(news)
            for name in gone:
                del entity[1][name]
            self.tell(id, {"c": {id: {"+": plus, **({"-": {"a": gone}} if gone else {})}}})

    def put(self, id, state, **attributes):
        """An entity comes."""
        with self.lock:
            self.entities[id] = [state, attributes, self.context()]
            self.tell(id, {"a": {id: self.told(id)}})

    def remove(self, id):
        with self.lock:
            del self.entities[id]
            self.tell(id, {"r": [id]})

    def tell(self, id, event):
        for link in list(self.links):
            for subscription, ids in list(link.subscriptions.items()):
                if id in ids:
                    link.send({"type": "event", "event": event, "id": subscription})

    def told(self, id):
        state, attributes, context = self.entities[id]
        return {"s": state, "a": attributes, "c": context, "lc": 1795871976.05}

    # The API.

    def serve(self, link):
        link = Link(self, link)
        shake = handshake(link.link, b"GET /api/websocket HTTP/1.1\r\n").replace(b"Connection: U", b"Connection: u")
        self.links.append(link)
        if self.greet:
            return self.greet(link, shake)
        link.link.sendall(shake)
        link.send({"type": "auth_required", "ha_version": "2026.2.3"})
        if next(self.read(link)).get("access_token") != self.token:
            self.refused += 1
            link.send({"type": "auth_invalid", "message": "Invalid access token or password"})
            link.link.sendall(frame((1000).to_bytes(2, "big"), CLOSE))
            return link.link.close()
        link.send({"type": "auth_ok", "ha_version": "2026.2.3"})
        self.speak(link)

    def read(self, link):
        """What a client says."""
        while True:
            opcode, payload = read_frame(link.link)
            if opcode == CLOSE:
                return
            if opcode == TEXT:
                yield json.loads(payload)

    def speak(self, link):
        last = 0
        for message in self.read(link):
            assert message["id"] > last, f"ids have to increase: {message}"
            last = message["id"]
            if self.is_silent:
                continue
            if message["type"] != "call_service":
                self.asked.append(message["type"])
            if self.delay and message["type"] == "call_service":
                threading.Timer(self.delay, self.answer, (link, message)).start()
            else:
                self.answer(link, message)

    def answer(self, link, message):
        id, kind = message["id"], message["type"]
        if kind == "ping":
            return link.send({"id": id, "type": "pong"})
        if kind == "call_service":
            return self.call(link, message)
        with self.lock:
            link.send({"id": id, "type": "result", "success": True, "result": None})
            if kind == "subscribe_entities":
                link.subscriptions[id] = message["entity_ids"]
                link.send({"id": id, "type": "event", "event": {"a": {each: self.told(each) for each in message["entity_ids"] if each in self.entities}}})
            elif kind == "unsubscribe_events":
                link.subscriptions.pop(message["subscription"], None)
            elif kind == "render_template":
                rows = [[each, told["friendly_name"], self.rooms.get(each, ""), told.get("min"), told.get("max"), told.get("supported_color_modes", [])]
                        for each, (_, told, _) in self.entities.items() if not each.startswith("sensor.")]
                link.send({"id": id, "type": "event", "event": {"result": [*rows, 0], "listeners": {"all": True}}})

    def call(self, link, message):
        domain, service, data, entity = message["domain"], message["service"], message["service_data"], message["target"]["entity_id"]
        self.requests.append((domain, service, entity, data))
        if refusal := self.refusals.get((domain, service)):
            return link.send({"id": message["id"], "type": "result", "success": False, "error": refusal})
        context = self.context()
        if entity in self.later:
            self.later[entity](context, service, data)
        else:
            self.perform(domain, service, entity, data, context)
        # A service for an entity that is not there succeeds, too.
        link.send({"id": message["id"], "type": "result", "success": True, "result": {"context": {"id": context, "parent_id": None, "user_id": "f3"}}})

    def perform(self, domain, service, id, data, context):
        def change(state=None, **attributes):
            self.set(id, state, context, **attributes)

        if domain == "light" and service == "turn_on":
            told = self.entities[id][1] if id in self.entities else {}
            attributes = {"brightness": told.get("brightness") or 255, "color_mode": "hs", "rgb_color": told.get("rgb_color") or [255, 164, 82], **data}
            change("on", **attributes)
        elif domain == "light":
            change("off", **OFF_LAMP)
        elif service in ("turn_on", "turn_off") and domain in ("switch", "input_boolean", "fan", "media_player", "climate", "automation"):
            change("on" if service == "turn_on" else "off")
        elif service == "set_percentage":
            step = self.entities[id][1]["percentage_step"]
            percentage = -(-data["percentage"] // step) * step
            change("on" if percentage else "off", percentage=percentage)
        elif service == "set_cover_position":
            change("open" if data["position"] else "closed", current_position=data["position"])
        elif service in ("open_cover", "close_cover"):
            change("open" if service == "open_cover" else "closed", current_position=100 if service == "open_cover" else 0)
        elif service == "set_cover_tilt_position":
            change(current_tilt_position=data["tilt_position"])
        elif service == "volume_set":
            change(volume_level=data["volume_level"])
        elif service == "volume_mute":
            change(is_volume_muted=data["is_volume_muted"])
        elif service in ("select_source", "set_preset_mode", "set_temperature"):
            change(**{key: value for key, value in data.items()})
        elif service == "set_hvac_mode":
            change(data["hvac_mode"])
        elif service == "set_value":
            change(str(float(data["value"])))
        elif service == "select_option":
            change(data["option"])


def text_of(house, parameters, rest="", faders=None, more=""):
    """The config. `faders`: {number: parameter}; by default the first is on the first. `more`: keys of the connection."""
    lines = "".join(f"  {each}: {what}\n" for each, what in parameters.items())
    text = f"version: 1\ntargets: {{house: {{home-assistant: \"{house.address}\", token-file: house.token{more}}}}}\nparameters:\n{lines}  other: {{}}\n"
    return text + rest + native.desk(faders or {1: next(iter(parameters)), 2: "other"})


def write_token(faderd, token=TOKEN):
    native.write(f"{faderd.directory}/house.token", token + "\n")
    os.chmod(f"{faderd.directory}/house.token", 0o600)


def started(house, parameters, token=TOKEN, **more):
    """A daemon with these parameters on a house. `house.address`: its URL."""
    faderd = native.Daemon(text_of(house, parameters, **more))
    write_token(faderd, token)
    return faderd.start()


def shows(faderd, **texts):
    """Waits until parameters show these texts."""
    wait_until(lambda: {name: faderd.text(name) for name in texts} == texts, lambda: f"{texts}: { {name: faderd.parameter(name) for name in texts} }")


def called(house, *wanted, entities=()):
    """Waits until these calls have been made, in this order, and no others, for these entities or all."""
    wait_until(lambda: house.calls(*entities) == list(wanted), lambda: f"{wanted}: {house.calls(*entities)}")


def absent(faderd, name, words):
    wait_until(lambda: target(faderd, name)["state"] == "absent" and words in target(faderd, name).get("note", ""), lambda: f"{words}: {target(faderd, name)}")
