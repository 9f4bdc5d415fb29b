"""The examples of Examples/configs: each is complete, and beside stand-ins for what it names, a hand moves these, and they move the motors."""

import glob
import json
import os
import re
import subprocess

import fakeobs
import lights
import mqtt
import native
import programs
import sound
import testing
from players import Bus, Player
from recipes import ROOT, control, drag, kinds, prepared, shows, touch
from sound import FULL, near
from test_brightness import Lights, Machine
from testing import check, equal, test, wait_until
from x32_desk import Desk

FOLDER = f"{ROOT}/Examples/configs"
NAMES = sorted(os.path.basename(path).removesuffix(".yaml") for path in glob.glob(f"{FOLDER}/*.yaml"))
# A session's environment: without one, there is no sound server and no player, and check says so.
USER = {**os.environ, "XDG_RUNTIME_DIR": "/run/user/1000"}
# A travel of 7 bits, as some of the controllers have it.
STEP = 1 / 127


def text_of(name):
    return native.read(f"{FOLDER}/{name}.yaml").decode()


def playing(name, replacements, environment=None, wrap=()):
    """A daemon with an example, on a virtual controller of the model that it names. replacements: {what it names outside: its stand-in}."""
    text = text_of(name)
    for old, new in replacements.items():
        check(old in text, f"{name}.yaml has no {old}")
        text = text.replace(old, new)
    faderd = prepared(text, environment=environment)
    faderd.start(wrap=wrap)

    def absent():
        return [(each["parameter"], each["target"], each["state"]) for each in faderd.get("/v1/targets")["targets"] if each["state"] != "bound"]
    wait_until(lambda: not absent(), lambda: f"{name}: all its targets to be there: {absent()}")
    return faderd


def stands(faderd, **faders):
    """Waits until the motor of each of these faders stands where its parameter is."""
    for name, parameter in faders.items():
        fader = name.replace("_", ".")
        wait_until(lambda: abs(control(faderd, fader)["position"] - faderd.parameter(parameter)["position"]) < STEP,
                   lambda: f"{fader} at {parameter}: {control(faderd, fader)}, {faderd.parameter(parameter)}")


def becomes(value, wanted, what):
    wait_until(lambda: value() == wanted, lambda: f"{what} to be {wanted}: {value()}")


def comes_near(value, wanted, by, what):
    wait_until(lambda: near(value(), wanted(), by), lambda: f"{what} to be {wanted()}: {value()}")


def save(faderd, name, *more):
    equal(faderd.ctl("snapshot", "save", name, *more).exit, 0, f"exit of snapshot save {name}")


class Studio(fakeobs.FakeStudio):
    """An OBS with these inputs and scenes. It tells what a request has changed, and then answers it."""

    def __init__(self, inputs=(), scenes=("A", "B")):
        self.volumes, self.mutes = dict.fromkeys(inputs, -20.0), dict.fromkeys(inputs, True)
        super().__init__(transition=0.05)
        self.scenes, self.program, self.preview = list(scenes), *scenes[:2]

    def turn(self, name, volume):
        """Somebody, or a request, sets the volume of an input."""
        self.volumes[name] = volume
        self.send(fakeobs.event("InputVolumeChanged", inputName=name, inputVolumeDb=volume, inputVolumeMul=10 ** (volume / 20)))

    def mute(self, name, is_muted):
        self.mutes[name] = is_muted
        self.send(fakeobs.event("InputMuteStateChanged", inputName=name, inputMuted=is_muted))

    def answer(self, request):
        kind, given = request["requestType"], request.get("requestData") or {}
        name = given.get("inputName")
        answers = {
            "GetInputList": lambda: {"inputs": [{"inputName": each} for each in self.volumes]},
            "GetInputVolume": lambda: {"inputVolumeDb": self.volumes[name], "inputVolumeMul": 10 ** (self.volumes[name] / 20)},
            "GetInputMute": lambda: {"inputMuted": self.mutes[name]},
            "SetInputVolume": lambda: self.turn(name, given["inputVolumeDb"]),
            "SetInputMute": lambda: self.mute(name, given["inputMuted"]),
            "SaveReplayBuffer": lambda: None}
        if kind not in answers:
            return super().answer(request)
        self.requests.append(request)
        data = answers[kind]() or {}
        return fakeobs.message(7, requestId=request["requestId"], requestType=kind, requestStatus={"result": True, "code": 100}, responseData=data)


