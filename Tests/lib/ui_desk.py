"""A stand-in for a Soundcraft Ui, written from what is published about its protocol: docs/consoles.md has the sources.

A WebSocket on which it tells everything at the beginning, in no order, and each change to all who did not make it. Who does not say ALIVE is put out.
"""

import base64
import hashlib
import random
import socket
import struct
import threading
import time

import testing

PATIENCE = 5


def show():
    values = {"m.mix": 0.0, "m.pan": 0.5, "mgmask": 0}
    for word, count in (("i", 24), ("l", 2), ("f", 4), ("s", 6), ("a", 10), ("v", 6)):
        for n in range(count):
            values |= {f"{word}.{n}.mix": 0.0, f"{word}.{n}.mute": 0, f"{word}.{n}.pan": 0.5, f"{word}.{n}.solo": 0, f"{word}.{n}.name": "", f"{word}.{n}.color": 0}
            if word == "i":
                for bus in range(10):
                    values |= {f"i.{n}.aux.{bus}.value": 0.0, f"i.{n}.aux.{bus}.mute": 0, f"i.{n}.aux.{bus}.pan": 0.5}
                for fx in range(4):
                    values |= {f"i.{n}.fx.{fx}.value": 0.0, f"i.{n}.fx.{fx}.mute": 0}
    return values


class Desk:
    def __init__(self, values=None, port=0):
        self.values = show() | (values or {})
        self.heard, self.clients = [], []
        self.silent, self.alive = False, True
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
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client):
        try:
            head = b""
            while b"\r\n\r\n" not in head:
                more = client.recv(4096)
                if not more:
                    return
                head += more
            key = next(line.split(b": ")[1] for line in head.split(b"\r\n") if line.lower().startswith(b"sec-websocket-key"))
            accept = base64.b64encode(hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest()).decode()
            client.sendall(f"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {accept}\r\n\r\n".encode())
            client.settimeout(PATIENCE)
            with self.guard:
                self.clients.append(client)
                self.send("1::", client)
                paths = list(self.values)
                random.shuffle(paths)
                for at in range(0, len(paths), 50):
                    self.send("3:::" + "\n".join(self.told(path) for path in paths[at:at + 50]), client)
            while self.alive:
                text = self._frame(client)
                if text is None:
                    return
                with self.guard:
                    self._take(text, client)
        except OSError:
            pass
        finally:
            with self.guard:
                if client in self.clients:
                    self.clients.remove(client)
            client.close()

    def _read(self, client, count):
        data = b""
        while len(data) < count:
            more = client.recv(count - len(data))
            if not more:
                raise OSError("it has ended")
            data += more
        return data

    def _frame(self, client):
        first, second = self._read(client, 2)
        length = second & 0x7F
        if length == 126:
            length = struct.unpack(">H", self._read(client, 2))[0]
        mask = self._read(client, 4)
        data = bytes(byte ^ mask[n % 4] for n, byte in enumerate(self._read(client, length)))
        return None if first & 0x0F == 8 else data.decode()

    def send(self, text, *clients):
        if self.silent:
            return
        data = text.encode()
        head = b"\x81" + (bytes([len(data)]) if len(data) < 126 else b"\x7E" + struct.pack(">H", len(data)) if len(data) < 65536 else b"\x7F" + struct.pack(">Q", len(data)))
        for client in clients:
            try:
                client.sendall(head + data)
            except OSError:
                pass

    def told(self, path):
        value = self.values[path]
        return f"SETS^{path}^{value}" if isinstance(value, str) else f"SETD^{path}^{value}"

    def _take(self, text, client):
        for line in text.removeprefix("3:::").split("\n"):
            self.heard.append((time.monotonic(), line))
            word, *rest = line.split("^", 2)
            if word in ("SETD", "SETS"):
                self.values[rest[0]] = float(rest[1]) if word == "SETD" else rest[1]
                self.send("3:::" + line, *[other for other in self.clients if other != client])

    def tablet(self, path, value):
        with self.guard:
            self.values[path] = value
            self.send("3:::" + self.told(path), *self.clients)

    def raw(self, text):
        with self.guard:
            self.send(text, *self.clients)

    def sets(self, path=""):
        with self.guard:
            return [line for _, line in self.heard if line.startswith((f"SETD^{path}", f"SETS^{path}"))]
