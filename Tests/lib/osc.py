"""What speaks OSC in tests: a console and a program, with what desks.py has, and a phone with python-osc, an implementation of its own."""

import random
import socket
import threading
import time

import testing
from desks import OSCDesk, close, encode
from pythonosc.osc_bundle import OscBundle
from pythonosc.osc_message import OscMessage
from pythonosc.osc_message_builder import OscMessageBuilder


def free_port():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link:
        link.bind(("127.0.0.1", 0))
        return link.getsockname()[1]


class Console(OSCDesk):
    """A mixing console like Behringer's XR18. Its faders have 1,024 steps, and it answers an address without arguments with its value. While it is `mute`,
    it only listens.

    It sends changes to each client that sent /xremote within the last ten seconds, but (without `echoes`) not to the one that made them.
    """

    def __init__(self, echoes=False, port=0, values=None):
        self.echoes, self.remotes, self.mute = echoes, {}, False
        super().__init__(dict(values or {}), port)

    def take(self, address, arguments, sender):
        if self.mute:
            return
        if address == "/xremote":
            self.remotes[sender] = time.monotonic()
        elif not arguments and address in self.values:
            self.send(encode(address, self.values[address]), sender)
        elif arguments:
            self.set(address, arguments[-1], None if self.echoes else sender)

    def set(self, address, value, by):
        self.values[address] = round(value * 1023) / 1023 if isinstance(value, float) else value
        for remote, since in self.remotes.items():
            if remote != by and time.monotonic() - since < 10:
                self.send(encode(address, self.values[address]), remote)


class Program(OSCDesk):
    """A program that receives values and sends its own, to the port `teller` or to the last sender."""

    def __init__(self, port, teller=None):
        self.teller = teller and ("127.0.0.1", teller)
        super().__init__({}, port)

    def take(self, address, arguments, sender):
        self.sender = self.teller or sender

    def tell(self, address, *arguments):
        """Sends a change that was made in the program."""
        with self.guard:
            self.link.sendto(encode(address, *arguments), self.sender)

    def all_of(self, address):
        """The arguments of everything that an address was sent."""
        return [arguments for _, where, arguments in self.heard if where == address]

    def set_to(self, address):
        return next(reversed(self.all_of(address)), None)


def message(address, *arguments):
    builder = OscMessageBuilder(address)
    for each in arguments:
        builder.add_arg(each)
    return builder.build()


def contents(packet):
    """The messages of a packet, as (address, arguments)."""
    if OscBundle.dgram_is_bundle(packet):
        found = []
        for each in OscBundle(packet):
            found += contents(each.dgram)
        return found
    each = OscMessage(packet)
    return [(each.address, each.params)]


class Phone:
    """A phone with faders: it remembers what it was last told, or sent itself, at each address. `loss`: the share of packets that get lost."""

    def __init__(self, port, loss=0.0, source="127.0.0.1", local=0):
        self.link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        self.link.bind((source, local))
        self.port, self.to, self.loss, self.luck = self.link.getsockname()[1], ("127.0.0.1", port), loss, random.Random(7)
        self.shows, self.told, self.packets = {}, [], 0
        testing.defer(lambda: close(self.link))
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        while True:
            try:
                packet = self.link.recv(65536)
            except OSError:
                return
            if not packet:
                return
            self.packets += 1
            if self.luck.random() < self.loss:
                continue
            for address, arguments in contents(packet):
                self.told.append((time.monotonic(), address, arguments))
                self.shows[address] = arguments[0] if len(arguments) == 1 else arguments

    def send(self, address, *arguments):
        self.raw(message(address, *arguments).dgram)

    def raw(self, packet):
        if self.luck.random() >= self.loss:
            self.link.sendto(packet, self.to)

    def move(self, parameter, position):
        """A finger moves a fader: the phone shows where it is."""
        self.shows[f"/position/{parameter}"] = position
        self.send(f"/position/{parameter}", float(position))

    def addresses(self):
        return [address for _, address, _ in self.told]
