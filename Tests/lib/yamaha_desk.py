"""A stand-in for a Yamaha TF, DM3, QL or CL, written from what is published about its remote control: docs/consoles.md has the sources.

It answers each line with one line, keeps levels within its range, and tells changes to all who did not make them. Who says nothing for the time of its keep-alive is put out.
"""

import socket
import threading
import time

import testing

LEVEL = "MIXER:Current/InCh/Fader/Level"


def show():
    values = {}
    for path, count in (("InCh", 40), ("StInCh", 4), ("FxRtnCh", 4), ("Mix", 20), ("Mtrx", 4), ("DCA", 8), ("St", 2)):
        for n in range(count):
            strip = f"MIXER:Current/{path}"
            values |= {f"{strip}/Fader/Level {n} 0": -32768, f"{strip}/Fader/On {n} 0": 1, f"{strip}/Label/Name {n} 0": "", f"{strip}/Label/Color {n} 0": "Blue"}
            if path in ("InCh", "StInCh", "FxRtnCh"):
                values[f"{strip}/ToSt/Pan {n} 0"] = 0
                for mix in range(20):
                    values |= {f"{strip}/ToMix/Level {n} {mix}": -32768, f"{strip}/ToMix/On {n} {mix}": 1, f"{strip}/ToMix/Pan {n} {mix}": 0}
    return values | {f"MIXER:Current/MuteMaster/On {n} 0": 0 for n in range(6)}


class Desk:
    def __init__(self, values=None, port=0, pieces=0):
        self.values = show() | (values or {})
        self.heard, self.clients, self.scenes = [], [], {}
        self.silent, self.alive, self.pieces, self.kept = False, True, pieces, None
        self.guard = threading.RLock()
        self.listener = socket.create_server(("127.0.0.1", port))
        self.port = self.listener.getsockname()[1]
        testing.defer(self.close)
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self):
        self.alive = False
        try:
            self.listener.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.listener.close()
        self.cut()

    def cut(self):
        with self.guard:
            for client in self.clients:
                try:
                    client.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

    def _accept(self):
        while self.alive:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            with self.guard:
                self.clients.append(client)
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client):
        data = b""
        while self.alive:
            try:
                client.settimeout(self.kept)
                more = client.recv(65536)
            except OSError:
                more = b""
            if not more:
                break
            *lines, data = (data + more).split(b"\n")
            for line in lines:
                with self.guard:
                    self._take(line.decode(), client)
        with self.guard:
            self.clients.remove(client)
        client.close()

    def send(self, text, *clients):
        if self.silent:
            return
        data = text.encode()
        for client in clients:
            try:
                for at in range(0, len(data), self.pieces or len(data)):
                    client.sendall(data[at:at + (self.pieces or len(data))])
            except OSError:
                pass

    def _take(self, line, client):
        self.heard.append((time.monotonic(), line))
        words = line.split(" ", 5)
        address = " ".join(words[1:4])
        if words[:2] == ["scpmode", "keepalive"]:
            self.kept = int(words[2]) / 1000
            client.settimeout(self.kept)
            self.send(f"OK {line}\n", client)
        elif words[0] in ("devstatus", "devinfo"):
            self.send(f"OK {line} \"normal\"\n", client)
        elif words[0] == "ssrecall_ex":
            self.values |= self.scenes.get(int(words[2]), {})
            self.send(f"OK {line}\n", client)
            self.send(f"NOTIFY sscurrent_ex scene_a {words[2]} unmodified\n", *self.clients)
        elif address not in self.values:
            self.send(f"ERROR {words[0]} UnknownAddress\n", client)
        elif words[0] == "get":
            self.send(f"OK get {address} {self.shown(address)}\n", client)
        elif words[0] == "set":
            value = line[len(f"set {address} "):]
            value = value[1:-1].replace('\\"', '"') if value.startswith('"') else int(value)
            kept = value
            if "Level" in address and value != -32768:
                kept = min(max(value, -13800), 1000)
            self.send(f"OK{'m' if kept != value else ''} set {address} {self.shown(address, kept)} \"x y\"\n", client)
            self._set(address, kept, client)

    def shown(self, address, value=None):
        value = self.values[address] if value is None else value
        return '"' + value.replace('"', '\\"') + '"' if isinstance(value, str) else value

    def _set(self, address, value, by):
        if self.values[address] == value:
            return
        self.values[address] = value
        self.send(f"NOTIFY set {address} {self.shown(address)} \"x\"\n", *[client for client in self.clients if client != by])

    def tablet(self, address, value):
        with self.guard:
            self._set(address, value, None)

    def raw(self, text):
        with self.guard:
            self.send(text, *self.clients)

    def sets(self, address=""):
        with self.guard:
            return [line for _, line in self.heard if line.startswith(f"set {address}")]
