"""What is published on an MQTT broker, as Home Assistant reads it, and what is asked for there."""

import json
import os
import subprocess
import time

import native
import testing
from mqtt import Broker, read
from testing import check, equal, test, wait_until

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

PARAMETERS = """
parameters:
  master: {label: Master, type: decibel, max: 6, default: -12}
  mute: {kind: toggle, words: [open, muted]}
  mode: {kind: choice, options: [{id: eco, label: Economy}, {id: heat, label: Heating}]}
  song: {kind: text}
  lamp: {kind: color, default: "#ff0000"}
  scene.go: {kind: trigger, label: Go, target: {exec: [touch, GONE]}}
  synth.cutoff: {min: 20, max: 20000, unit: Hz, taper: log, decimals: 0, default: 1000}
  count: {kind: integer, max: 9}
"""


def config(broker, publish="home-assistant: true, snapshots: true", topic="faderd/studio", parameters=PARAMETERS):
    return f"version: 1\ntargets: {{house: {{mqtt: \"{broker.url()}\", publish: {{topic: {topic}, {publish}}}}}}}\n{parameters.lstrip()}"


def document(broker, topic="faderd_studio"):
    kept = broker.kept(f"homeassistant/device/faderd_{topic}/config")
    return json.loads(kept) if kept else None


def components(broker):
    """The components that are told of, without the presses of triggers, and without those that Home Assistant is to forget."""
    return [each for each in (document(broker) or {"cmps": {}})["cmps"].values() if len(each) > 1 and each["p"] != "event"]


def there(broker, topic="faderd/studio"):
    wait_until(lambda: (broker.kept(f"{topic}/availability") or "").strip() == "online", "it to be online")


def state(broker, name, topic="faderd/studio"):
    return broker.kept(f"{topic}/{name}/state")


@test("every parameter is an entity with a kept state, and obeys")
def entities():
    broker = Broker()
    faderd = native.Daemon(config(broker)).start()
    there(broker)
    wait_until(lambda: document(broker), "the document")
    equal(faderd.get("/v1/status")["mqtt"][0]["connected"], True)
    parts = {each["name"]: each for each in components(broker)}
    equal({name: each["p"] for name, each in parts.items()},
          {"Master": "number", "mute": "switch", "mode": "select", "song": "text", "lamp": "light", "Go": "button", "synth.cutoff": "number", "count": "number"})
    equal(len({each["uniq_id"] for each in parts.values()}), len(parts), "different ids")
    low = parts["Master"]["min"]
    check(low > -200 and parts["Master"]["max"] == 6 and parts["Master"]["unit_of_meas"] == "dB", f"a finite range: {parts['Master']}")
    for name, wanted in {"master": "-12.0", "mute": "OFF", "mode": "Economy", "synth.cutoff": "1000", "count": "0"}.items():
        wait_until(lambda: state(broker, name) == wanted, lambda: f"{name} {wanted}: {state(broker, name)}")
    wait_until(lambda: json.loads(state(broker, "lamp")) == {"state": "ON", "color_mode": "rgb", "brightness": 255, "color": {"r": 255, "g": 0, "b": 0}},
               lambda: f"red: {state(broker, 'lamp')}")
    for name, sent, text, told in (
            ("master", "-6", "-6.0 dB", "-6.0"), ("master", str(low), "−∞ dB", None), ("mute", "ON", "muted", "ON"), ("mode", "Heating", "Heating", "Heating"),
            ("song", "Für \"Elise\"", "Für \"Elise\"", "Für \"Elise\""), ("count", "7", "7", "7"), ("synth.cutoff", "440.0", "440 Hz", "440")):
        broker.publish(f"faderd/studio/{name}/set", sent)
        wait_until(lambda: faderd.text(name) == text, lambda: f"{text} of {name}: {faderd.text(name)}")
        wait_until(lambda: told is None or state(broker, name) == told, lambda: f"{told} of {name}: {state(broker, name)}")
    wait_until(lambda: float(state(broker, "master")) == low, lambda: f"−∞ as the lowest number: {state(broker, 'master')}")
    for sent, text in (({"state": "ON", "brightness": 128}, "#800000"), ({"state": "OFF"}, "#000000"), ({"state": "ON"}, "#800000"),
                       ({"state": "ON", "color": {"r": 0, "g": 255, "b": 0}}, "#008000"), ({"state": "ON", "brightness": 255, "color": {"r": 0, "g": 0, "b": 255}}, "#0000ff")):
        broker.publish("faderd/studio/lamp/set", json.dumps(sent))
        wait_until(lambda: faderd.text("lamp") == text, lambda: f"{text} by {sent}: {faderd.text('lamp')}")
    equal(json.loads(faderd.ctl("explain", "--json", "master").out) is not None, True)
    broker.publish("faderd/studio/scene.go/set", "PRESS")
    wait_until(lambda: faderd.parameter("scene.go")["revision"] > 1, "a press")


