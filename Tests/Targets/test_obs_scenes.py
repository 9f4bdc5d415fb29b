"""The scenes of the real OBS as the options of a choice, and the levels of its inputs on meters."""

import math
import os
import socket
import struct
import threading
import time
import wave

import native
import obs
from fakeobs import FakeOBS, event, message, read_message
from sound import target
from testing import check, equal, test, wait_until

CONFIG = """\
version: 1
targets: {{studio: {{obs: "{address}", password-file: obs.pw}}}}
parameters:
  scene: {{kind: choice, target: {{obs: studio, scene: program}}}}
  go: {{kind: trigger, target: {{set: {{scene: Later}}}}}}
surfaces:
  desk:
    match: "faderd virtual"
    profile: mackie-control
    map:
      fader.1: scene
      solo.1: {{parameter: scene, action: set, value: One}}
      solo.2: {{parameter: scene, action: set, value: Two}}
      solo.3: {{parameter: scene, action: set, value: Later}}
      meter.1: {{obs: studio, input: Tone}}
"""


def lamps(faderd):
    controls = {one["control"]: one.get("lamp") for one in faderd.get("/v1/virtual-surface")["controls"]}
    return [controls[f"solo.{number}"] == "on" for number in (1, 2, 3)]


def options(faderd):
    return [one["id"] for one in faderd.parameter("scene")["options"] if not one.get("absent")]


def listed(hand, more):
    """The scenes in the order of OBS, once these are among them, too. OBS 30 puts a new one behind the one that is on, older ones put it at the end."""
    names = [each["sceneName"] for each in reversed(hand.ask("GetSceneList")["scenes"])]
    equal(sorted(names), sorted([*obs.SCENES, *more]), "the scenes of OBS")
    return names


def told(faderd, names, value, absent=False):
    def is_so():
        scene = faderd.parameter("scene")
        return options(faderd) == list(names) and scene["value"] == value and scene.get("absent", False) == absent
    wait_until(is_so, lambda: f"the scenes {names} with {value}: {faderd.parameter('scene')} {target(faderd, 'scene')}")


def comes_and_goes(studio, hand, faderd):
    """Scenes that come, go, move and are renamed; a value that is gone is absent; buttons of scenes that are not there yet."""
    told(faderd, obs.SCENES, "One")
    wait_until(lambda: lamps(faderd) == [True, False, False], lambda: f"the lamps: {lamps(faderd)}")
    faderd.ctl("virtual", "press", "solo.3")
    wait_until(lambda: 'refused: its target has no "Later" now' in faderd.ctl("explain", "scene").out, "why nothing happens")
    equal(hand.scene(), "One")
    equal(faderd.ctl("press", "go").exit, 65, "exit of the press of a trigger that fails")
    wait_until(lambda: "go failed" in faderd.log(), "a trigger that says what is missing")
    hand.ask("CreateScene", sceneName="Later")
    told(faderd, listed(hand, ["Later"]), "One")
    faderd.ctl("virtual", "press", "solo.3")
    wait_until(lambda: hand.scene() == "Later" and lamps(faderd) == [False, False, True], lambda: f"{hand.scene()} {lamps(faderd)}")
    hand.ask("SetSceneName", sceneName="Later", newSceneName="At the end")
    told(faderd, listed(hand, ["At the end"]), "At the end")
    equal(lamps(faderd), [False, False, False])
    equal(hand.scene(), "At the end", "a rename sets nothing")
    wait_until(lambda: os.path.exists(faderd.state_file) and b'"At the end"' in native.read(faderd.state_file), "the new name in the state file")
    faderd.set("scene", "two")
    wait_until(lambda: hand.scene() == "Two" and lamps(faderd) == [False, True, False], lambda: f"{hand.scene()} {lamps(faderd)}")
    hand.ask("RemoveScene", sceneName="At the end")
    told(faderd, obs.SCENES, "Two")
    position = faderd.parameter("scene")["position"]
    wait_until(lambda: abs(faderd.motor(1) - position) < 0.001, lambda: f"the fader: {faderd.motor(1)}, {position}")
    faderd.move(1, 1)
    wait_until(lambda: hand.scene() == "Three", lambda: f"a fader over the scenes: {hand.scene()}")
    faderd.set("scene", "One")
    wait_until(lambda: hand.scene() == "One", "the first scene")
    faderd.fails(65, "One, Two, Three", "set", "scene", "Nowhere")


