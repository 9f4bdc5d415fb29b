"""Which stream belongs to which target: by the program's identity, and by its title only where the config says so."""

import native
import sound
from sound import FULL, both, near, target
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
