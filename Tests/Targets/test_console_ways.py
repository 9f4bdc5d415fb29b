"""What one kind of console does in its own way: scenes, one client at a time, groups in one number, models, signs of life, a subscription that is taken."""

import socket
import time

import native
import ui_desk
import yamaha_desk
from desks import encode, has, known, shown, state
from test_console_kinds import KINDS, LEVEL
from test_console_kinds import TF_COLOR as COLOR
from testing import check, equal, test, wait_until
from wing_desk import Desk

WING, SQ, QU, UI, TF = KINDS[1:]


@test("a scene that is recalled here or at the console is asked for, although the console does not say what is different")
def scenes():
    for kind in (SQ, QU, TF):
        desk = kind.desk()
        # An SQ and a Qu count from 0.
        desk.scenes = {7 if kind is TF else 6: {kind.vox: kind.levels[-10]}, 8: {kind.vox: kind.levels[10]}}
        faderd = kind.daemon(desk)
        shown(faderd, vox="0.0 dB")
        equal(faderd.ctl("press", "load").exit, 0)
        shown(faderd, vox="-10.0 dB")
        equal(desk.sets(), [], "what was written")
        if kind is not TF:
            check(("scene", 6) in [what for _, what in desk.heard], "the scene that was recalled")
            desk.recall(8)
            desk.send(bytes([0xB0, 0, 0, 0xC0, 8, 0xC0, 0]))
            shown(faderd, vox="10.0 dB")
            wait_until(lambda: "recalled scene 9" in faderd.log(), "the line of the log")


@test("a console that serves somebody else, one that says nothing, and one that cuts again and again are tried less and less often, with one line of log", limit=90)
def elsewhere():
    desk = SQ.desk()
    other = socket.create_connection(("127.0.0.1", desk.port))
    faderd = SQ.daemon(desk)
    # Which of the two it is depends on whether the console had read what faderd sent.
    closed = ("the connection was closed", "Connection reset by peer")
    wait_until(lambda: state(faderd, "vox").get("note") in closed, lambda: f"{state(faderd, 'vox')}", 15)
    time.sleep(4)
    check(2 <= desk.refused <= 5, f"{desk.refused} tries")
    other.close()
    faderd.set("vox", "-10 dB")
    SQ.has(desk, SQ.vox, -10)
    # It is there, and does not answer.
    desk.silent = True
    faderd.set("vox", "0 dB")
    wait_until(lambda: "it has not answered for" in (state(faderd, "vox").get("note") or ""), lambda: f"{state(faderd, 'vox')}", 20)
    desk.silent = False
    wait_until(lambda: state(faderd, "vox")["state"] == "bound", lambda: f"{state(faderd, 'vox')}", 20)
    lines = [line for line in faderd.log().splitlines() if "is not there" in line]
    equal(len(lines), 2, f"lines of log: {lines}")


@test("nothing is sent to an SQ at rest, and each value is asked once")
def rest():
    desk = SQ.desk()
    faderd = SQ.daemon(desk)
    known(faderd, "vox", "raw", "hall")
    equal(desk.asked(0x4000), 1, "questions for the fader")
    time.sleep(0.5)
    since = time.monotonic()
    time.sleep(6)
    equal([what for when, what in desk.heard if when > since], [], "what was sent at rest")


@test("the mute groups of a Ui are one number there: each goes both ways, and none touches the others, nor what else is in the number")
def ui_mute_groups():
    desk = ui_desk.Desk({"mgmask": 1 << 23 | 0b000101})
    faderd = UI.daemon(desk, more="  drums: {target: {ui: foh, mute-group: 1}}\n  horns: {target: {ui: foh, mute-group: 6}}\n")
    shown(faderd, drums="muted", horns="open")
    desk.tablet("mgmask", 1 << 23 | 0b100000)
    shown(faderd, drums="open", horns="muted")
    equal(desk.sets("mgmask"), [], "what was written because the console changed")
    faderd.set("drums", "muted")
    has(desk, "mgmask", 1 << 23 | 0b100001)
    equal(faderd.request("PATCH", "/v1/parameters", {"drums": {"value": False}, "horns": {"value": False}}).status, 200, "both at once")
    has(desk, "mgmask", 1 << 23)
    equal(faderd.ctl("undo").exit, 0)
    has(desk, "mgmask", 1 << 23 | 0b100001)