def hostile(studio, hand, faderd):
    """Names with anything in them."""
    names = ["a\x1b[31m\n\"'$(id)", "caf\u00e9", "cafe\u0301", "\U0001f3ac", "x" * 300]
    for name in names:
        hand.ask("CreateScene", sceneName=name)
    told(faderd, [each for each in listed(hand, names) if each != names[-1]], "One")
    wait_until(lambda: "1 of its options is left out" in target(faderd, "scene").get("note", ""), lambda: target(faderd, "scene"))
    for name in names[:-1]:
        hand.ask("SetCurrentProgramScene", sceneName=name)
        wait_until(lambda: faderd.value("scene") == name, lambda: f"{name!r}: {faderd.value('scene')!r}")
    answer = faderd.put("scene", value=names[0])
    equal(answer.status, 200, f"{answer.body}")
    wait_until(lambda: hand.scene() == names[0], lambda: f"{hand.scene()!r}")
    check("\x1b" not in faderd.ctl("list").out + faderd.ctl("explain", "scene").out + faderd.log(), "nothing moves the cursor of a terminal")
    faderd.set("scene", "One")
    wait_until(lambda: hand.scene() == "One", "the first scene")
    for name in names:
        hand.ask("RemoveScene", sceneName=name)
    told(faderd, obs.SCENES, "One")


def collection(studio, hand, faderd):
    """Another scene collection has other scenes."""
    # OBS crashes if it is asked for its scenes in the moment in which it has none.
    time.sleep(0.5)
    hand.ask("SetCurrentSceneCollection", sceneCollectionName="Other")
    told(faderd, ["Alone"], "Alone")
    time.sleep(0.5)
    hand.ask("SetCurrentSceneCollection", sceneCollectionName="Test")
    told(faderd, obs.SCENES, "One")


