"""What targets call their parameters: the labels that the config does not give."""

import os

import native
from fakeobs import FakeOBS
from sound import both
from testing import check, equal, test, wait_until

CONFIG = """\
version: 1
targets: {{studio: {{obs: "{address}"}}}}
lists: {{voice: [host], named: {{guest: The guest}}}}
parameters:
  mic: {{min: -100, max: 26, unit: dB, target: {{obs: studio, input: Mic}}}}
  mic.mute: {{kind: toggle, target: {{obs: studio, input: Mic, property: mute}}}}
  mine: {{label: Mine, min: -100, max: 26, unit: dB, target: {{obs: studio, input: Other}}}}
  "{{voice}}.level": {{label: "{{voice.label}}", min: -100, max: 26, unit: dB, target: {{obs: studio, input: "{{voice}} in"}}}}
  "{{named}}.level": {{label: "{{named.label}}", min: -100, max: 26, unit: dB, target: {{obs: studio, input: "{{named}} in"}}}}
""" + native.desk({1: "mic", 2: "mine"}).replace("{", "{{").replace("}", "}}")


def label(faderd, parameter):
    return faderd.parameter(parameter)["label"]


def labels(faderd):
    return {one["id"]: one["label"] for one in faderd.get("/v1/parameters")}


@test("a volume of OBS is called as its input is, unless the config has a label, also before OBS is there again", limit=60)
def inputs():
    fake = FakeOBS()
    faderd = native.Daemon(CONFIG.format(address=fake.address)).start()
    wait_until(lambda: label(faderd, "mic") == "Mic", lambda: f"the name of the input: {labels(faderd)}")
    # A word of a list that stands for its own label is no label that somebody gave.
    wait_until(lambda: label(faderd, "host.level") == "host in", lambda: f"the name of a word's input: {labels(faderd)}")
    equal(label(faderd, "guest.level"), "The guest", "a label of a list")
    equal(label(faderd, "mine"), "Mine", "a label of the config")
    equal(label(faderd, "mic.mute"), "mic.mute", "a mute beside a volume")
    check("Mic" in faderd.ctl("list").out, faderd.ctl("list").out)
    wait_until(lambda: os.path.exists(faderd.state_file) and b'"looks"' in native.read(faderd.state_file), "the name in the state file")
    faderd.kill()
    fake.close()
    faderd.start()
    equal(label(faderd, "mic"), "Mic", "the last name that was heard")
    equal(label(faderd, "mine"), "Mine", "a label of the config")
    # Another target makes the name meaningless.
    faderd.reload(CONFIG.format(address=fake.address).replace("input: Mic}", "input: Mike}"))
    equal(label(faderd, "mic"), "mic", "the name of an input that was never heard")


@both("a volume of a sound server is called as its device is")
def devices(server):
    faderd = native.Daemon(
        "version: 1\nparameters: {out: {type: percent, max: 150, target: {pulse: {sink: two}}}, "
        "all: {type: percent, max: 150, target: {pulse: {rest: true}}}}\n", environment=server.place).start()
    wait_until(lambda: label(faderd, "out") not in ("out", "two", ""), lambda: f"the description of the sink: {labels(faderd)}")
    equal(label(faderd, "all"), "all", "everything that no other target has")


@both("a volume of a program is called as the program is, unless the config has a label, and still after it has ended and at the next start")
def programs(server):
    server.app("Firefox"), server.app("Tunes")
    faderd = native.Daemon(
        "version: 1\nparameters: {web: {type: percent, max: 150, target: {pulse: {app: \"fire*\"}}}, "
        "mine: {label: Mine, type: percent, max: 150, target: {pulse: {app: \"tun*\"}}}, "
        "web.mute: {kind: toggle, target: {pulse: {app: \"fire*\"}, property: mute}}}\n", environment=server.place).start()
    wait_until(lambda: label(faderd, "web") == "Firefox", lambda: f"the name of the program: {labels(faderd)}")
    equal((label(faderd, "mine"), label(faderd, "web.mute")), ("Mine", "web.mute"), "other labels")
    wait_until(lambda: os.path.exists(faderd.state_file) and b"Firefox" in native.read(faderd.state_file), "the name in the state file")
    faderd.stop()
    faderd.environment["PULSE_SERVER"] = "unix:/nowhere"
    faderd.start()
    equal(label(faderd, "web"), "Firefox", "the last name that was heard, while the sound server is not there")
