"""How loud devices and programs are: on the meters of a desk and in streams, measured only while somebody sees it, with PulseAudio and PipeWire."""

import native
import sound
from levels import Reader
from sound import both, bound
from testing import check, equal, stays, wait_until

CONFIG = """\
version: 1
apps: {each: "app.{name}", type: percent}
parameters:
  master: {type: decibel, max: 0, target: {pulse: default-sink}}
  silent: {kind: toggle, target: {pulse: default-sink, property: mute}}
  heard: {type: percent, target: {pulse: {source: two.monitor}}}
  music: {type: percent, target: {pulse: {app: ["mus*"]}}}
  call: {type: percent, target: {pulse: {app: ["call*"], capture: true}}}
"""


def measured(server):
    """The streams by which faderd measures."""
    return [each for each in server.list("source-outputs") if each["properties"].get("application.name") == "faderd"]


def started(server, config=CONFIG):
    return native.Daemon(config, environment=server.place).start()


@both("a program is as loud as its loudest stream on its loudest channel, a device as all that play there; what is muted, paused or gone is silent", limit=90)
def levels(server):
    faderd = started(server)
    bound(faderd, "master", "heard")
    server.tone("musica")
    bound(faderd, "music")
    equal([faderd.parameter(id).get("hasLevel") for id in ("master", "silent", "music", "call")], [True, None, True, True], "what has a level")
    stays(lambda: not measured(server), "nothing to be measured that nobody sees", 0.5)
    reader = Reader(faderd, "master", "heard", "music", "call")
    reader.wait(master=-6, music=-6, heard=None, call=None)
    quiet = server.tone("musik", "--device=one", amplitude=0.05)
    wait_until(lambda: len(measured(server)) == 4, lambda: f"a meter for each stream and device: {len(measured(server))}")
    quiet.kill()
    server.set_app_volume("musica", sound.cubic(-12))
    reader.wait(music=-18)
    # One channel alone counts as much as both. A stream that joins gets the volume of the parameter.
    right = server.tone("musix", "--device=two", amplitude=1, left=False)
    reader.wait(music=-12, heard=-12, master=-18)
    server.recorder("caller", "--device=two.monitor")
    reader.wait(call=-12)
    server.pactl("set-sink-input-mute", str(server.stream("musix")["index"]), "1")
    reader.wait(music=-18, heard=None, call=None)
    right.kill()
    faderd.set("silent", "on")
    reader.wait(master=None, music=-18)
    faderd.set("silent", "off")
    server.move("musica", "two")
    reader.wait(music=-18, heard=-18, master=None)
    server.pactl("set-default-sink", "two")
    reader.wait(master=-18)
    server.stop_apps()
    reader.wait(music=None, master=None, heard=None)
    reader.close()
    wait_until(lambda: not measured(server), "nothing to be measured once nobody sees it")


@both("what measures is no program: it gets no parameter, no target and no place in the list; it is there again after the server was", limit=90)
def restart(server):
    faderd = started(server, CONFIG + "  recorders: {type: percent, target: {pulse: {rest: true, capture: true}}}\n")
    bound(faderd, "master")
    reader = Reader(faderd, "master", "heard", "music")
    wait_until(lambda: len(measured(server)) == 2, lambda: f"the meters: {len(measured(server))}")
    server.tone("musica", "--device=one")
    reader.wait(master=-6, music=-6)
    equal(sound.target(faderd, "recorders")["state"], "absent", "the target of all that records")
    check("capture" not in faderd.ctl("targets").out.split("AVAILABLE")[1], lambda: faderd.ctl("targets").out)
    equal([each["id"] for each in faderd.get("/v1/parameters") if each["id"].startswith("app.")], [], "parameters of programs")
    server.stop_apps()
    server.kill()
    reader.wait(master=None, music=None)
    server.start()
    server.tone("musica", "--device=one")
    reader.wait(master=-6, music=-6)
    reader.close()
    wait_until(lambda: not measured(server), "the end of the meters")


@both("a meter lets a device sleep, and shows its level once it is awake", limit=60)
def asleep(server):
    faderd = started(server)
    bound(faderd, "master")
    if server.word == "PulseAudio":
        server.pactl("load-module", "module-suspend-on-idle", "timeout=1")
    reader = Reader(faderd, "master")
    wait_until(lambda: measured(server), "the meter")
    state = lambda: next(each["state"] for each in server.list("sinks") if each["name"] == "one")
    wait_until(lambda: state() == "SUSPENDED", lambda: f"the device to sleep: {state()}")
    stays(lambda: state() == "SUSPENDED", "the device to sleep on", 1)
    server.tone("musica", "--device=one")
    reader.wait(master=-6)
    server.stop_apps()
    reader.wait(master=None)
    wait_until(lambda: state() == "SUSPENDED", lambda: f"the device to sleep again: {state()}")
    reader.close()


DESK = """\
version: 1
apps: {each: "app.{name}", type: percent}
parameters:
  master: {type: decibel, max: 0, target: {pulse: default-sink}}
  music: {type: percent, target: {pulse: {app: ["mus*"]}}}
surfaces:
  desk:
    match: "MATCH"
    profile: mackie-control
    auto: true
    map: {fader.1: master, meter.1: {level: master}, fader.2: music}
"""

STRIPS = """\
version: 1
parameters:
  master: {type: decibel, max: 0, target: {pulse: default-sink}}
  other: {}
surfaces:
  desk:
    match: "faderd virtual"
    profile: mackie-control
    strips: [{fader: other}, {fader: master}]
    map: {meter.8: {pulse: {app: ["mus*"]}}}
"""


@both("meters of a desk show the levels of strips, of what the map says, and of programs on free faders, while the desk is there and shows them", limit=60)
def desk(server):
    profile = native.shipped("mackie-control")
    away = native.Daemon(DESK.replace("MATCH", "Elsewhere"), profiles=profile, environment=server.place).start()
    bound(away, "master")
    server.tone("musica")
    server.tone("quake", amplitude=0.1)
    bound(away, "music")
    stays(lambda: not measured(server), "nothing to be measured for a desk that is not there", 0.5)
    away.stop()
    faderd = native.Daemon(DESK.replace("MATCH", "faderd virtual"), virtual=False, profiles=profile, arguments=["--virtual=mackie-control"], environment=server.place).start()

    def shown():
        words = {0: "dark", **{level: "low" if level < 8 else "high" for level in range(1, 14)}}
        return {each["strip"]: words[each["level"]] for each in faderd.get("/v1/surfaces")[0]["panel"]["meters"]}
    wait_until(lambda: shown() == {1: "high", 3: "low"}, lambda: f"the meters: {shown()} {faderd.ctl('list').out}")
    server.stop_apps()
    wait_until(lambda: shown() == {1: "dark"}, lambda: f"silence, and no strip of the program: {shown()}")
    faderd.reload(STRIPS)
    server.tone("musica")
    wait_until(lambda: shown() == {2: "high", 8: "high"}, lambda: f"the strip and the meter of the map: {shown()}")
    faderd.stop()
    equal(measured(server), [], "what is measured after the end")
