"""Recording what a device sends and is sent, and playing it to a daemon that does not have the device."""

import os
import signal
import subprocess

import native
import testing
from testing import check, equal, test, wait_until

DESK = """\
version: 1
parameters:
  level: {min: 0, max: 16383, decimals: 0}
  pan: {min: 0, max: 127, decimals: 0, default: 64}
  on: {kind: toggle}
surfaces:
  desk:
    match: "faderd virtual"
    profile: mackie-control
    map: {fader.1: level, fader.2: level, encoder.1: pan, mute.1: on}
"""


PROFILES = native.shipped("mackie-control")


def desk(config=DESK, **more):
    return native.Daemon(config, profiles=PROFILES, **more)


def recorded(faderd, *arguments, name="r.txt"):
    """Starts a recording; returns the process and its file."""
    path = f"{faderd.directory}/{name}"
    process = faderd.ctl_running("monitor", "--record", path, *arguments)
    told = process.stderr.readline()
    check(f"recording into {path}" in told, f"told: {told!r}")
    return process, path


def lines(path):
    return native.read_text(path).splitlines()


@test("what hands do on one daemon is recorded, and played to another has the same values; hands and reloads meanwhile do no harm")
def whole():
    first = desk().start()
    process, path = recorded(first)

    def heard():
        first.ctl("virtual", "send", "desk", "90 2E 7F", "90 2E 00")  # Until the MIDI thread knows that somebody records.
        return any(" in  desk 90 2E 7F" in line for line in lines(path))
    wait_until(heard, "the first message")
    first.ctl("virtual", "move", "fader.1", "0.25")
    first.ctl("virtual", "turn", "encoder.1", "5")
    first.ctl("virtual", "press", "mute.1")
    first.ctl("virtual", "send", "desk", "F0 7E 00 06 02 00 00 66 14 00 00 00 01 02 03 04 05 06 07 08 09 0A 0B 0C F7")
    wait_until(lambda: any("0A 0B 0C F7" in line for line in lines(path)), "the last message")
    wait_until(lambda: sum(" out desk E1 " in line for line in lines(path)) >= 1, "the other fader's motor")
    process.send_signal(signal.SIGINT)
    equal(process.wait(timeout=60), -signal.SIGINT, "it ends as by Ctrl-C")
    text = lines(path)
    equal(text[0], "# faderd recording 1", "the first line")
    check('# surface desk: profile "mackie-control", client "faderd virtual", port "faderd virtual"' in text, text[:4])
    check(text[-1].startswith("# ended after ") and text[-1].endswith(": interrupted"), text[-1])
    check(any(line.endswith("# pitchbend ch 1 = 4096 fader.1") for line in text), text)
    check(all(line.startswith("#") or line[0].isdigit() for line in text), text)
    equal(os.stat(path).st_mode & 0o777, 0o644 & ~_umask(), "mode")
    values = {name: first.text(name) for name in ("level", "pan", "on")}
    check(values["on"] == "on" and values["pan"] != "64", values)
    second = desk(arguments=["--play", path]).start()
    equal(second.ctl("reload").exit, 0, "a reload while it plays")
    second.ctl("virtual", "move", "fader.8", "0.5")
    wait_until(lambda: f"played {path}\n" in second.log(), lambda: f"the end: {second.log()}")
    equal({name: second.text(name) for name in values}, values, "the values")
    check(abs(second.motor(1) - 0.25) < 0.001 and abs(second.motor(2) - 0.25) < 0.001, "the faders are where they were")


def _umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


@test("a recording says when the daemon goes, is not written over, and is refused where it cannot be written, with a sentence")
def files():
    faderd = desk().start()
    process, path = recorded(faderd, "desk", name="a b.txt")
    again = faderd.ctl("monitor", "--record", path)
    check(again.exit == 74 and "is there already" in again.err and "--force" in again.err, again)
    for arguments, code, sentence in (
            (("--record", ""), 64, "--record needs the name of a file"), (("--force",), 64, "--force needs --record"),
            (("--record", f"{faderd.directory}/no/r.txt"), 74, "cannot be written"), (("--record", faderd.directory), 74, "is a directory"),
            (("--record", "/dev/full", "--force"), 74, "is a device"), (("nowhere", "--record", f"{faderd.directory}/n.txt"), 65, "nowhere")):
        done = faderd.ctl("monitor", *arguments)
        check(done.exit == code and sentence in done.err, f"{arguments}: {done}")
    check(not os.path.exists(f"{faderd.directory}/n.txt"), "nothing is left of what was refused")
    native.write(f"{faderd.directory}/real.txt", "mine")
    for target in ("real.txt", "nowhere.txt"):
        link = f"{faderd.directory}/link to {target}"
        os.symlink(target, link)
        for options in ((), ("--force",)):
            done = faderd.ctl("monitor", "--record", link, *options)
            equal(done.exit, 74, f"exit code where a link leads to {target}, with {options}: {done.err}")
    check(not os.path.exists(f"{faderd.directory}/nowhere.txt"), "what a link leads to is written")
    equal(native.read_text(f"{faderd.directory}/real.txt"), "mine", "what a link leads to")
    faderd.stop()
    equal(process.wait(timeout=60), 69, "exit code")
    check(lines(path)[-1].startswith("# ended after 0.000 s, 0 messages: "), lines(path)[-1])


