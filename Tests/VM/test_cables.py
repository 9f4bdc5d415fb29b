"""Cables, names and client numbers: a surface's device is found by its name and is sent every position when it appears."""

import json
import time

import midi
import seq
import testing
from daemon import Daemon
from device import Device
from gadget import Gadget
from testing import check, equal, stays, test, wait_until

EIGHT = "version: 1\nparameters:\n" + "".join(
    f"  p{number}: {{min: 0, max: 16383, decimals: 0, default: {number * 1000}}}\n" for number in range(1, 9)) + """
surfaces:
  desk:
    match: "Desk*"
    controls:
""" + "".join(f'      fader.{number}: {{input: "pitchbend ch {number}", motor: true}}\n' for number in range(1, 9)) + \
    "    map: {" + ", ".join(f"fader.{number}: p{number}" for number in range(1, 9)) + "}\n"

TWINS = """
version: 1
parameters:
  left: {min: 0, max: 127, decimals: 0, default: 11}
  right: {min: 0, max: 127, decimals: 0, default: 22}
surfaces:
  one: {match: "Twin*", controls: {fader.1: {input: "cc 1 ch 1", motor: true}}, map: {fader.1: left}}
  two: {match: "Twin*", controls: {fader.1: {input: "cc 1 ch 1", motor: true}}, map: {fader.1: right}}
"""

ONE = """
version: 1
parameters:
  level: {min: 0, max: 127, decimals: 0, default: 33}
surfaces:
  desk: {match: "Desk*", controls: {fader.1: {input: "cc 1 ch 1", motor: true}}, map: {fader.1: level}}
"""

STORED = {f"p{number}": 100.0 + number for number in range(1, 9)}


def with_state(config, values):
    """A daemon whose state file has these values."""
    daemon = Daemon(config)
    with open(daemon.state_file, "w", encoding="utf-8") as file:
        json.dump({"version": 1, "parameters": {name: {"value": value} for name, value in values.items()}, "snapshots": {}}, file)
    return daemon


def repainted(surface, values, since):
    """Checks that every fader of EIGHT is sent its value exactly once, within a second of `since`."""
    wanted = sorted(midi.pitchbend(round(value), number) for number, value in enumerate(values, 1))
    wait_until(lambda: len(surface.messages()) >= len(values), lambda: f"{len(values)} motor messages; {surface.messages()}")
    got = surface.received()
    surface.settle()
    equal(sorted(surface.messages()), wanted, "motor messages")
    late = max(item.time for item in got) - since
    check(late <= 1.0, f"the last motor moved {late:.2f} s later")


def state_of(daemon, surface):
    """The state of a surface: `connected` or `waiting`."""
    return next(item["state"] for item in daemon.get("/v1/surfaces") if item["name"] == surface)


@test("a controller plugged in before the start gets every stored position within a second")
def before():
    desk = Gadget("Desk").plug()
    daemon = with_state(EIGHT, STORED)
    since = time.monotonic()
    daemon.start()
    repainted(desk, STORED.values(), since + daemon.ready_after)
    equal(state_of(daemon, "desk"), "connected", "the surface")


@test("a controller plugged in after the start gets every stored position within a second")
def after():
    daemon = with_state(EIGHT, STORED).start()
    equal(state_of(daemon, "desk"), "waiting", "the surface before")
    desk = Gadget("Desk").plug()
    repainted(desk, STORED.values(), time.monotonic())
    wait_until(lambda: state_of(daemon, "desk") == "connected", "the surface to be connected")


@test("a cable is pulled, a value set, and the cable is back under another card number: the surface is repainted with the new value")
def other_card():
    desk = Gadget("Desk", slot=0).plug()
    daemon = with_state(EIGHT, STORED).start()
    desk.settle()
    before = desk.host_client()
    desk.unplug()
    wait_until(lambda: state_of(daemon, "desk") == "waiting", "the surface to be missed")
    equal(daemon.set("p3", "12345"), "12345", "set while the cable is out")
    Gadget("Intruder", slot=1).plug()
    desk.clear()
    desk.plug()
    since = time.monotonic()
    check(desk.host_client() != before, f"the controller is still client {before}")
    repainted(desk, {**STORED, "p3": 12345.0}.values(), since)
    desk.write(midi.pitchbend(77, 3))
    wait_until(lambda: daemon.shown("p3") == "77", "the fader to be heard again")