@test("every example begins with three lines for whom it is, is shorter than 60 lines, has no errors and no warnings, and is played here")
def complete():
    equal(NAMES, ["band-x32", "church", "desktop", "home", "podcast", "radio", "streamer", "theatre"], "the examples")
    folder = native.scratch()
    os.symlink(f"{ROOT}/config/profiles", f"{folder}/profiles")
    for name in NAMES:
        text = text_of(name)
        lines = text.splitlines()
        check(len(lines) < 60 and max(map(len, lines)) <= 150, f"{name}.yaml: {len(lines)} lines, the longest has {max(map(len, lines))} characters")
        check(re.fullmatch(r"# For a.+[.]", lines[0]) and all(line.startswith("# ") for line in lines[:3]) and not lines[3], f"{name}.yaml begins with {lines[:4]}")
        check("UNKNOWN" not in kinds(text), f"{name}.yaml: {kinds(text)}")
        native.write(f"{folder}/faderd.yaml", text)
        done = subprocess.run([native.FADERD, "--check", f"{folder}/faderd.yaml"], capture_output=True, text=True, timeout=testing.PATIENCE, env=USER)
        check(done.returncode == 0 and "warning" not in done.stderr, f"{name}.yaml: exit {done.returncode}\n{done.stderr}")


@test("faderctl example lists the examples with their first lines, and prints one of them byte by byte")
def printed():

    def run(*arguments):
        return subprocess.run([native.FADERCTL, "example", *arguments], capture_output=True, text=True, timeout=testing.PATIENCE)
    rows = [line.split(None, 1) for line in run().stdout.splitlines()]
    equal(rows, [[name, text_of(name).splitlines()[0].removeprefix("# ")] for name in NAMES], "the list")
    for name in NAMES:
        equal(run(name).stdout, text_of(name), f"faderctl example {name}")
    equal([each["name"] for each in json.loads(run("--json").stdout)], NAMES, "the list in JSON")
    equal(json.loads(run("church", "--json").stdout)["text"], text_of("church"), "church in JSON")
    wrong = run("chruch")
    equal((wrong.returncode, wrong.stdout), (65, ""), "exit and output for an example that does not exist")
    check('did you mean "church"?' in wrong.stderr, wrong.stderr)


@test("streamer: volumes of OBS both ways, scenes on buttons, push to talk, and a break")
def streamer():
    studio = Studio(["Mic", "Game", "Music", "Alerts"], ["Starting", "Camera", "Game", "Break"])
    faderd = playing("streamer", {"127.0.0.1:4455": studio.address})
    shows(faderd, mic__level="-20.0 dB", mic__mute="muted", scene="Starting", record="off")
    stands(faderd, fader_1="mic.level", fader_4="alerts.level")
    drag(faderd, "fader.2", 0.5, 0.6)
    comes_near(lambda: studio.volumes["Game"], lambda: faderd.value("game.level"), 0.01, "the volume of the game")
    studio.turn("Music", -30.0)
    shows(faderd, music__level="-30.0 dB")
    stands(faderd, fader_3="music.level")
    for button, scene in (("select.2", "Camera"), ("select.3", "Game")):
        touch(faderd, button, clicks=1)
        becomes(lambda: studio.program, scene, button)
        wait_until(lambda: control(faderd, button)["lamp"] == "on", f"the lamp of {button}")
    touch(faderd, "solo.1", pressed=True)
    becomes(lambda: studio.mutes["Mic"], False, "the microphone while the button is held")
    touch(faderd, "solo.1", pressed=False)
    becomes(lambda: studio.mutes["Mic"], True, "the microphone after that")
    touch(faderd, "mute.1", clicks=1)
    becomes(lambda: studio.mutes["Mic"], False, "the microphone")
    touch(faderd, "marker", clicks=1)
    wait_until(lambda: studio.asked("SaveReplayBuffer"), "the replay to be saved")
    touch(faderd, "record", clicks=1)
    becomes(lambda: studio.outputs["Record"], True, "the recording")
    touch(faderd, "stop", clicks=1)
    becomes(lambda: (studio.program, studio.mutes["Mic"], studio.volumes["Music"]), ("Break", True, -12.0), "the break")


