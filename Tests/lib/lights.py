"""Networks of the tests, and lights on them: sockets that hear sACN and Art-Net, PyPI's sacn, and OLA."""

import collections
import contextlib
import ctypes
import json
import os
import shutil
import socket
import struct
import subprocess
import threading

import native
import testing

NETWORK = 0x40000000
STAGE, DESK = "10.77.0.2", "10.77.0.1"
NOBODY = 65534

# One packet: when the kernel got it, from where, and what is in it. kind: levels, end or discovery.
Frame = collections.namedtuple("Frame", "at kind source name priority sequence universe levels")


class Network:
    """Two machines, `desk` for faderd and `stage` for lights, with a cable between them. Removed at the end of the test."""

    def __init__(self):
        native.need_root()
        if subprocess.run(["unshare", "-n", "true"], capture_output=True).returncode != 0:
            testing.skip("no network namespace may be made")
        self.desk, self.stage = (self._machine() for _ in range(2))
        self.do(self.desk, "ip", "link", "add", "desk", "type", "veth", "peer", "name", "stage", "netns", str(self.stage))
        for machine, name, address in ((self.desk, "desk", DESK), (self.stage, "stage", STAGE)):
            self.do(machine, "ip", "link", "set", "lo", "up")
            self.do(machine, "ip", "address", "add", f"{address}/24", "dev", name)
            self.do(machine, "ip", "link", "set", name, "up")
        self.do(self.desk, "ip", "route", "add", "239.0.0.0/8", "dev", "desk")

    @staticmethod
    def _machine():
        process = subprocess.Popen(["unshare", "-n", "sh", "-c", "echo ready; exec sleep 1000"], stdout=subprocess.PIPE)
        testing.defer(lambda: (process.kill(), process.wait()))
        testing.equal(process.stdout.readline(), b"ready\n", "a machine")
        return process.pid

    @staticmethod
    def inside(machine):
        """The command prefix that runs a program on a machine."""
        return ("nsenter", "-t", str(machine), "-n")

    def do(self, machine, *words):
        done = subprocess.run([*self.inside(machine), *words], capture_output=True, text=True)
        testing.equal(done.returncode, 0, f"exit code of {' '.join(words)} ({done.stderr})")

    @contextlib.contextmanager
    def on(self, machine):
        """This thread is on a machine: the sockets that it opens are."""
        library = ctypes.CDLL(None, use_errno=True)
        with open("/proc/thread-self/ns/net", "rb") as home, open(f"/proc/{machine}/ns/net", "rb") as there:
            testing.equal(library.setns(there.fileno(), NETWORK), 0, "setns")
            try:
                yield
            finally:
                testing.equal(library.setns(home.fileno(), NETWORK), 0, "setns")

    def hear(self, *universes, port=5568, address=""):
        with self.on(self.stage):
            return Ear(universes, port, address)


class Ear:
    """What arrives on the stage: in sACN of some universes, or in Art-Net."""

    def __init__(self, universes, port, address):
        self.frames = []
        self.link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.link.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.link.setsockopt(socket.SOL_SOCKET, 35, 1)
        self.link.bind((address, port))
        for universe in universes:
            group = socket.inet_aton(f"239.255.{universe >> 8}.{universe & 255}")
            self.link.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group + socket.inet_aton(STAGE))
        threading.Thread(target=self._run, daemon=True).start()
        testing.defer(self.link.close)
        testing.report(lambda: "\n".join(f"{f.at:.3f} {f.kind} {f.priority} {f.sequence} {f.universe} {f.levels[:24]}" for f in self.frames[-40:]))

    def _run(self):
        with contextlib.suppress(OSError):
            while True:
                packet, more, _, _ = self.link.recvmsg(2000, 100)
                seconds, nanoseconds = struct.unpack("qq", more[0][2])
                frame = _sacn(packet) if packet[4:13] == b"ASC-E1.17" else _artnet(packet)
                self.frames.append(frame._replace(at=seconds + nanoseconds / 1e9))

    def of(self, universe, kind="levels"):
        return [frame for frame in self.frames if (frame.universe, frame.kind) == (universe, kind)]

    def levels(self, universe, first, count=1):
        """The newest levels of some channels; None if the universe was never sent."""
        frames = self.of(universe)
        return list(frames[-1].levels[first - 1:first - 1 + count]) if frames else None

    def await_levels(self, universe, first, *levels):
        testing.wait_until(
            lambda: self.levels(universe, first, len(levels)) == list(levels),
            lambda: f"{levels} from channel {first} of universe {universe} on: {self.levels(universe, first, len(levels))}")