def light(red, green, blue, brightness):
    return {"state": "ON", "color_mode": "rgb", "brightness": brightness, "color": {"r": red, "g": green, "b": blue}}


def lamp(broker, **fields):
    """Asks as Home Assistant does."""
    broker.publish("faderd/studio/lamp/set", json.dumps({"state": "ON"} | fields))


@test("a light that is dimmed and brought up again has its color, and tells it all the time")
def dimmed():
    broker = Broker()
    faderd = native.Daemon(config(broker)).start()
    there(broker)
    for color, text in (((255, 136, 0), "#ff8800"), ((255, 167, 87), "#ffa757"), ((20, 40, 255), "#1428ff"), ((255, 255, 255), "#ffffff")):
        lamp(broker, brightness=255, color=dict(zip("rgb", color)))
        wait_until(lambda: faderd.text("lamp") == text, lambda: f"{text}: {faderd.text('lamp')}")
        for brightness in (10, 3, 1, 10, 128, 255):
            lamp(broker, brightness=brightness)
            wait_until(lambda: json.loads(state(broker, "lamp")) == light(*color, brightness), lambda: f"{color} at {brightness}: {state(broker, 'lamp')}")
        equal(faderd.text("lamp"), text)


@test("a light that is switched on again has the color that it had, whoever made it dark, and the hue that somebody chose since then")
def again():
    broker = Broker()
    faderd = native.Daemon(config(broker)).start()
    there(broker)
    shows = lambda text: wait_until(lambda: faderd.text("lamp") == text, lambda: f"{text}: {faderd.text('lamp')}")
    for color in ((255, 0, 0), (0, 255, 0)):
        lamp(broker, color=dict(zip("rgb", color)))
    shows("#00ff00")
    faderd.set("lamp", "#000000")
    lamp(broker)
    shows("#00ff00")
    faderd.set("lamp", "#123456")
    faderd.set("lamp", "#000000")
    lamp(broker)
    shows("#123456")
    # One who fades it out did not choose the darkness on the way.
    equal(faderd.ctl("snapshot", "save", "lit").exit, 0, "exit of save")
    faderd.set("lamp", "#000000")
    equal(faderd.ctl("snapshot", "save", "dark").exit, 0, "exit of save")
    for name in ("lit", "dark"):
        equal(faderd.ctl("snapshot", "recall", name, "--over", "0.5").exit, 0, "exit of recall")
        shows("#123456" if name == "lit" else "#000000")
    lamp(broker)
    shows("#123456")
    lamp(broker, brightness=255, color={"r": 255, "g": 0, "b": 0})
    shows("#ff0000")
    lamp(broker, state="OFF")
    shows("#000000")
    faderd.set("lamp.hue", "120")
    lamp(broker)
    shows("#00ff00")
    lamp(broker, color={"r": 0, "g": 77, "b": 0})
    lamp(broker, state="OFF")
    shows("#000000")
    equal(faderd.stop(), 0, "exit code")
    # How bright it was is forgotten.
    faderd.start()
    there(broker)
    lamp(broker)
    shows("#00ff00")


@test("labels, texts and empty texts are such that Home Assistant takes them")
def words():
    broker = Broker()
    parameters = ('parameters:\n  fx: {kind: choice, options: [{id: a, label: None}, {id: b, label: "– None –"}, echo], default: echo}\n  flags: {kind: text, max-length: 4}\n'
                  "  long: {kind: text, max-length: 300}\n  empty: {kind: text}\n")
    faderd = native.Daemon(config(broker, "home-assistant: true", parameters=parameters)).start()
    there(broker)
    wait_until(lambda: len(components(broker)) == 4, "the document")
    parts = {each["name"]: each for each in components(broker)}
    equal(parts["fx"]["ops"], ["– – None – –", "– None –", "echo"])
    equal((parts["empty"]["val_tpl"], parts["flags"]["max"]), ("{{ value }}", 4))
    equal(state(broker, "empty"), " ", "the state of an empty text")
    faderd.set("fx", "None")
    wait_until(lambda: state(broker, "fx") == "– – None – –", lambda: f"none: {state(broker, 'fx')}")
    broker.publish("faderd/studio/fx/set", "– None –")
    wait_until(lambda: faderd.text("fx") == "– None –", "the other one")
    broker.publish("faderd/studio/fx/set", "– – None – –")
    wait_until(lambda: faderd.text("fx") == "None", "none")
    # Three characters of two code points each.
    faderd.set("flags", "🇩🇪🇸🇪🇫🇷")
    wait_until(lambda: state(broker, "flags") == "🇩🇪🇸🇪", lambda: f"whole characters: {state(broker, 'flags')}")
    faderd.set("long", "e\u0301" * 200)
    wait_until(lambda: state(broker, "long") == "e\u0301" * 127, lambda: f"254 code points: {state(broker, 'long')}")