@test("desktop: volumes of devices and programs both ways, the player, the screen, and a quiet moment that is undone")
def desktop():
    server = sound.PipeWire().start()
    for app in ("spotify", "Firefox", "zoom", "tetris"):
        server.app(app)
        server.set_app_volume(app, FULL // 2)
    screen = Lights().add("backlight/panel", 1000, 800, "firmware")
    machine, bus = Machine(screen), Bus()
    player = Player(bus, "spotify")
    faderd = playing("desktop", {}, server.place | machine.environment | {"DBUS_SESSION_BUS_ADDRESS": bus.address})
    shows(faderd, music="50 %", screen="80 %", playing="off")
    stands(faderd, fader_1="music", fader_4="others", fader_9="speakers")
    for number, app, parameter in ((1, "spotify", "music"), (2, "Firefox", "browser"), (3, "zoom", "calls"), (4, "tetris", "others")):
        drag(faderd, f"fader.{number}", 0.6, 0.7)
        comes_near(lambda: server.app_volume(app), lambda: faderd.value(parameter) * FULL / 100, FULL // 200, app)
    drag(faderd, "fader.9", 0.3, 0.4)
    comes_near(server.volume, lambda: faderd.value("speakers") * FULL / 100, FULL // 200, "the speakers")
    check(0.38 < server.volume() / FULL < 0.42, f"the speakers: {server.volume() / FULL}")
    server.set_app_volume("Firefox", FULL // 4)
    server.set_volume(FULL * 9 // 10)
    shows(faderd, browser="25 %", speakers="90 %")
    stands(faderd, fader_2="browser", fader_9="speakers")
    touch(faderd, "select.9", clicks=1)
    wait_until(server.muted, "the speakers to be muted")
    touch(faderd, "button.1", clicks=1)
    shows(faderd, music="10 %", browser="10 %", others="10 %")
    comes_near(lambda: server.app_volume("spotify"), lambda: FULL / 10, FULL // 200, "the music")
    wait_until(lambda: control(faderd, "button.1")["lamp"] != "on", "the end of the fade")
    touch(faderd, "button.2", clicks=1)
    comes_near(lambda: server.app_volume("Firefox"), lambda: FULL / 4, FULL // 200, "the browser after the undo")
    touch(faderd, "play", clicks=1)
    touch(faderd, "forward", clicks=1)
    wait_until(lambda: {"Play", "Next"} <= set(player.calls), lambda: f"the player: {player.calls}")
    # This encoder sends positions, so it picks up the value on its way.
    for position in (0.9, 0.7, 0.5):
        touch(faderd, "encoder.1", position=position)
    wait_until(lambda: screen.level("backlight/panel") < 800, "the screen to be darker")


@test("band-x32: faders, mutes, banks and the sends of a musician both ways, and songs that leave his sends alone")
def band():
    desk = Desk()
    faderd = playing("band-x32", {"192.168.1.10": f'"127.0.0.1:{desk.port}"'})
    equal(desk.sets(), [], "what was written at the start")
    drag(faderd, "fader.1", 0.5, 0.75)
    comes_near(lambda: desk.values["/ch/01/mix/fader"], lambda: 0.75, 0.002, "the kick")
    save(faderd, "1 Opener")
    desk.tablet("/ch/01/mix/fader", 0.25)
    desk.tablet("/main/st/mix/fader", 0.5)
    shows(faderd, kick__level="-30.0 dB", main="-10.0 dB")
    stands(faderd, fader_1="kick.level", fader_9="main")
    touch(faderd, "mute.5", clicks=1)
    becomes(lambda: desk.values["/ch/05/mix/on"], 0, "the bass")
    touch(faderd, "bank-right", clicks=1)
    drag(faderd, "fader.4", 0.4, 0.5)
    comes_near(lambda: desk.values["/ch/12/mix/fader"], lambda: 0.5, 0.002, "the last channel, in the next bank")
    touch(faderd, "bank-left", clicks=1)
    touch(faderd, "f1", clicks=1)
    drag(faderd, "fader.2", 0.4, 0.5)
    comes_near(lambda: desk.values["/ch/02/mix/01/level"], lambda: 0.5, 0.007, "the snare for Anna")
    desk.tablet("/ch/02/mix/01/level", 0.75)
    shows(faderd, snare__anna="0.0 dB")
    stands(faderd, fader_2="snare.anna")
    touch(faderd, "f1", clicks=1)
    touch(faderd, "play", clicks=1)
    comes_near(lambda: desk.values["/ch/01/mix/fader"], lambda: 0.75, 0.002, "the kick in the song")
    stands(faderd, fader_1="kick.level")
    equal(desk.values["/ch/02/mix/01/level"], 0.75, "what Anna hears in the song")
    touch(faderd, "stop", clicks=1)
    becomes(lambda: [desk.values[f"/ch/{n:02}/mix/on"] for n in range(1, 14)], [0] * 12 + [1], "all off")
    touch(faderd, "undo", clicks=1)
    becomes(lambda: desk.values["/ch/01/mix/on"], 1, "the kick after the undo")


@test("church: no fader gets louder than 0 dB, parts of the service are recalled, and everything is off at one press")
def church():
    desk = Desk(xair=True)
    faderd = playing("church", {"192.168.1.11": f'"127.0.0.1:{desk.port}"'})
    drag(faderd, "fader.1", 0.9, 1)
    comes_near(lambda: desk.values["/ch/01/mix/fader"], lambda: 0.75, 0.002, "the pulpit")
    save(faderd, "Sermon")
    desk.tablet("/ch/01/mix/fader", 0.25)
    desk.tablet("/lr/mix/fader", 0.5)
    shows(faderd, pulpit__level="-30.0 dB", hall="-10.0 dB")
    stands(faderd, fader_1="pulpit.level", fader_9="hall")
    touch(faderd, "select.3", clicks=1)
    comes_near(lambda: desk.values["/ch/01/mix/fader"], lambda: 0.75, 0.002, "the pulpit in the sermon")
    stands(faderd, fader_1="pulpit.level")
    touch(faderd, "f1", clicks=1)
    drag(faderd, "fader.4", 0.9, 1)
    comes_near(lambda: desk.values["/ch/04/mix/01/level"], lambda: 0.75, 0.007, "the choir in the stream")
    touch(faderd, "stop", clicks=1)
    becomes(lambda: [desk.values[f"/ch/{n:02}/mix/on"] for n in range(1, 8)], [0] * 6 + [1], "everything off")
    desk.tablet("/ch/06/mix/on", 1)
    shows(faderd, organ__mute="open")


@test("theatre: lights and microphones follow the faders, GO goes from cue to cue with all motors, and a blackout leaves the house")
def theatre():
    network = lights.Network()
    stage = network.hear(1)
    with network.on(network.desk):
        desk = Desk(xair=True)
    faderd = playing("theatre", {"192.168.1.11": f'"127.0.0.1:{desk.port}"'}, wrap=network.inside(network.desk))
    drag(faderd, "fader.1", 0.8, 1)
    drag(faderd, "fader.9", 0.8, 1)
    stage.await_levels(1, 1, 255, 0, 0)
    save(faderd, "1 Day")
    drag(faderd, "fader.1", 0.3, 0)
    drag(faderd, "fader.2", 0.3, 1)
    stage.await_levels(1, 1, 0, 255, 0)
    save(faderd, "2 Night", "--over", "300ms")
    touch(faderd, "rewind", clicks=1)
    stage.await_levels(1, 1, 255, 0, 0)
    stands(faderd, fader_1="front", fader_2="side")
    touch(faderd, "play", clicks=1)
    stage.await_levels(1, 1, 0, 255, 0)
    stands(faderd, fader_1="front", fader_2="side")
    faderd.set("wash", "#ff0000")
    stage.await_levels(1, 10, 255, 0, 0)
    touch(faderd, "stop", clicks=1)
    stage.await_levels(1, 1, 0, 0, 0)
    stage.await_levels(1, 10, 0, 0, 0)
    stage.await_levels(1, 30, 255)
    desk.tablet("/ch/01/mix/fader", 0.5)
    shows(faderd, hamlet__level="-10.0 dB")
    stands(faderd, fader_5="hamlet.level")
    drag(faderd, "fader.6", 0.5, 0.75)
    comes_near(lambda: desk.values["/ch/02/mix/fader"], lambda: 0.75, 0.002, "Ophelia")
    touch(faderd, "mute.7", clicks=1)
    becomes(lambda: desk.values["/ch/03/mix/on"], 0, "the ghost")


@test("home: lamps, blind, heating and music both ways, a scene of several at one press, and what Home Assistant is offered")
def home():
    broker, bus = mqtt.Broker(), Bus()
    kept = {**{each: {"state": "ON", "brightness": 127} for each in ("ceiling", "sofa", "table", "shelf")}, "blind": {"position": 80},
            "radiator": {"occupied_heating_setpoint": 20}}
    for name, state in kept.items():
        broker.retain(f"zigbee2mqtt/{name}", json.dumps(state))
    heard, player = broker.listen("#"), Player(bus, "vlc")
    faderd = playing("home", {"mqtt://homeassistant.local": broker.url()}, {"DBUS_SESSION_BUS_ADDRESS": bus.address})
    shows(faderd, sofa__level="50 %", sofa__on="on", blind="80 %", heating="20.0 °C", music="40 %")
    stands(faderd, fader_1="ceiling.level", fader_6="blind", fader_7="heating", fader_8="music")
    equal(sorted({topic for topic, _, is_kept in heard.heard if not is_kept and topic.startswith("zigbee2mqtt/")}), [], "what was written at the start")

    def sent(topic, key):
        payload = heard.last(f"zigbee2mqtt/{topic}/set")
        return json.loads(payload).get(key) if payload else None
    drag(faderd, "fader.2", 0.6, 0.8)
    comes_near(lambda: sent("sofa", "brightness") or 0, lambda: faderd.value("sofa.level") * 2.54, 1, "the sofa's lamp")
    check(sent("sofa", "brightness") > 195, f"the sofa's lamp: {sent('sofa', 'brightness')}")
    broker.publish("zigbee2mqtt/shelf", '{"state": "OFF", "brightness": 25}')
    broker.publish("zigbee2mqtt/radiator", '{"occupied_heating_setpoint": 22}')
    shows(faderd, shelf__on="off", heating="22.0 °C")
    stands(faderd, fader_4="shelf.level", fader_7="heating")
    drag(faderd, "fader.7", 0.4, 0.5)
    becomes(lambda: sent("radiator", "occupied_heating_setpoint"), 20, "the heating")
    # Its lamp was lit more than 0.2 s ago: this press is no echo of that.
    touch(faderd, "push.3", clicks=1)
    becomes(lambda: sent("table", "state"), "OFF", "the table's lamp")
    player.obey("tell Volume 0.2")
    shows(faderd, music="20 %")
    stands(faderd, fader_8="music")
    touch(faderd, "button.1", clicks=1)
    becomes(lambda: (sent("ceiling", "brightness"), sent("sofa", "brightness"), sent("blind", "position")), (0, 38, 0), "the movie")
    stands(faderd, fader_1="ceiling.level", fader_6="blind")
    offered = [json.loads(payload)["cmps"].keys() for topic, payload, _ in heard.heard if topic.startswith("homeassistant/")]
    equal(offered, [{"number_music", "button_movie", "button_evening", "event_movie", "event_evening"}], "what Home Assistant is offered")


@test("podcast: microphones, headphones and the call both ways, a button to cough, jingles, the recording, and all muted at one press")
def podcast():
    desk = Desk(xair=True, values={f"/bus/{n}/mix/fader": 0.0 for n in range(1, 7)} | {f"/bus/{n}/mix/on": 1 for n in range(1, 7)})
    studio, server, folder = Studio(), sound.PulseAudio().start(), programs.folder()
    for app in ("zoom", "paplay"):
        server.app(app)
        server.set_app_volume(app, FULL // 2)
    programs.script(folder, "paplay", f"echo \"$@\" >> {folder}/ran\n")
    faderd = playing("podcast", {"192.168.1.11": f'"127.0.0.1:{desk.port}"', "127.0.0.1:4455": studio.address},
                     server.place | {"PATH": f"{folder}:{os.environ['PATH']}"})
    shows(faderd, call="50 %", record="off")
    drag(faderd, "fader.1", 0.9, 1)
    comes_near(lambda: desk.values["/ch/01/mix/fader"], lambda: 0.75, 0.002, "Anna")
    desk.tablet("/ch/02/mix/fader", 0.5)
    server.set_app_volume("zoom", FULL // 5)
    shows(faderd, ben__level="-10.0 dB", call="20 %")
    stands(faderd, fader_2="ben.level", fader_8="call")
    drag(faderd, "fader.8", 0.5, 0.6)
    comes_near(lambda: server.app_volume("zoom"), lambda: faderd.value("call") * FULL / 100, FULL // 200, "the call")
    touch(faderd, "select.3", pressed=True)
    becomes(lambda: desk.values["/ch/03/mix/on"], 0, "Carla while she coughs")
    touch(faderd, "select.3", pressed=False)
    becomes(lambda: desk.values["/ch/03/mix/on"], 1, "Carla after that")
    equal(programs.lines(f"{folder}/ran"), [], "jingles that nobody has pressed")
    touch(faderd, "solo.1", clicks=1)
    becomes(lambda: programs.lines(f"{folder}/ran"), ["/home/anna/jingles/intro.wav"], "the jingle")
    touch(faderd, "record", clicks=1)
    becomes(lambda: studio.outputs["Record"], True, "the recording")
    touch(faderd, "stop", clicks=1)
    becomes(lambda: [desk.values[f"/ch/{n:02}/mix/on"] for n in range(1, 6)], [0] * 4 + [1], "all muted")
    faderd.set("dan.phones", "0")
    comes_near(lambda: desk.values["/bus/4/mix/fader"], lambda: 0.75, 0.002, "Dan's headphones")


@test("radio: one button opens the microphones and lights the lamp, the console does it, too, and songs and talk fade the music")
def radio():
    desk, broker, bus = Desk(values={"/config/mute/1": 1}), mqtt.Broker(), Bus()
    broker.retain("zigbee2mqtt/door", '{"state": "OFF"}')
    heard, player = broker.listen("#"), Player(bus, "mpv")
    faderd = playing("radio", {"192.168.1.10": f'"127.0.0.1:{desk.port}"', "mqtt://192.168.1.5": broker.url()}, {"DBUS_SESSION_BUS_ADDRESS": bus.address})
    lamp = lambda: heard.last("zigbee2mqtt/door/set")
    becomes(lambda: faderd.shown("on-air"), "off air", "the button")
    equal((desk.sets(), lamp()), ([], None), "what was written at the start")
    touch(faderd, "record", clicks=1)
    becomes(lambda: (desk.values["/config/mute/1"], lamp()), (0, '{"state":"ON"}'), "on air")
    wait_until(lambda: control(faderd, "record")["lamp"] == "on", "the lamp of the button")
    desk.tablet("/config/mute/1", 1)
    becomes(lambda: (faderd.shown("on-air"), lamp()), ("off air", '{"state":"OFF"}'), "off air")
    drag(faderd, "fader.1", 0.5, 0.75)
    comes_near(lambda: desk.values["/ch/01/mix/fader"], lambda: 0.75, 0.002, "the host")
    desk.tablet("/ch/04/mix/fader", 0.5)
    shows(faderd, phone__level="-10.0 dB")
    stands(faderd, fader_1="host.level", fader_4="phone.level")
    touch(faderd, "solo.2", clicks=1)
    becomes(lambda: desk.values["/-stat/solosw/02"], 1, "the cue of the guest")
    touch(faderd, "rewind", clicks=1)
    becomes(lambda: (desk.values["/config/mute/1"], faderd.shown("music.level")), (0, "-20.0 dB"), "talk")
    stands(faderd, fader_5="music.level")
    touch(faderd, "stop", clicks=1)
    becomes(lambda: (desk.values["/config/mute/1"], faderd.shown("music.level")), (1, "0.0 dB"), "a song")
    comes_near(lambda: desk.values["/ch/05/mix/fader"], lambda: 0.75, 0.002, "the music")
    touch(faderd, "play", clicks=1)
    touch(faderd, "forward", clicks=1)
    wait_until(lambda: {"Play", "Next"} <= set(player.calls), lambda: f"the player: {player.calls}")
