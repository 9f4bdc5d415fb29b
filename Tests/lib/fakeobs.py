"""An OBS in a thread, which does what the real one does not: it stalls, floods, sends nonsense and half frames, and closes with any code."""

import base64
import contextlib
import hashlib
import json
import struct
import threading
import time

from listener import Listener, gone, handshake

TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9


def frame(payload, opcode=TEXT, length=None):
    """A frame; with `length` its head says that there is more than there is."""
    size = len(payload) if length is None else length
    head = bytes([0x80 | opcode])
    head += bytes([size]) if size < 126 else struct.pack(">BH", 126, size) if size < 1 << 16 else struct.pack(">BQ", 127, size)
    return head + payload


def message(code, **data):
    return frame(json.dumps({"op": code, "d": data}).encode())


def event(kind, **data):
    return message(5, eventType=kind, eventIntent=8, eventData=data)


class FakeOBS(Listener):
    """An OBS with one input, Mic. `greet(link)` says what it does with a connection instead of greeting it."""

    def __init__(self, greet=None, port=0, volume=-20.0):
        self.greet, self.volume, self.is_silent, self.requests, self.events = greet, volume, False, [], 0
        # A frame that is sent in pieces must stay in one piece.
        self.lock = threading.Lock()
        super().__init__(port)

    def send(self, data):
        for link in list(self.sockets):
            with contextlib.suppress(OSError), self.lock:
                link.sendall(data)

    def serve(self, link):
        shake = handshake(link)
        # The greeting comes in the same packet.
        hello = message(0, obsWebSocketVersion="5.1.0", rpcVersion=1)
        if self.greet:
            return self.greet(link, shake, hello)
        link.sendall(shake + hello)
        self.speak(link)

    def speak(self, link):
        """Answers what it is asked."""
        while True:
            opcode, payload = read_frame(link)
            if opcode == CLOSE:
                return
            if opcode != TEXT:
                continue
            asked = json.loads(payload)
            if asked["op"] in (1, 3):
                self.events = asked["d"]["eventSubscriptions"]
                with self.lock:
                    link.sendall(message(2, negotiatedRpcVersion=1))
            elif asked["op"] == 6 and not self.is_silent:
                answer = self.answer(asked["d"])
                with self.lock:
                    link.sendall(answer)

    def answer(self, request):
        self.requests.append(request)
        data, status = {}, {"result": True, "code": 100}
        if request["requestType"] == "SetInputVolume":
            self.volume = request["requestData"]["inputVolumeDb"]
        elif request["requestType"] == "GetInputVolume":
            data = {"inputVolumeDb": self.volume, "inputVolumeMul": 10 ** (self.volume / 20)}
        else:
            status = {"result": False, "code": 600, "comment": "no \x1b[31m" + "x" * 5000}
        return message(7, requestId=request["requestId"], requestType=request["requestType"], requestStatus=status, responseData=data)


def _exactly(link, count):
    data = b""
    while len(data) < count:
        data += link.recv(count - len(data)) or gone()
    return data


def read_frame(link):
    """The next frame of a client, which is masked."""
    first, second = _exactly(link, 2)
    size = second & 0x7F
    if size >= 126:
        size = struct.unpack(">H" if size == 126 else ">Q", _exactly(link, 2 if size == 126 else 8))[0]
    mask, payload = _exactly(link, 4), _exactly(link, size)
    return first & 0x0F, bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))


def read_message(link):
    """The next message of a client."""
    while (frame := read_frame(link))[0] != TEXT:
        pass
    return json.loads(frame[1])


