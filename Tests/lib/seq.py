"""A client of the real ALSA sequencer, directly on /dev/snd/seq: for connections made by hand, floods, and counting clients."""

import collections
import errno
import fcntl
import fnmatch
import os
import select
import struct
import time

import midi
import testing

READ, WRITE, SUBS_READ, SUBS_WRITE = 1, 2, 0x20, 0x40
DUPLEX_PORT = READ | WRITE | SUBS_READ | SUBS_WRITE
SUBSCRIBERS, UNKNOWN, DIRECT = 254, 253, 253

# type: the kernel's event number; message: MIDI bytes or None; source: (client, port); data: the event's 12 raw bytes.
Event = collections.namedtuple("Event", "type message source data time")
# number, name, card (-1: none), pid (of a program), lost (events the kernel could not deliver), ports: [Port]
Client = collections.namedtuple("Client", "number name card pid lost ports")
# read_use and write_use: how many subscriptions lead out of and into the port.
Port = collections.namedtuple("Port", "client port name capability type read_use write_use")

_EVENT = struct.Struct("<BBBB8sBBBB12s")
_CLIENT_INFO = struct.Struct("<ii64sI8s32siiii56s")
_PORT_INFO = struct.Struct("<BB64s2xIIiiiiiQIB59s")
_SUBSCRIBE = struct.Struct("<BBBBIIB3s64s")
_POOL = struct.Struct("<iiiiii64s")
_QUERY_SUBS = struct.Struct("<BB2xiiiBBBxI64s")


def _bytes(name):
    """A name as the kernel gets it. It may hold bytes that are not UTF-8, as `os.fsdecode` writes them."""
    return name.encode(errors="surrogateescape")


def _request(direction, number, layout):
    return direction << 30 | layout.size << 16 | ord("S") << 8 | number


_CLIENT_ID = 2 << 30 | 4 << 16 | ord("S") << 8 | 0x01
_GET_CLIENT = _request(3, 0x10, _CLIENT_INFO)
_SET_CLIENT = _request(1, 0x11, _CLIENT_INFO)
_CREATE_PORT = _request(3, 0x20, _PORT_INFO)
_DELETE_PORT = _request(1, 0x21, _PORT_INFO)
_SUBSCRIBE_PORT = _request(1, 0x30, _SUBSCRIBE)
_UNSUBSCRIBE_PORT = _request(1, 0x31, _SUBSCRIBE)
_SET_POOL = _request(1, 0x4C, _POOL)
_QUERY_SUBSCRIBERS = _request(3, 0x4F, _QUERY_SUBS)
_NEXT_CLIENT = _request(3, 0x51, _CLIENT_INFO)
_NEXT_PORT = _request(3, 0x52, _PORT_INFO)


