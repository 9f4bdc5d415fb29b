"""The recipes of the documents for what the machine itself has: programs that play, sound cards, players and screens."""

import re
import time

import sound
import testing
from notifications import Server
from players import Bus, Player
from recipes import configs, control, drag, motors, prepared, recipes, shows, touch
from sound import FULL, bound, cubic, near
from soundcard import Card
from test_brightness import Lights, Machine
from testing import check, equal, wait_until


def the(kind, having):
    """The recipe of a kind that has these words."""
    found = [(where, text) for where, text in configs(kind) if having in text]
    equal(len(found), 1, f"recipes for {kind} with {having}")
    return found[0]


@recipes("the recipes for sound (those of README.md and docs/sound.md, and one fader for each program): volumes stay at the start, and motors go there", "sound")
def volumes():
    equal(len(configs("sound")), 8, "recipes for sound")
    for kind in sound.BOTH:
        for recipe in (each for each in configs("sound") if "default-sink" in each[1] and "deej" not in each[0]):
            words = {"property: device": _devices, "meter.8": _levels}
            next((run for word, run in words.items() if word in recipe[1]), _volumes)(kind().start(), *recipe)
        _front(kind().start(), *the("sound", "focused"))
        _every_program(kind().start())
        _seen(kind().start())
        _from_deej(kind().start())


def _devices(server, where, text):
    server.pactl("set-default-sink", "one")
    server.app("zoom", "--device=one")
    faderd = prepared(text.replace("*usb*", "one*").replace("*pci*", "two*"), environment=server.place).start()
    bound(faderd, "out", "call")
    shows(faderd, out="Headset")
    default = lambda: next(line.split(": ")[1] for line in server.pactl("info").splitlines() if line.startswith("Default Sink: "))
    testing.stays(lambda: default() == "one", lambda: f"{where}: a default that nobody has chosen", 0.5)
    faderd.set("out", "Speakers")
    wait_until(lambda: default() == "two", lambda: f"{where}: {default()}")
    server.pactl("set-default-sink", "one")
    shows(faderd, out="Headset")


