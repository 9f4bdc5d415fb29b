"""The real OBS, on a screen that nobody sees, and its other hand: a WebSocket client that sets and watches what is in it."""

import base64
import ctypes
import hashlib
import itertools
import json
import os
import queue
import shutil
import signal
import subprocess
import threading
import time

import native
import testing
from websockets.sync.client import connect

PASSWORD = "correct horse"
SCENES = ("One", "Two", "Three")
INPUTS = ("Mic", "Desk")

_GLOBAL = """\
[General]
FirstRun=true
EnableAutoUpdates=false
[OBSWebSocket]
FirstLoad=false
ServerEnabled=true
AuthRequired=true
[Basic]
Profile=Untitled
ProfileDir=Untitled
SceneCollection=Test
SceneCollectionFile=Test
ConfigOnNewProfile=false
"""
# A small picture ten times a second: it is drawn without a graphics card.
_PROFILE = """\
[General]
Name={name}
[Video]
BaseCX=160
BaseCY=96
OutputCX=160
OutputCY=96
FPSType=1
FPSInt=10
[SimpleOutput]
FilePath={home}
RecQuality=Small
RecRB={replay}
"""


def _scene(name, inputs):
    items = [{"name": each, "id": number, "visible": True} for number, each in enumerate(inputs, 1)]
    return {"id": "scene", "versioned_id": "scene", "name": name, "settings": {"items": items, "id_counter": len(items)}}


def _collection(name, scenes, inputs):
    sources = [{"id": "pulse_input_capture", "versioned_id": "pulse_input_capture", "name": each, "settings": {}} for each in inputs]
    return {
        "name": name, "current_scene": scenes[0], "current_program_scene": scenes[0], "scene_order": [{"name": each} for each in scenes],
        "sources": sources + [_scene(each, inputs) for each in scenes]}


def _die_with_parent():
    """Ends the program if the test's process ends without having stopped it."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


class OBS:
    """An OBS with a home of its own. It has the scenes and inputs of `SCENES` and `INPUTS`, the scene collections Test and Other, and
    the profiles Untitled and Replay, which has a replay buffer."""

    def __init__(self, password=PASSWORD):
        if not shutil.which("obs") or not shutil.which("Xvfb"):
            testing.skip("there is no OBS or no Xvfb")
        self.port, self.password, self.home = native.free_port(), password, native.scratch()
        self.process, self.screen, self.display = None, None, None
        base = f"{self.home}/.config/obs-studio"
        os.makedirs(f"{base}/basic/scenes")
        os.makedirs(f"{self.home}/run", mode=0o700)
        native.write(f"{base}/global.ini", _GLOBAL)
        # OBS can pause what it records with other settings than it streams.
        for name, replay in (("Untitled", "false"), ("Replay", "true")):
            os.makedirs(f"{base}/basic/profiles/{name}")
            native.write(f"{base}/basic/profiles/{name}/basic.ini", _PROFILE.format(name=name, home=self.home, replay=replay))
        native.write(f"{base}/basic/scenes/Test.json", json.dumps(_collection("Test", SCENES, INPUTS)))
        native.write(f"{base}/basic/scenes/Other.json", json.dumps(_collection("Other", ("Alone",), ("Else",))))
        testing.defer(self.stop)
        testing.report(lambda: "OBS: " + native.read(f"{self.home}/log").decode(errors="replace")[-1500:] + "\n")

    def _open_screen(self):
        reader, writer = os.pipe()
        # Xvfb looks for a free number itself, and writes it.
        self.screen = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writer), "-screen", "0", "640x480x24", "-nolisten", "tcp"], pass_fds=[writer], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=_die_with_parent)
        os.close(writer)
        with os.fdopen(reader) as number:
            self.display = f":{number.readline().strip()}"

    def begin(self):
        """Starts it, and does not wait until it answers."""
        if self.screen is None:
            self._open_screen()
        environment = {
            "PATH": os.environ["PATH"], "HOME": self.home, "XDG_RUNTIME_DIR": f"{self.home}/run", "DISPLAY": self.display,
            "QT_QPA_PLATFORM": "xcb", "LIBGL_ALWAYS_SOFTWARE": "1", "LP_NUM_THREADS": "1", "LC_ALL": "C.UTF-8"}
        with open(f"{self.home}/log", "ab") as log:
            self.process = subprocess.Popen(
                ["obs", "--minimize-to-tray", "--disable-updater", "--disable-shutdown-check", "--multi", "--websocket_port", str(self.port),
                 "--websocket_password", self.password], stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment, cwd=self.home,
                preexec_fn=_die_with_parent)
        return self

    def start(self):
        self.begin()
        testing.wait_until(self.listens, "OBS to listen", timeout=60)
        return self

    def listens(self):
        """Whether it says that it listens; a connection would be one more that it counts."""
        testing.check(self.process.poll() is None, lambda: f"OBS ended: {native.read(f'{self.home}/log')[-500:]}")
        with open("/proc/net/tcp6", encoding="ascii") as sockets:
            return f":{self.port:04X} 00000000000000000000000000000000:0000 0A" in sockets.read()

    def kill(self):
        """Without a word, as in a crash."""
        self.process.kill()
        self.process.wait()

    def quit(self):
        """As a person quits it."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=30)

    def stop(self):
        for process in (self.process, self.screen):
            if process is not None:
                process.kill()
                process.wait()

    def hand(self, **more):
        return Hand(self.port, self.password, **more)

    @property
    def address(self):
        return f"127.0.0.1:{self.port}"


