"""Which stream belongs to which target: by the program's identity, by its title only where the config says so, and judged once."""

import time

import native
import sound
import testing
from sound import FULL, both, bound, near, target
from testing import check, equal, wait_until

CONFIG = """\
version: 1
parameters:
  game: {type: percent, target: {pulse: {app: ["doom*"]}}}
  talk: {type: percent, target: {pulse: {app: [brow*], title: ["*meeting*"]}}}
  web: {type: percent, target: {pulse: {app: [brow*]}}}
  radio: {type: percent, target: {pulse: {title: ["radio*"]}}}
  others: {type: percent, target: {pulse: {rest: true, except: [bell, {app: mixer, title: "test*"}]}}}
"""


def started(server, config=CONFIG):
    return native.Daemon(config, environment=server.place).start()


def titled(server, name, title):
    """Starts a program with a title; returns its stream."""
    server.app(name, f"--stream-name={title}")
    found = []

    def there():
        found[:] = [each for each in server.list("sink-inputs")
                    if (each["properties"].get("application.name"), each["properties"].get("media.name")) == (name, title)]
        return found
    wait_until(there, f"{name} with {title}")
    return found[0]


def volume(server, stream):
    return sound.loudest(next(each for each in server.list("sink-inputs") if each["index"] == stream["index"]))


@both("a title takes no program away from its fader, and gives one only where the config asks for a title")
def titles(server):
    faderd = started(server)
    for name, level in (("game", 90), ("talk", 70), ("web", 50), ("radio", 30), ("others", 10)):
        faderd.set(name, str(level))
    # Those that nobody sets come before others of their program: a sound server gives a new stream the volume that its program's last one got.
    wanted = [("browser", "DOOM Eternal trailer", 50), ("browser", "Weekly Meeting", 70), ("doom.x86", "sound", 90), ("player", "Radio Swing", 30),
              ("player", "doom ost", 10), ("bell", "ding", 100), ("bell", "radio", 30), ("mixer", "Test tone", 100), ("mixer", "bell", 10)]
    streams = [(titled(server, name, title), level, f"{name}, {title}") for name, title, level in wanted]
    for stream, level, what in streams:
        wait_until(lambda: near(volume(server, stream), level / 100 * FULL), lambda: f"{level} % of {what}: {volume(server, stream)}")
    equal([len(target(faderd, each)["matched"]) for each in ("game", "talk", "web", "radio", "others")], [1, 1, 1, 2, 2], "streams")
    text = faderd.ctl("targets").out
    check("title: DOOM Eternal trailer" in text, lambda: f"the titles: {text}")
    check("media.name" not in text, lambda: f"a property that is no key: {text}")


@testing.test("a stream that plays keeps its fader when its title, or even its name, changes, and through a reload")
def retitled():
    server = sound.PulseAudio().start()
    faderd = started(server)
    faderd.set("web", "50")
    faderd.set("game", "90")
    stream = titled(server, "browser", "AudioStream")
    wait_until(lambda: near(volume(server, stream), 0.5 * FULL), "50 %")
    server.update_properties(stream["index"], {"media.name": "Weekly meeting", "application.name": "doom"})
    wait_until(lambda: server.list("sink-inputs")[0]["properties"]["media.name"] == "Weekly meeting", "the new title")
    time.sleep(0.3)
    faderd.set("game", "80")
    faderd.set("talk", "70")
    faderd.reload(CONFIG.replace("version: 1\n", "version: 1\n# Nothing else.\n").replace("web: {", "web: {label: Web, "))
    testing.stays(lambda: near(volume(server, stream), 0.5 * FULL), "50 %", 0.5)
    equal([target(faderd, each)["state"] for each in ("game", "talk")], ["absent", "absent"], "the others")
    bound(faderd, "web")
    faderd.set("web", "40")
    wait_until(lambda: near(volume(server, stream), 0.4 * FULL), "40 %")
