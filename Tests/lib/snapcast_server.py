"""A Snapcast server in a thread, as far as its control API goes (badaix/snapcast, doc/json_rpc_api/control.md): whoever changes something gets an answer,
and the others are notified. It can also stall, send anything, and end its connections."""

import contextlib
import json
import socket
import threading

import testing
from listener import Listener


class SnapcastServer(Listener):
    """Clients `kitchen-id` (Kitchen) and `bath-id` (no name, host bath) in the groups `down-id` (Downstairs) and `up-id`.
    `greet(link)` says what it does with a connection instead of serving it."""

    def __init__(self, port=0, greet=None):
        self.greet, self.is_silent, self.requests = greet, False, []
        self.lock = threading.RLock()
        self.clients = {"kitchen-id": ["Kitchen", "kitchen", 40, False, True], "bath-id": ["", "bath", 70, True, True]}
        self.streams = ["default", "radio"]
        self.groups = {"down-id": ["Downstairs", False, "default", ["kitchen-id"]], "up-id": ["", False, "radio", ["bath-id"]]}
        super().__init__(port)

    def send(self, data, besides=None):
        with self.lock:
            for link in self.sockets:
                if link is not besides:
                    with contextlib.suppress(OSError):
                        link.sendall(data)

    def notify(self, method, besides=None, **params):
        self.send(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode() + b"\r\n", besides)

    def update(self):
        """Tells everybody the whole state, as after a new client."""
        self.notify("Server.OnUpdate", **self.server())

    def client(self, id):
        name, host, percent, muted, connected = self.clients[id]
        return {"id": id, "connected": connected, "host": {"name": host}, "config": {
            "name": name, "latency": 0, "volume": {"muted": muted, "percent": percent}}}

    def server(self):
        return {"server": {"streams": [{"id": one, "status": "idle"} for one in self.streams], "groups": [
            {"id": id, "name": name, "muted": muted, "stream_id": stream, "clients": [self.client(one) for one in members]}
            for id, (name, muted, stream, members) in self.groups.items()]}}

    def serve(self, link):
        if self.greet:
            return self.greet(link)
        for line in link.makefile("rb"):
            asked = json.loads(line)
            if not self.is_silent:
                with self.lock:
                    link.sendall(json.dumps({"id": asked["id"], "jsonrpc": "2.0", **self.answer(asked, link)}).encode() + b"\r\n")

    def answer(self, asked, link):
        method, params = asked["method"], asked.get("params", {})
        if method == "Server.GetStatus":
            return {"result": self.server()}
        self.requests.append((method, params))
        id = params["id"]
        if id not in self.clients and id not in self.groups:
            return {"error": {"code": -32603, "message": "Internal error", "data": "not found \x1b[31m"}}
        if method == "Client.SetVolume":
            self.clients[id][2:4] = params["volume"]["percent"], params["volume"]["muted"]
            self.notify("Client.OnVolumeChanged", link, id=id, volume=params["volume"])
            return {"result": {"volume": params["volume"]}}
        if method == "Client.SetName":
            self.clients[id][0] = params["name"]
            self.notify("Client.OnNameChanged", link, id=id, name=params["name"])
        elif method == "Group.SetMute":
            self.groups[id][1] = params["mute"]
            self.notify("Group.OnMute", link, id=id, mute=params["mute"])
        elif method == "Group.SetStream":
            self.groups[id][2] = params["stream_id"]
            self.notify("Group.OnStreamChanged", link, id=id, stream_id=params["stream_id"])
        return {"result": {}}


class Hand:
    """Another client of the control API."""

    def __init__(self, server):
        self.link = socket.create_connection(("127.0.0.1", server.port))
        testing.defer(self.link.close)
        self.lines, self.count = self.link.makefile("rb"), 0

    def ask(self, method, **params):
        self.count += 1
        self.link.sendall(json.dumps({"id": self.count, "jsonrpc": "2.0", "method": method, "params": params}).encode() + b"\r\n")
        while True:
            message = json.loads(self.lines.readline())
            if message.get("id") == self.count:
                return message

    def volume(self, id, percent, muted=False):
        return self.ask("Client.SetVolume", id=id, volume={"percent": percent, "muted": muted})
