"""Targets on an MQTT broker, and triggers that publish: with mosquitto and its own clients."""

import json
import os
import subprocess
import time

import native
import testing
from mqtt import Broker, read
from sound import bound, note, target
from testing import check, equal, test, wait_until

LAMP = ("{type: percent, decimals: 1, target: {mqtt: house, topic: zigbee2mqtt/lamp, set: zigbee2mqtt/lamp/set, path: brightness, "
        "range: [0, 254]}}")


def config(broker, parameters, more=""):
    lines = "".join(f"  {name}: {what}\n" for name, what in parameters.items())
    return f"version: 1\ntargets: {{house: {{mqtt: \"{broker.url()}\"{more}}}}}\nparameters:\n{lines}"


def started(broker, parameters, more="", desk=""):
    return native.Daemon(config(broker, parameters, more) + desk).start()


@test("a lamp as zigbee2mqtt has it follows a fader, and the fader follows the lamp")
def lamp():
    broker = Broker()
    broker.retain("zigbee2mqtt/lamp", json.dumps({"state": "ON", "brightness": 127, "linkquality": 90}))
    faderd = started(broker, {"lamp": LAMP, "on": "{kind: toggle, target: {mqtt: house, topic: zigbee2mqtt/lamp, set: zigbee2mqtt/lamp/set, path: state}}"},
                     desk=native.desk({1: "lamp"}))
    lights = broker.listen("zigbee2mqtt/lamp/set")
    wait_until(lambda: faderd.text("lamp") == "50.0 %" and faderd.value("on"), lambda: f"what the lamp has: {faderd.text('lamp')}")
    check(not lights.heard, f"nothing is written at a start: {lights.heard}")
    faderd.move(1, 1)
    wait_until(lambda: json.loads(lights.last("zigbee2mqtt/lamp/set") or "{}") == {"brightness": 254}, lambda: f"254: {lights.heard}")
    faderd.set("on", "off")
    wait_until(lambda: json.loads(lights.last("zigbee2mqtt/lamp/set")) == {"state": "OFF"}, lambda: f"OFF: {lights.heard}")
    broker.publish("zigbee2mqtt/lamp", '{"brightness": 64, "state": "ON"}')
    wait_until(lambda: faderd.text("lamp") == "25.2 %" and faderd.value("on"), lambda: f"64 of 254: {faderd.text('lamp')}")
    wait_until(lambda: abs(faderd.motor(1) - 64 / 254) < 0.01, "the motor")
    count = len(lights.heard)
    testing.stays(lambda: len(lights.heard) == count, lambda: f"no echo: {lights.heard}", 0.5)


@test("an absent broker is a state; the newest value is written once it is there, and after 50 restarts", limit=300)
def restarts():
    broker = Broker()
    broker.kill()
    faderd = started(broker, {"v": "{max: 1000, decimals: 0, target: {mqtt: house, topic: state, set: set}}"})
    wait_until(lambda: "refused" in note(faderd, "v").lower(), lambda: f"a reason: {target(faderd, 'v')}")
    equal(target(faderd, "v")["state"], "absent")
    faderd.set("v", "1")
    for number in range(2, 52):
        broker.start()
        listener = broker.listen("set")
        faderd.set("v", str(number))
        wait_until(lambda: listener.last("set") == str(number), lambda: f"{number}: {listener.heard}; {target(faderd, 'v')}")
        listener.process.kill()
        # One that ends at once again and again is tried less and less often.
        time.sleep(1)
        broker.kill()
        wait_until(lambda: target(faderd, "v")["state"] == "absent", "the loss")
    threads = os.listdir(f"/proc/{faderd.process.pid}/task")
    names = [read(f"/proc/{faderd.process.pid}/task/{each}/comm").strip() for each in threads]
    equal(names.count("faderd-mqtt"), 1, "threads of the broker")
    broker.start()
    broker.publish("state", "77")
    wait_until(lambda: broker.publish("state", "77") or faderd.value("v") == 77, "a change after the last restart")