class FakeStudio(FakeOBS):
    """An OBS in the studio mode with four scenes that records and streams. As OBS 29 does, it says that a transition has ended, and then puts the former
    program into the preview. `transition`: its seconds."""

    def __init__(self, transition=0.3, **more):
        self.scenes, self.program, self.preview = ["A", "B", "C", "D"], "A", "B"
        self.outputs = {"Record": False, "Stream": False}
        self.transition, self.swaps = transition, []
        super().__init__(**more)

    def record(self, is_on, output="Record"):
        """Somebody begins or ends a recording or stream."""
        self.outputs[output] = is_on
        state = "STARTED" if is_on else "STOPPED"
        self.send(event(f"{output}StateChanged", outputActive=is_on, outputState=f"OBS_WEBSOCKET_OUTPUT_{state}"))

    def show(self, scene):
        """Somebody puts a scene into the preview."""
        self.preview = scene
        self.send(event("CurrentPreviewSceneChanged", sceneName=scene))

    def _switch(self, scene):
        former, self.program = self.program, scene
        self.send(event("SceneTransitionStarted", transitionName="Fade") + event("CurrentProgramSceneChanged", sceneName=scene))

        def end():
            self.send(event("SceneTransitionEnded", transitionName="Fade"))
            time.sleep(0.01)
            self.swaps.append((self.preview, former))
            self.show(former)
        threading.Timer(self.transition, end).start()

    def answer(self, request):
        self.requests.append(request)
        kind, given, data, after = request["requestType"], request.get("requestData") or {}, {}, None
        if kind == "GetSceneList":
            data = {"scenes": [{"sceneName": name} for name in reversed(self.scenes)]}
        elif kind == "GetStudioModeEnabled":
            data = {"studioModeEnabled": True}
        elif kind == "GetCurrentProgramScene":
            data = {"currentProgramSceneName": self.program}
        elif kind == "GetCurrentPreviewScene":
            data = {"currentPreviewSceneName": self.preview}
        elif kind == "SetCurrentProgramScene":
            if given["sceneName"] != self.program:
                after = lambda: self._switch(given["sceneName"])
        elif kind == "SetCurrentPreviewScene":
            after = lambda: self.show(given["sceneName"])
        elif kind.endswith("Status"):
            data = {"outputActive": self.outputs.get(kind[3:-6], False)}
        elif kind[:5] == "Start" or kind[:4] == "Stop":
            is_on = kind.startswith("Start")
            after = lambda: self.record(is_on, kind[5 if is_on else 4:])
        else:
            return super().answer(request)
        answer = message(7, requestId=request["requestId"], requestType=kind, requestStatus={"result": True, "code": 100}, responseData=data)
        if after:
            threading.Timer(0, after).start()
        return answer

    def asked(self, kind):
        """The data of the requests of a kind so far."""
        return [each.get("requestData") or {} for each in self.requests if each["requestType"] == kind]


class LockedStudio(FakeStudio):
    """The same with a password, and with two inputs that can be heard and one that cannot."""

    def __init__(self, password, **more):
        self.password, self.inputs = password, ["Mic", "Picture", "Desk"]
        super().__init__(greet=self._ask_password, **more)

    def _ask_password(self, link, shake, hello):
        salt, challenge = "salt", "challenge"
        link.sendall(shake + message(0, obsWebSocketVersion="5.1.0", rpcVersion=1, authentication={"salt": salt, "challenge": challenge}))
        opcode, payload = read_frame(link)
        hashed = lambda text: base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        if opcode == TEXT and json.loads(payload)["d"].get("authentication") != hashed(hashed(self.password + salt) + challenge):
            link.sendall(frame(struct.pack(">H", 4009), CLOSE))
            return link.close()
        link.sendall(message(2, negotiatedRpcVersion=1))
        self.speak(link)

    def answer(self, request):
        kind, given, status, data = request["requestType"], request.get("requestData") or {}, {"result": True, "code": 100}, {}
        if kind == "GetInputList":
            data = {"inputs": [{"inputName": name} for name in self.inputs]}
        elif kind == "GetInputMute" and given["inputName"] == "Picture":
            status = {"result": False, "code": 604, "comment": "it has no sound"}
        elif kind == "GetInputMute":
            data = {"inputMuted": False}
        else:
            return super().answer(request)
        self.requests.append(request)
        return message(7, requestId=request["requestId"], requestType=kind, requestStatus=status, responseData=data)