@test("a port that appears after its client is found, and repainted within a second")
def late_port():
    Daemon(ONE).start()
    program = seq.Sequencer("Desk of programs")
    time.sleep(1)
    port = program.create_port("late")
    started = time.monotonic()
    equal(wait_for_message(program), midi.cc(1, 33), "motor bytes")
    check(time.monotonic() - started <= 1.0, "it took longer than a second")
    equal(port, 0, "the port")


def wait_for_message(program, timeout=1.5):
    """The next MIDI message that a sequencer client receives; ignores connections and other announcements."""
    deadline = time.monotonic() + timeout
    while (left := deadline - time.monotonic()) > 0:
        event = program.receive(left)
        if event is not None and event.message:
            return event.message
    return None


@test("a client that takes a name that a surface matches is connected, and one that gives the name up is disconnected")
def renamed():
    daemon = Daemon(ONE).start()
    program = seq.Sequencer("Client-42")
    program.create_port("only")
    stays(lambda: state_of(daemon, "desk") == "waiting", "a client of another name was taken", 0.3)
    program.rename("Desk at last")
    equal(wait_for_message(program), midi.cc(1, 33), "motor bytes after the rename")
    wait_until(lambda: state_of(daemon, "desk") == "connected", "the surface to be connected")
    program.rename("Something else")
    wait_until(lambda: state_of(daemon, "desk") == "waiting", "the surface to be left")


@test("a device connected by hand makes the surface connected: it is repainted and heard, and missed when the connection is cut")
def by_hand():
    daemon = Daemon(ONE).start()
    hand = testing.sequencer()
    stranger = Device("Stranger").plug()
    ours = wait_until(lambda: hand.port("faderd", "desk"), "the port of the surface")
    hand.subscribe(stranger.address(), ours)
    hand.subscribe(ours, stranger.address())
    stranger.wait_for(midi.cc(1, 33))
    wait_until(lambda: state_of(daemon, "desk") == "connected", "the surface to be connected")
    # What comes at once is taken for the answer of its motor.
    stranger.settle()
    stranger.write(midi.cc(1, 120))
    wait_until(lambda: daemon.shown("level") == "120", "the move")
    hand.unsubscribe(ours, stranger.address())
    hand.unsubscribe(stranger.address(), ours)
    wait_until(lambda: state_of(daemon, "desk") == "waiting", "the surface to be missed")
    equal(daemon.set("level", "7"), "7", "set meanwhile")
    stranger.settle()
    stranger.clear()
    hand.subscribe(ours, stranger.address())
    stranger.wait_for(midi.cc(1, 7))


@test("every surface is a duplex port of the client faderd, named after it, in the order of the config")
def ports():
    Daemon(TWINS).start()
    ours = testing.sequencer().find("faderd")
    equal(len(ours), 1, "clients")
    # Ports to which no other client may connect are private: `aconnect -l` does not list them.
    open_ports = [port for port in ours[0].ports if port.capability & (seq.SUBS_READ | seq.SUBS_WRITE)]
    equal([(port.port, port.name) for port in open_ports], [(0, "one"), (1, "two")], "ports")
    equal({port.capability & seq.DUPLEX_PORT for port in open_ports}, {seq.DUPLEX_PORT}, "what the ports can")


def footprint(daemon):
    """The numbers of the daemon's descriptors and of sequencer clients, after a pause in which the last request's connection closes."""
    time.sleep(0.5)
    return daemon.fds(), len(testing.sequencer().clients())


def at_rest(daemon, seconds=10):
    """Checks that nothing wakes the daemon up and that it uses no processor time."""
    time.sleep(15)  # A thread that worked for the last request ends some seconds later.
    switches, cpu = daemon.switches(), daemon.cpu()
    time.sleep(seconds)
    equal((daemon.switches() - switches, daemon.cpu() - cpu), (0, 0.0), f"wake-ups and processor time in {seconds} idle seconds")


@test("20 replugs of a USB controller: descriptors, sequencer clients and memory flat, every one repainted, and no wake-up afterwards",
      limit=200)
