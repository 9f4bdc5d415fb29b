"""faderctl edit: a text field in the terminal, which follows the hardware live."""

import json
import signal

import native
import terminal
from testing import check, equal, test, wait_until


def field(faderd, parameter="master", *options, **more):
    return terminal.Terminal(faderd, "edit", parameter, *options, **more)


def started(**more):
    faderd = native.Daemon().start()
    screen = field(faderd, **more)
    screen.shows("Master: -12.0 dB")
    return faderd, screen


@test("a typed text replaces the shown value and moves nothing until Return, which moves the motors")
def submits():
    faderd, screen = started()
    before, revision = faderd.motor(1), faderd.parameter("master")["revision"]
    screen.type("-", "6")
    screen.shows("Master: -6  → -6.0 dB")
    equal(faderd.parameter("master")["revision"], revision, "revision while it is typed")
    equal(faderd.motor(1), before, "the motor while it is typed")
    screen.type("\r")
    screen.shows("Master: -6.0 dB")
    equal(faderd.value("master"), -6.0, "value")
    equal(faderd.parameter("master")["origin"], "text", "origin")
    wait_until(lambda: abs(faderd.motor(2) - 64 / 76) < 1e-3, "the motor to follow")
    screen.type("1.5", "\r")  # The field stays open, and the next key begins a new draft.
    screen.shows("Master: 1.5 dB")
    screen.type("\x04")
    screen.ends()
    equal(faderd.value("master"), 1.5, "value")


@test("the field says that a value has no steps, and goes on")
def no_steps():
    faderd = native.Daemon("version: 1\nparameters:\n  tint: {kind: color}\n").start()
    screen = field(faderd, "tint")
    screen.shows("tint: #000000")
    screen.type("\x1b[A")
    screen.shows_part("tint: #000000\ntint is made of parts")
    screen.type("f00", "\r")
    screen.shows("tint: #ff0000")
    screen.type("\x04")
    screen.ends()


@test("whatever signal ends it, the terminal is as it was before")
def restored():
    for number in terminal.SIGNALS:
        faderd, screen = started()
        check(screen.is_raw, "the terminal is not raw while the field is in it")
        screen.type("-3")
        screen.shows_part("Master: -3")
        screen.signal(number)
        screen.ends(-number)
        equal(faderd.value("master"), -12.0, "value")
        wait_until(lambda: faderd.status()["connections"]["open"] == 1, "its connections to go")


@test("ctrl-z restores the terminal, and the field continues when it is resumed")
def suspends():
    faderd, screen = started()
    screen.type("-3")
    screen.shows_part("Master: -3")
    screen.type("\x1a")
    wait_until(lambda: not screen.is_raw, "the terminal to be given back")
    screen.signal(signal.SIGCONT)
    wait_until(lambda: screen.is_raw, "the terminal to be taken again")
    screen.type("0\r")
    screen.shows_part("Master: -30.0 dB")
    screen.type("\t")
    screen.ends()
    equal(faderd.value("master"), -30.0, "value")


@test("the daemon ends: exit code 69 with a message, and the terminal is as it was")
def daemon_gone():
    faderd, screen = started()
    screen.type("-3")
    screen.shows_part("Master: -3")
    faderd.kill()
    screen.ends(69)
    check("start it again" in screen.screen.text, f"it does not say what to do: {screen.screen.text!r}")


@test("the daemon hangs: exit code 69, and the terminal is as it was")
def daemon_hangs():
    faderd, screen = started()
    faderd.pause()
    screen.type("-")
    screen.ends(69)
    faderd.resume()


@test("a reload shows the new text of the value; if the parameter is removed, the field ends with 65")
def reloads():
    faderd, screen = started()
    faderd.reload(native.MASTER.replace("decimals: 1", "decimals: 2"))
    screen.shows("Master: -12.00 dB")
    faderd.reload(native.MASTER.replace("  other:", "  mister: {min: 0, max: 1}\n  other:").replace("  master:", "  gone:").replace(
        ": master", ": gone"))
    screen.ends(65)
    check("no longer a parameter" in screen.screen.text, f"it does not say so: {screen.screen.text!r}")


@test("a value that cannot be saved is shown with a message; leaving the field with one exits 74")
def not_durable():
    faderd = native.Daemon()
    native.write(faderd.state_file, '{"version": 2}')
    faderd.start()
    screen = field(faderd)
    screen.shows("Master: -12.0 dB")
    screen.type("-3\r")
    screen.shows_part("Master: -3.0 dB\nmaster is -3.0 dB now, but it could not be saved")
    screen.type("-4\t")
    screen.ends(74)
    equal(faderd.value("master"), -4.0, "value")


@test("without a terminal it names the command to use and exits 64; an unknown id exits 65")
def no_terminal():
    faderd = native.Daemon().start()
    for input in ("", "-3\n"):
        done = faderd.ctl("edit", "master", input=input)
        equal(done.exit, 64, "exit code")
        check("faderctl set master" in done.err, f"it does not name what to use: {done.err!r}")
    equal(faderd.value("master"), -12.0, "value")
    screen = field(faderd, "mastr")
    screen.ends(65)
    check('did you mean "master"?' in screen.screen.text, f"no suggestion: {screen.screen.text!r}")


@test("--json prints the parameter when the field is left")
def prints_json():
    faderd = native.Daemon().start()
    screen = field(faderd, "master", "--json")
    screen.shows("Master: -12.0 dB")
    screen.type("-3\t")
    screen.ends()
    text = screen.screen.text
    equal(json.loads(text[text.index("{"):])["text"], "-3.0 dB", "text in the JSON")


@test("an edit follows a reload: the locale of the config counts; another kind of the parameter drops what was typed for the old one")
def followed():
    config = native.parameters(["mix"])
    faderd = native.Daemon(config).start()
    line = faderd.session()
    path = f"/v1/edits/{line.ask('POST', '/v1/parameters/mix/edit')[1]['edit']}"
    equal(line.ask("PUT", path, {"draft": "0,5"})[1]["valid"], False, "a comma before the reload")
    faderd.reload(config.replace("version: 1\n", "version: 1\nlocale: sv_SE\n"))
    equal(line.ask("PUT", path, {"draft": "0,5"})[1]["valid"], True, "a comma after it")
    faderd.reload("version: 1\nparameters:\n  mix: {kind: choice, options: [a, b]}\n")
    check(line.ask("GET", path)[1].get("dropped"), "the draft is dropped")
    equal(line.ask("POST", f"{path}/submit")[1]["outcome"], "dropped", "what became of it")
    line.close()
