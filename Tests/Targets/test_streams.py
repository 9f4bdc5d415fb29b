"""Streams and channels of a sound server that must not be mixed up: streams that join, the balance, what an absent program is preset to."""

import os
import time

import native
import sound
from sound import FULL, both, bound, near, target
from testing import check, equal, test, wait_until

CONFIG = """\
version: 1
parameters:
  music: {type: percent, target: {pulse: {app: [mus*]}}}
  hush: {kind: toggle, target: {pulse: {app: [mus*]}, property: mute}}
"""


def started(server, config=CONFIG, **place):
    return native.Daemon(config, environment={**server.place, **place}).start()


def begins(server, faderd, volume, mute=False):
    """Checks what the next stream of musica begins with, faderd being stopped. Where the server takes nothing in advance, the running faderd has to set it."""
    if server.presets:
        equal(faderd.stop(), 0, "exit code")
    program = server.app("musica")
    begun = server.stream("musica")

    def fits(stream):
        return near(sound.loudest(stream), volume * FULL, 400) and stream["mute"] == mute
    if server.presets:
        check(fits(begun), lambda: f"{volume} {mute}: {begun}")
    else:
        wait_until(lambda: fits(server.stream("musica")), lambda: f"{volume} {mute}: {server.stream('musica')}")
        equal(faderd.stop(), 0, "exit code")
    program.kill()
    wait_until(lambda: not server.streams("musica"), "the stream to go")


@both("with `apps` each program has only its own streams, whatever it is called; who has the streams of an absent target is told")
def own(server):
    config = "version: 1\napps: {each: \"app.{name}\", type: percent}\nparameters:\n"
    for line in ("first: {type: percent, target: {pulse: {app: [hug*]}}}", "second: {type: percent, target: {pulse: {app: [hugo]}}}",
                 "games: {type: percent, target: {pulse: {rest: true}}}"):
        config += f"  {line}\n"
    faderd = started(server, config)
    # All three have the binary pacat; the last one's name would match every program as a pattern.
    names = ("zeta", "pacat", "*")
    for name in (*names, "hugo"):
        server.app(name)
    ids = [sound.app_id(faderd, name) for name in names]
    equal(sorted(ids), ["app.pacat", "app.pacat-2", "app.pacat-3"], "ids, which come from the binary")
    bound(faderd, *ids, "first")
    for each in ids:
        equal(len(target(faderd, each)["matched"]), 1, f"streams of {each}")
    for level, each in zip((20, 40, 60), ids):
        faderd.set(each, str(level))
    for level, name in zip((0.2, 0.4, 0.6), names):
        wait_until(lambda: near(server.app_volume(name), level * FULL), lambda: f"{level} of {name}: {server.app_volume(name)}")
    equal(target(faderd, "second")["note"], "its streams belong to first", "note")
    check("its streams belong to first, app." in target(faderd, "games")["note"], f"note: {target(faderd, 'games')}")


@both("the volume and the mute of a program that is not there are both preset if they change together, and one after the other")
def together(server):
    faderd = started(server)
    server.app("musica")
    bound(faderd, "music", "hush")
    server.set_app_volume("musica", FULL // 2)
    wait_until(lambda: faderd.text("music") == "50 %", "the volume of a mixer")
    faderd.set("music", "20")
    faderd.set("hush", "on")
    equal(faderd.ctl("snapshot", "save", "low").exit, 0, "exit of save")
    faderd.set("music", "80")
    faderd.set("hush", "off")
    wait_until(lambda: near(server.app_volume("musica"), 0.8 * FULL) and not server.stream("musica")["mute"], "80 %")
    server.apps.pop().kill()
    wait_until(lambda: target(faderd, "hush")["state"] == "absent", "the app to go")
    equal(faderd.ctl("snapshot", "recall", "low").exit, 0, "exit of recall")
    time.sleep(0.5)
    begins(server, faderd, 0.2, mute=True)
    faderd = started(server)
    server.app("musica")
    bound(faderd, "music", "hush")
    faderd.set("hush", "on")
    server.apps.pop().kill()
    wait_until(lambda: target(faderd, "hush")["state"] == "absent", "the app to go")
    faderd.set("music", "60")
    time.sleep(0.5)
    faderd.set("hush", "off")
    time.sleep(0.5)
    begins(server, faderd, 0.6)


@both("a program whose volume was never changed is preset as well")
def unchanged(server):
    faderd = started(server)
    server.app("musica")
    bound(faderd, "music")
    server.apps.pop().kill()
    wait_until(lambda: target(faderd, "music")["state"] == "absent", "the app to go")
    faderd.set("music", "30")
    time.sleep(0.5)
    begins(server, faderd, 0.3)


@test("a program is preset when the sound server comes, with what was set while it was away, and before a restart")
def away():
    server = sound.PulseAudio().start()
    server.app("musica")
    server.set_app_volume("musica", FULL // 2)
    server.apps.pop().kill()
    later = f"{server.directory}/pulse/later"
    faderd = started(server, PULSE_SERVER=f"unix:{later}")
    wait_until(lambda: "no sound server" in target(faderd, "music").get("note", ""), "the server to be missed")
    faderd.set("music", "20")
    os.symlink(server.socket, later)
    wait_until(lambda: "no stream" in target(faderd, "music").get("note", ""), lambda: f"the server: {target(faderd, 'music')}")
    time.sleep(0.5)
    begins(server, faderd, 0.2)
    server.app("musica")
    server.set_app_volume("musica", FULL // 2)
    server.apps.pop().kill()
    faderd.start()
    wait_until(lambda: "no stream" in target(faderd, "music").get("note", ""), "the server after the restart")
    time.sleep(0.5)
    begins(server, faderd, 0.2)