class FakeThings(FakeStudio):
    """An OBS with the filter Comp on Mic, the item Cam in the scene A, and a transition. `lies`: what it answers to kinds of requests instead, or a function
    of what is asked; None: that it has no such thing."""

    def __init__(self, **more):
        self.settings, self.is_on, self.item, self.transform = {}, True, 7, {"positionX": 5.0, "rotation": 0.0}
        self.is_paused = False
        self.fade, self.lies = {"transitionName": "Fade", "transitionDuration": 300}, {}
        super().__init__(**more)

    def answer(self, request):
        kind, given = request["requestType"], request.get("requestData") or {}
        data, code = {}, 100
        if kind in self.lies:
            told = self.lies[kind]
            data = told(given) if callable(told) else told
            data, code = ({}, 604) if data is None else (data, code)
        elif kind == "GetSourceFilter":
            data = {"filterEnabled": self.is_on, "filterKind": "compressor_filter", "filterSettings": dict(self.settings)}
        elif kind == "GetSourceFilterDefaultSettings":
            data = {"defaultFilterSettings": {"threshold": -18.0, "ratio": 10.0}}
        elif kind == "SetSourceFilterEnabled":
            self.is_on = given["filterEnabled"]
        elif kind == "SetSourceFilterSettings":
            self.settings |= given["filterSettings"]
        elif kind == "GetSceneItemId":
            data = {"sceneItemId": self.item}
        elif kind == "GetSceneItemTransform":
            data, code = ({"sceneItemTransform": dict(self.transform)}, 100) if given["sceneItemId"] == self.item else ({}, 600)
        elif kind == "SetSceneItemTransform":
            if given["sceneItemId"] == self.item:
                self.transform |= given["sceneItemTransform"]
            else:
                code = 600
        elif kind == "GetCurrentSceneTransition":
            data = self.fade
        elif kind == "GetRecordStatus":
            data = {"outputActive": self.outputs["Record"], "outputPaused": self.is_paused}
        elif kind == "PauseRecord":
            self.is_paused = True
            threading.Timer(0, self.send, [event("RecordStateChanged", outputActive=True, outputState="OBS_WEBSOCKET_OUTPUT_PAUSED")]).start()
        elif kind == "GetSceneTransitionList":
            data = {"transitions": [{"transitionName": name} for name in ("Cut", "Fade")]}
        else:
            return super().answer(request)
        self.requests.append(request)
        return message(7, requestId=request["requestId"], requestType=kind, requestStatus={"result": code == 100, "code": code}, responseData=data)


# What `FakeThings` answers to those who want to see what it has.
WHOLE = {
    "GetInputList": {"inputs": [{"inputName": "Mic"}, {"inputName": "Picture"}]},
    "GetInputMute": lambda given: {"inputMuted": True} if given["inputName"] == "Mic" else None,
    "GetInputVolume": {"inputVolumeDb": -6.2}, "GetInputAudioBalance": {"inputAudioBalance": 0.25},
    "GetInputAudioSyncOffset": {"inputAudioSyncOffset": 120}, "GetInputAudioMonitorType": {"monitorType": "OBS_MONITORING_TYPE_MONITOR_ONLY"},
    "GetSourceFilterList": lambda given: {"filters": [
        {"filterName": "Comp", "filterKind": "compressor_filter", "filterEnabled": True, "filterSettings": {"ratio": 4}},
        {"filterName": "Odd", "filterKind": "of_a_plugin", "filterEnabled": False, "filterSettings": {"x": 1}}] if given["sourceName"] == "Mic" else []},
    "GetSceneItemList": lambda given: {"sceneItems": [
        {"sourceName": "Cam", "sceneItemEnabled": False, "sceneItemTransform": {"positionX": 5.0, "scaleX": 0.5, "rotation": 90}},
        {"sourceName": "Cam", "sceneItemEnabled": True}] if given["sceneName"] == "A" else []},
    "GetGroupList": {"groups": ["Both"]},
    "GetGroupSceneItemList": {"sceneItems": [{"sourceName": "Logo", "sceneItemEnabled": True, "sceneItemTransform": {}}]},
    "GetVideoSettings": {"baseWidth": 1920, "baseHeight": 1080}, "GetVirtualCamStatus": None}
