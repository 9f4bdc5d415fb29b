"""What a peer sends takes no more memory than its limit says, however much of it comes: docs/limits.md."""

import contextlib
import random
import socket
import struct
import threading
import time

import fakeobs
import native
from listener import gone
from floods import HAND, MOST, Hand, grown, grown_meanwhile, numbers, poured
from sound import target
from testing import check, defer, equal, test, wait_until

class Silent(fakeobs.FakeStudio):
    """It leaves the question for its scenes unanswered while `is_mute`."""
    is_mute = False

    def answer(self, request):
        if self.is_mute and request["requestType"] == "GetSceneList":
            return b""
        return super().answer(request)


@test("OBS renames scenes for ever and never lists them, or shows scenes with names of any length: the memory stays, and it is told", limit=180, alone=True)
def renamed():
    fake, count = Silent(), numbers()
    faderd = native.Daemon(
        f"version: 1\ntargets: {{studio: {{obs: \"{fake.address}\"}}}}\nparameters:\n  mic: {{type: decibel, target: {{obs: studio, input: Mic}}}}\n"
        "  scene: {kind: choice, target: {obs: studio, scene: program}}\n").start()

    def bound(parameter):
        wait_until(lambda: target(faderd, parameter)["state"] == "bound", lambda: f"{parameter}: {target(faderd, parameter)}")
    bound("mic")
    bound("scene")
    fake.is_mute = True
    asked = fakeobs.event("InputVolumeChanged", inputName="Mic", inputVolumeDb=-5)

    def rename():
        fake.send(asked + b"".join(fakeobs.event("SceneNameChanged", oldSceneName=f"a{n}", sceneName=f"b{n}" + "x" * 200) for n in (next(count) for _ in range(300))))
    used = grown(faderd, rename)
    check(used < MOST, f"{used} KiB more by renames")

    def told():
        # Until it has answered something again, its silence comes first.
        fake.send(asked)
        return "renamed more than 1024 scenes" in target(faderd, "scene").get("note", "")
    wait_until(told, lambda: f"the note: {target(faderd, 'scene')}")

    def show():
        # Without an answer in between it would count as gone.
        fake.send(asked + fakeobs.event("CurrentProgramSceneChanged", sceneName=f"{next(count)}" + "x" * 100_000))
    used = grown(faderd, show)
    check(used < MOST, f"{used} KiB more by long names")
    fake.is_mute = False
    fake.drop()
    wait_until(lambda: not target(faderd, "scene").get("note") and target(faderd, "scene")["state"] == "bound", lambda: f"the list: {target(faderd, 'scene')}")
    wait_until(lambda: [option["label"] for option in faderd.parameter("scene")["options"]][:4] == ["A", "B", "C", "D"], "the options")


class Forgetful(fakeobs.FakeOBS):
    """Its inputs come, are asked for their levels, which it does not answer, and go again."""

    def __init__(self):
        self.steps = {}
        super().__init__()

    def answer(self, request):
        name = request.get("requestData", {}).get("inputName")
        if name is None:
            return super().answer(request)
        step = self.steps[name] = (self.steps.get(name, -1) + 1) % 3
        if step == 0:
            return self.reply(request, True) + fakeobs.event("InputVolumeChanged", inputName=name, inputVolumeDb=-random.randint(1, 50))
        if step == 1:
            return fakeobs.event("InputRemoved", inputName=name)
        return self.reply(request, False) + fakeobs.event("InputCreated", inputName=name)

    def reply(self, request, is_there):
        status = {"result": True, "code": 100} if is_there else {"result": False, "code": 600}
        return fakeobs.message(
            7, requestId=request["requestId"], requestType=request["requestType"], requestStatus=status,
            responseData={"inputVolumeDb": -20, "inputVolumeMul": 0.1} if is_there else {})


@test("an OBS that leaves every other question unanswered for ever is left, with a reason", limit=180)
def unanswered():
    fake = Forgetful()
    names = [f"in{number}" for number in range(40)]
    faderd = native.Daemon(
        f"version: 1\ntargets: {{studio: {{obs: \"{fake.address}\"}}}}\nparameters:\n"
        + "".join(f"  {name}: {{type: decibel, target: {{obs: studio, input: {name}}}}}\n" for name in names)).start()
    wait_until(lambda: "requests unanswered" in faderd.log(), lambda: f"the end: {target(faderd, 'in0')}", 90)
    wait_until(lambda: fake.connections > 1, "another try")