def answer(greeting, password):
    """The answer to the question for the password."""
    question = greeting["d"]["authentication"]
    secret = base64.b64encode(hashlib.sha256((password + question["salt"]).encode()).digest()).decode()
    return base64.b64encode(hashlib.sha256((secret + question["challenge"]).encode()).digest()).decode()


class Hand:
    """A client of OBS. `events` has (time, type, data) of everything that has happened."""

    def __init__(self, port, password=PASSWORD, subscriptions=0x7FF):
        self.link = connect(f"ws://127.0.0.1:{port}", subprotocols=["obswebsocket.json"], compression=None, max_size=None)
        greeting = json.loads(self.link.recv(timeout=10))
        self.link.send(json.dumps({"op": 1, "d": {
            "rpcVersion": 1, "eventSubscriptions": subscriptions, "authentication": answer(greeting, password)}}))
        testing.equal(json.loads(self.link.recv(timeout=10))["op"], 2, "OBS lets the hand in")
        self.events, self._answers, self._numbers = [], {}, itertools.count()
        self.seen = queue.Queue()
        testing.defer(self.close)
        threading.Thread(target=self._read, daemon=True).start()
        # OBS 30 lets a client in before it has loaded its scenes, and until then refuses all that it asks.
        testing.wait_until(lambda: self.ask("GetStudioModeEnabled", may_fail=True) != 207, "OBS to be ready")

    def close(self):
        self.link.socket.close()

    def _read(self):
        try:
            for text in self.link:
                now, message = time.monotonic(), json.loads(text)
                if message["op"] == 5:
                    event = (now, message["d"]["eventType"], message["d"].get("eventData", {}))
                    self.events.append(event)
                    self.seen.put(event)
                elif message["op"] == 7:
                    self._answers.pop(message["d"]["requestId"]).put((now, message["d"]))
        except Exception:
            pass  # OBS has ended, or the test has.

    def ask(self, request, may_fail=False, **data):
        """Makes a request; returns its data."""
        status = self.ask_timed(request, **data)[1]
        done = status["requestStatus"]
        testing.check(may_fail or done["result"], lambda: f"OBS to do {request} {data}: {done}")
        return status.get("responseData") if done["result"] else done["code"]

    def ask_timed(self, request, **data):
        number, waiting = str(next(self._numbers)), queue.Queue()
        self._answers[number] = waiting
        self.link.send(json.dumps({"op": 6, "d": {"requestType": request, "requestId": number, "requestData": data}}))
        return waiting.get(timeout=20)

    def volume(self, name="Mic"):
        return self.ask("GetInputVolume", inputName=name)["inputVolumeDb"]

    def set_volume(self, level, name="Mic"):
        self.ask("SetInputVolume", inputName=name, inputVolumeDb=level)

    def scene(self):
        return self.ask("GetCurrentProgramScene")["currentProgramSceneName"]

    def of(self, kind):
        return [data for _, each, data in self.events if each == kind]


def play(parts, studio, hand, *more):
    """Runs parts of a test, one after the other, with the same OBS."""
    for part in parts:
        since = time.monotonic()
        hand.events.clear()
        try:
            part(studio, hand, *more)
        except testing.Failure as failure:
            raise testing.Failure(f"{part.__name__}: {part.__doc__} {failure}") from failure
        print(f"     {part.__name__}: {time.monotonic() - since:.1f} s")