def tone(path):
    """Ten seconds of a sine at half of full scale."""
    with wave.open(path, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(48000)
        file.writeframes(b"".join(struct.pack("<h", int(16384 * math.sin(number * 0.0576))) for number in range(480_000)))
    return path


def meters(studio, hand, faderd):
    """A meter shows how loud an input is, changes nothing, and falls when OBS goes."""
    def level():
        return faderd.get("/v1/surfaces")[0]["panel"]["meters"][0]["level"]
    revision = faderd.parameter("scene")["revision"]
    equal(level(), 0, "no input of that name")
    hand.ask("CreateInput", sceneName="One", inputName="Tone", inputKind="ffmpeg_source",
             inputSettings={"local_file": tone(f"{studio.home}/tone.wav"), "looping": True})
    # Half of full scale is −6 dB.
    wait_until(lambda: level() == 10, lambda: f"a level of -6 dB: {level()} {target(faderd, 'scene')}")
    hand.ask("SetInputVolume", inputName="Tone", inputVolumeDb=-14)
    wait_until(lambda: level() == 6, lambda: f"a level of -20 dB: {level()}")
    hand.ask("SetInputMute", inputName="Tone", inputMuted=True)
    wait_until(lambda: level() == 0, lambda: f"silence: {level()}")
    hand.ask("SetInputMute", inputName="Tone", inputMuted=False)
    wait_until(lambda: level() == 6, lambda: f"sound: {level()}")
    equal(faderd.parameter("scene")["revision"], revision, "nothing of it is a change")


def restarts(studio, hand, faderd):
    """OBS goes and comes back; the daemon starts without it."""
    faderd.set("scene", "Two")
    wait_until(lambda: hand.scene() == "Two", "the scene")
    equal(faderd.ctl("snapshot", "save", "show").exit, 0)
    studio.kill()
    told(faderd, [], "Two", absent=True)
    wait_until(lambda: faderd.get("/v1/surfaces")[0]["panel"]["meters"][0]["level"] == 0, "the meter has fallen")
    check("Two (absent)" in faderd.ctl("list").out, lambda: faderd.ctl("list").out)
    faderd.restart()
    told(faderd, [], "Two", absent=True)
    check(faderd.ctl("snapshot", "recall", "show").exit == 0, "a recall without OBS")
    faderd.ctl("reload")
    told(faderd, [], "Two", absent=True)
    studio.start()
    # OBS has not saved that Two is on.
    wait_until(lambda: options(faderd)[:3] == list(obs.SCENES) and faderd.parameter("scene")["value"] in obs.SCENES, lambda: faderd.parameter("scene"))
    check("absent" not in faderd.parameter("scene"), lambda: faderd.parameter("scene"))


PARTS = [comes_and_goes, collection, hostile, meters, restarts]


@test("the scenes of OBS are the options of a choice, whatever they are called and whenever they come and go; meters show its levels", limit=240)
def parts():
    studio = obs.OBS().start()
    faderd = native.Daemon(CONFIG.format(address=studio.address), profiles=native.shipped("mackie-control"))
    native.write(f"{faderd.directory}/obs.pw", obs.PASSWORD + "\n")
    os.chmod(f"{faderd.directory}/obs.pw", 0o600)
    obs.play(PARTS, studio, studio.hand(), faderd.start())


LEVELS = 1 << 16


class Scenes(FakeOBS):
    """One with other scenes whenever it is asked."""

    def __init__(self):
        self.count, self.scene = 0, "Fixed"
        super().__init__()

    def names(self):
        return [f"scene {number}" for number in range(self.count % 50)] + [self.scene]

    def answer(self, request):
        kind = request["requestType"]
        if kind == "GetSceneList":
            self.count += 1
            data = {"scenes": [{"sceneName": name} for name in reversed(self.names())]}
        elif kind == "GetCurrentProgramScene":
            data = {"currentProgramSceneName": self.scene, "sceneName": self.scene}
        else:
            return super().answer(request)
        return message(7, requestId=request["requestId"], requestType=kind, requestStatus={"result": True, "code": 100}, responseData=data)


@test("levels are asked for only while a meter shows one, and none of them is an event", limit=60)
def subscription():
    fake = Scenes()
    text = CONFIG.format(address=fake.address).replace(", password-file: obs.pw", "")
    without = text.replace("      meter.1: {obs: studio, input: Tone}\n", "")
    faderd = native.Daemon(without, profiles=native.shipped("mackie-control")).start()
    wait_until(lambda: faderd.value("scene") == "Fixed", lambda: f"the scene: {target(faderd, 'scene')}")
    equal(fake.events & LEVELS, 0, "nobody wants levels")
    native.write(f"{faderd.directory}/faderd.yaml", text)
    equal(faderd.ctl("reload").exit, 0)
    wait_until(lambda: fake.events & LEVELS, "levels to be wanted")
    watch = faderd.ctl_running("watch")

    def level():
        return faderd.get("/v1/surfaces")[0]["panel"]["meters"][0]["level"]

    def tell(peak):
        fake.send(event("InputVolumeMeters", inputs=[{"inputName": "Tone", "inputLevelsMul": [[peak, peak, peak]]}, {"inputName": 7}]))
    for peak, expected in ((1.0, 13), (0.1, 6), (0, 0), (2.5, 13)):
        wait_until(lambda: tell(peak) or level() == expected, lambda: f"{peak} to be {expected}: {level()}")
    fake.drop()
    wait_until(lambda: level() == 0, "the meter falls when OBS goes")
    wait_until(lambda: fake.events & LEVELS, "levels are wanted again")
    native.write(f"{faderd.directory}/faderd.yaml", without)
    equal(faderd.ctl("reload").exit, 0)
    wait_until(lambda: not fake.events & LEVELS, "nobody wants levels any more")
    watch.terminate()
    equal([line for line in watch.communicate()[0].splitlines() if not line.startswith("scene ")], [], "no event")


@test("a stream that names a parameter of an input is told its level, and OBS is asked for levels only meanwhile", limit=60)
def streamed():
    fake = FakeOBS()
    faderd = native.Daemon(f"""\
version: 1
targets: {{studio: {{obs: "{fake.address}"}}}}
parameters:
  mic: {{type: decibel, target: {{obs: studio, input: Mic}}}}
  silent: {{kind: toggle, target: {{obs: studio, input: Mic, property: mute}}}}
  plain: {{type: decibel}}
web: {{pages: {{stage: [mic], other: [plain]}}}}
""").start()
    wait_until(lambda: faderd.value("mic") == -20, lambda: f"the volume: {target(faderd, 'mic')}")
    equal([faderd.parameter(id).get("hasLevel") for id in ("mic", "silent", "plain")], [True, None, None], "what has a level")

    class Reader:
        """A stream, and the levels that it was told."""

        def __init__(self, levels, key=None):
            self.link, self.told = faderd.connect(), []
            stream = faderd.events(f"?form=batch&rate=100&levels={levels}", link=self.link, key=key)
            equal(next(stream)[0], "state", "the first event")
            threading.Thread(target=lambda: self.told.extend(data for name, data in stream if name == "levels"), daemon=True).start()

        def close(self):
            self.link.shutdown(socket.SHUT_RDWR)

    # Keys end with the connection that made them.
    owner, keys = faderd.session(), {page: f"{page:-<32}" for page in ("stage", "other")}
    for page, key in keys.items():
        equal(owner.ask("POST", "/v1/keys", {"name": page, "key": key, "page": page})[0], 201, "status of a new key")
    equal(fake.events & LEVELS, 0, "nobody wants levels")
    others = [Reader("plain,silent,nothing"), Reader("mic", keys["other"])]
    reader = Reader("plain,mic")
    wait_until(lambda: fake.events & LEVELS, "levels to be wanted")
    musician = Reader("mic", keys["stage"])

    def tell(peak):
        fake.send(event("InputVolumeMeters", inputs=[{"inputName": "Mic", "inputLevelsMul": [[peak, peak, peak]]}]))
    for peak, expected in ((0.1, -20.0), (1.0, 0.0), (0, "-inf")):
        for one in (reader, musician):
            wait_until(lambda: tell(peak) or one.told[-1:] == [[["mic", expected]]], lambda: f"{peak} to be {expected}: {one.told[-3:]}")
    reader.close()
    musician.close()
    wait_until(lambda: not fake.events & LEVELS, "nobody wants levels any more")
    equal([one.told for one in others], [[], []], "what those are told that may not know it, or have no level")


@test("levels that are first wanted between the greeting of OBS and its word that faderd is accepted are asked for then", limit=60)
def early():
    greeted, go = threading.Event(), threading.Event()

    def greet(link, shake, hello):
        link.sendall(shake + hello)
        fake.events = read_message(link)["d"]["eventSubscriptions"]
        greeted.set()
        go.wait(30)
        link.sendall(message(2, negotiatedRpcVersion=1))
        fake.speak(link)
    fake = FakeOBS(greet=greet)
    faderd = native.Daemon(
        f"version: 1\ntargets: {{studio: {{obs: \"{fake.address}\"}}}}\nparameters:\n  mic: {{type: decibel, target: {{obs: studio, input: Mic}}}}\n").start()
    check(greeted.wait(30), "faderd does not greet OBS")
    equal(fake.events & LEVELS, 0, "nobody wants levels")
    stream = faderd.events("?form=batch&levels=mic")
    equal(next(stream)[0], "state", "the first event")
    # Longer than the stream takes to be counted, and shorter than faderd waits for OBS.
    time.sleep(0.5)
    go.set()
    wait_until(lambda: fake.events & LEVELS, "levels to be wanted")


@test("a flood of other scenes delays nothing else, and ends with the scenes that there are", limit=60)
def flood():
    fake = Scenes()
    faderd = native.Daemon(
        f"version: 1\ntargets: {{studio: {{obs: \"{fake.address}\"}}}}\nparameters:\n  scene: {{kind: choice, target: {{obs: studio, scene: program}}}}\n"
        "  other: {}\n" + native.desk({1: "scene", 2: "other"})).start()
    wait_until(lambda: faderd.value("scene") == "Fixed", lambda: f"the scene: {target(faderd, 'scene')}")
    session, worst, end, number = faderd.session(), 0, time.monotonic() + 3, 0
    while time.monotonic() < end:
        fake.send(event("SceneListChanged", scenes=[]) * 20)
        number, since = number + 1, time.monotonic()
        session.ask("PUT", "/v1/virtual/fader.2", {"position": number % 100 / 100})
        worst = max(worst, time.monotonic() - since)
    check(worst < 1, f"a move took {worst:.2f} s")
    check(fake.count > 10, f"{fake.count} lists")
    wait_until(lambda: options(faderd) == fake.names() and faderd.value("scene") == "Fixed", lambda: f"{options(faderd)}, {fake.names()}")
    check(faderd.set("other", "0.5") == "0.50", "the rest")