@test("what the broker keeps is taken at a start, and what was set while it was away is written", limit=120)
def kept():
    broker = Broker()
    broker.retain("v", "0.25")
    faderd = started(broker, {"v": "{decimals: 3, target: {mqtt: house, topic: v, set: v, retain: true}}"})
    wait_until(lambda: faderd.value("v") == 0.25, "the kept value")
    faderd.set("v", "0.5")
    wait_until(lambda: (broker.kept("v") or "") == "0.5", lambda: f"it to be kept: {broker.kept('v')}")
    broker.stop()
    wait_until(lambda: target(faderd, "v")["state"] == "absent", "the loss")
    faderd.set("v", "0.75")
    broker.start()
    wait_until(lambda: (broker.kept("v") or "") == "0.75", lambda: f"what was set meanwhile: {broker.kept('v')}")


@test("targets says which key is missing and which came, and what came that is no value")
def told():
    broker = Broker()
    here = "mqtt: house, topic: z/lamp, set: z/lamp/set"
    faderd = started(broker, {
        "color": f"{{kind: color, target: {{{here}, path: color.hex}}}}", "typo": f"{{type: percent, target: {{{here}, path: brigthness}}}}",
        "deep": f"{{type: percent, target: {{{here}, path: state.x}}}}", "mode": f"{{kind: choice, options: [eco, heat], target: {{{here}, path: mode}}}}",
        "fan": f"{{max: 9, target: {{{here}, path: [fan, 3, speed], payload: '{{value}}'}}}}",
        "none": f"{{type: percent, target: {{{here}, path: nothing}}}}",
        "level": f"{{type: percent, target: {{{here}, path: level, range: [0, 254]}}}}"})
    bound(faderd, "color", "level")
    check("nothing has been received from z/lamp yet" in note(faderd, "color"), f"before: {note(faderd, 'color')}")
    broker.publish("z/lamp", json.dumps({"color": {"x": 0.4, "y": 0.5}, "state": "ON", "mode": "turbo\x1b[31m" + "x" * 100, "fan": [{"speed": 1}],
                                         "nothing": None, "level": "bright"}))
    for name, words in {"color": "no key hex in color: there are x, y", "typo": "no key brigthness in the payload: there are color, state, mode",
                        "deep": "no key x in state, which is not an object", "fan": "no key 3 in fan, which is a list of 1", "none": "nothing is null",
                        "mode": "xxx…\", which is not a value of mode: expected eco or heat",
                        "level": 'it sent "bright", which is not a value of level: expected a number from 0 to 254'}.items():
        wait_until(lambda: words in note(faderd, name), lambda: f"{words}: {note(faderd, name)}")
    check("\x1b" not in faderd.ctl("targets").out, "no controls")
    broker.publish("z/lamp", '{"color": {"hex": "#ff0000"}}')
    wait_until(lambda: not note(faderd, "color") and faderd.text("color") == "#ff0000", "a color")
    # Where values have come, a message without one is nothing unusual.
    broker.publish("z/lamp", '{"level": 254}')
    wait_until(lambda: faderd.text("level") == "100 %" and not note(faderd, "level"), lambda: f"a level: {target(faderd, 'level')}")
    equal(note(faderd, "color"), "")


@test("of a topic that somebody floods the newest counts, and requests are answered meanwhile", alone=True, limit=180)
def flood():
    broker = Broker()
    faderd = started(broker, {"v": "{max: 1000000, decimals: 0, target: {mqtt: house, topic: v, set: v}}"}, desk=native.desk({1: "v"}))
    bound(faderd, "v")
    count = 100_000
    start = time.monotonic()
    answers = floods = 0
    # A busy machine may give faderd little of the time of one flood.
    while answers <= 20:
        pub = subprocess.Popen(["mosquitto_pub", "-p", str(broker.port), "-t", "v", "-l"], stdin=subprocess.PIPE)
        pub.stdin.write(b"".join(b"%d\n" % each for each in range(1, count)))
        pub.stdin.close()
        floods += 1
        while pub.poll() is None:
            faderd.get("/v1/parameters/v")
            answers += 1
    broker.publish("v", str(count))
    wait_until(lambda: broker.publish("v", str(count)) or faderd.value("v") == count, lambda: f"the newest: {faderd.value('v')}")
    seconds = time.monotonic() - start
    ticks = read(f"/proc/{faderd.process.pid}/stat").rsplit(")", 1)[1].split()
    used = (int(ticks[11]) + int(ticks[12])) / os.sysconf("SC_CLK_TCK")
    memory = next(int(line.split()[1]) for line in read(f"/proc/{faderd.process.pid}/status").splitlines() if line.startswith("VmHWM"))
    print(f"  {count * floods / seconds:.0f} messages a second, {used:.1f} s of processor in {seconds:.1f} s, {memory} kB, {answers} requests answered")
    check(floods <= 5, f"requests are answered meanwhile: {answers} in {floods} floods")
    check(memory < 60_000, f"memory: {memory} kB")


