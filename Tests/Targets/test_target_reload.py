"""Targets over a reload or a restart: what the new config makes of a value is not set in the world."""

import time

import native
import sound
import testing
from sound import FULL, both, bound, cubic, near, target
from programs import folder, lines, script
from testing import equal, test, wait_until


@both("a device keeps its volume if a reload clamps the parameter or changes its unit, and the motor goes there")
def device(server):
    config = lambda what: f"version: 1\nparameters:\n  dev: {{{what}, target: {{pulse: {{sink: one}}}}}}\n" + native.desk({1: "dev"})
    percent, decibel = "type: percent", "type: decibel"
    for before, after, volume, text in (
            (percent, decibel, round(0.4 * FULL), "-23.9 dB"), (decibel, percent, cubic(-30), "32 %"),
            (percent, percent + ", max: 30", round(0.8 * FULL), "30 %"), (decibel, decibel + ", max: 0", round(1.1 * FULL), "0.0 dB")):
        server.set_volume(volume)
        faderd = native.Daemon(config(before), environment=server.place).start()
        bound(faderd, "dev")
        wait_until(lambda: near(target(faderd, "dev").get("readAgo", 9), 0, 9), "it to be read")
        faderd.reload(config(after))
        wait_until(lambda: faderd.text("dev") == text, lambda: f"{text} after {before} → {after}; it is {faderd.text('dev')}")
        testing.stays(lambda: near(server.volume(), volume), f"the volume, {before} → {after}", 0.4)
        wait_until(lambda: near(faderd.motor(1), faderd.parameter("dev")["position"], 0.001), "the motor")
        equal(faderd.stop(), 0, "exit code")


MUSIC = "version: 1\nparameters:\n  music: {type: percent, target: {pulse: {app: [mus]}}}\n"


@both("a program keeps its volume if a reload or a restart makes another unit of its parameter's number")
def unit(server):
    faderd = native.Daemon(MUSIC, environment=server.place).start()
    app = server.app("mus")
    bound(faderd, "music")
    for restart in (False, True):
        faderd.reload(MUSIC) if not restart else None
        faderd.put_durably("music", 40)
        wait_until(lambda: near(server.app_volume("mus"), 0.4 * FULL), "40 %")
        if restart:
            equal(faderd.stop(), 0, "exit code")
            faderd.configure(MUSIC.replace("percent", "decibel"))
            faderd.start()
        else:
            faderd.reload(MUSIC.replace("percent", "decibel"))
        wait_until(lambda: faderd.text("music") == "-23.9 dB", lambda: f"-23.9 dB; it is {faderd.text('music')}")
        testing.stays(lambda: near(server.app_volume("mus"), 0.4 * FULL), "40 % afterwards", 0.4)
        if not restart:
            # Also a program that begins only after the reload, and after a restart that follows it.
            app.kill()
            faderd.reload(MUSIC)
            faderd.put_durably("music", 40)
            wait_until(lambda: target(faderd, "music")["state"] == "absent", "the app to go")
            faderd.reload(MUSIC.replace("percent", "decibel"))
            faderd.restart()
            server.app("mus")
            bound(faderd, "music")
            testing.stays(lambda: server.app_volume("mus") <= FULL, "no more than 100 %", 0.4)
            faderd.reload(MUSIC)
    # A value that somebody has chosen since then counts again.
    faderd.set("music", "-6")
    for each in server.apps:
        each.kill()
    wait_until(lambda: target(faderd, "music")["state"] == "absent", "the app to go")
    faderd.restart()
    server.app("mus")
    wait_until(lambda: near(server.app_volume("mus"), cubic(-6), 400), lambda: f"-6 dB: {server.app_volume('mus')}")


@both("with `apps`, another type of its parameters changes no program's volume")
def apps(server):
    config = "version: 1\napps: {each: \"app.{name}\", type: percent}\n"
    faderd = native.Daemon(config, environment=server.place).start()
    server.app("loud")
    server.app("low")
    wait_until(lambda: len(faderd.get("/v1/parameters")) == 2, "both parameters")
    loud, low = (sound.app_id(faderd, name) for name in ("loud", "low"))
    bound(faderd, loud, low)
    faderd.set(loud, "40")
    faderd.set(low, "5")
    wait_until(lambda: near(server.app_volume("loud"), 0.4 * FULL) and near(server.app_volume("low"), 0.05 * FULL), "40 % and 5 %")
    faderd.reload(config.replace("percent", "decibel"))
    wait_until(lambda: faderd.text(loud) == "-23.9 dB", lambda: f"-23.9 dB; it is {faderd.text('app.loud')}")
    testing.stays(lambda: near(server.app_volume("loud"), 0.4 * FULL) and near(server.app_volume("low"), 0.05 * FULL), "the volumes", 0.5)
    # Also that of one that does not play at the reload.
    faderd.reload(config)
    wait_until(lambda: faderd.text(low) == "5 %", lambda: f"5 %; it is {faderd.text(low)}")
    faderd.set(low, "5")
    for each in server.apps:
        each.kill()
    wait_until(lambda: not faderd.get("/v1/parameters"), "the programs to go")
    faderd.reload(config.replace("percent", "decibel"))
    server.app("low")
    wait_until(lambda: faderd.get("/v1/parameters"), "its parameter")
    bound(faderd, low)
    testing.stays(lambda: server.app_volume("low") <= FULL, lambda: f"no more than 100 %: {server.app_volume('low')}", 0.4)


@both("a reload of another key leaves a stream beyond the range, and streams that differ, as they are")
def unrelated(server):
    faderd = native.Daemon(MUSIC, environment=server.place).start()
    server.app("mus", "--stream-name=a")
    server.app("mus", "--stream-name=b")
    wait_until(lambda: len(target(faderd, "music")["matched"]) == 2, "both streams")
    bound(faderd, "music")
    faderd.set("music", "80")
    volumes = lambda: sorted(sound.loudest(each) for each in server.streams("mus"))
    wait_until(lambda: all(near(each, 0.8 * FULL) for each in volumes()), "80 %")
    time.sleep(1.5)
    server.pactl("set-sink-input-volume", str(server.streams("mus")[0]["index"]), "137%")
    wait_until(lambda: faderd.text("music") == "100 %", "the end of the range")
    before = volumes()
    for more in ("fine-step: 2, ", "fine-step: 2, max: 90, "):
        faderd.reload(MUSIC.replace("target", more + "target"))
        bound(faderd, "music")
        testing.stays(lambda: volumes() == before, lambda: f"{before}; now {volumes()}", 0.5)


@test("with at-start: true a program is run at the start with the value that was set, of any kind")
def kinds():
    for what, typed, given in (("type: decibel", "-inf", "-inf"), ("kind: toggle", "on", "on"), ("kind: choice, options: [a, b]", "b", "b")):
        directory = folder()
        program = script(directory, "set", f"echo $1 >> {directory}/out\n")
        faderd = native.Daemon(f"version: 1\nparameters:\n  fan: {{{what}, target: {{exec: [{program}, \"{{value}}\"], at-start: true}}}}\n").start()
        out = lambda: lines(f"{directory}/out")
        wait_until(lambda: len(out()) == 1, lambda: f"a run with the default: {out()}")
        faderd.set("fan", typed)
        wait_until(lambda: out()[1:] == [given], lambda: f"{given}: {out()}")
        faderd.restart()
        wait_until(lambda: out()[1:] == [given] * 2, lambda: f"{given} again: {out()}")
