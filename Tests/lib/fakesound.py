"""A sound server in a thread, which does what a real one does not: it stalls, floods, and has thousands of streams."""

import os
import shutil
import socket
import struct
import tempfile
import threading
import time

import testing
from sound import FULL

NONE = 0xFFFFFFFF


def number(value):
    return b"L" + struct.pack(">I", value)


def text(value):
    return b"t" + value.encode() + b"\0"


def frame(payload):
    return struct.pack(">IIIII", len(payload), NONE, 0, 0, 0) + payload


class FakeServer:
    """A sound server in a thread, with one sink and as much of the protocol as a client needs that watches its volume."""

    def __init__(self, speak=None):
        directory = tempfile.mkdtemp(prefix="fake.")
        testing.defer(lambda: shutil.rmtree(directory))
        self.path = directory + "/native"
        self.volume, self.links, self.sets, self.gets, self.stalled = FULL // 2, [], 0, 0, threading.Event()
        self.speak, self.writing = speak, threading.Lock()
        self.listener = None
        self.open()
        testing.defer(self.close)

    def open(self):
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen()
        threading.Thread(target=self._accept, args=(self.listener,), daemon=True).start()

    def close(self):
        if os.path.exists(self.path):
            os.unlink(self.path)
        for link in [self.listener, *self.links]:
            try:
                link.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # The other side has closed it.
            link.close()
        self.links = []

    def _accept(self, listener):
        while True:
            try:
                link, _ = listener.accept()
            except OSError:
                return
            self.links.append(link)
            threading.Thread(target=self._serve, args=(link,), daemon=True).start()

    def _serve(self, link):
        try:
            if self.speak:
                link.sendall(self.speak())
            while head := self._take(link, 20):
                payload = self._take(link, struct.unpack(">I", head[:4])[0])
                while self.stalled.is_set():
                    time.sleep(0.02)
                if not self.speak:
                    self._answer(link, struct.unpack(">I", payload[1:5])[0], payload[5:10], payload[10:])
        except OSError:
            return

    @staticmethod
    def _take(link, count):
        data = b""
        while len(data) < count:
            more = link.recv(count - len(data))
            if not more:
                return b""
            data += more
        return data

    def _answer(self, link, command, tag, arguments):
        body = b""
        if command == 8:
            body = number(32)
        elif command == 9:
            body = number(1)
        elif command == 20:
            body = text("fake") + text("1") + text("u") + text("h") + b"a" + b"\x03\x02\0\0\xac\x44" + text("sink") + text("source") + number(0) + b"m\x02\x01\x02"
        elif command in (21, 22):
            self.gets += 1
            if command == 21 and arguments[1:5] != b"\0\0\0\0":
                return self.send(link, frame(number(0) + tag + number(5)))
            body = self._sink()
        elif command == 36:
            self.sets += 1
            self.volume = struct.unpack(">I", arguments[-4:])[0]
        self.send(link, frame(number(2) + tag + body))

    def send(self, link, data):
        """Sends whole frames under a lock, because answers and events come from different threads."""
        with self.writing:
            link.sendall(data)

    def _sink(self):
        return (number(0) + text("sink") + text("A sink") + b"a\x03\x02\0\0\xac\x44" + b"m\x02\x01\x02" + number(NONE) + b"v\x02"
                + struct.pack(">II", self.volume, self.volume) + b"0" + number(1) + text("monitor") + b"U" + b"\0" * 8 + text("driver")
                + number(0x20) + b"PN" + b"U" + b"\0" * 8 + b"V" + struct.pack(">I", FULL) + number(0) + number(65537) + number(NONE)
                + number(0) + b"N" + b"B\x01" + b"fB\x01PN")

    def event(self, index=0, kind=0x10):
        return frame(number(66) + number(NONE) + number(kind) + number(index))

    def change(self, volume):
        self.volume = volume
        self.send(self.links[-1], self.event())
