"""Ports of the sequencer: which port of which device a surface gets, connections changed by hand, and clients that misbehave."""

import os
import signal
import struct
import threading
import time

import midi
import seq
import testing
from daemon import Daemon
from gadget import Gadget
from testing import check, equal, stays, test, wait_until

ONE = """
version: 1
parameters:
  level: {min: 0, max: 127, decimals: 0, default: 33}
surfaces:
  desk: {match: MATCH, controls: {fader.1: {input: "cc 1 ch 1", motor: true}}, map: {fader.1: level}}
"""

TWO = ONE + """
  other: {match: "Other*", controls: {fader.1: {input: "cc 2 ch 1"}}, map: {fader.1: level}}
"""


def config(match, text=ONE):
    return text.replace("MATCH", match)


def ours(name="desk"):
    """Waits for a surface's port; returns its address."""
    return wait_until(lambda: testing.sequencer().port("faderd", name), f"the port {name}")


def links(name="desk", address=None):
    """The addresses that a surface's port sends to, and those that send to it. With `address` it need not look through all clients,
    one of which may be disappearing."""
    address, look = address or ours(name), testing.sequencer()
    return look.subscribers(address), look.subscribers(address, outgoing=False)


def linked_to(address, name="desk"):
    return lambda: links(name) == ([address], [address])


@test("a cable that is pulled takes its ports one by one: the surface never moves to the next port of the dying device")
def pulled_port_by_port():
    desk = Gadget("Desk", ports=2).plug()
    Daemon(config('"Desk*"')).start()
    for _ in range(5):
        second, port = desk.address(1), ours()
        wait_until(linked_to(desk.address(0)), "the device to be connected")
        pull = threading.Thread(target=desk.unplug)
        pull.start()
        seen = []
        while pull.is_alive() or links(address=port) != ([], []):
            seen += [address for way in links(address=port) for address in way if address == second]
        pull.join()
        equal(seen, [], "connections to the second port")
        desk.plug()


@test("a connection cut by hand stays cut until the configuration is reloaded, and streams are told")
def cut_by_hand():
    desk = Gadget("Desk").plug()
    daemon = Daemon(config('"Desk*"')).start()
    wait_until(linked_to(desk.address()), "the device to be connected")
    told, stream = [], daemon.events()
    threading.Thread(target=lambda: told.extend(data for name, data in stream if name in ("state", "surfaces")), daemon=True).start()
    wait_until(lambda: told, "the state")
    hand = testing.sequencer()
    hand.unsubscribe(ours(), desk.address())
    wait_until(lambda: "cut by hand" in told[-1][0].get("trouble", "") if isinstance(told[-1], list) else False, lambda: f"the cut to be told: {told}")
    hand.unsubscribe(desk.address(), ours())
    seq.Sequencer("Passer-by").create_port("news")
    stays(lambda: links() == ([], []), "the connection came back", 2.5)
    shown = daemon.ctl("surfaces").out
    check('cut by hand; "faderctl reload" connects it again' in shown and "unknown: Desk" not in shown, f"what is shown: {shown}")
    equal(daemon.request("POST", "/v1/reload").status, 200, "status of the reload")
    wait_until(linked_to(desk.address()), "the device to be connected again")
    check("by hand" not in daemon.ctl("surfaces").out, "what is shown afterwards")


@test("a device whose port another program holds is reported once, and connected soon after it is free")
def held():
    desk = Gadget("Desk").plug()
    holder = os.open(f"/dev/snd/midiC{desk.host_card()}D0", os.O_RDONLY | os.O_NONBLOCK)
    daemon = Daemon(config('"Desk*"')).start()
    wait_until(lambda: "another program" in daemon.log(), "a word about the other program")
    check('"desk"' in daemon.log(), "the log does not name the surface")
    time.sleep(3)
    equal(daemon.log().count("another program"), 1, "times it was told")
    shown = daemon.ctl("surfaces").out
    check("another program" in shown and "unknown: Desk" not in shown, f"what is shown: {shown}")
    os.close(holder)
    wait_until(linked_to(desk.address()), "the device to be connected")
    desk.write(midi.cc(1, 90))
    wait_until(lambda: daemon.value("level") == 90, "the move")


@test("a reload that adds or removes surfaces keeps the ports and connections of the others")
def reload_keeps_ports():
    desk, other = Gadget("Desk", slot=0).plug(), Gadget("Other", slot=1).plug()
    daemon = Daemon(config('"Desk*"')).start()
    wait_until(linked_to(desk.address()), "the device to be connected")
    port, news = ours(), seq.Sequencer("listener")
    news.announcements(news.create_port("news"))
    daemon.reload(config('"Desk*"', TWO))
    wait_until(linked_to(other.address(), "other"), "the second surface to be connected")
    equal(ours(), port, "the first surface's port")
    daemon.reload(config('"Desk*"'))
    wait_until(lambda: testing.sequencer().port("faderd", "other") is None, "the dropped surface's port to go")
    equal(links(), ([desk.address()], [desk.address()]), "the connections of the first")
    rewired = [event for event in news.receive_all() if event.type in (66, 67) and tuple(event.data[0:2]) == desk.address()]
    equal(rewired, [], "connections made or cut at the first device meanwhile")


@test("a program that never reads what it is sent delays no other device on the same surface")
def deaf_reader():
    desk = Gadget("Desk").plug()
    daemon = Daemon(config('"Desk*"')).start()
    wait_until(linked_to(desk.address()), "the device to be connected")
    deaf = seq.Sequencer("Deaf", pool=20)
    address = (deaf.number, deaf.create_port("in"))
    deaf.subscribe(ours(), address)
    desk.settle()
    for value in range(100):
        equal(daemon.request("PUT", "/v1/parameters/level", {"value": value % 128}).status, 200, "status")
    wait_until(lambda: desk.messages()[-1:] == [midi.cc(1, 99)], "the last position at the device")
    time.sleep(1)
    cpu = daemon.cpu()
    time.sleep(5)
    check(daemon.cpu() - cpu <= 0.1, f"the deaf reader costs {daemon.cpu() - cpu:.2f} s of processor time in 5 s")


@test("meaningless events that are read together with moves before them do not delay the answer to the moves")
def nothing_behind_a_burst():
    daemon = Daemon(config('"Desk*"') + """
  other: {match: "Other*", controls: {fader.1: {input: "cc 2 ch 1", motor: true}}, map: {fader.1: level}}
""").start()
    desk, other = seq.Sequencer("Desk program"), seq.Sequencer("Other program")
    ports = [program.create_port("out") for program in (desk, other)]
    wait_until(linked_to((desk.number, ports[0])), "the program to be connected")
    wait_until(lambda: links("other") == ([(other.number, ports[1])], [(other.number, ports[1])]), "the other program to be connected")
    time.sleep(0.5)  # The motors have been sent their positions; what comes at once is taken for their answer.
    other.receive_all()
    nothing = struct.pack("<BBBB8sBBBB12s", 50, 0, 0, 253, b"", 0, ports[0], *ours(), b"")
    for value in (20, 40, 60):
        moves = [desk.encode(ports[0], midi.cc(1, value + step)) for step in (1, 2, 3)]
        # It is stopped, because otherwise it would read each event separately, as soon as it comes.
        os.kill(daemon.pid, signal.SIGSTOP)
        os.write(desk.fd, b"".join([*moves, nothing, nothing]))
        os.kill(daemon.pid, signal.SIGCONT)
        # No request is made meanwhile: it would wake up a thread that waits in a read, which is the fault that this test looks for.
        equal(other.messages(quiet=0.3)[-1], midi.cc(2, value + 3), "what the motor was sent last")
