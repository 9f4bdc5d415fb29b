"""The recipes of the documents that run programs, and those whose other side is a program that speaks MIDI."""

import contextlib
import json
import os
import re
import threading
import time

import programs
import testing
from recipes import configs, prepared, recipes, touch
from test_recipes import consoles
from testing import equal, wait_until

@recipes("the recipes that run programs: none is run at the start or at a restart, and then with what was set, or pressed", "exec")
def executed():
    names = set()
    for where, text in configs("exec"):
        folder = programs.folder()
        ran = lambda: programs.lines(f"{folder}/ran")
        for name in set(re.findall(r"exec: \[([\w-]+)", text)):
            programs.script(folder, name, f"[ \"$1\" != get ] || {{ echo 2; exit; }}\necho {name} \"$@\" ${{LAMP_TOKEN:+with a token}} >> {folder}/ran\n")
            names.add(name)
        text, peers = consoles(text)
        faderd = prepared(text, environment={"PATH": f"{folder}:{os.environ['PATH']}"}).start()
        testing.stays(lambda: not ran(), lambda: f"{where}: {ran()}, which nobody meant", 1)
        if "dim" in text:
            # A hand on the parts of a color that came from nowhere else.
            faderd.set("lamp", "#80a0c0")
            wait_until(lambda: ran() and ran()[-1] == f"dim {faderd.parameter('lamp.lightness')['editText']}", lambda: f"{where}: {ran()}")
            lamp = peers["192.168.1.30:7000"]
            wait_until(lambda: lamp.written, f"{where}: the color")
            equal(lamp.written[-1][0], "/lamp/color", f"{where}: where the color goes")
        elif "lampctl" in text:
            faderd.set("lamp", "on")
            wait_until(lambda: ran() == ["lampctl on with a token"], lambda: f"{where}: {ran()}")
        elif "fanctl" in text:
            wait_until(lambda: faderd.shown("fan") == "2", lambda: f"{where}: what it reads: {faderd.shown('fan')}")
            faderd.set("fan", "3")
            wait_until(lambda: ran() == ["fanctl 3"], lambda: f"{where}: {ran()}")
        else:
            equal(faderd.ctl("snapshot", "save", "Pause").exit, 0, "exit of snapshot save")
            faderd.set("master", "-10")
            touch(faderd, "record", clicks=1)
            wait_until(lambda: ran() == ["lights blackout"], lambda: f"{where}: {ran()}")
            wait_until(lambda: faderd.shown("master") == "0.0 dB", lambda: f"{where}: the recall after it: {faderd.shown('master')}")
        wait_until(lambda: not faderd.status()["saving"]["unsaved"], "the state to be saved")
        count = len(ran())
        faderd.restart()
        testing.stays(lambda: len(ran()) == count, lambda: f"{where}: {ran()[count:]} at a restart", 1)
        faderd.stop()
    equal(names, {"dim", "fanctl", "lampctl", "lights"}, "programs in recipes")


class Host:
    """The other end of a surface, which is the virtual one: what it is sent from its first moment, and what it sends."""

    def __init__(self, text):
        found = re.search(r'\n  ([\w-]+):\s+\{?(match: ("(?:no client|Virtual Raw)[^"]*"|\{client: "rtpmidid[^}]*\}))', text)
        self.surface, match, _ = found.groups()
        as_match = lambda name: text.replace(match, f'match: "{name}"', 1)
        # The surface gets its other end by a reload, when somebody listens already.
        self.faderd = prepared(as_match("nobody"), virtual="").start()
        monitor = self.faderd.session()
        monitor.send("GET", "/v1/monitor")
        self.lines = []
        threading.Thread(target=self._hear, args=(monitor.link,), daemon=True).start()
        wait_until(lambda: self.lines, "the monitor")
        self.faderd.reload(as_match("faderd virtual"))
        wait_until(lambda: self.faderd.get("/v1/virtual-surface").get("surface") == self.surface, "the other end")

    def _hear(self, link):
        with contextlib.suppress(OSError):
            for line in link.makefile():
                self.lines.append(line)

    @property
    def got(self):
        """The bytes of the messages that it was sent."""
        found = [json.loads(line.removeprefix("data:")) for line in self.lines if line.startswith("data:")]
        return [each["bytes"] for each in found if each.get("surface") == self.surface and each.get("direction") == "out"]

    def send(self, *bytes):
        done = self.faderd.ctl("virtual", "send", self.surface, *bytes)
        equal(done.exit, 0, f"exit of virtual send ({done.err})")

    def gets(self, *messages):
        wait_until(lambda: self.got[-len(messages):] == list(messages), lambda: f"{self.surface} to get {messages}: {self.got}")


@recipes("the recipes for programs that speak MIDI: they are sent nothing that nobody has set, and then both sides follow each other", "program")
def programs_with_faders():
    surfaces = set()
    for where, text in configs("program"):
        if "{midi: " in text:
            continue
        host = Host(text)
        surfaces.add(host.surface)
        time.sleep(1)
        faderd = host.faderd
        (id,) = (each["id"] for each in faderd.get("/v1/parameters"))
        if host.surface == "ipad":
            # A controller: its motor shows what the parameter is.
            equal(host.got, ["E0 00 00"], f"{where}: what it was sent at first")
            host.send("E0 00 40")
            wait_until(lambda: faderd.shown(id) == "0.50", lambda: f"{where}: the half: {faderd.shown(id)}")
            faderd.set(id, "1")
            host.gets("E0 7F 7F")
        else:
            equal((host.got, faderd.text(id)), ([], "–"), f"{where}: what it was sent at first, and what is shown")
            host.send("B0 07 64")
            wait_until(lambda: faderd.shown(id) == "0.79", lambda: f"{where}: what the program has: {faderd.shown(id)}")
            testing.stays(lambda: host.got == [], lambda: f"{where}: its own value came back: {host.got}", 0.5)
            faderd.set(id, "0.5")
            host.gets("B0 07 40")
        faderd.stop()
    equal(surfaces, {"ardour", "reaper", "ipad"}, "surfaces of programs")


PRESSED = {
    "play": (["F0 7F 7F 06 02 F7"], ["90 5E 7F", "90 5E 00"]), "stop": (["F0 7F 7F 06 01 F7"], ["90 5D 7F", "90 5D 00"]),
    "record": (["F0 7F 7F 06 06 F7"], ["90 5F 7F", "90 5F 00"]), "rewind": (["F0 7F 7F 06 05 F7", "F0 7F 7F 06 01 F7"], [])}


@recipes("the recipes for the transport of a host: nothing is pressed at the start or by its lamps, and each button sends what it says", "transport")
def transport():
    # Without a sequencer there is one surface, here the host. Its lamps on a desk: Tests/VM/test_transport.py.
    for place, (where, text) in enumerate(configs("transport")):
        host = Host(text)
        if place == 1:
            host.send("90 5E 7F", "90 5D 7F", "90 5F 7F")
        testing.stays(lambda: host.got == [], lambda: f"{where}: {host.got}, which nobody meant", 1)
        ids = [each["id"] for each in host.faderd.get("/v1/parameters")]
        equal(ids, [id for id, messages in PRESSED.items() if messages[place]], f"{where}: triggers")
        for id in ids:
            equal(host.faderd.ctl("press", id).exit, 0, f"exit of press {id}")
            host.gets(*PRESSED[id][place])
        equal(len(host.got), sum(len(messages[place]) for messages in PRESSED.values()), f"{where}: messages")
        host.faderd.stop()
    equal(len(configs("transport")), 2, "hosts")
