"""MIDI messages as bytes, named as in the configuration: `cc N ch C`, channels counted from 1.

A message is a plain `bytes` object without running status, so that tests compare with `==`.
"""


def cc(number, value, ch=1):
    """One 7-bit control change."""
    return bytes([0xB0 | _channel(ch), _seven(number), _seven(value)])


def cc14(number, value, ch=1):
    """A 14-bit control change: the two messages, MSB first, as one byte string."""
    return cc(number, value >> 7, ch) + cc(number + 32, value & 0x7F, ch)


def pitchbend(value, ch=1):
    """Pitch bend as an unsigned 14-bit number, 8192 in the middle."""
    return bytes([0xE0 | _channel(ch), value & 0x7F, _seven(value >> 7)])


def note(number, velocity, ch=1):
    """Note on; most surfaces send velocity 0 for a release."""
    return bytes([0x90 | _channel(ch), _seven(number), _seven(velocity)])


def pressure(value, ch=1):
    return bytes([0xD0 | _channel(ch), _seven(value)])


def program(value, ch=1):
    return bytes([0xC0 | _channel(ch), _seven(value)])


def nrpn(number, value, ch=1):
    """The four control changes of a non-registered parameter: 99, 98, 6, 38."""
    return cc(99, number >> 7, ch) + cc(98, number & 0x7F, ch) + cc(6, value >> 7, ch) + cc(38, value & 0x7F, ch)


def rpn(number, value, ch=1):
    """The four control changes of a registered parameter: 101, 100, 6, 38."""
    return cc(101, number >> 7, ch) + cc(100, number & 0x7F, ch) + cc(6, value >> 7, ch) + cc(38, value & 0x7F, ch)


def split(data):
    """Splits a byte string of whole messages into a list of messages."""
    return Parser().feed(data)


def words(message):
    """The message as text for a failure report: `cc 7 ch 1 = 64`."""
    if not message:
        return "nothing"
    kind, channel = message[0] & 0xF0, (message[0] & 0x0F) + 1
    if kind == 0xB0:
        return f"cc {message[1]} ch {channel} = {message[2]}"
    if kind == 0xE0:
        return f"pitchbend ch {channel} = {message[1] | message[2] << 7}"
    if kind in (0x80, 0x90):
        return f"note {message[1]} ch {channel} = {message[2] if kind == 0x90 else 'off'}"
    return message.hex(" ")


class Parser:
    """Cuts a byte stream into messages: running status, realtime bytes between others, sysex of any length."""

    _LENGTHS = {0x80: 2, 0x90: 2, 0xA0: 2, 0xB0: 2, 0xC0: 1, 0xD0: 1, 0xE0: 2}
    _COMMON = {0xF1: 1, 0xF2: 2, 0xF3: 1}

    def __init__(self):
        self._status = 0
        self._data = bytearray()
        self._sysex = None

    def feed(self, data):
        """The messages that `data` completes; an unfinished one is kept for the next call."""
        messages = []
        for byte in data:
            if byte >= 0xF8:
                messages.append(bytes([byte]))
            elif self._sysex is not None and (byte < 0x80 or byte == 0xF7):
                self._sysex.append(byte)
                if byte == 0xF7:
                    messages.append(bytes(self._sysex))
                    self._sysex = None
            elif byte >= 0x80:
                self._begin(byte, messages)
            elif self._status:
                self._data.append(byte)
                if len(self._data) == self._length():
                    messages.append(bytes([self._status]) + bytes(self._data))
                    self._data.clear()
                    if self._status >= 0xF0:
                        self._status = 0
        return messages

    def _begin(self, status, messages):
        self._sysex = bytearray([status]) if status == 0xF0 else None
        self._data.clear()
        self._status = status if status < 0xF0 or status in self._COMMON else 0
        if status == 0xF6:
            messages.append(bytes([status]))

    def _length(self):
        return self._LENGTHS.get(self._status & 0xF0) or self._COMMON[self._status]


def _channel(ch):
    if not 1 <= ch <= 16:
        raise ValueError(f"channel {ch} is not 1…16")
    return ch - 1


def _seven(value):
    if not 0 <= value <= 127:
        raise ValueError(f"{value} is not 0…127")
    return value
