"""An OBS that misbehaves: half frames, floods, stalls, close codes. The state is clear, memory is bounded, and the rest goes on."""

import os
import struct
from statistics import median

import fakeobs
import native
from fakeobs import FakeOBS, frame
from floods import others_go_on, poured
from sound import target
from testing import check, equal, stays, test, wait_until


def config(address, password=""):
    return (f"version: 1\ntargets: {{studio: {{obs: \"{address}\"{password}}}}}\n"
            "parameters:\n  mic: {type: decibel, target: {obs: studio, input: Mic}}\n  other: {}\n" + native.desk({1: "mic", 2: "other"}))


def started(fake):
    return native.Daemon(config(fake.address)).start()


def note(faderd):
    return target(faderd, "mic").get("note", "")


def bound(faderd):
    wait_until(lambda: target(faderd, "mic")["state"] == "bound", lambda: f"to be bound: {target(faderd, 'mic')}")


@test("half a greeting, half a frame and no answer at all are noticed in time, and tried again", limit=180)
def stalls():
    fakes = [FakeOBS(lambda link, shake, hello: None), FakeOBS(lambda link, shake, hello: link.sendall(shake + hello[:20]))]
    daemons = [started(fake) for fake in fakes]
    silent = FakeOBS()
    faderd = started(silent)
    bound(faderd)
    silent.is_silent = True
    faderd.set("mic", "-3")
    wait_until(lambda: "does not answer" in note(faderd), lambda: f"the stall: {target(faderd, 'mic')}")
    for each, fake in zip(daemons, fakes):
        wait_until(lambda: "does not greet" in note(each), lambda: f"the stalled greeting: {target(each, 'mic')}")
        fake.greet = None
        bound(each)
    silent.is_silent = False
    wait_until(lambda: abs(silent.volume + 3) < 0.01 or silent.connections > 1, "the end of the wait")
    bound(faderd)
    wait_until(lambda: abs(silent.volume + 3) < 0.01, lambda: f"what was on its way: {silent.volume}")


@test("close codes: a wrong password and a kick are not tried again at once; other ends are", limit=120)
def codes():
    def closing(code):
        return lambda link, shake, hello: link.sendall(shake + hello + frame(struct.pack(">H", code) + b"because", fakeobs.CLOSE))
    for code, words, again in ((4009, "asks for a password", False), (4011, "somebody has closed", False), (4010, "another version", True),
                               (1001, "closed the connection (1001)", True)):
        fake = FakeOBS(closing(code))
        faderd = started(fake)
        wait_until(lambda: words in note(faderd), lambda: f"{code}: {words}: {target(faderd, 'mic')}")
        if code == 4009:
            found = [line for line in faderd.ctl("doctor").out.splitlines() if words in line]
            check(found and all(line.startswith("✗") for line in found), f"the doctor: {found}")
        if again:
            wait_until(lambda: fake.connections > 2, f"{code}: another try")
        else:
            stays(lambda: fake.connections == 1, f"{code}: no other try", 1)
        fake.greet = None
        faderd.ctl("reload")
        bound(faderd)
        faderd.stop()


@test("a flood of events, pings and answers delays nothing else, and needs no memory", limit=180, alone=True)
def flood():
    fake = FakeOBS()
    faderd = started(fake)
    bound(faderd)
    quiet, before = others_go_on(faderd, 300), faderd.memory()
    flood = b"".join([
        fakeobs.event("InputVolumeChanged", inputName="Mic", inputVolumeDb=-5), fakeobs.event("SceneCreated", sceneName="x" * 500),
        fakeobs.event("InputNameChanged", inputName="Mic", oldInputName="Else"), frame(b"p" * 100, fakeobs.PING),
        fakeobs.message(7, requestId="nobody", requestStatus={"result": True, "code": 100})]) * 100
    with poured(lambda: fake.send(flood)):
        flooded = others_go_on(faderd, 600)
        used = faderd.memory() - before
    print(f"     a move took {median(quiet) * 1000:.1f} ms before, {median(flooded) * 1000:.1f} ms in the flood; {used} KiB more memory")
    # A busy machine delays single moves; a daemon that works the flood off before anything else delays most of them.
    slow = [seconds for seconds in flooded if seconds > max(0.05, 10 * median(quiet))]
    check(len(slow) <= len(flooded) // 20, f"{len(slow)} of {len(flooded)} moves were slow: {slow}; before, a move took {median(quiet):.4f} s")
    check(used < 8 << 10, f"{used} KiB more")
    fake.volume = -9
    fake.send(fakeobs.event("InputVolumeChanged", inputName="Mic", inputVolumeDb=-9))
    wait_until(lambda: faderd.text("mic") == "-9.0 dB", lambda: f"the value after the flood: {faderd.text('mic')}, {target(faderd, 'mic')}")


@test("an OBS that is restarted every tenth of a second leaves no thread, descriptor or memory behind", limit=120)
def restarts():
    fake = FakeOBS(lambda link, shake, hello: (link.sendall(shake + hello + fakeobs.message(2, negotiatedRpcVersion=1)), link.close()))
    faderd = started(fake)
    wait_until(lambda: faderd.ctl("reload") and fake.connections >= 20, lambda: f"many connections: {fake.connections}")
    fake.greet = None
    bound(faderd)
    files = faderd.fds()
    for _ in range(10):
        fake.drop()
        wait_until(lambda: target(faderd, "mic")["state"] == "absent", "the loss")
        faderd.ctl("reload")
        bound(faderd)
    wait_until(lambda: faderd.fds() <= files, lambda: f"descriptors: {faderd.fds()}, {files} before")
    wait_until(lambda: not {"faderd-secret", "faderd-names"} & set(faderd.threads().values()), lambda: f"threads: {faderd.threads()}")


@test("a refusal with a hostile comment of any length is a sentence of one line")
def comments():
    fake = FakeOBS()
    faderd = native.Daemon(
        f"version: 1\ntargets: {{studio: {{obs: \"{fake.address}\"}}}}\nparameters:\n  mic: {{type: decibel, target: {{obs: studio, input: Mic}}}}\n"
        "  mute: {kind: toggle, target: {obs: studio, input: \"N\u00f6\\\"{}'<b>\", property: mute}}\n").start()
    bound(faderd)
    text = target(faderd, "mute")["note"]
    equal(text, "OBS has no input \"N\u00f6\"{}'<b>\"")
    check("\x1b" not in faderd.ctl("targets").out, "no controls in a terminal")


@test("what is moved while OBS is away is in it when it is back, also if a reload has changed the password")
def other_password():
    fake = FakeOBS()
    faderd = started(fake)
    bound(faderd)
    with open(f"{faderd.directory}/obs.pw", "w", encoding="utf-8", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
        file.write("secret\n")
    for level, password in ((-30, ""), (-31, f", password-file: \"{faderd.directory}/obs.pw\""), (-32, "")):
        fake.close()
        wait_until(lambda: target(faderd, "mic")["state"] == "absent", "the loss")
        faderd.set("mic", f"{level} dB")
        faderd.reload(config(fake.address, password))
        # It begins with what it had before.
        fake = FakeOBS(port=fake.port, volume=fake.volume)
        wait_until(lambda: abs(fake.volume - level) < 0.05, lambda: f"{level} in OBS, not {fake.volume}: {target(faderd, 'mic')}")
