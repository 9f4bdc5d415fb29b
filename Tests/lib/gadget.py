"""Simulated USB MIDI controllers: the kernel's own gadget driver, plugged into its dummy host controller.

To the daemon they look exactly like real ones. The test is the inside of the device: it writes what fingers would send,
and reads what motors and lamps get.
"""

import collections
import errno
import fcntl
import glob
import os
import select
import struct
import threading
import time

import midi
import testing

_ROOT = "/sys/kernel/config/usb_gadget"
_RAWMIDI_PARAMS = struct.Struct("<i4xQQII12s4x")
_SET_PARAMS = 3 << 30 | _RAWMIDI_PARAMS.size << 16 | ord("W") << 8 | 0x10
_RAWMIDI_BUFFER = 1 << 20

# A message that came in: `port` counts from 0, `time` is time.monotonic() when it was read.
Received = collections.namedtuple("Received", "port message time")


class Gadget:
    """A controller. `slot` 0…3 is the USB socket; two gadgets need two slots. It has `ports`, and listens on the first `listens` of
    them, or on all; the kernel's gadget can then send from those only. Destroyed at the end of the test."""

    def __init__(self, name="X-Touch", slot=0, ports=1, vendor=0x1397, product=0x00B4, manufacturer="Behringer", serial=None, listens=None):
        self.name, self.slot, self.ports = name, slot, ports
        self.listens = ports if listens is None else listens
        self.plugged = False
        self._id = f"inside{slot}"
        self._path = f"{_ROOT}/faderd{slot}"
        self._files, self._parsers = [], []
        self._listen(ports)
        self._reader = None
        self._ended = os.pipe()
        os.mkdir(self._path)
        testing.defer(self.destroy)
        self._write("idVendor", hex(vendor))
        self._write("idProduct", hex(product))
        strings = f"{self._path}/strings/0x409"
        os.mkdir(strings)
        self._write("strings/0x409/manufacturer", manufacturer)
        self._write("strings/0x409/product", name)
        self._write("strings/0x409/serialnumber", serial or str(slot + 1))
        os.mkdir(f"{self._path}/configs/c.1")
        os.mkdir(f"{self._path}/functions/midi.usb0")
        for key, value in (("in_ports", ports), ("out_ports", self.listens), ("id", self._id)):
            self._write(f"functions/midi.usb0/{key}", str(value))
        os.symlink(f"{self._path}/functions/midi.usb0", f"{self._path}/configs/c.1/midi.usb0")

    # The cable.

    def plug(self, timeout=testing.PATIENCE):
        """Plugs the cable in, and waits until the sequencer shows the controller and the test can write to its inside."""
        self._write("UDC", f"dummy_udc.{self.slot}")
        self.plugged = True
        # The inside first, as in a real device: messages that the host sends at once would be lost if nothing read them.
        testing.wait_until(self._open, f"the inside of {self.name} to open", timeout)
        testing.wait_until(lambda: self.host_client() is not None, f"{self.name} to appear in the sequencer", timeout)
        return self

    def unplug(self, timeout=testing.PATIENCE):
        """Pulls the cable and waits until the sequencer has forgotten the controller."""
        card = self.host_card()
        self._close()
        self._write("UDC", "\n")
        self.plugged = False
        if card is not None:
            testing.wait_until(lambda: not os.path.exists(f"/proc/asound/card{card}"), f"{self.name} to disappear", timeout)

    def replug(self):
        self.unplug()
        self.plug()

    def destroy(self):
        """Pulls the cable if needed and takes the controller apart."""
        if not os.path.isdir(self._path):
            return
        if self.plugged:
            self.unplug()
        self._end()
        os.unlink(f"{self._path}/configs/c.1/midi.usb0")
        for part in ("configs/c.1", "functions/midi.usb0", "strings/0x409", ""):
            os.rmdir(f"{self._path}/{part}")
        for end in self._ended:
            os.close(end)

    # Its identity on the host's side.

    def host_card(self):
        """The number of the sound card the host made for it, or None."""
        found = glob.glob(f"/sys/devices/platform/dummy_hcd.{self.slot}/usb*/*/*/sound/card*")
        return int(found[0].rsplit("card", 1)[1]) if found else None

    def host_client(self):
        """The number of its sequencer client, or None; it may change at a replug."""
        card = self.host_card()
        if card is None:
            return None
        for client in testing.sequencer().clients():
            if client.card == card and len(client.ports) == self.ports:
                return client.number
        return None

    def address(self, port=0):
        """(client, port) of its port in the sequencer, in the form that `subscribe` takes."""
        return self.host_client(), port

    @property
    def raw(self):
        """The raw MIDI file of its inside."""
        card = os.readlink(f"/proc/asound/{self._id}").removeprefix("card")
        return f"/dev/snd/midiC{card}D0"

    # From the fingers.

    def write(self, data, port=0):
        """Sends all of the bytes to the host, as fast as the USB link takes them."""
        view = memoryview(bytes(data))
        while view:
            try:
                view = view[os.write(self._files[port], view):]
            except BlockingIOError:
                select.select([], [self._files[port]], [], 1)

    # To the motors and lamps.

    def received(self, port=None):
        """Everything that came in since the last `clear` or `take` of that port, as [Received]; does not wait."""
        with self._changed:
            return [item for index, item in enumerate(self._all)
                    if index >= self._start[item.port] and port in (None, item.port)]

    def messages(self, port=None):
        """The messages of `received`, as bytes."""
        return [item.message for item in self.received(port)]

    def take(self, port=None):
        """The messages of `received`, which are then forgotten."""
        with self._changed:
            taken = [item.message for index, item in enumerate(self._all)
                     if index >= self._start[item.port] and port in (None, item.port)]
            for number in range(self.ports) if port is None else [port]:
                self._start[number] = len(self._all)
            return taken

    def clear(self, port=None):
        self.take(port)

    def since(self, index):
        """Every message from the index-th on, counted from the creation of the gadget, even if `clear` has forgotten it."""
        with self._changed:
            return self._all[index:]

    def next(self, index):
        """Waits for messages from the index-th on, counted as in `since`; returns them, or None once the gadget is destroyed."""
        with self._changed:
            while len(self._all) <= index and not self._is_destroyed:
                self._changed.wait()
            return None if self._is_destroyed else self._all[index:]

    def wait_for(self, message, timeout=testing.PATIENCE, port=None):
        """Waits until exactly this message has come in since the last `clear`."""
        testing.wait_until(
            lambda: message in self.messages(port),
            lambda: f"{midi.words(message)} at {self.name}; it got {self._summary(port)}", timeout)

    def settle(self, quiet=0.3, timeout=30.0):
        """Waits until nothing has come in for `quiet` seconds, then returns the messages of `received`."""
        deadline = time.monotonic() + timeout
        with self._changed:
            while self._changed.wait(quiet):
                if time.monotonic() > deadline:
                    raise testing.Failure(f"{self.name} was still sent messages after {timeout} s: {self._summary()}")
        return self.messages()

    # Inside.

    def _listen(self, ports):
        self._all, self._start = [], [0] * ports
        # Notified of every message, and of the end.
        self._changed, self._is_destroyed = threading.Condition(), False

    def _hear(self, new):
        with self._changed:
            self._all += new
            self._changed.notify_all()

    def _end(self):
        with self._changed:
            self._is_destroyed = True
            self._changed.notify_all()

    def _summary(self, port=None):
        got = self.messages(port)
        text = ", ".join(midi.words(message) for message in got[-8:])
        return f"{len(got)} messages, the last: {text}" if got else "nothing"

    def _write(self, name, text):
        with open(f"{self._path}/{name}", "w", encoding="utf-8") as file:
            file.write(text)

    def _open(self):
        """Opens one file per port. The kernel always gives the first free port, so the files are in the order of the ports."""
        try:
            while len(self._files) < self.listens:
                file = os.open(self.raw, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
                self._files.append(file)
                self._parsers.append(midi.Parser())
                # The kernel's 4 KiB would overflow while a test looks elsewhere.
                fcntl.ioctl(file, _SET_PARAMS, _RAWMIDI_PARAMS.pack(1, _RAWMIDI_BUFFER, 1, 0, 0, b""))
        except OSError as error:
            if error.errno not in (errno.ENOENT, errno.ENODEV, errno.EBUSY, errno.EAGAIN):
                raise
            self._close()
            return False
        self._reader = threading.Thread(target=self._read, args=(list(self._files),), daemon=True)
        self._reader.start()
        return True

    def _close(self):
        if self._reader is not None:
            os.write(self._ended[1], b".")
            self._reader.join()
            os.read(self._ended[0], 1)
            self._reader = None
        for file in self._files:
            os.close(file)
        self._files, self._parsers = [], []

    def _read(self, files):
        while True:
            ready = select.select(files + [self._ended[0]], [], [])[0]
            if self._ended[0] in ready:
                return
            for file in ready:
                try:
                    data = os.read(file, 65536)
                except OSError as error:
                    if error.errno != errno.ENODEV:
                        raise
                    return
                port, now = files.index(file), time.monotonic()
                self._hear([Received(port, message, now) for message in self._parsers[port].feed(data)])


class Fader:
    """A motor fader of a gadget. It stands where the last hand or motor put it; `fought` counts the motor messages while it was touched.

    input: `cc N`, `cc14 N` or `pitchbend`, on channel `ch`. touch: the note of its touch sensor, if it has one.
    motor: the message that its motor listens to, in the same form, if that is another one.
    """

    def __init__(self, gadget, input, ch=1, touch=None, motor=None, position=0, port=0):
        self._gadget, self._port, self._ch, self._touch = gadget, port, ch, touch
        self._input, self._motor = _control(input), _control(motor or input)
        self._position, self._half = position, None
        self._seen = len(gadget.since(0))
        self._history = []
        self.touched = False
        self.fought = 0
        self.top = 127 if self._input[0] == "cc" else 16383

    @property
    def position(self):
        """The raw position where it stands: 0…127 or 0…16383."""
        self._follow()
        return self._position

    @property
    def motor(self):
        """Every position that the motor was sent so far."""
        self._follow()
        return list(self._history)

    def move(self, raw):
        """A finger moves it."""
        self._follow()
        self._position = raw
        self._gadget.write(_encode(self._input, raw, self._ch), self._port)

    def touch(self):
        self._follow()
        self.touched = True
        self._gadget.write(midi.note(self._touch, 127, self._ch), self._port)

    def release(self):
        self._follow()
        self.touched = False
        self._gadget.write(midi.note(self._touch, 0, self._ch), self._port)

    def wait_at(self, raw, timeout=1.0):
        """Waits until it stands there."""
        testing.wait_until(
            lambda: self.position == raw, lambda: f"the fader to stand at {raw}; it stands at {self._position}", timeout)

    def _follow(self):
        """Reads the messages to the motor since the last call."""
        new = self._gadget.since(self._seen)
        self._seen += len(new)
        for item in new:
            raw = self._decode(item.message) if item.port == self._port else None
            if raw is None:
                continue
            self._history.append(raw)
            if self.touched:
                self.fought += 1
            else:
                self._position = raw

    def _decode(self, message):
        kind, number = self._motor
        if kind == "pitchbend":
            return message[1] | message[2] << 7 if message[0] == 0xE0 | self._ch - 1 else None
        if message[0] != 0xB0 | self._ch - 1:
            return None
        if kind == "cc":
            return message[2] if message[1] == number else None
        if message[1] == number:
            self._half = message[2]
        elif message[1] == number + 32 and self._half is not None:
            return self._half << 7 | message[2]
        return None


def _control(words):
    kind, _, number = words.partition(" ")
    if kind not in ("cc", "cc14", "pitchbend"):
        raise ValueError(f"a fader is cc, cc14 or pitchbend, not {words}")
    return kind, int(number or 0)


def _encode(control, raw, ch):
    kind, number = control
    return {"cc": lambda: midi.cc(number, raw, ch), "cc14": lambda: midi.cc14(number, raw, ch),
            "pitchbend": lambda: midi.pitchbend(raw, ch)}[kind]()