@test("what a reload removes is told to Home Assistant before its state is emptied")
def order():
    broker = Broker()
    faderd = native.Daemon(config(broker, "home-assistant: true")).start()
    there(broker)
    wait_until(lambda: state(broker, "count") == "0", "the last state")
    listener = broker.listen("faderd/studio/+/state", "homeassistant/device/+/config")
    wait_until(lambda: len(listener.heard) >= 8, "what the broker has kept")
    listener.heard.clear()
    faderd.reload(config(broker, "home-assistant: true, only: [master]"))
    wait_until(lambda: len(listener.of("faderd/studio/count/state")) > 0, "the empty state")
    heard = listener.heard
    equal([topic.split("/")[0] for topic, _, _ in heard[:2]], ["homeassistant", "faderd"])
    equal(json.loads(heard[0][1])["cmps"]["light_lamp"], {"p": "light"})


@test("what the config lost while faderd was stopped is taken back at the next start, also of a large document")
def stopped():
    broker = Broker()
    many = "".join(f"  p{each}: {{}}\n" for each in range(300))
    faderd = native.Daemon(config(broker, parameters=PARAMETERS + many)).start()
    there(broker)
    equal(faderd.ctl("snapshot", "save", "one").exit, 0, "exit of save")
    wait_until(lambda: len(components(broker)) == 309 and state(broker, "p299"), "everything")
    faderd.kill()
    faderd.configure(config(broker, parameters=PARAMETERS.replace("count: {kind: integer, max: 9}", "count: {kind: toggle}")))
    faderd.start()
    there(broker)
    wait_until(lambda: len(components(broker)) == 9 and document(broker)["cmps"].get("number_p299") == {"p": "number"}, lambda: f"{document(broker)}")
    equal(document(broker)["cmps"]["number_count"], {"p": "number"}, "of what is another kind now")
    wait_until(lambda: state(broker, "p299") is None and state(broker, "p0") is None, "their states to go")
    equal((state(broker, "count"), state(broker, "mute")), ("OFF", "OFF"))
    # Home Assistant has forgotten what came before.
    faderd.restart()
    there(broker)
    wait_until(lambda: "number_p299" not in document(broker)["cmps"], "a new document")
    testing.stays(lambda: "number_p299" not in document(broker)["cmps"], "nothing more", 0.5)


@test("snapshots are scenes that recall, and appear as they are saved")
def scenes():
    broker = Broker()
    faderd = native.Daemon(config(broker)).start()
    there(broker)
    faderd.set("master", "-20")
    equal(faderd.ctl("snapshot", "save", "Late \"night\"").exit, 0, "exit of save")
    found = lambda: [each for each in components(broker) if each["p"] == "scene"]
    wait_until(lambda: [each["name"] for each in found()] == ["Late \"night\""], lambda: f"the scene: {found()}")
    faderd.set("master", "0")
    broker.publish(found()[0]["cmd_t"], found()[0]["pl_on"])
    wait_until(lambda: faderd.text("master") == "-20.0 dB", lambda: f"the recall: {faderd.text('master')}")
    equal(faderd.ctl("snapshot", "delete", "Late \"night\"").exit, 0, "exit of delete")
    wait_until(lambda: found() == [], "the scene to go")


@test("the broker says offline when faderd ends, with or without a word, and when it is killed")
def availability():
    broker = Broker()
    faderd = native.Daemon(config(broker)).start()
    there(broker)
    equal(faderd.stop(), 0, "exit code")
    equal(broker.kept("faderd/studio/availability"), "offline")
    faderd.start()
    there(broker)
    faderd.kill()
    wait_until(lambda: broker.kept("faderd/studio/availability") == "offline", "the will")


