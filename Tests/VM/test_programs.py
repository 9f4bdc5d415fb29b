"""MIDI programs as surfaces: values go both ways, nothing circulates, and either side may be restarted.

Two simulated programs. One connects itself to faderd's port through two clients that no other program may connect, as Ardour's backend for
the ALSA sequencer does; like Ardour's Generic MIDI with "Enable Feedback" it answers what it is sent. The other opens a raw MIDI device, as
Reaper does; snd-virmidi makes that a client of the sequencer.
"""

import glob
import os
import select
import threading
import time

import midi
import seq
import testing
from daemon import Daemon
from gadget import Fader, Gadget
from testing import PATIENCE, check, equal, test, wait_until

CONFIG = """
version: 1
parameters:
  drums: {{min: 0, max: 16383, decimals: 0}}
surfaces:
  desk:
    match: "Desk*"
    controls: {{fader.1: {{input: "cc14 7 ch 1", motor: true, touch: "note 104 ch 1"}}}}
    map: {{fader.1: drums}}
  program:
    match: "{match}"
    controls: {{fader.1: {{input: "cc 7 ch 1", motor: true, echo: never}}}}
    map: {{fader.1: drums}}
"""
NO_EXPORT, APPLICATION = 0x80, 1 << 20


class Program:
    """A program with one fader, 0…127. It takes each value that it is sent, and `delay` seconds later answers with its fader's position.

    coarse: the step to which it rounds, so that its answer may differ from what it was sent.
    """

    def __init__(self, delay=0.03, coarse=1):
        self.value, self.delay, self.coarse = 0, delay, coarse
        self.taken, self.said = [], 0
        self._ended = self._thread = None

    def start(self):
        self.open()
        # Deferred after `open`, so that its thread ends before the files are closed.
        testing.defer(self.quit)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(self._ended,), daemon=True)
        self._thread.start()
        return self

    def quit(self):
        if self._thread is not None:
            self._ended.set()
            self._thread.join()
            self._thread = None
            self.close()

    def mouse(self, value):
        """Moves its fader with the mouse; it sends the new position at once."""
        self.value = value
        self._say()

    def _say(self):
        self.said += 1
        self.send(midi.cc(7, self.value))

    def _run(self, ended):
        due = []
        while not ended.is_set():
            for message in self.read(0.005):
                check(message[0] == 0xB0 and message[1] == 7, f"an unknown message {midi.words(message)}")
                self.taken.append(message[2])
                self.value = message[2] // self.coarse * self.coarse
                due.append(time.monotonic() + self.delay)
            while due and due[0] <= time.monotonic():
                due.pop(0)
                self._say()


class Ardour(Program):
    def open(self):
        ours = wait_until(lambda: testing.sequencer().port("faderd", "program"), "the port of the surface")
        self.input, self.output = seq.Sequencer("Ardour"), seq.Sequencer("Ardour")
        self.input.subscribe(ours, (self.input.number, self.input.create_port("port", seq.WRITE | NO_EXPORT, APPLICATION)))
        self.output.subscribe((self.output.number, self.output.create_port("port", seq.READ | NO_EXPORT, APPLICATION)), ours)

    def close(self):
        self.input.close()
        self.output.close()

    def send(self, data):
        self.output.send(0, data)

    def read(self, timeout):
        event = self.input.receive(timeout)
        return [event.message] if event and event.message else []


class Reaper(Program):
    def open(self):
        card = next(int(line.split()[0]) for line in open("/proc/asound/cards", encoding="utf-8") if "[VirMIDI" in line)
        self.file = os.open(sorted(glob.glob(f"/dev/snd/midiC{card}D*"))[0], os.O_RDWR | os.O_NONBLOCK)
        self.parser = midi.Parser()

    def close(self):
        os.close(self.file)

    def send(self, data):
        os.write(self.file, data)

    def read(self, timeout):
        return self.parser.feed(os.read(self.file, 4096)) if select.select([self.file], [], [], timeout)[0] else []


def both(sentence):
    """Marks a test that runs once with each program; its arguments are the program's class and the match of its surface."""
    def mark(function):
        for kind, match in ((Ardour, "no client: the program connects itself"), (Reaper, "Virtual Raw MIDI ?-0")):
            test(f"{sentence} (as {kind.__name__})", limit=300)(lambda kind=kind, match=match: function(kind, match))
        return function
    return mark