@test("a recording ends with its last line and the reason if nobody reads the output any more, or if it cannot be written")
def unread():
    faderd = desk().start()
    for number, reason in ((0, "nobody reads the output any more"), (1, "the output cannot be written: No space left on device")):
        path = f"{faderd.directory}/{number}.txt"
        with open("/dev/full", "w", encoding="utf-8") as full:
            process = subprocess.Popen(
                [native.FADERCTL, "monitor", "--socket", faderd.socket, "--record", path], stdin=subprocess.DEVNULL, text=True,
                stdout=full if number else subprocess.PIPE, stderr=subprocess.PIPE)
        testing.defer(lambda process=process: (process.kill(), process.wait()))
        check("recording into" in process.stderr.readline(), "the recording does not begin")
        if not number:
            process.stdout.close()

        def ended():
            if process.poll() is None:
                faderd.ctl("virtual", "send", "desk", "90 2E 7F")
            return process.poll() is not None
        wait_until(ended, "the recorder's end")
        equal(process.returncode, 74 if number else -signal.SIGPIPE, "how it ended")
        last = lines(path)[-1]
        check(last.startswith("# ended after ") and last.endswith(f" s, 1 message: {reason}"), f"the last line: {last}")
        check(f"{path}: 1 message" in process.stderr.read(), "it does not say what there is")


@test("on a full disk a recording has whole lines, and the sentence says how many")
def full():
    faderd = desk().start()
    native.mount(f"{faderd.directory}/small", "size=16k")
    process, path = recorded(faderd, name="small/r.txt")
    sent = [f"E0 {n % 128:02X} {n % 100:02X}" for n in range(60)]
    for _ in range(60):
        faderd.ctl("virtual", "send", "desk", *sent)
        if process.poll() is not None:
            break
    equal(process.wait(timeout=60), 74, "exit code")
    told = process.stderr.read()
    check("cannot be written any further: No space left on device; the " in told and "messages before are in it" in told, told)
    text = native.read_text(path)
    check(text.endswith("\n") and len(text) > 8000, f"the end: {text[-100:]!r}")


@test("--play without --virtual, of a file that cannot be played, or with no surface to play into, ends with a sentence")
def refused():
    directory = native.scratch()
    good, bad = f"{directory}/good.txt", f"{directory}/bad.txt"
    native.write(good, "0 in desk E0 00 40\n")
    native.write(bad, "# faderd recording 1\n0 in desk E0 00 40\n0.1 in desk E0 00\n")
    two = f"{directory}/two.txt"
    native.write(two, "0 in left E0 00 40\n0 in right E0 00 40\n")
    elsewhere = DESK.replace("faderd virtual", "Elsewhere")
    for config, arguments, code, sentence in (
            (DESK, ("--play", good), 64, "run faderd with --virtual=PROFILE"), (DESK, ("--virtual", "--play", ""), 64, "--play needs a path"),
            (DESK, ("--virtual", "--play", f"{directory}/none.txt"), 74, "there is no recording"),
            (DESK, ("--virtual", "--play", directory), 74, "it is a directory"),
            (DESK, ("--virtual", "--play", bad), 65, f"{bad}:3: error: E0 needs 2 more bytes, found 1"),
            (DESK, ("--virtual", "--play", two), 65, "has messages of left, right, and none of them is desk"),
            (elsewhere, ("--virtual", "--play", good), 78, "nothing to play")):
        faderd = desk(config, virtual=False, arguments=arguments)
        faderd.start(ready=False)
        equal(faderd.process.wait(timeout=60), code, f"exit code with {arguments}: {faderd.log()}")
        check(sentence in faderd.log(), f"{arguments}: {faderd.log()}")


@test("a surface that leaves the config while it is played to is said at the end")
def unheard():
    path = f"{native.scratch()}/r.txt"
    native.write(path, "0 in desk E0 00 40\n2.5 in desk E0 00 50\n3 in desk F8\n")
    faderd = desk(arguments=["--play", path]).start()
    # The playing begins once the daemon is ready.
    wait_until(lambda: "1 message that no control sends" in faderd.log() and "playing" in faderd.log(), lambda: f"the start: {faderd.log()}")
    wait_until(lambda: faderd.text("level") == "8192", "the first message")
    faderd.reload(DESK.replace("faderd virtual", "Elsewhere"))
    wait_until(lambda: "nobody heard 1 message," in faderd.log(), lambda: f"the end: {faderd.log()}")
    equal(faderd.text("level"), "8192", "the value")
