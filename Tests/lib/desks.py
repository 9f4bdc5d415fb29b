"""What the stand-ins for mixing consoles have in common: their sockets, OSC, and what they have heard. Also what their tests wait for."""

import contextlib
import socket
import struct
import threading
import time

import testing
from listener import Listener, close
from sound import target as state
from testing import wait_until


def shown(faderd, **texts):
    """Waits until parameters have these texts; `__` in a name stands for a point."""
    for name, text in texts.items():
        name = name.replace("__", ".")
        wait_until(lambda: faderd.shown(name) == text, lambda: f"{name} to be {text}; it is {faderd.shown(name)}: {state(faderd, name)}")


def known(faderd, *names):
    wait_until(lambda: all(faderd.parameter(name).get("known", True) for name in names), "the console's values")


def has(desk, address, value, near=0):
    """Waits until a console has a value."""
    def is_there():
        found = desk.values.get(address)
        return found is not None and abs(found - value) <= near if near else found == value
    wait_until(is_there, lambda: f"{address} to be {value}; it is {desk.values.get(address)}")


def padded(data):
    data += b"\0"
    return data + b"\0" * (-len(data) % 4)


def encode(address, *arguments):
    tags, data = ",", b""
    for each in arguments:
        if isinstance(each, bool):
            tags += "T" if each else "F"
        elif isinstance(each, (bytes, bytearray)):
            tags, data = tags + "b", data + struct.pack(">i", len(each)) + bytes(each) + b"\0" * (-len(each) % 4)
        elif isinstance(each, int):
            tags, data = tags + "i", data + struct.pack(">i", each)
        elif isinstance(each, float):
            tags, data = tags + "f", data + struct.pack(">f", each)
        else:
            tags, data = tags + "s", data + padded(each.encode("utf-8", "surrogateescape"))
    return padded(address.encode()) + padded(tags.encode()) + data


def decode(packet):
    def text(at):
        end = packet.index(b"\0", at)
        return packet[at:end].decode("utf-8", "surrogateescape"), end + 4 - end % 4
    address, at = text(0)
    tags, at = text(at) if at < len(packet) else (",", at)
    arguments = []
    for tag in tags[1:]:
        if tag == "s":
            word, at = text(at)
            arguments.append(word)
        elif tag in "TF":
            arguments.append(tag == "T")
        else:
            arguments.append(struct.unpack(">" + tag, packet[at:at + 4])[0])
            at += 4
    return address, arguments


class OSCDesk:
    """A console that speaks OSC over UDP: `take` answers what comes. `lose`: of so many packets that it sends, one is lost."""

    def __init__(self, values, port=0, lose=0, host="127.0.0.1"):
        self.values, self.lose = values, lose
        self.heard = []
        self.silent, self.alive, self.sent = False, True, 0
        self.guard = threading.Lock()
        self.link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.link.bind((host, port))
        self.port = self.link.getsockname()[1]
        testing.defer(self.close)
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self):
        self.alive = False
        close(self.link)

    def send(self, packet, to):
        """Sends a packet, unless it is one of those that are lost."""
        self.sent += 1
        if self.alive and not self.silent and not (self.lose and self.sent % self.lose == 0):
            self.link.sendto(packet, to)

    def _serve(self):
        while self.alive:
            try:
                packet, sender = self.link.recvfrom(65536)
            except OSError:
                return
            if packet and not self.silent:
                with self.guard:
                    address, arguments = decode(packet)
                    self.heard.append((time.monotonic(), address, arguments))
                    self.take(address, arguments, sender)

    def tablet(self, address, value):
        """Another client changes a value, or somebody at the console does."""
        with self.guard:
            self.set(address, value, None)

    def sets(self, address=None):
        """What others set, except for subscriptions, in their order."""
        with self.guard:
            return [(where, arguments[0]) for _, where, arguments in self.heard if arguments and where != "/meters" and address in (None, where)]

    def asked(self, address, since=0):
        with self.guard:
            return sum(where == address and not arguments for when, where, arguments in self.heard if when >= since)


class TCPDesk(Listener):
    """A console on TCP: `read` takes the bytes that have come, and returns those of a message that is not complete yet. `pieces`: everything is sent in pieces of
    so many bytes."""

    # It serves one client at a time, and turns others away.
    serves_one = False
    # Who says nothing for so many seconds is put out.
    patience = None
    # Between two pieces.
    pause = 0

    def __init__(self, values, port=0, pieces=0):
        self.values, self.pieces = values, pieces
        self.heard, self.clients, self.refused = [], [], 0
        self.silent, self.alive = False, True
        self.guard = threading.RLock()
        super().__init__(port)

    def close(self):
        self.alive = False
        super().close()

    def serve(self, client):
        with client:
            client.settimeout(self.patience)
            self.begin(client)
            with self.guard:
                if not self.alive or self.serves_one and self.clients:
                    self.refused += 1
                    return
                self.clients.append(client)
                self.welcome(client)
            try:
                data = b""
                while self.alive:
                    client.settimeout(self.patience)
                    more = client.recv(65536)
                    if not more:
                        return
                    with self.guard:
                        data = self.read(data + more, client)
            finally:
                with self.guard:
                    self.clients.remove(client)

    def begin(self, client):
        """What comes before it is a client."""

    def welcome(self, client):
        """What a client is told at first."""

    def send(self, data, clients=None):
        """Sends bytes, to all if no clients are named."""
        with self.guard:
            for client in () if self.silent else self.clients if clients is None else clients:
                with contextlib.suppress(OSError):
                    for at in range(0, len(data), self.pieces or len(data)):
                        client.sendall(data[at:at + (self.pieces or len(data))])
                        if self.pieces and self.pause:
                            time.sleep(self.pause)

    def note(self, what):
        self.heard.append((time.monotonic(), what))