@test("a DM3 and a QL have their own strips; what a model lacks is said of the parameter")
def models():
    desk = yamaha_desk.Desk({"MIXER:Current/Cue/InCh/On 0 0": 1, "MIXER:Current/MuteGrpCtrl/On 0 0": 1, f"{LEVEL} 15 0": 0, f"{COLOR} 0 0": "Magenta"})
    faderd = native.Daemon(f"""version: 1
targets: {{a: {{dm3: "127.0.0.1:{desk.port}"}}, b: {{ql: "127.0.0.1:{desk.port}"}}}}
parameters:
  solo: {{target: {{dm3: a, ch: 1, property: solo}}}}
  group: {{target: {{dm3: a, mute-group: 1}}}}
  last: {{target: {{dm3: a, ch: 16}}}}
  color: {{target: {{dm3: a, ch: 1, property: color}}}}
  many: {{target: {{ql: b, ch: 72, matrix: 8}}}}
  ql: {{target: {{ql: b, ch: 1}}}}
  load: {{kind: trigger, target: {{ql: b, load: 300}}}}
""").start()
    shown(faderd, solo="on", group="muted", last="0.0 dB", ql="−∞ dB", color="magenta")
    desk.scenes = {300: {f"{LEVEL} 0 0": -2000}}
    equal(faderd.ctl("press", "load").exit, 0)
    shown(faderd, ql="-20.0 dB")
    check("ssrecall_ex MIXER:Lib/Scene 300" in [line for _, line in desk.heard], "the scene of a QL")
    wait_until(lambda: "it does not answer at MIXER:Current/InCh/ToMtrx/Level 71 7" in (state(faderd, "many").get("note") or ""), lambda: f"{state(faderd, 'many')}")


@test("a Ui, a Qu and a Yamaha are told that faderd is there, and a silent Yamaha is not there within seconds; another kind at the address is not there", limit=60)
def alive():
    ui, qu, tf = UI.desk(), QU.desk(), TF.desk()
    daemons = [kind.daemon(desk) for kind, desk in ((UI, ui), (QU, qu), (TF, tf))]
    for faderd in daemons:
        known(faderd, "vox")
    time.sleep(ui_desk.PATIENCE + 8)
    for faderd in daemons:
        equal(faderd.log().count("is not there"), 0, "ends")
    check(all(line in ("ALIVE",) for _, line in ui.heard), lambda: f"what a Ui was sent at rest: {ui.heard}")
    check(sum(what == ("alive",) for _, what in qu.heard) > ui_desk.PATIENCE, "how often a Qu was told")
    tf.silent = True
    wait_until(lambda: "it has not answered for" in (state(daemons[2], "vox").get("note") or ""), lambda: f"{state(daemons[2], 'vox')}", 15)
    tf.silent = False
    wait_until(lambda: state(daemons[2], "vox")["state"] == "bound", lambda: f"{state(daemons[2], 'vox')}", 20)
    faderd = native.Daemon(f'version: 1\ntargets: {{a: {{ui: "127.0.0.1:{tf.port}"}}, b: {{tf: "127.0.0.1:{ui.port}"}}}}\nparameters:\n'
                           '  x: {target: {ui: a, ch: 1}}\n  y: {target: {tf: b, ch: 1}}\n').start()
    for name in "xy":
        wait_until(lambda: state(faderd, name)["state"] == "absent" and state(faderd, name).get("note"), lambda: f"{state(faderd, name)}", 20)


@test("another program takes the subscription of a Wing; faderd takes it back within seconds", limit=60)
def stolen():
    desk = WING.desk()
    faderd = WING.daemon(desk)
    shown(faderd, vox="0.0 dB")
    desk.steal()
    WING.move(desk, WING.vox, -10)
    wait_until(lambda: desk.subscriber, "the subscription", 10)
    WING.move(desk, WING.vox, -30)
    shown(faderd, vox="-30.0 dB")


@test("a Wing that tells a color by its number alone is not asked about it for ever")
def color():
    desk = Desk(values={"/ch/1/col": 9})
    faderd = WING.daemon(desk)
    shown(faderd, **{"vox.color": "red"})
    desk.answer = lambda address: (8,) if address.endswith("/col") else Desk.answer(desk, address)
    since = time.monotonic()
    for _ in range(50):
        desk.raw(encode("/ch/1/col", 8))
    time.sleep(0.5)
    check(desk.asked("/ch/1/col", since) <= 60, lambda: f"{desk.asked('/ch/1/col', since)} questions")
    equal(desk.sets(), [], "what was written")