def twenty():
    desk = Gadget("Desk").plug()
    daemon = Daemon(ONE).start()
    for _ in range(3):  # Memory that the first rounds allocate and keep is not a leak.
        desk.replug()
        desk.wait_for(midi.cc(1, 33))
    before, memory = footprint(daemon), daemon.memory()
    for _ in range(20):
        desk.unplug()
        desk.clear()
        desk.plug()
        desk.wait_for(midi.cc(1, 33))
    equal(footprint(daemon), before, "descriptors and clients")
    check(daemon.memory() - memory <= 512, f"memory grew by {daemon.memory() - memory} KiB")
    desk.unplug()
    at_rest(daemon)


@test("1,000 replugs of a controller that is a program: descriptors, sequencer clients and memory flat, and no wake-up afterwards",
      limit=400)
def thousand():
    daemon = Daemon(ONE).start()
    shown = 0
    before, memory = None, []
    for number in range(1050):
        if number in (50, 550):
            state_of(daemon, "desk")  # Loads the memory that requests need, each time: the daemon gives it back when none come for a while.
            before = before or footprint(daemon)
            memory.append(daemon.memory())
        program = seq.Sequencer("Desk program")
        program.create_port("only")
        # Every tenth waits for its message; the others end at any moment of the daemon's work on them.
        if number % 10 == 0:
            shown += wait_for_message(program) == midi.cc(1, 33)
        else:
            time.sleep(number % 7 * 0.01)
        program.close()
    equal(shown, 105, "those that were waited for and repainted")
    wait_until(lambda: state_of(daemon, "desk") == "waiting", "the last to be missed")
    equal(footprint(daemon), before, "descriptors and clients")
    memory.append(daemon.memory())
    print(f"     memory after 50, 550 and 1,050 of them: {memory} KiB")
    check(memory[2] - memory[1] <= 512, f"memory after 50, 550 and 1,050 of them: {memory} KiB")
    at_rest(daemon)


@test("monitor --all hears controllers of no surface, also one plugged in later; the console never does, and nothing is left behind")
def monitor_all():
    box = Gadget("nanoKONTROL2", slot=1).plug()
    desk = Gadget("Desk").plug()
    daemon = Daemon(ONE).start()
    desk.settle()
    before = daemon.status()["events"]["in"]
    monitor = daemon.ctl_running("monitor", "--all")
    lines = testing.lines_of(monitor)
    wait_until(lambda: testing.sequencer().subscribers(box.address()), "the controller to be listened to", 30)
    box.write(midi.cc(0, 64))
    wait_until(lambda: "nanoKONTROL2 in  cc 0 ch 1 = 64\n" in lines, lambda: f"the message; {lines}", 30)
    desk.write(midi.cc(1, 90))
    wait_until(lambda: any(line.startswith("desk in  cc 1 ch 1 = 90") for line in lines), lambda: f"the surface's; {lines}", 30)
    equal(len([line for line in lines if "= 90" in line and " in " in line]), 1, "how often the surface's message is told")
    two = Gadget("Twoface", slot=2, ports=2).plug()
    wait_until(lambda: testing.sequencer().subscribers(two.address(1)), "the new one to be listened to", 30)
    two.write(midi.note(48, 100), port=1)
    wait_until(lambda: "Twoface port 2 in  note 48 ch 1 = 100\n" in lines, lambda: f"the second port's; {lines}", 30)
    equal(daemon.status()["events"]["in"], before + 1, "messages that came to the console")
    monitor.kill()
    wait_until(lambda: not testing.sequencer().subscribers(box.address()), "the controller to be left", 30)
    wait_until(lambda: "faderd-listener" not in daemon.threads().values(), "the thread to end", 30)


@test("a monitored controller that becomes a surface is shown once, as the surface")
def monitored_surface():
    box = Gadget("nanoKONTROL2", slot=1).plug()
    daemon = Daemon(ONE).start()
    monitor = daemon.ctl_running("monitor", "--all")
    lines = testing.lines_of(monitor)
    wait_until(lambda: testing.sequencer().subscribers(box.address()), "the controller to be listened to", 30)
    daemon.reload(ONE.replace("Desk*", "nano*"))
    wait_until(lambda: state_of(daemon, "desk") == "connected", "the surface", 30)
    wait_until(lambda: len(testing.sequencer().subscribers(box.address())) == 1, "one reader of the controller", 30)
    box.write(midi.cc(1, 55))
    wait_until(lambda: any("= 55" in line for line in lines), lambda: f"the message; {lines}", 30)
    time.sleep(0.5)
    equal([line.split()[0] for line in lines if "= 55" in line and " in " in line], ["desk"], "who is told to have sent it")
    monitor.kill()