class Broker:
    """A broker that lets its client in again and again, and confirms subscriptions that nobody has asked for."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        # What it does not read stays at its client, and the systems at both ends keep little of it.
        self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
        self.port, self.links, self.subscriptions = self.listener.getsockname()[1], [], 0
        # The last message of each topic. While `reads` is not set, nothing is read.
        self.heard, self.reads = {}, threading.Event()
        self.reads.set()
        defer(self.listener.close)
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                link, _ = self.listener.accept()
                threading.Thread(target=self._serve, args=(link,), daemon=True).start()

    def _serve(self, link):
        with contextlib.suppress(OSError):
            while True:
                self.reads.wait()
                kind, body = self._packet(link)
                if kind == 1:
                    link.sendall(b"\x20\x02\0\0")
                    self.links.append(link)
                elif kind == 8:
                    self.subscriptions += 1
                    link.sendall(b"\x90\x03" + body[:2] + b"\0")
                elif kind == 12:
                    link.sendall(b"\xd0\0")
                elif kind == 3:
                    end = 2 + int.from_bytes(body[:2], "big")
                    self.heard[body[2:end].decode()] = body[end:]

    @staticmethod
    def _packet(link):
        def exactly(count):
            data = b""
            while len(data) < count:
                data += link.recv(count - len(data)) or gone()
            return data
        first, length, shift = exactly(1)[0], 0, 0
        while True:
            byte = exactly(1)[0]
            length |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return first >> 4, exactly(length)


@test("a broker that greets again and again, and confirms what nobody asked for: the memory stays, and nothing is asked or published again", limit=120, alone=True)
def greeted():
    broker = Broker()
    faderd = native.Daemon(
        f"version: 1\ntargets: {{house: {{mqtt: \"mqtt://127.0.0.1:{broker.port}\", publish: {{topic: faderd, home-assistant: true}}}}}}\n"
        "parameters:\n  lamp: {min: 0, max: 1, target: {mqtt: house, topic: lamp, set: lamp/set}}\n").start()
    wait_until(lambda: target(faderd, "lamp")["state"] == "bound", lambda: f"the lamp: {target(faderd, 'lamp')}")
    wait_until(lambda: broker.subscriptions >= 3, "the subscriptions")
    asked, number = broker.subscriptions, numbers()
    flood = b"".join(b"\x20\x02\0\0\x90\x03" + struct.pack(">H", next(number) % 65_535 + 1) + b"\0" for _ in range(5_000))
    used = grown(faderd, lambda: broker.links[-1].sendall(flood))
    check(used < MOST, f"{used} KiB more")
    equal((broker.subscriptions, len(broker.links)), (asked, 1), "subscriptions and connections")
    equal(target(faderd, "lamp")["state"], "bound", "the lamp")


def message(topic, payload, qos, number=0):
    body = struct.pack(">H", len(topic)) + topic.encode() + (struct.pack(">H", number % 65_535 + 1) if qos else b"") + payload
    length, head = len(body), bytes([0x30 | qos << 1])
    while length >= 0x80:
        head, length = head + bytes([length & 0x7F | 0x80]), length >> 7
    return head + bytes([length]) + body


def at_broker(broker, more=""):
    """A daemon with a lamp at a broker, once it is there."""
    faderd = native.Daemon(
        f"version: 1\ntargets: {{house: {{mqtt: \"mqtt://127.0.0.1:{broker.port}\"{more}}}}}\n"
        "parameters:\n  lamp: {min: 0, max: 1, target: {mqtt: house, topic: lamp, set: lamp/set}}\n" + HAND).start()
    wait_until(lambda: target(faderd, "lamp")["state"] == "bound", lambda: f"the lamp: {target(faderd, 'lamp')}")
    return faderd


@test("a broker sends what has to be answered, and does not read the answers: the memory stays, motors follow, and it is left and told",
      limit=180, alone=True)
def unread():
    broker, count = Broker(), numbers()
    faderd = at_broker(broker)
    hand = Hand(faderd)
    broker.reads.clear()
    # An answer to a ping is among the messages, or the broker would count as gone.
    flood, link = b"".join(message("nix", b"", 1, next(count)) for _ in range(4_000)) + b"\xd0\0", broker.links[0]
    with poured(lambda: link.sendall(flood)):
        used = grown_meanwhile(faderd, hand=hand)
        before = faderd.memory()
        wait_until(lambda: "does not read what it is sent" in target(faderd, "lamp").get("note", ""), lambda: f"the reason: {target(faderd, 'lamp')}", 120)
        used += faderd.memory() - before
    print(f"     {used} KiB more")
    check(used < MOST, f"{used} KiB more")
    broker.reads.set()
    wait_until(lambda: target(faderd, "lamp")["state"] == "bound", lambda: f"the lamp afterwards: {target(faderd, 'lamp')}")


@test("a broker sends messages with QoS 2 and never releases them: the memory stays, motors follow, and it is left and told", limit=180, alone=True)
def unreleased():
    broker, count = Broker(), numbers()
    faderd = at_broker(broker)
    flood = b"".join(message("nix", b"x" * 1_000, 2, next(count)) for _ in range(200))

    def pour():
        with contextlib.suppress(OSError):
            broker.links[-1].sendall(flood)
        time.sleep(0.001)
    # What it keeps before it leaves is part of the limit: 8 MiB.
    before = faderd.memory()
    grown(faderd, pour, seconds=8, hand=Hand(faderd))
    used = faderd.memory() - before
    print(f"     {used} KiB more")
    check(used < 3 * MOST, f"{used} KiB more")
    wait_until(lambda: "with a QoS that nobody asked for" in faderd.log(), lambda: f"the reason: {target(faderd, 'lamp')}")
    check(len(broker.links) > 1, "it was not left")
    wait_until(lambda: target(faderd, "lamp")["state"] == "bound", lambda: f"the lamp afterwards: {target(faderd, 'lamp')}")


@test("a broker stops reading for seconds while values are published: the memory stays, and in the end it has the newest of each", limit=120, alone=True)
def stalled():
    broker = Broker()
    faderd = at_broker(broker, ", publish: {topic: faderd}")
    broker.reads.clear()
    session, count = faderd.session(), numbers()

    def change():
        number = next(count)
        session.ask("PUT", "/v1/parameters/lamp", {"position": number % 100 / 100})
    used = grown(faderd, change, hand=Hand(faderd))
    check(used < MOST, f"{used} KiB more")
    faderd.set("hand", "0.25")
    faderd.set("lamp", "0.75")
    broker.reads.set()
    wait_until(lambda: float(broker.heard.get("lamp/set") or 0) == 0.75, lambda: f"the lamp's last value: {broker.heard}")
    wait_until(lambda: any(payload.startswith(b"0.25") for payload in broker.heard.values()), lambda: f"the hand's last value: {broker.heard}")
