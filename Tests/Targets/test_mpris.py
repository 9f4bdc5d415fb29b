"""Players of the session: mpv with playerctl, and players that do not do as they should."""

import os
import signal
import time

import native
import testing
from mqtt import read
from players import Bus, Player
from sound import bound, target
from testing import check, equal, test, wait_until

VOLUME = "{type: percent, decimals: 1, target: {mpris: \"%s\"}}"
PLAYING = "{kind: toggle, target: {mpris: \"%s\", property: playing}}"
POSITION = "{max: 300, unit: s, decimals: 0, target: {mpris: \"%s\", property: position}}"
SHUFFLE = "{kind: toggle, target: {mpris: \"%s\", property: shuffle}}"


def config(parameters):
    return "version: 1\nparameters:\n" + "".join(f"  {name}: {what}\n" for name, what in parameters.items())


def started(bus, parameters, desk="", **more):
    return native.Daemon(config(parameters) + desk, environment={"DBUS_SESSION_BUS_ADDRESS": bus.address}, **more).start()


def note(faderd, name):
    return target(faderd, name).get("note") or ""


def about(faderd, name, words):
    wait_until(lambda: words in note(faderd, name), lambda: f"{words}: {target(faderd, name)}")


@test("mpv: the fader moves its volume, playerctl moves the fader, and triggers control it")
def mpv():
    bus = Bus()
    bus.mpv("--loop-playlist", "/usr/share/sounds/none.wav")
    faderd = started(
        bus, {"music": VOLUME % "mpv*", "playing": PLAYING % "mpv", "next": "{kind: trigger, target: {mpris: \"mpv*\", call: next}}",
              "pause": "{kind: trigger, target: {mpris: \"MPV\", call: play-pause}}"}, native.desk({1: "music"}))
    bound(faderd, "music", "playing")
    wait_until(lambda: faderd.text("music") == "40.0 %", lambda: f"what mpv has: {faderd.text('music')}")
    equal(bus.playerctl("volume"), "0.400000", "nothing is written at a start")
    wait_until(lambda: abs(faderd.motor(1) - 0.4) < 0.01, "the motor")
    faderd.move(1, 0.75)
    wait_until(lambda: abs(float(bus.playerctl("volume")) - 0.75) < 0.01, lambda: f"75 %: {bus.playerctl('volume')}")
    bus.playerctl("volume", "0.2")
    wait_until(lambda: faderd.text("music") == "20.0 %", lambda: f"20 %: {faderd.text('music')}; {target(faderd, 'music')}")
    equal(faderd.value("playing"), False)
    faderd.set("playing", "on")
    wait_until(lambda: bus.playerctl("status") == "Playing", lambda: f"mpv to play: {bus.playerctl('status')}")
    equal(faderd.ctl("press", "pause").exit, 0, "exit of press")
    wait_until(lambda: bus.playerctl("status") == "Paused" and not faderd.value("playing"), "mpv to pause")
    bus.playerctl("play")
    wait_until(lambda: faderd.value("playing"), "on")
    equal(faderd.ctl("press", "next").exit, 0, "exit of press")
    wait_until(lambda: not faderd.parameter("next")["running"], "the end of next")
    check("failed" not in read(faderd.log_file), lambda: f"no failure: {read(faderd.log_file)}")