@test("a password comes from a file that nobody else can read, and stands in no log and no answer")
def password():
    directory = native.scratch()
    subprocess.run(["mosquitto_passwd", "-b", "-c", f"{directory}/users", "fader", "s3cret-word"], check=True)
    os.chmod(f"{directory}/users", 0o644)
    broker = Broker("allow_anonymous false", f"password_file {directory}/users")
    native.write(f"{directory}/pw", "wrong-word\n")
    os.chmod(f"{directory}/pw", 0o644)
    faderd = started(broker, {"v": "{target: {mqtt: house, topic: v, set: v}}"}, f", user: fader, password-file: {directory}/pw")
    wait_until(lambda: "chmod 600" in note(faderd, "v"), lambda: f"who can read it: {target(faderd, 'v')}")
    os.chmod(f"{directory}/pw", 0o600)
    faderd.ctl("reload")
    words = f"the broker refuses the user fader with the password in {directory}/pw"
    wait_until(lambda: words in note(faderd, "v"), lambda: f"the refusal: {target(faderd, 'v')}")
    found = [line for line in faderd.ctl("doctor").out.splitlines() if words in line]
    check(found and all(line.startswith("✗") for line in found), f"the doctor: {faderd.ctl('doctor').out}")
    native.write(f"{directory}/pw", "s3cret-word\n")
    faderd.ctl("reload")
    bound(faderd, "v")
    for text in (read(faderd.log_file), faderd.ctl("targets", "--json").out, faderd.ctl("status", "--json").out):
        check("s3cret" not in text and "wrong-word" not in text, "no password")
    arguments = read(f"/proc/{faderd.process.pid}/cmdline")
    check("s3cret" not in arguments, "nor in its arguments")


@test("two clients with one id, which the broker makes of their user, are told that they take the connection from each other")
def rivals():
    broker = Broker("allow_anonymous true", "use_username_as_clientid true")
    one, other = (started(broker, {"v": "{target: {mqtt: house, topic: v, set: v}}"}, ", user: fader") for _ in range(2))
    for faderd in (one, other):
        wait_until(lambda: "another client uses the id faderd-" in note(faderd, "v"), lambda: f"the rival: {target(faderd, 'v')}", 60)
        check("or the user fader if it makes" in faderd.log(), "the user in the log")
    other.stop()
    one.ctl("reload")
    bound(one, "v")


