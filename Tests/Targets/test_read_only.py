"""What is only read: a sensor over MQTT, a console at a rehearsal. Nothing is ever written there, whoever asks, and a motor that is moved goes back."""

import json
import socket

import native
from mqtt import Broker
from sound import bound, target
from testing import check, equal, stays, test, wait_until

PARAMETERS = """\
  level: {default: 0.5}
  heat: {min: 0, max: 40, unit: "°C", decimals: 1, target: {mqtt: house, topic: heat}}
  door: {kind: toggle, words: [closed, open], target: {mqtt: house, topic: z/door, path: contact, words: ["true", "false"], read-only: true}}
  mode: {kind: choice, options: [eco, warm], target: {mqtt: house, topic: mode, set: mode/set, read-only: true}}
  lamp: {kind: color, target: {mqtt: house, topic: lamp, read-only: true}}
  copy: {kind: toggle, target: [{mqtt: house, topic: k, read-only: true}, {mqtt: house, topic: l, set: l/set}]}
"""
NAMES = ("heat", "door", "mode", "lamp", "copy")


def config(broker, parameters=PARAMETERS, desk=None, targets=""):
    publish = ", publish: {topic: f, home-assistant: true}"
    return (f"version: 1\ntargets:\n  house: {{mqtt: \"{broker.url()}\"{publish}}}\n{targets}parameters:\n{parameters}"
            + (native.desk({1: "heat", 2: "level"}) if desk is None else desk))


def refused(faderd, name, value, text):
    for answer in (
            faderd.put(name, value=value), faderd.put(name, text=text), faderd.request("POST", f"/v1/parameters/{name}/reset"),
            faderd.request("POST", f"/v1/parameters/{name}/edit"), faderd.request("PATCH", "/v1/parameters", {name: {"text": text}, "level": {"value": 0.1}})):
        check(answer.status == 422 and f"{name} is read-only" in answer.body, lambda: f"{name}: {answer.status} {answer.body}")
    faderd.fails(65, "read-only", "set", name, text)


