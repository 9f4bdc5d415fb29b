"""The requests of the page, with the real sequencer: a drag on the page moves a motor, and a fader moves what the page shows.

A browser in this machine would take minutes, so the test makes the page's requests itself, through `faderctl web`, one after the other as
the page does.
"""

import http.client
import json
import signal
import subprocess
import threading

import daemon
import testing
from daemon import Daemon
from gadget import Fader, Gadget
from testing import equal, test, wait_until

CONFIG = """
version: 1
parameters:
  master: {min: -70, max: 6, unit: dB, decimals: 1, default: -12}
surfaces:
  desk:
    match: "Desk*"
    controls:
      fader.1: {input: "cc14 7 ch 1", motor: true, touch: "note 104 ch 1"}
    map: {fader.1: master}
"""


class Page:
    """A tab of the page: the address from `faderctl web`, a named session, and the newest state of each parameter."""

    def __init__(self, faderd):
        self.process = subprocess.Popen(
            [f"{daemon.BINARIES}/faderctl", "web", "--no-open", "--socket", faderd.socket], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        testing.defer(lambda: (self.process.kill(), self.process.communicate()))
        address = self.process.stdout.readline().strip()
        origin, self.key = address.split("/#")
        self.port = int(origin.rsplit(":", 1)[1])
        self.session, self.shown, self.hands = None, {}, []
        self.link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=testing.PATIENCE)
        threading.Thread(target=self._follow, daemon=True).start()
        wait_until(lambda: self.shown, "the state")

    def _headers(self):
        return {"Authorization": f"Bearer {self.key}", "Sec-Fetch-Site": "same-origin"} | ({"Fader-Session": self.session} if self.session else {})

    def _follow(self):
        stream = http.client.HTTPConnection("127.0.0.1", self.port)
        stream.request("GET", "/v1/events?form=batch&rate=30&session=new", headers=self._headers())
        answer, name = stream.getresponse(), None
        for line in answer:
            word, _, rest = line.decode().rstrip("\n").partition(": ")
            if word == "event":
                name = rest
            elif word == "data":
                self._take(name, json.loads(rest))

    def _take(self, name, data):
        if name == "session":
            self.session = data["session"]
        elif name == "state":
            self.shown = {one["id"]: (one["position"], one["text"]) for one in data["parameters"]}
        elif name == "batch":
            self.shown |= {id: (position, text) for id, _, position, text, _ in data}
        elif name == "touch":
            # The touch of a control, or of a gesture such as the page's own drag.
            self.hands.append((data.get("control"), data["touched"]))

    def ask(self, method, path, body=None):
        self.link.request(method, path, None if body is None else json.dumps(body), self._headers() | ({"Content-Type": "application/json"} if body else {}))
        answer = self.link.getresponse()
        return answer.status, json.loads(answer.read())

    def drag(self, parameter, start, end, moves=60):
        for n in range(1, moves + 1):
            body = {"position": start + (end - start) * n / moves, "gesture": "hand-1"} | ({"end": True} if n == moves else {})
            equal(self.ask("PUT", f"/v1/parameters/{parameter}", body)[0], 200, "status of a move")


@test("a drag on the page moves a controller's motor, its fader moves what the page shows, and the end of the web command changes no value")
def page():
    desk = Gadget("Desk").plug()
    fader = Fader(desk, "cc14 7", ch=1, touch=104)
    faderd = Daemon(CONFIG).start()
    desk.settle()
    tab = Page(faderd)
    tab.drag("master", tab.shown["master"][0], 0.25)
    fader.wait_at(round(0.25 * 16383), timeout=testing.PATIENCE)
    equal(len(faderd.get("/v1/history")), 1, "entries of the history")
    wait_until(lambda: abs(tab.shown["master"][0] - 0.25) < 0.001, lambda: f"the page to show it: {tab.shown}")
    fader.touch()
    wait_until(lambda: ("fader.1", True) in tab.hands, "the page to be told of the hand")
    fader.move(12000)
    wait_until(lambda: abs(tab.shown["master"][0] - 12000 / 16383) < 0.001, lambda: f"the page to follow the fader: {tab.shown}")
    fader.release()
    wait_until(lambda: ("fader.1", False) in tab.hands, "the page to be told that the hand is gone")
    status, edit = tab.ask("POST", "/v1/parameters/master/edit")
    equal(status, 201, "status of an edit")
    equal(tab.ask("PUT", f"/v1/edits/{edit['edit']}", {"draft": "-6"})[1]["valid"], True, "whether the draft is a value")
    equal(tab.ask("POST", f"/v1/edits/{edit['edit']}/submit")[1]["outcome"], "committed", "what became of it")
    fader.wait_at(round(64 / 76 * 16383), timeout=testing.PATIENCE)
    tab.process.send_signal(signal.SIGTERM)
    equal(tab.process.wait(testing.PATIENCE), 0, "exit code of faderctl web")
    equal(faderd.value("master"), -6, "the value")