@test("TLS: a broker is believed that the given certificate signs, and no other")
def secure():
    directory = native.scratch()
    run = lambda *words: subprocess.run(["openssl", *words], check=True, cwd=directory, capture_output=True)
    run("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=test ca", "-days", "2")
    run("req", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "csr.pem", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1")
    native.write(f"{directory}/ext", "subjectAltName=IP:127.0.0.1\n")
    run("x509", "-req", "-in", "csr.pem", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-out", "cert.pem", "-days", "2", "-extfile", "ext")
    broker = Broker("allow_anonymous true", f"certfile {directory}/cert.pem", f"keyfile {directory}/key.pem")
    parameters = {"v": "{target: {mqtt: house, topic: v, set: v}}"}
    text = config(broker, parameters).replace("mqtt://", "mqtts://")
    faderd = native.Daemon(text).start()
    wait_until(lambda: target(faderd, "v").get("note") and "answered yet" not in note(faderd, "v"), "a refusal")
    testing.stays(lambda: target(faderd, "v")["state"] == "absent", "no connection", 1)
    faderd.reload(text.replace("\"}}", f"\", ca-file: {directory}/ca.pem}}}}", 1))
    bound(faderd, "v")


@test("with a libmosquitto that cannot be used the daemon runs, and the target says so")
def missing():
    broker = Broker()
    for choice in ("none", "/usr/lib/os-release"):
        faderd = native.Daemon(config(broker, {"v": "{target: {mqtt: house, topic: v, set: v}}"}), environment={"FADERD_MOSQUITTO": choice}).start()
        wait_until(lambda: "libmosquitto" in note(faderd, "v"), lambda: f"a sentence: {target(faderd, 'v')}")
        faderd.set("v", "0.5")
        equal(faderd.stop(), 0, "exit code")


@test("a reload that adds a target on a connected broker takes what the broker keeps, and disturbs no other")
def reloaded():
    broker = Broker()
    broker.retain("b", "0.7")
    faderd = started(broker, {"a": "{target: {mqtt: house, topic: a, set: a}}"})
    bound(faderd, "a")
    before = read(f"{broker.directory}/log").count("New client connected")
    faderd.reload(config(broker, {"a": "{target: {mqtt: house, topic: a, set: a}}", "b": "{target: {mqtt: house, topic: b, set: b}}"}))
    wait_until(lambda: faderd.text("b") == "0.70", lambda: f"0.70: {faderd.text('b')}")
    broker.publish("a", "0.3")
    wait_until(lambda: faderd.text("a") == "0.30", "a")
    after = [line for line in read(f"{broker.directory}/log").splitlines() if "New client connected" in line and "faderd-" in line]
    equal(len(after), 1, "connections")
    equal(before >= 1, True)
    faderd.reload("version: 1\nparameters: {a: {}}\n")
    wait_until(lambda: "faderd-mqtt" not in [read(f"/proc/{faderd.process.pid}/task/{each}/comm").strip()
                                            for each in os.listdir(f"/proc/{faderd.process.pid}/task")], "the thread to end")


@test("what is set while the broker is away is written when it is back, also if a reload has changed the user or what is published there")
def other_access():
    broker = Broker()
    lamp = {"lamp": "{max: 254, decimals: 0, target: {mqtt: house, topic: lamp, set: lamp/set, retain: true}}"}
    faderd = started(broker, lamp)
    bound(faderd, "lamp")
    for number, more in ((128, ", user: fader"), (129, ", publish: {topic: faderd/desk}"), (130, "")):
        broker.publish("lamp", "40")
        wait_until(lambda: faderd.value("lamp") == 40, "what the lamp shows")
        broker.stop()
        wait_until(lambda: target(faderd, "lamp")["state"] == "absent", "the loss")
        faderd.set("lamp", str(number))
        faderd.reload(config(broker, lamp, more))
        broker.start()
        wait_until(lambda: broker.kept("lamp/set") == str(number), lambda: f"{number} at the lamp, not {broker.kept('lamp/set')}: {target(faderd, 'lamp')}")


@test("a trigger publishes once for each press, and fails with a sentence when the broker is away")
def trigger():
    broker = Broker()
    faderd = started(broker, {"door": "{kind: trigger, target: {mqtt: house, topic: garage/set, payload: \"OPEN {value}\"}}"})
    listener = broker.listen("garage/set")
    wait_until(lambda: faderd.ctl("press", "door").exit == 0 and listener.heard, "a press")
    wait_until(lambda: listener.last("garage/set") == "OPEN {value}", lambda: f"the payload as it is: {listener.heard}")
    wait_until(lambda: not faderd.parameter("door")["running"], "its end")
    count = len(listener.heard)
    equal(faderd.ctl("press", "door").exit, 0, "exit of press")
    wait_until(lambda: len(listener.heard) == count + 1, "one more")
    wait_until(lambda: not faderd.parameter("door")["running"], "its end")
    count = len(listener.heard)
    equal(faderd.ctl("reload").exit, 0, "exit of reload")
    testing.stays(lambda: len(listener.heard) == count, "no press by a reload", 0.5)
    broker.stop()
    wait_until(lambda: faderd.ctl("press", "door") and "door failed: mqtt" in read(faderd.log_file), "a failure in the log")