class Sequencer:
    """One sequencer client. It is closed automatically at the end of the test."""

    def __init__(self, name="test", pool=2000):
        self.fd = os.open("/dev/snd/seq", os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        number = bytearray(4)
        fcntl.ioctl(self.fd, _CLIENT_ID, number)
        self.number = struct.unpack("<i", number)[0]
        self._pending = collections.deque()
        self.overruns = 0
        self.rename(name)
        info = bytearray(_POOL.pack(self.number, pool, pool, pool // 2, 0, 0, b""))
        fcntl.ioctl(self.fd, _SET_POOL, info)
        testing.defer(self.close)

    def close(self):
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1

    def rename(self, name):
        """Changes the client's name, as a program may at any time."""
        info = bytearray(_CLIENT_INFO.size)
        struct.pack_into("<i", info, 0, self.number)
        fcntl.ioctl(self.fd, _GET_CLIENT, info)
        info[8:72] = _bytes(name)[:63].ljust(64, b"\0")
        fcntl.ioctl(self.fd, _SET_CLIENT, info)

    def create_port(self, name, capability=DUPLEX_PORT, kind=0x100002):
        """Creates a port; returns its number in this client."""
        info = bytearray(_PORT_INFO.pack(self.number, 0, _bytes(name)[:63], capability, kind, 16, 0, 0, 0, 0, 0, 0, 0, b""))
        fcntl.ioctl(self.fd, _CREATE_PORT, info)
        return info[1]

    def delete_port(self, port):
        info = bytearray(_PORT_INFO.pack(self.number, port, b"", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, b""))
        fcntl.ioctl(self.fd, _DELETE_PORT, info)

    def subscribe(self, sender, receiver):
        """What `aconnect SENDER RECEIVER` does; each is (client, port)."""
        fcntl.ioctl(self.fd, _SUBSCRIBE_PORT, bytearray(_SUBSCRIBE.pack(*sender, *receiver, 0, 0, 0, b"", b"")))

    def unsubscribe(self, sender, receiver):
        fcntl.ioctl(self.fd, _UNSUBSCRIBE_PORT, bytearray(_SUBSCRIBE.pack(*sender, *receiver, 0, 0, 0, b"", b"")))

    def announcements(self, port):
        """Subscribes this port to the kernel's announcements (event types 60…67)."""
        self.subscribe((0, 1), (self.number, port))

    def send(self, port, data, to=None):
        """Sends whole MIDI messages from a port, to its subscribers or to one address. Raises if the receiver has no room."""
        lost = self.flood(port, midi.split(data), to)
        if lost:
            raise OSError(errno.ENOMEM, "the receiver's queue was full")

    def flood(self, port, messages, to=None):
        """Sends as fast as the kernel takes them; returns how many the receiver had no room for."""
        lost = 0
        cells = [self.encode(port, message, to) for message in messages]
        start, count = 0, len(cells)
        while start < count:
            chunk = cells[start:start + 64]
            try:
                written = os.write(self.fd, b"".join(chunk))
            except OSError as error:
                if error.errno not in (errno.ENOMEM, errno.EAGAIN):
                    raise
                lost += 1
                start += 1
                continue
            while written > 0:
                written -= len(cells[start])
                start += 1
        return lost

    def receive(self, timeout=1.0):
        """The next event, or None when none came in time. An overrun is counted in `overruns`, and reading goes on."""
        deadline = time.monotonic() + timeout
        while not self._pending:
            left = deadline - time.monotonic()
            if not select.select([self.fd], [], [], max(left, 0))[0]:
                return None
            self._read()
        return self._pending.popleft()

    def receive_all(self, quiet=0.1):
        """Every event until none comes for `quiet` seconds."""
        events = []
        while (event := self.receive(quiet)) is not None:
            events.append(event)
        return events

    def messages(self, quiet=0.1):
        """The MIDI messages of `receive_all`, as bytes."""
        return [event.message for event in self.receive_all(quiet) if event.message]

    def clients(self):
        """All clients with their ports."""
        found, info = [], bytearray(_CLIENT_INFO.size)
        struct.pack_into("<i", info, 0, -1)
        while _next(self.fd, _NEXT_CLIENT, info):
            number, _, name, _, _, _, _, lost, card, pid, _ = _CLIENT_INFO.unpack(info)
            found.append(Client(number, _text(name), card, pid, lost, self._ports(number)))
        return found

    def find(self, name):
        """The clients whose name matches the glob."""
        return [client for client in self.clients() if fnmatch.fnmatchcase(client.name, name)]

    def port(self, client_name, port_name="*"):
        """(client, port) of the first port that matches both globs, or None."""
        for client in self.find(client_name):
            for port in client.ports:
                if fnmatch.fnmatchcase(port.name, port_name):
                    return client.number, port.port
        return None

    def subscribers(self, address, outgoing=True):
        """The addresses that read from (or, with outgoing=False, write to) a port."""
        found = []
        for index in range(256):
            info = bytearray(_QUERY_SUBS.pack(*address, 0 if outgoing else 1, index, 0, 0, 0, 0, 0, b""))
            try:
                fcntl.ioctl(self.fd, _QUERY_SUBSCRIBERS, info)
            except OSError as error:
                if error.errno != errno.ENOENT:
                    raise
                break
            found.append((info[16], info[17]))
        return found

    def _ports(self, client):
        found = []
        info = bytearray(_PORT_INFO.size)
        # The kernel looks for the next number after this one; 255 comes just before 0.
        info[0], info[1] = client, 255
        while _next(self.fd, _NEXT_PORT, info):
            fields = _PORT_INFO.unpack(info)
            found.append(Port(fields[0], fields[1], _text(fields[2]), fields[3], fields[4], fields[8], fields[9]))
        return found

    def encode(self, port, message, to=None):
        """The event that `send` writes for a message. Several events in one write are delivered together."""
        target = to or (SUBSCRIBERS, UNKNOWN)
        kind, flags, data, tail = _event_of(message)
        return _EVENT.pack(kind, flags, 0, DIRECT, b"", self.number, port, *target, data) + tail

    def _read(self):
        try:
            data = os.read(self.fd, 28 * 512)
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
            self.overruns += 1
            return
        now, offset = time.monotonic(), 0
        while offset + _EVENT.size <= len(data):
            kind, flags, _, _, _, client, port, _, _, body = _EVENT.unpack_from(data, offset)
            offset += _EVENT.size
            message = _message_of(kind, body)
            if flags & 0x0C == 0x04:
                length = struct.unpack_from("<I", body)[0] & 0x0FFFFFFF
                message = data[offset:offset + length]
                offset += (length + 27) // 28 * 28
            self._pending.append(Event(kind, message, (client, port), body, now))


def _next(fd, request, info):
    try:
        fcntl.ioctl(fd, request, info)
        return True
    except OSError as error:
        if error.errno != errno.ENOENT:
            raise
        return False


def _text(field):
    return field.split(b"\0")[0].decode(errors="replace")


def _event_of(message):
    kind, channel = message[0] & 0xF0, message[0] & 0x0F
    if message[0] == 0xF0:
        return 130, 0x04, struct.pack("<IQ", len(message), 0), message
    if kind in (0x80, 0x90, 0xA0):
        return {0x80: 7, 0x90: 6, 0xA0: 8}[kind], 0, bytes([channel, message[1], message[2]]).ljust(12, b"\0"), b""
    number, param, value = {
        0xB0: lambda: (10, message[1], message[2]),
        0xC0: lambda: (11, 0, message[1]),
        0xD0: lambda: (12, 0, message[1]),
        0xE0: lambda: (13, 0, (message[1] | message[2] << 7) - 8192),
    }[kind]()
    return number, 0, struct.pack("<B3xIi", channel, param, value), b""


def _message_of(kind, body):
    channel, param, value = struct.unpack("<B3xIi", body)
    if kind in (6, 7, 8):
        return bytes([{6: 0x90, 7: 0x80, 8: 0xA0}[kind] | channel, body[1], body[2]])
    if kind == 10:
        return midi.cc(param, value, channel + 1)
    if kind == 11:
        return midi.program(value, channel + 1)
    if kind == 12:
        return midi.pressure(value, channel + 1)
    if kind == 13:
        return midi.pitchbend(value + 8192, channel + 1)
    return None
