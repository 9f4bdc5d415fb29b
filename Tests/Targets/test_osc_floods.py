"""What OSC programs send takes no more memory than its limit says, however much of it comes: docs/limits.md."""

import random
import socket

import native
from desks import encode
from floods import HAND, MOST, Hand, grown_meanwhile, in_background, numbers
from sound import target
from osc import Console, free_port
from testing import check, test, wait_until


def bundled(packets):
    return b"#bundle\0" + b"\0" * 7 + b"\1" + b"".join(len(each).to_bytes(4, "big") + each for each in packets)


@test("thousands of hosts subscribe, move, recall and send what nobody knows: the memory stays, and motors follow", limit=120, alone=True)
def strangers():
    port, count, chance = free_port(), numbers(), random.Random(3)
    faderd = native.Daemon(
        f"version: 1\nosc: {{listen: {port}, allow: [127.0.0.0/8]}}\nparameters:\n  title: {{kind: text}}\n"
        + "".join(f"  p.{n}: {{}}\n" for n in range(200)) + HAND).start()

    hand = Hand(faderd)
    same = [
        encode("/subscribe", "p.*"), encode("/subscribe", "x" * 60_000), encode("/recall", "z" * 60_000), encode("/press/" + "p" * 30_000),
        chance.randbytes(500), bundled([encode("/x")] * 5_000),
        *(bundled([encode(f"/value/p.{n}", place) for n in range(200)] * 4) for place in (0.25, 0.75))]

    def host():
        """A host that was never there before, or one that comes again."""
        link, number = socket.socket(socket.AF_INET, socket.SOCK_DGRAM), next(count)
        link.bind((f"127.{number % 3 + 1}.{number // 3 % 250}.{number // 750 % 250 + 1}", 0))
        for packet in (
                encode(f"/position/p.{number % 200}", chance.random()), encode(f"/position/{number}" + "y" * 2_000, 0.5), encode(f"/recall/{number}"),
                encode("/text/title", f"{number} " + "t" * 5_000), *same):
            link.sendto(packet, ("127.0.0.1", port))
        link.close()
    ends = [in_background(host) for _ in range(2)]
    wait_until(lambda: faderd.status()["osc"]["failed"] > 100, lambda: f"the flood: {faderd.status()['osc']}")
    used = grown_meanwhile(faderd, hand=hand)
    for end in ends:
        end()
    now = faderd.status()["osc"]
    print(f"     {now['received']} packets, {now['failed']} failed, {now['dropped']} dropped; {used} KiB more")
    check(used < MOST, f"{used} KiB more")
    check(faderd.log().count("\n") < 60, "the log is flooded")


@test("a console sends values, texts and addresses without end, and packets of any size: the memory stays, and motors follow", limit=120, alone=True)
def console():
    fake, count, chance = Console(), numbers(), random.Random(4)
    fake.values = {"/a": 0.25}
    faderd = native.Daemon(
        f"version: 1\ntargets: {{desk: {{osc: \"127.0.0.1:{fake.port}\", queries: true}}}}\nparameters:\n"
        "  a: {target: {osc: desk, address: /a}}\n  title: {kind: text, target: {osc: desk, address: /title}}\n"
        "  pick: {kind: choice, options: [one, two], target: {osc: desk, address: /pick}}\n" + HAND).start()
    wait_until(lambda: fake.heard and target(faderd, "a")["state"] == "bound", lambda: f"the console: {target(faderd, 'a')}")
    sender = ("127.0.0.1", next(port for port in ports(faderd) if port != fake.port))

    hand = Hand(faderd)
    same = [
        chance.randbytes(1_000), bundled([encode("/a", 0.25)] * 1_000), bundled([encode("/a", 0.75)] * 2_000), b"#bundle\0" * 8_000]

    def send():
        number = next(count)
        for packet in (
                encode("/a", chance.random()), encode("/title", f"{number} " + "t" * 50_000), encode("/pick", f"{number}"),
                encode(f"/{number}" + "y" * 60_000, 0.5), *same):
            fake.link.sendto(packet, sender)
    end = in_background(send)
    used = grown_meanwhile(faderd, hand=hand)
    end()
    print(f"     {used} KiB more; {target(faderd, 'title')}")
    check(used < MOST, f"{used} KiB more")
    check(faderd.log().count("\n") < 60, "the log is flooded")


def ports(faderd):
    """The UDP ports of a daemon."""
    files = set(faderd.descriptors().values())
    for line in open(f"/proc/{faderd.pid}/net/udp", encoding="ascii").readlines()[1:]:
        words = line.split()
        if f"socket:[{words[9]}]" in files:
            yield int(words[1].split(":")[1], 16)
