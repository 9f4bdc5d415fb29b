"""The displays of a Mackie Control: two rows of 56 characters, digits and meters. Every text it is sent is checked."""

from testing import Failure

_HEADER = bytes([0xF0, 0x00, 0x00, 0x66, 0x14])


class Panel:
    """Feed it the messages that a gadget received, in order."""

    def __init__(self):
        self.text = bytearray(b"?" * 112)
        self.digits = [None] * 12
        self.meters = {}
        # The number of cells that each text message wrote.
        self.writes = []

    def feed(self, messages):
        """Takes the messages; ignores those for motors and lamps."""
        for message in messages:
            if message.startswith(_HEADER) and message[5] == 0x12:
                self._write(message[6], message[7:-1])
            elif message[0] == 0xD0 and message[1] & 0x0F <= 0x0D:
                self.meters[message[1] >> 4] = message[1] & 0x0F
            elif message[0] == 0xB0 and 0x40 <= message[1] <= 0x4B:
                place = 0x49 - message[1] if message[1] <= 0x49 else 10 + 0x4B - message[1]
                self.digits[place] = message[2]
        return self

    def _write(self, offset, text):
        if not text or offset + len(text) > 112 or len(text) > 56:
            raise Failure(f"{len(text)} characters at {offset}")
        if any(not 0x20 <= byte <= 0x7E for byte in text):
            raise Failure(f"a text with bytes that are no characters: {text.hex(' ')}")
        if offset % 7 or len(text) % 7:
            raise Failure(f"half a cell: {len(text)} characters at {offset}")
        self.text[offset:offset + len(text)] = text
        self.writes.append(len(text) // 7)

    def row(self, number):
        """The cells of a row, without the blanks at their ends."""
        text = self.text[56 * number:56 * number + 56].decode("ascii")
        return [text[place:place + 7].rstrip() for place in range(0, 56, 7)]

    @property
    def time(self):
        """What the ten timecode digits show."""
        return self._letters(self.digits[:10])

    @property
    def assignment(self):
        """What the two assignment digits show."""
        return self._letters(self.digits[10:])

    @staticmethod
    def _letters(codes):
        shown = ""
        for code in codes:
            letter = (code or 0x20) & 0x3F
            shown += chr(letter + 0x40 if letter < 0x20 else letter) + ("." if (code or 0) & 0x40 else "")
        return shown.strip()


def greet(gadget):
    """Waits for the host's question and answers it as a Mackie Control does."""
    gadget.wait_for(_HEADER + b"\x00\xf7", 60)
    gadget.write(_HEADER + b"\x01" + b"1234567" + bytes([1, 2, 3, 4]) + b"\xf7")


def is_motor(message):
    return message[0] & 0xF0 == 0xE0