def _sacn(packet):
    testing.equal(struct.unpack(">H", packet[16:18])[0], 0x7000 | len(packet) - 16, "the length of the root layer")
    testing.equal(struct.unpack(">H", packet[38:40])[0], 0x7000 | len(packet) - 38, "the length of the framing layer")
    name = packet[44:108].rstrip(b"\0").decode()
    if struct.unpack(">I", packet[18:22])[0] == 8:
        return Frame(0, "discovery", packet[22:38], name, 0, 0, 64214, struct.unpack(f">{(len(packet) - 120) // 2}H", packet[120:]))
    testing.equal(struct.unpack(">H", packet[115:117])[0], 0x7000 | len(packet) - 115, "the length of the DMP layer")
    testing.equal((len(packet), packet[125]), (638, 0), "length and start code")
    priority, sync, sequence, options, universe = struct.unpack(">BHBBH", packet[108:115])
    testing.equal(sync, 0, "the synchronization address")
    return Frame(0, "end" if options & 0x40 else "levels", packet[22:38], name, priority, sequence, universe, packet[126:])


def _artnet(packet):
    testing.equal((packet[:12], len(packet), packet[16:18]), (b"Art-Net\0\0\x50\0\x0e", 530, b"\2\0"), "head, length and count")
    return Frame(0, "levels", b"", "", 0, packet[12], struct.unpack("<H", packet[14:16])[0], packet[18:])


class OLA:
    """OLA's daemon on the stage."""

    def __init__(self, network):
        self.network, self.directory = network, native.scratch()
        program = shutil.which("olad") or testing.skip("there is no olad")
        others = ("dummy kinet espnet sandnet shownet pathport osc opendmx ftdidmx stageprofi usbserial usbdmx spi gpio karate milinst renard "
                  "uartdmx nanoleaf openpixelcontrol dmx4linux")
        for name in others.split():
            native.write(f"{self.directory}/ola-{name}.conf", "enabled = false\n")
        native.write(f"{self.directory}/ola-e131.conf", f"enabled = true\nip = {STAGE}\ninput_ports = 2\noutput_ports = 0\n")
        native.write(f"{self.directory}/ola-artnet.conf", f"enabled = true\nip = {STAGE}\n")
        for path in (self.directory, *(f"{self.directory}/{name}" for name in os.listdir(self.directory))):
            os.chown(path, NOBODY, NOBODY)
        # It does not run as root.
        rights = ("setpriv", "--reuid", str(NOBODY), "--regid", str(NOBODY), "--clear-groups")
        with open(f"{self.directory}/log", "wb") as log:
            process = subprocess.Popen(
                [*network.inside(network.stage), *rights, program, "-c", self.directory, "--no-register-with-dns-sd"], stdout=log, stderr=log)
        testing.defer(lambda: (process.terminate(), process.wait()))
        testing.report(lambda: native.read(f"{self.directory}/log").decode(errors="replace"))
        testing.wait_until(lambda: "E1.31" in self._run("ola_dev_info"), "olad")
        self.devices = {words: line.split()[1].rstrip(":") for line in self._run("ola_dev_info").splitlines() if line.startswith("Device")
                        for words in ("ArtNet", "E1.31") if words in line}

    def _run(self, *words):
        return subprocess.run([*self.network.inside(self.network.stage), *words], capture_output=True, text=True).stdout

    def patch(self, device, universe):
        self._run("ola_patch", "-d", self.devices[device], "-p", "0", "-i", "-u", str(universe))

    def levels(self, universe):
        text = self._run("curl", "-s", f"http://127.0.0.1:9090/get_dmx?u={universe}")
        return json.loads(text)["dmx"] if text else []


class Judge:
    """PyPI's sacn, which obeys the source with the highest priority."""

    def __init__(self, network, universe):
        import sacn
        self.levels, self.news = None, []
        with network.on(network.stage):
            receiver = sacn.sACNreceiver(bind_address=STAGE)
            receiver.start()
        testing.defer(receiver.stop)
        receiver.register_listener("universe", self._take, universe=universe)
        receiver.register_listener("availability", lambda universe, changed: self.news.append(changed))
        receiver.join_multicast(universe)

    def _take(self, packet):
        self.levels = packet.dmxData


def daemon(network, config, **more):
    """A daemon that is to be started on the desk."""
    faderd = native.Daemon(config, **more)
    start = faderd.start
    faderd.start = lambda **options: start(wrap=network.inside(network.desk), **options)
    return faderd


def gaps(frames):
    return [later.at - earlier.at for earlier, later in zip(frames, frames[1:])]
