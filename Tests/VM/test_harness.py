"""The test harness itself: checks the assumptions of the other tests."""

import os

import midi
import seq
import testing
from gadget import Fader, Gadget
from testing import check, equal, test, wait_until


@test("a plugged-in controller appears in the sequencer under its own name")
def appears():
    desk = Gadget("Desk One").plug()
    found = testing.sequencer().find("Desk One")
    equal([client.number for client in found], [desk.host_client()], "clients of that name")
    equal(len(found[0].ports), 1, "ports")


@test("pulling the cable removes the client, and plugging it in again brings it back")
def replugged():
    desk = Gadget("Desk One").plug()
    desk.unplug()
    equal(testing.sequencer().find("Desk One"), [], "clients after the unplug")
    desk.plug()
    equal(len(testing.sequencer().find("Desk One")), 1, "clients after the replug")


@test("a message written inside the controller comes in at the sequencer, from the port that it was written to")
def fingers():
    desk = Gadget("Desk Two", ports=2).plug()
    client = seq.Sequencer("listener")
    port = client.create_port("in")
    for number in (0, 1):
        client.subscribe(desk.address(number), (client.number, port))
    for number in (0, 1):
        desk.write(midi.cc(7, 64 + number), number)
        event = client.receive(2)
        check(event, f"nothing came in from port {number}")
        equal((event.message, event.source), (midi.cc(7, 64 + number), desk.address(number)), f"port {number}")


@test("messages sent to the controller are read inside it, each once and in order")
def motors():
    desk = Gadget("Desk Two", ports=2).plug()
    client = seq.Sequencer("sender")
    port = client.create_port("out")
    client.subscribe((client.number, port), desk.address(1))
    sent = [midi.cc(7, 1), midi.pitchbend(9000, 3), midi.note(104, 127), midi.polypressure(3, 4, 16), midi.program(9), midi.pressure(5, 2),
            b"\xf0\x00\x00\x66\x14\x12\x00Hello, Fader\xf7"]
    for message in sent:
        client.send(port, message)
    wait_until(lambda: len(desk.messages()) >= len(sent), "all messages")
    equal(desk.messages(1), sent, "received at port 1")
    equal(desk.messages(0), [], "received at port 0")


@test("a thousand messages, sent as fast as possible, all arrive")
def thousand():
    desk = Gadget("Desk").plug()
    client = seq.Sequencer("listener")
    port = client.create_port("in")
    client.subscribe(desk.address(), (client.number, port))
    sent = [midi.cc(7, index % 128) for index in range(1000)]
    desk.write(b"".join(sent))
    equal(client.messages(0.5), sent, "received")
    equal(client.overruns, 0, "overruns")


@test("two controllers with the same name are two clients and do not hear each other")
def twins():
    first, second = Gadget("Twin", slot=0).plug(), Gadget("Twin", slot=1).plug()
    equal(len(testing.sequencer().find("Twin")), 2, "clients")
    client = seq.Sequencer("sender")
    port = client.create_port("out")
    client.subscribe((client.number, port), second.address())
    client.send(port, midi.cc(1, 2))
    second.wait_for(midi.cc(1, 2))
    equal(first.messages(), [], "received by the other")


@test("a controller comes back under another card number when its own was taken meanwhile")
def moves():
    desk = Gadget("Desk", slot=0).plug()
    before = desk.host_client()
    desk.unplug()
    Gadget("Intruder", slot=1).plug()
    desk.plug()
    check(desk.host_client() != before, f"still client {before}")


@test("a fader stands where the last hand or motor put it")
def fader():
    desk = Gadget("Desk").plug()
    client = seq.Sequencer("sender")
    port = client.create_port("out")
    client.subscribe((client.number, port), desk.address())
    fine = Fader(desk, "cc14 7", ch=2, touch=104)
    bend = Fader(desk, "pitchbend", ch=3, position=5)
    client.send(port, midi.cc14(7, 12345, 2) + midi.pitchbend(16383, 4))
    fine.wait_at(12345)
    equal((fine.motor, bend.position), ([12345], 5), "the motor of one and the place of the other")
    fine.touch()
    fine.move(100)
    client.send(port, midi.cc14(7, 200, 2))
    desk.wait_for(midi.cc(39, 200 & 127, 2))
    equal((fine.position, fine.fought), (100, 1), "a finger is stronger than the motor")
    fine.release()
    client.send(port, midi.cc14(7, 300, 2))
    fine.wait_at(300)


@test("a receiver that does not read loses events, the sender is told, and the receiver sees one overrun")
def overrun():
    sender, receiver = seq.Sequencer("sender"), seq.Sequencer("receiver", pool=200)
    out, into = sender.create_port("out"), receiver.create_port("in")
    sender.subscribe((sender.number, out), (receiver.number, into))
    lost = sender.flood(out, [midi.cc(7, index % 128) for index in range(1000)])
    check(lost >= 800, f"only {lost} were lost")
    receiver.receive_all()
    equal(receiver.overruns, 1, "overruns")
    sender.send(out, midi.cc(7, 99))
    equal(receiver.messages(), [midi.cc(7, 99)], "received afterwards")


@test("connections made by hand are seen from both ends, announced, and can be undone")
def connections():
    one, two = seq.Sequencer("one"), seq.Sequencer("two")
    here, there = (one.number, one.create_port("a")), (two.number, two.create_port("b"))
    ears = one.create_port("ears")
    sequencer = testing.sequencer()  # Made before `one` listens: a new client is announced, too.
    one.announcements(ears)
    one.subscribe(here, there)
    equal((sequencer.subscribers(here), sequencer.subscribers(there, outgoing=False)), ([there], [here]), "subscribers")
    one.unsubscribe(here, there)
    equal(sequencer.subscribers(here), [], "subscribers afterwards")
    equal([event.type for event in one.receive_all()][-2:], [66, 67], "announcements")


@test("running status, realtime bytes and long sysex are cut into whole messages")
def parser():
    stream = bytes.fromhex("b0 07 01 07 f8 02 f0 01 f8 02 f7 e0 00 40 00 41 f6 c0 05 06")
    wanted = ["b00701", "f8", "b00702", "f8", "f00102f7", "e00040", "e00041", "f6", "c005", "c006"]
    whole = [message.hex() for message in midi.split(stream)]
    parser = midi.Parser()
    bytewise = [message.hex() for byte in stream for message in parser.feed(bytes([byte]))]
    equal((whole, bytewise), (wanted, wanted), "messages")


@test("ten replugs leave no client, card or descriptor behind")
def flat():
    desk = Gadget("Desk").plug()
    clients, files = len(testing.sequencer().clients()), len(os.listdir("/proc/self/fd"))
    for _ in range(10):
        desk.replug()
    equal((len(testing.sequencer().clients()), len(os.listdir("/proc/self/fd"))), (clients, files), "clients and descriptors")