@test("a command that the broker has kept is not obeyed, neither at the start nor after a restart of the broker")
def old():
    broker = Broker()
    broker.retain("faderd/studio/master/set", "-1")
    broker.retain("faderd/studio/scene.go/set", "PRESS")
    faderd = native.Daemon(config(broker)).start()
    there(broker)
    broker.publish("faderd/studio/count/set", "3")
    wait_until(lambda: faderd.value("count") == 3, "a new one")
    equal(faderd.text("master"), "-12.0 dB")
    broker.stop()
    broker.start()
    there(broker)
    broker.publish("faderd/studio/count/set", "4")
    wait_until(lambda: broker.publish("faderd/studio/count/set", "4") or faderd.value("count") == 4, "a new one")
    equal(faderd.text("master"), "-12.0 dB")
    check("scene.go" not in read(faderd.log_file), "no press")


@test("at most ten states a second are published of a fader that moves, and the last always")
def throttle():
    broker = Broker()
    faderd = native.Daemon(config(broker) + native.desk({1: "master"})).start()
    there(broker)
    listener = broker.listen("faderd/studio/master/state")
    start = time.monotonic()
    for step in range(300):
        faderd.move(1, step % 100 / 100)
    faderd.move(1, 1)
    seconds = time.monotonic() - start
    wait_until(lambda: listener.last("faderd/studio/master/state") == "6", lambda: f"the last: {listener.of('faderd/studio/master/state')[-3:]}")
    count = len(listener.heard)
    check(count <= seconds * 10 + 5, f"{count} states in {seconds:.1f} s")
    check(count >= 2, "but more than one")


@test("two faderd on one broker keep out of each other's way")
def two():
    broker = Broker()
    one = native.Daemon(config(broker)).start()
    other = native.Daemon(config(broker, topic="faderd/stage")).start()
    there(broker)
    there(broker, "faderd/stage")
    broker.publish("faderd/stage/master/set", "-3")
    wait_until(lambda: other.text("master") == "-3.0 dB", "the other")
    equal(one.text("master"), "-12.0 dB")
    wait_until(lambda: state(broker, "master", "faderd/stage") == "-3.0", "its state")
    equal(state(broker, "master"), "-12.0")
    first, second = document(broker), document(broker, "faderd_stage")
    check(first["dev"]["ids"] != second["dev"]["ids"], "two devices")
    check(not {each["uniq_id"] for each in first["cmps"].values()} & {each["uniq_id"] for each in second["cmps"].values()}, "with entities of their own")


@test("a reload publishes other parameters, and takes back what is no more; Home Assistant's start gets everything again")
def reload():
    broker = Broker()
    faderd = native.Daemon(config(broker, 'home-assistant: true, only: [master, "synth.*"]')).start()
    there(broker)
    wait_until(lambda: len(components(broker)) == 2, lambda: f"two: {document(broker)}")
    equal(state(broker, "mute"), None)
    faderd.reload(config(broker, "home-assistant: true", parameters=PARAMETERS.replace("  count: {kind: integer, max: 9}\n", "  extra: {}\n")))
    wait_until(lambda: len(components(broker)) == 8 and state(broker, "extra") == "0", lambda: f"all: {document(broker)}")
    there(broker)
    faderd.reload(config(broker, "home-assistant: true"))
    wait_until(lambda: state(broker, "extra") is None and state(broker, "count") == "0", "extra to go")
    wait_until(lambda: document(broker)["cmps"].get("number_extra") == {"p": "number"}, lambda: f"extra to be forgotten: {document(broker)}")
    listener = broker.listen("homeassistant/device/+/config")
    before = len(listener.heard)
    broker.publish("homeassistant/status", "online")
    wait_until(lambda: len(listener.heard) > before, "the document again")
    faderd.reload("version: 1\nparameters: {a: {}}\n")
    wait_until(lambda: document(broker) is None and state(broker, "master") is None, "everything to go")
    equal(broker.kept("faderd/studio/availability"), "offline")


@test("a reload that publishes less on the same topic takes back the states and entities, also those that it leaves out while the broker is away")
def less():
    broker = Broker()
    everything, some, one = ('home-assistant: true' + only for only in ("", ', only: [master, "synth.*", count]', ", only: [master]"))
    faderd = native.Daemon(config(broker, everything)).start()
    wait_until(lambda: len(components(broker)) == 8 and state(broker, "count") == "0", lambda: f"all: {document(broker)}")
    faderd.reload(config(broker, some))
    wait_until(lambda: len(components(broker)) == 3, lambda: f"three: {document(broker)}")
    wait_until(lambda: state(broker, "mute") is None and state(broker, "song") is None, "the states of the others to go")
    equal(document(broker)["cmps"].get("switch_mute"), {"p": "switch"}, "what Home Assistant is to forget")
    equal(state(broker, "count"), "0")
    broker.stop()
    wait_until(lambda: not faderd.status()["mqtt"][0]["connected"], "the broker to be missed")
    faderd.reload(config(broker, one))
    broker.start()
    wait_until(lambda: len(components(broker)) == 1, lambda: f"one: {document(broker)}")
    wait_until(lambda: state(broker, "count") is None and state(broker, "synth.cutoff") is None, "the states of two more to go")
    check(state(broker, "master"), "what is still published")