def _front(server, where, text):
    player = server.app("player")
    server.set_app_volume("player", FULL * 3 // 10)
    faderd = prepared(text, environment=server.place).start()
    equal(faderd.ctl("focus", str(player.pid)).exit, 0, where)
    bound(faderd, "front", "hush")
    shows(faderd, front="30 %", hush="off")
    motors(faderd, fader_8="front")
    drag(faderd, "fader.8", 0.52, 0.55)
    wait_until(lambda: near(server.app_volume("player"), FULL * 0.55, 200), lambda: f"{where}: {server.app_volume('player')}")


def _levels(server, where, text):
    server.tone("spotify")
    server.tone("quake", amplitude=0.1)
    faderd = prepared(text, environment=server.place).start()
    bound(faderd, "master", "music")
    lit = lambda: [each["strip"] for each in faderd.get("/v1/surfaces")[0]["panel"]["meters"] if each["level"] > 0]
    wait_until(lambda: lit() == [1, 2, 8], lambda: f"{where}: the meters: {lit()}")


def _volumes(server, where, text):
    server.set_volume(cubic(-12))
    server.app("spotify"), server.app("Firefox")
    for name, volume in (("spotify", FULL * 3 // 10), ("Firefox", FULL * 7 // 10)):
        server.set_app_volume(name, volume)
    volumes = lambda: [server.volume(), server.app_volume("spotify"), server.app_volume("Firefox")]
    before = volumes()
    faderd = prepared(text, environment=server.place).start()
    bound(faderd, "master", "music", "games")
    shows(faderd, master="-12.0 dB", music="30 %", games="70 %")
    motors(faderd, fader_1="master", fader_2="music", fader_3="games")
    testing.stays(lambda: volumes() == before, lambda: f"{where}: volumes that nobody has changed: {before}; they are {volumes()}", 1)
    for fader, parameter, place in ((1, "master", 0), (2, "music", 1), (3, "games", 2)):
        drag(faderd, f"fader.{fader}", 0.52, 0.55)
        wait_until(lambda: abs(faderd.parameter(parameter)["position"] - 0.55) < 0.002, parameter)
        wanted = cubic(faderd.value("master")) if fader == 1 else FULL * 0.55
        wait_until(lambda: near(volumes()[place], wanted, FULL // 500), lambda: f"{where}: {wanted} by {parameter}: {volumes()}")
        others = [each for each in range(3) if each > place]
        equal([volumes()[each] for each in others], [before[each] for each in others], f"{where}: the volumes of others after {parameter}")
    server.set_volume(cubic(-30))
    server.set_app_volume("spotify", FULL // 5)
    server.set_app_volume("Firefox", FULL // 10)
    shows(faderd, master="-30.0 dB", music="20 %", games="10 %")
    motors(faderd, fader_1="master", fader_2="music", fader_3="games")


def _from_deej(server):
    where, text = the("sound", "deej.unmapped")
    server.app("chrome"), server.app("PathOfExile_x64.exe"), server.app("mpv")
    faderd = prepared(text, environment=server.place).start()
    bound(faderd, "master", "chrome", "games", "mic", "others")
    for number, (parameter, app) in enumerate((("chrome", "chrome"), ("games", "PathOfExile_x64.exe"), ("others", "mpv"))):
        faderd.set(parameter, f"{20 + number}")
        wait_until(lambda: near(server.app_volume(app), FULL * (20 + number) // 100, FULL // 200), lambda: f"{where}: {app}: {server.app_volume(app)}")


def _seen(server):
    where, text = the("sound", "notify: true")
    bus = Bus()
    desktop = Server(bus)
    server.app("spotify")
    faderd = prepared(text, environment={**server.place, "DBUS_SESSION_BUS_ADDRESS": bus.address}).start()
    bound(faderd, "music")
    drag(faderd, "fader.1", 0.5, 1, 0.62)
    wait_until(lambda: desktop.texts and desktop.texts[-1] == f"Music: {faderd.text('music')}", lambda: f"{where}: {desktop.texts}")
    faderd.set("mic", "muted")
    wait_until(lambda: desktop.texts[-1] == "Microphone: muted", lambda: f"{where}: {desktop.texts}")


def _every_program(server):
    where, text = the("sound", "apps:")
    server.app("mpv")
    server.set_app_volume("mpv", FULL * 3 // 10)
    before = server.app_volume("mpv")
    faderd = prepared(text, environment=server.place).start()
    id = sound.app_id(faderd, "mpv")
    shows(faderd, **{id.replace(".", "__"): "30 %"})
    mapped = [each["control"] for each in faderd.get("/v1/virtual-surface")["controls"] if each.get("parameter") == id and each["kind"] == "fader"]
    equal(len(mapped), 1, f"{where}: faders of {id}")
    motors(faderd, **{mapped[0].replace(".", "_"): id})
    testing.stays(lambda: server.app_volume("mpv") == before, lambda: f"{where}: the volume {before}, which nobody has changed: {server.app_volume('mpv')}", 1)
    drag(faderd, mapped[0], 0.6, 0.65)
    wait_until(lambda: near(server.app_volume("mpv"), FULL * 0.65, FULL // 500), lambda: f"{where}: 65 %: {server.app_volume('mpv')}")
    server.set_app_volume("mpv", FULL // 5)
    shows(faderd, **{id.replace(".", "__"): "20 %"})


@recipes("the recipe for a sound card: the card keeps what it has at the start, and both sides follow each other", "mixer")
def mixer():
    where, text = the("mixer", "PCH")
    card = Card(40, 1, 1)
    faderd = prepared(text)
    card.place(faderd.directory)
    faderd.start()
    bound(faderd, "card", "card.on", "source")
    shows(faderd, card="-35.2 dB", card__on="on", source="Line")
    time.sleep(1)
    equal(card.writes, [], f"{where}: what was set at the start")
    faderd.set("card", "-15")
    wait_until(lambda: card.levels == [67, 67, 1, 1], lambda: f"{where}: -15 dB: {card.levels}, {card.writes}")
    faderd.set("card.on", "off")
    faderd.set("source", "Mic")
    wait_until(lambda: card.levels == [67, 67, 0, 0], lambda: f"{where}: off, and the microphone: {card.levels}, {card.writes}")
    card.turn(27, 1, 1)
    shows(faderd, card="-45.0 dB", card__on="on", source="Line")
    equal(card.levels, [27, 27, 1, 1], f"{where}: what somebody has turned")


@recipes("the recipe for players and the screen: nothing plays, jumps or gets darker at the start, and both sides follow each other", "player", "screen")
def players():
    equal(configs("player"), configs("screen"), "the recipe")
    where, text = the("player", "spotify")
    lights = Lights().add("backlight/panel", 1000, 800, "firmware")
    machine, bus = Machine(lights), Bus()
    spotify = Player(bus, "spotify")
    bus.mpv("--start=120")
    status = lambda: (bus.playerctl("-p", "mpv", "status"), bus.playerctl("-p", "mpv", "position"), bus.playerctl("-p", "mpv", "volume"))
    wait_until(lambda: float(status()[1] or 0) > 119, lambda: f"mpv at 120 s: {status()}")
    before = status()
    faderd = prepared(text, environment=machine.environment | {"DBUS_SESSION_BUS_ADDRESS": bus.address}).start()
    bound(faderd, "music", "playing", "film", "screen")
    shows(faderd, music="40 %", playing="off", film="120 s", screen="80 %")
    motors(faderd, fader_1="music", fader_2="film")
    time.sleep(1)
    equal((spotify.calls, status(), machine.lines), ([], before, ["ready\n"]), f"{where}: what was written at the start")
    drag(faderd, "fader.1", 0.5, 0.6)
    wait_until(lambda: spotify.calls and re.fullmatch(r"Set Volume 0\.(60|599)\d*", spotify.calls[-1]), lambda: f"{where}: 60 %: {spotify.calls}")
    drag(faderd, "fader.2", 0.018, 0.02)
    wait_until(lambda: abs(float(status()[1]) - 144) < 2, lambda: f"{where}: 144 s: {status()}")
    touch(faderd, "encoder.1", turn=-2)
    wait_until(lambda: lights.level("backlight/panel") < 800, lambda: f"{where}: darker: {machine.lines}")
    check(lights.level("backlight/panel") > 700, f"{where}: two steps of the encoder: {lights.level('backlight/panel')}")
    touch(faderd, "mute.1", clicks=1)
    wait_until(lambda: "Play" in spotify.calls, lambda: f"{where}: it to play: {spotify.calls}")
    touch(faderd, "select.1", clicks=1)
    wait_until(lambda: spotify.calls[-1] == "Next", lambda: f"{where}: the next song: {spotify.calls}")
    wait_until(lambda: control(faderd, "mute.1")["lamp"] == "on", "the lamp of a player that plays")
    spotify.obey("tell Volume 0.2")
    spotify.obey("tell PlaybackStatus \"Paused\"")
    lights.set("backlight/panel", 500)
    bus.playerctl("-p", "mpv", "position", "60")
    shows(faderd, music="20 %", playing="off", film="60 s", screen="50 %")
    motors(faderd, fader_1="music", fader_2="film")
