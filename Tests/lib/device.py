"""Controllers that are programs: sequencer clients with a controller's name, which are plugged and unplugged at once.

A `Device` is used like a `Gadget`, and `Fader` works with it. It lacks what the USB stack adds: card numbers, and the pace of the link.
"""

import errno
import os
import select
import struct
import threading
import time

import midi
import seq
import testing
from gadget import Gadget, Received

_BATCH = 64


class Device(Gadget):
    """A controller with one port. `echoes`: it sends back everything it gets. `reads=False`: it never reads what is sent to it."""

    def __init__(self, name="Box", echoes=False, reads=True):
        self.name, self.ports, self.plugged = name, 1, False
        self.client = None
        self._echoes, self._reads = echoes, reads
        self._listen(1)
        self._reader = None
        self._ended = os.pipe()
        testing.defer(self.destroy)

    def plug(self, timeout=testing.PATIENCE):
        self.client = seq.Sequencer(self.name)
        testing.defer(self.unplug)  # Before the client is closed under the thread that reads from it.
        self.client.create_port(f"{self.name} MIDI 1")
        self.plugged = True
        if self._reads:
            self._reader = threading.Thread(target=self._follow, args=(self.client,), daemon=True)
            self._reader.start()
        return self

    def unplug(self, timeout=testing.PATIENCE):
        if not self.plugged:
            return
        if self._reader is not None:
            os.write(self._ended[1], b".")
            self._reader.join()
            os.read(self._ended[0], 1)
            self._reader = None
        self.client.close()
        self.plugged = False

    def destroy(self):
        self.unplug()
        self._end()
        for end in self._ended:
            os.close(end)

    def host_card(self):
        return None

    def host_client(self):
        return self.client.number if self.plugged else None

    def write(self, data, port=0):
        """Sends bytes as a cable does: messages for which the host has no room are lost."""
        self.push_cells(self.encode(midi.split(data)), retry=False)

    def push(self, messages, timeout=60.0):
        """Sends all messages, and tries each again until the sequencer has taken it. Returns the number of refusals."""
        return self.push_cells(self.encode(messages), timeout)

    def encode(self, messages):
        """The messages in the kernel's form, for `push_cells`: to encode 100,000 takes longer than to send them."""
        return [self.client.encode(0, message) for message in messages]

    def push_cells(self, cells, timeout=60.0, retry=True):
        """`push` of encoded messages. Without `retry` a refused message is lost, but counted."""
        deadline, refused, start = time.monotonic() + timeout, 0, 0
        while start < len(cells):
            try:
                written = os.write(self.client.fd, b"".join(cells[start:start + _BATCH]))
            except OSError as error:
                if error.errno not in (errno.ENOMEM, errno.EAGAIN):
                    raise
                refused += 1
                if not retry:
                    start += 1
                    continue
                testing.check(time.monotonic() < deadline, f"the sequencer took only {start} of {len(cells)} events in {timeout} s")
                time.sleep(0.001)
                continue
            while written > 0:
                written -= len(cells[start])
                start += 1
        return refused

    def _follow(self, client):
        while True:
            ready = select.select([client.fd, self._ended[0]], [], [])[0]
            if self._ended[0] in ready:
                return
            while (event := client.receive(0)) is not None:
                now, messages = time.monotonic(), _messages(event)
                self._hear([Received(0, message, now) for message in messages])
                if self._echoes:
                    client.flood(0, messages)


def _messages(event):
    """An event as the messages that a cable would carry; none for connections and announcements."""
    if event.message:
        return [event.message]
    if event.type not in (14, 15, 16):
        return []
    channel, number, value = struct.unpack("<B3xIi", event.data)
    make = {14: midi.cc14, 15: midi.nrpn, 16: midi.rpn}[event.type]
    return midi.split(make(number, value, channel + 1))