@test("2,000 parameters are published after each start of the broker", limit=200)
def many():
    broker = Broker()
    parameters = "parameters:\n" + "".join(f"  p{each}: {{default: 0.5}}\n" for each in range(2000))
    faderd = native.Daemon(config(broker, "home-assistant: true", parameters=parameters)).start()
    for _ in range(3):
        there(broker)
        wait_until(lambda: state(broker, "p1999") == "0.50" and len(document(broker)["cmps"]) == 2000, "the last")
        broker.stop()
        os.remove(f"{broker.directory}/mosquitto.db")
        broker.start()
    equal(faderd.stop(), 0, "exit code")


@test("nonsense, unknown names and a flood of commands change nothing, and the newest command counts", limit=150)
def hostile():
    broker = Broker()
    faderd = native.Daemon(config(broker)).start()
    there(broker)
    for name, payload in (("master", "loud"), ("mode", "x"), ("mute", "maybe"), ("lamp", "{"), ("lamp", '{"color": {"r": 1}}'), ("lamp", "[" * 50000),
                          ("count", b"\xff\xfe"), ("count", "1e999"), ("nobody", "1"), ("a/b", "1"), ("master", b"x" * 300000)):
        broker.publish(f"faderd/studio/{name}/set", payload)
    broker.publish("faderd/studio/recall", "nothing like it")
    wait_until(lambda: "faderd/studio/master/set: " in read(faderd.log_file), "a refusal in the log")
    broker.publish("faderd/studio/song/set", "after all that")
    wait_until(lambda: faderd.text("song") == "after all that", "the commands to be read")
    equal((faderd.text("master"), faderd.text("mode"), faderd.text("lamp")), ("-12.0 dB", "Economy", "#ff0000"))
    subprocess.run(["mosquitto_pub", "-p", str(broker.port), "-t", "faderd/studio/count/set", "-l"], check=True,
                   input=b"".join(b"%d\n" % (each % 9) for each in range(100_000)))
    wait_until(lambda: broker.publish("faderd/studio/count/set", "9") or faderd.value("count") == 9, "the newest")
    check(len(read(faderd.log_file).splitlines()) < 30, "few lines in the log")


# Who is not root asks, as make does for packages.
AS_ROOT = [] if os.getuid() == 0 else ["sudo"]


@test("Home Assistant's own schemas take the document", limit=200)
def judged():
    judge = [*AS_ROOT, "chroot", f"{ROOT}/.build/roots/home-assistant", "/usr/bin/env", "PYTHONPATH=/opt/site",
             "REQUESTS_CA_BUNDLE=/etc/ssl/certs/ca-certificates.crt", "python3", "/opt/home_assistant.py"]
    # A broker for each: the second one would be told to forget what only the first has.
    brokers = Broker(), Broker()
    more = "  wild: {min: -0.0005, max: 0.0005, decimals: 9}\n  long: {kind: text, max-length: 4000}\n  span: {kind: range, max: 10}\n"
    example = native.read_text(f"{ROOT}/config/faderd.yaml")
    head = config(brokers[1], parameters="").split("\n", 1)[1]
    for broker, text in zip(brokers, (config(brokers[0], parameters=PARAMETERS + more), example + "\n" + head)):
        faderd = native.Daemon(text)
        os.symlink(f"{ROOT}/config/profiles", f"{faderd.directory}/profiles")
        faderd.start()
        there(broker)
        equal(faderd.ctl("snapshot", "save", "Für \"Elise\"").exit, 0, "exit of save")
        wait_until(lambda: any(each["p"] == "scene" for each in components(broker)), "the document")
        topic = "homeassistant/device/faderd_faderd_studio/config"
        done = subprocess.run([*judge, topic], input=json.dumps(document(broker)), capture_output=True, text=True)
        equal(done.returncode, 0, f"exit of the judge ({done.stdout}{done.stderr[-3000:]})")
        equal(len(done.stdout.splitlines()), len(document(broker)["cmps"]), "judged components")
        equal(faderd.stop(), 0, "exit code")
