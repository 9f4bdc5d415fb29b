"""The inside of controllers that speak Mackie Control or HUI: a program that answers as the device does."""

import threading

import midi

HEADER = bytes([0xF0, 0x00, 0x00, 0x66])
SERIAL = b"SN12345"


def exclusive(device, *body):
    """A system exclusive message of a device."""
    return HEADER + bytes([device, *body, 0xF7])


class Inside:
    """While `is_on`, answers the messages that a gadget receives, until the gadget is destroyed. `answer(message)`: bytes or None."""

    def __init__(self, gadget, answer):
        self._gadget, self._answer = gadget, answer
        self.is_on = True
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self):
        seen = 0
        while (new := self._gadget.next(seen)) is not None:
            seen += len(new)
            for item in new:
                answer = self._answer(item.message) if self.is_on else None
                if answer:
                    try:
                        self._gadget.write(answer, item.port)
                    except (OSError, IndexError):
                        # The cable was pulled.
                        pass


class MackieSurface:
    """A Mackie Control (device id 0x14) or an older model (0x10), which sends a challenge. It records what its display and lamps show."""

    def __init__(self, gadget, device=0x14):
        self.gadget, self.device = gadget, device
        self.greeted = 0
        self._begin = 0
        self.inside = Inside(gadget, self._answer)

    def _answer(self, message):
        if message == exclusive(self.device, 0x00):
            self.greeted += 1
            return self.hello()
        if message[:6] == HEADER + bytes([self.device, 0x02]):
            is_right = message[6:-1] == SERIAL + bytes([0x05, 0x05, 0x7B, 0x2F])
            return exclusive(self.device, 0x03 if is_right else 0x04, *SERIAL)
        return None

    def hello(self):
        return exclusive(self.device, 0x01, *SERIAL, 1, 2, 3, 4)

    def shown(self, kind):
        """The last value of each message with this status byte since it was switched on: by channel for 0xE0, else by number."""
        values = {}
        for item in self.gadget.since(self._begin):
            status, rest = item.message[0], item.message[1:]
            if kind == 0xE0 and status & 0xF0 == 0xE0:
                values[status & 0x0F] = rest[0] | rest[1] << 7
            elif status == kind:
                values[rest[0]] = rest[1]
        return values

    def texts(self):
        """The two rows of the display, as far as they were written."""
        cells = bytearray(b" " * 112)
        for item in self.gadget.since(self._begin):
            if item.message[:6] == HEADER + bytes([self.device, 0x12]):
                place, text = item.message[6], item.message[7:-1]
                cells[place:place + len(text)] = text
        return cells[:56].decode("ascii"), cells[56:].decode("ascii")


class HUISurface:
    """A HUI: it answers every ping while it is on."""

    def __init__(self, gadget):
        self.gadget = gadget
        self.inside = Inside(gadget, lambda message: midi.note(0, 127) if message == midi.note(0, 0) else None)

    def press(self, zone, port, is_down=True):
        self.gadget.write(midi.cc(0x0F, zone) + midi.cc(0x2F, port | (0x40 if is_down else 0)))

    def lamps(self):
        """Whether each lamp is lit: {(zone, port): bool}."""
        lamps, zone = {}, None
        for message in (item.message for item in self.gadget.since(0)):
            if message[:2] == bytes([0xB0, 0x0C]):
                zone = message[2]
            elif message[:2] == bytes([0xB0, 0x2C]) and zone is not None:
                lamps[zone, message[2] & 7] = bool(message[2] & 0x40)
        return lamps
