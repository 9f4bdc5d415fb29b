"""faderctl doctor beside the real sequencer: the device, the surface, and programs that are connected to it, too."""

import json

import seq
import testing
from daemon import Daemon
from gadget import Gadget
from testing import check, equal, test, wait_until

CONFIG = """
version: 1
parameters:
  master: {min: 0, max: 127, decimals: 0}
surfaces:
  desk:
    match: "Desk*"
    controls: {fader.1: {input: "cc 7 ch 1", motor: true}}
    map: {fader.1: master}
"""


def findings(faderd, *subjects):
    """The findings about a subject, as (mark, sentence, advice); about several, in one list."""
    answer = json.loads(faderd.ctl("doctor", "--json").out)
    return [(found["mark"], found["sentence"], found.get("advice", "")) for found in answer["findings"] if found["subject"] in subjects]


@test("doctor sees the sequencer, a device that comes, who listens to it and who sends to it", limit=300)
def connections():
    faderd = Daemon(CONFIG)
    equal([mark for mark, _, _ in findings(faderd, "sequencer")], ["ok"], "the sequencer without a daemon")
    faderd.start()
    equal([mark for mark, _, _ in findings(faderd, "surface desk")], ["wrong"], "a surface without its device")
    Gadget("Desk One").plug()
    wait_until(lambda: faderd.get("/v1/surfaces")[0]["state"] == "connected", "the device")
    equal([mark for mark, _, _ in findings(faderd, "surface desk", "two daemons", "other programs")], ["ok"] * 3, "a surface with its device, one daemon, nobody else")
    device = testing.sequencer().port("Desk One")
    program = seq.Sequencer("A \x1b[2J\"program")
    testing.defer(program.close)
    port = (program.number, program.create_port("port"))
    program.subscribe(device, port)
    listening = findings(faderd, "other programs")
    check(listening[0][0] == "none" and "program\" listens to \"Desk One\"" in listening[0][1], f"{listening}")
    program.subscribe(port, device)
    (mark, sentence, advice), = findings(faderd, "other programs")
    check(mark == "wrong" and "sends to \"Desk One\"" in sentence, f"{sentence}")
    check(advice.startswith(f"aconnect -d {port[0]}:{port[1]} {device[0]}:{device[1]} "), advice)
    printed = faderd.ctl("doctor")
    equal((printed.exit, "\x1b" in printed.out), (69, False), "exit code, and whether the name controls the terminal")


@test("doctor sees two daemons on the sequencer", limit=300)
def two():
    first, second = Daemon(CONFIG).start(), Daemon(CONFIG).start()
    for faderd in (first, second):
        (mark, sentence, _), = findings(faderd, "two daemons")
        check(mark == "wrong" and "2 daemons" in sentence, sentence)