@test("a value without set, or with read-only, is only read: nothing sets it, no snapshot holds it, and Home Assistant gets sensors", limit=120)
def sensors():
    broker = Broker()
    for topic, payload in {"heat": "21.5", "z/door": '{"contact":false}', "mode": "warm", "lamp": "#ff8800", "k": "ON"}.items():
        broker.retain(topic, payload)
    faderd = native.Daemon(config(broker)).start()
    heard = broker.listen("#", options=("-R",))
    bound(faderd, "heat", "door", "mode", "lamp")
    wait_until(lambda: [faderd.text(name) for name in NAMES] == ["21.5 °C", "open", "warm", "#ff8800", "on"], lambda: f"{[faderd.text(name) for name in NAMES]}")
    equal([faderd.parameter(name).get("readOnly") for name in ("level", *NAMES)], [None, *[True] * 5])
    warning = faderd.ctl("check", faderd.config_file)
    check(warning.exit == 0 and "heat is only read" in warning.err + warning.out and "set: heat" in warning.err + warning.out, lambda: f"{warning}")
    equal((warning.err + warning.out).count("is only read"), 1, "the others say that it is meant")
    refused(faderd, "heat", 20, "20")
    refused(faderd, "door", False, "closed")
    refused(faderd, "mode", "eco", "eco")
    refused(faderd, "lamp", "#000000", "#000000")
    equal(faderd.value("level"), 0.5)
    equal(faderd.put("heat", position=0.1).status, 422)
    equal(faderd.request("POST", "/v1/parameters/heat/step", {"by": 1}).status, 422)
    check(faderd.request("POST", "/v1/parameters/heat/check", {"text": "20"}).json["valid"] is False, "a check")
    # A hand.
    wait_until(lambda: abs(faderd.motor(1) - 21.5 / 40) < 0.001, lambda: f"the motor: {faderd.motor(1)}")
    faderd.touch(1, True)
    faderd.move(1, 0.1)
    faderd.touch(1, False)
    wait_until(lambda: abs(faderd.motor(1) - 21.5 / 40) < 0.001, lambda: f"the motor goes back: {faderd.motor(1)}")
    equal(faderd.text("heat"), "21.5 °C")
    check("refused: it is read-only" in faderd.ctl("explain", "heat").out, lambda: faderd.ctl("explain", "heat").out)
    # Home Assistant.
    wait_until(lambda: broker.kept("homeassistant/device/faderd_f/config"), "the document")
    parts = {each["name"]: each for each in json.loads(broker.kept("homeassistant/device/faderd_f/config"))["cmps"].values() if len(each) > 1}
    equal({name: parts[name]["p"] for name in ("level", *NAMES)},
          {"level": "number", "heat": "sensor", "door": "binary_sensor", "mode": "sensor", "lamp": "sensor", "copy": "binary_sensor"})
    check(all("cmd_t" not in parts[name] for name in NAMES) and parts["heat"]["unit_of_meas"] == "°C", lambda: f"{parts}")
    equal([broker.kept(f"f/{name}/state") for name in NAMES], ["21.5", "ON", "warm", "#ff8800", "ON"])
    broker.publish("f/heat/set", "3")
    wait_until(lambda: "heat is read-only" in faderd.log(), "the refusal of a command")
    # Looks.
    equal(faderd.ctl("snapshot", "save", "s").exit, 0)
    equal([one["id"] for one in faderd.get("/v1/snapshots/s")["entries"]], ["level"])
    check(faderd.ctl("snapshot", "save", "t", "--only", "door").exit == 65, "--only")
    # What it says is followed, and is the second target's.
    broker.retain("z/door", '{"contact":true}')
    broker.publish("k", "OFF")
    wait_until(lambda: faderd.text("door") == "closed" and heard.of("l/set") == ["OFF"], lambda: f"{heard.of('l/set')}")
    equal(faderd.get("/v1/history"), [])
    # An old state, snapshot and history.
    faderd.reload(config(broker).replace("z/door, path: contact, words: [\"true\", \"false\"], read-only: true", "z/door, set: z/door2"))
    bound(faderd, "door")
    faderd.set("door", "open")
    equal(faderd.ctl("snapshot", "save", "old").exit, 0)
    faderd.set("level", "0.2")
    faderd.set("door", "closed")
    faderd.reload(config(broker))
    faderd.restart(kill=True)
    bound(faderd, "door")
    recalled = faderd.ctl("snapshot", "recall", "old")
    check(recalled.exit == 0 and "door is read-only" in recalled.out + recalled.err, lambda: f"{recalled}")
    equal((faderd.value("level"), faderd.text("door")), (0.5, "closed"))
    faderd.set("level", "0.1")
    faderd.ctl("undo")
    faderd.ctl("undo")
    equal(faderd.text("door"), "closed")
    answer = faderd.request("POST", "/v1/import", {"faderd-export": 1, "parameters": {"door": {"value": True}, "level": {"value": 0.7}}})
    check(answer.status == 200 and "door is read-only" in json.dumps(answer.json) and faderd.value("level") == 0.7, lambda: f"{answer.body}")
    stays(lambda: [topic for topic in ("heat", "lamp", "mode/set", "k", "l") if heard.of(topic) not in ([], ["OFF"])] == []
          and heard.of("z/door") == ['{"contact":true}'], "nothing was written", 0.3)


@test("over a connection that is read-only nothing is sent, not even by a trigger; without it everything is as before")
def rehearsal():
    console = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    console.bind(("127.0.0.1", 0))
    console.settimeout(0.5)
    text = ("version: 1\ntargets: {foh: {osc: \"127.0.0.1:%d\", read-only: true}}\nparameters:\n"
            "  ch: {target: {osc: foh, address: /ch}}\n  go: {kind: trigger, target: [{osc: foh, address: /go}, {set: {free: 1}}]}\n  free: {}\n"
            % console.getsockname()[1]) + native.desk({1: "ch"})
    faderd = native.Daemon(text).start()
    wait_until(lambda: target(faderd, "ch"), "the target")
    equal(faderd.put("ch", value=0.5).status, 422)
    faderd.move(1, 0.9)
    equal(faderd.ctl("press", "go").exit, 0)
    wait_until(lambda: faderd.value("free") == 1, "the rest of what the trigger does")

    def received():
        try:
            return console.recv(1000)
        except TimeoutError:
            return None
    equal(received(), None, "nothing was sent")
    faderd.reload(text.replace(", read-only: true", ""))
    equal(received(), None, "a reload writes nothing")
    equal(faderd.put("ch", value=0.5).status, 200)
    check((received() or b"").startswith(b"/ch"), "now it is written")