def shown(raw):
    """The value that the program is sent for a 14-bit position."""
    return round(raw * 127 / 16383)


def begun(kind, match, **more):
    desk = Gadget("Desk").plug()
    daemon = Daemon(CONFIG.format(match=match)).start()
    desk.settle()
    return Fader(desk, "cc14 7", touch=104), daemon, kind(**more).start()


def traffic(daemon):
    events = daemon.status()["events"]
    return events["in"] + events["out"]


def quiet(daemon):
    """Checks that nothing circulates while no hand moves."""
    time.sleep(1.5)
    before = traffic(daemon)
    time.sleep(2)
    equal(traffic(daemon) - before, 0, "messages in 2 s in which nobody moved anything")


@both("a fader moves the fader of a program that answers, the program's mouse moves the motor, and nothing circulates")
def both_ways(kind, match):
    fader, daemon, program = begun(kind, match)
    fader.touch()
    for raw in range(0, 16384, 117):
        fader.move(raw)
        time.sleep(0.004)
    fader.move(12345)
    wait_until(lambda: program.value == shown(12345), lambda: f"the program's fader; it is at {program.value}", PATIENCE)
    fader.release()
    quiet(daemon)
    # Its late answers did not count as movements: the finger's position remains, with all its bits.
    equal((daemon.value("drums"), fader.position, program.value), (12345, 12345, shown(12345)), "parameter, motor and program")
    check(len(program.taken) <= 143, f"{len(program.taken)} messages for 142 moves")
    equal(program.said, len(program.taken), "answers of the program")
    for value in (100, 3, 64):
        said = program.said
        program.mouse(value)
        wanted = round(value * 16383 / 127)
        wait_until(lambda: daemon.value("drums") == wanted, lambda: f"{wanted}; it is {daemon.value('drums')}", PATIENCE)
        fader.wait_at(wanted, PATIENCE)
        quiet(daemon)
        equal((program.value, program.said), (value, said + 1), "the program, which is not answered")
    daemon.set("drums", "8000")
    wait_until(lambda: program.value == shown(8000), lambda: f"a typed value; the program is at {program.value}", PATIENCE)


@both("a restarted program is sent its fader's position, and so is one that a restarted faderd finds")
def restarted(kind, match):
    fader, daemon, program = begun(kind, match)
    daemon.set("drums", "16383")
    wait_until(lambda: program.value == 127, "the program's fader", PATIENCE)
    for value in (9000, 3000):
        program.quit()
        daemon.set("drums", str(value))
        fader.wait_at(value, PATIENCE)
        program.value = 0
        program.start()
        if kind is Reaper:
            # Its device stayed: messages that came while nothing read it wait in the device, or are lost.
            daemon.set("drums", str(value + 500))
            value += 500
        wait_until(lambda value=value: program.value == shown(value), lambda: f"{shown(value)}; it is at {program.value}", PATIENCE)
        time.sleep(1)  # What comes at once may be the answer of a motor.
        program.mouse(20)
        wait_until(lambda: daemon.value("drums") == round(20 * 16383 / 127), "the mouse", PATIENCE)
    if kind is Ardour:
        # It had connected itself to a port that ends with faderd, so it must connect again.
        program.quit()
    daemon.stop()
    program.value = 0
    daemon.start()
    if kind is Ardour:
        program.start()
    wait_until(lambda: program.value == 20, lambda: f"20; the program is at {program.value}", PATIENCE)


@both("a program that rounds what it is sent, and two hands at once: the traffic ends, and all agree")
def rounding(kind, match):
    fader, daemon, program = begun(kind, match, coarse=4)
    before = traffic(daemon)
    for raw in range(0, 16384, 331):
        fader.touch()
        fader.move(raw)
        fader.release()
        if raw % 3 == 0:
            program.mouse(raw // 128)
        time.sleep(0.02)
    quiet(daemon)
    spent = traffic(daemon) - before
    # 50 moves, each with a touch, a release, an answer of two messages, and the messages to and from the program.
    check(spent <= 50 * 12, f"50 moves and 17 of the mouse cost {spent} messages")
    # A program that answers beside what it is sent changes nothing; what was set last stays.
    check(abs(shown(daemon.value("drums")) - program.value) < 4, f"the program's fader is at {program.value}, the parameter at {daemon.value('drums')}")
    equal(fader.position, daemon.value("drums"), "the motor and the parameter")
