"""faderctl edit: a text field in the terminal, which follows the hardware live."""

import json
import signal
import time

import native
import terminal
from testing import check, equal, test, wait_until


def field(faderd, parameter="master", *options, **more):
    native.need_faderctl()
    return terminal.Terminal(faderd, "edit", parameter, *options, **more)


def started(**more):
    faderd = native.Daemon().start()
    screen = field(faderd, **more)
    screen.shows("Master: -12.0 dB")
    return faderd, screen


@test("the field shows the value and follows the fader live until the first key")
def follows():
    faderd, screen = started()
    for position, text in ((1.0, "6.0"), (0.0, "-70.0"), (0.5, "-32.0")):
        faderd.move(1, position)
        screen.shows(f"Master: {text} dB")
    faderd.set("master", "-3")
    screen.shows("Master: -3.0 dB")
    screen.type("\t")
    screen.ends()
    screen.shows("Master: -3.0 dB\n")


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


@test("while a draft is no value the field says why, and Return writes nothing")
def explains():
    faderd, screen = started()
    screen.type("l")
    screen.shows_part("Master: l\n\"l\" is ")
    check("-70.0…6.0 dB" in screen.screen.text, f"it does not say what is expected: {screen.screen.text!r}")
    screen.type("\r")
    screen.shows_part("Master: l\n")
    screen.type("\x7f", "3")
    screen.shows("Master: 3  → 3.0 dB")
    screen.type("x", "\x17")
    screen.shows_part("Master:\n")
    screen.type("\x1b")
    screen.shows("Master: -12.0 dB")
    equal(faderd.value("master"), -12.0, "value")
    screen.type("\x03")
    screen.ends(-signal.SIGINT)


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


@test("a clamp is reported when the draft is submitted")
def clamps():
    faderd, screen = started()
    screen.type("99", "\r")
    screen.shows("Master: 6.0 dB\nclamped to 6.0 dB (range -70.0…6.0 dB)")
    faderd.move(1, 0.5)
    screen.shows("Master: -32.0 dB")
    screen.type("99\t")
    screen.ends()
    screen.shows_part("Master: 6.0 dB\nclamped to 6.0 dB")


@test("a fader that moves during an edit wins: the draft is dropped, the field shows the fader, and Return writes nothing")
def fader_wins():
    faderd, screen = started()
    screen.type("-3")
    screen.shows("Master: -3  → -3.0 dB")
    faderd.move(2, 1.0)
    screen.shows("Master: 6.0 dB")
    screen.type("\r")
    screen.keeps("Master: 6.0 dB")
    equal(faderd.value("master"), 6.0, "value")
    screen.type("-5")
    screen.shows("Master: -5  → -5.0 dB")
    faderd.set("master", "-20")  # Another client wins, too.
    screen.shows("Master: -20.0 dB")
    screen.type("\t")
    screen.ends()
    equal(faderd.value("master"), -20.0, "value")


@test("Tab and ctrl-d write a valid draft and drop an invalid one; Escape and ctrl-c write nothing")
def leaves():
    faderd = native.Daemon().start()
    for keys, value, code in (("-3\t", -3, 0), ("-4\x04", -4, 0), ("loud\t", -4, 0), ("-5\x1b", -4, None), ("-6\x03", -4, -signal.SIGINT),
                              ("-7\x1b[Z", -7, 0), ("\t", -7, 0), ("\x1b[H\t", -7, 0)):
        screen = field(faderd)
        screen.shows_part("Master: ")
        screen.type(keys)
        if code is None:
            time.sleep(0.2)
            screen.type("\t")
        screen.ends(code or 0)
        equal(faderd.value("master"), value, f"value after {keys!r}")


@test("editing works on whole characters: cursor, Home, End, Delete, ctrl-k, ctrl-u, ctrl-w")
def edits_the_line():
    faderd, screen = started()
    screen.type("\x1b[C")  # Cursor right begins the edit, at the end of the text.
    screen.type("\x7f", "5")
    screen.shows("Master: -12.5  → -12.5 dB")
    screen.type("\x1b[D\x1b[D\x1b[D", "\x1b[3~", "4")
    screen.shows("Master: -14.5  → -14.5 dB")
    screen.type("\x01", "\x1b[3~", "\x05", "1")
    screen.shows("Master: 14.51  → 6.0 dB")
    equal(screen.screen.column, len("Master: 14.51"), "column of the cursor")
    screen.type("\x1bOH", "\x1b[C\x1b[C", "\x0b")
    screen.shows("Master: 14  → 6.0 dB")
    screen.type(" dB", "\x17", "ö", "é\u0301".encode(), "\U0001f39a")
    screen.shows_part("Master: 14 öé\u0301\U0001f39a\n")
    screen.type("\x7f", "\x7f", "\x7f", "\x15")
    screen.shows_part("Master:\n")
    screen.type(b"\xe2\x88", b"\x922")  # A minus sign that comes in two pieces.
    screen.shows("Master: −2  → -2.0 dB")
    screen.type("\r")
    screen.shows("Master: -2.0 dB")
    screen.type("\t")
    screen.ends()


@test("up and down step, page keys and shift make big steps, and a step drops the draft")
def steps():
    faderd = native.Daemon(native.MASTER.replace("max: 10, step: 1", "max: 100, step: 1, decimals: 0")).start()
    screen = field(faderd, "other")
    screen.shows("other: 0")
    for key, text in (("\x1b[A", "1"), ("\x1bOA", "2"), ("\x1b[B", "1"), ("\x1b[5~", "11"), ("\x1b[1;2A", "21"), ("\x1b[1;2B", "11"),
                      ("\x1b[6~", "1")):
        screen.type(key)
        screen.shows(f"other: {text}")
    screen.type("77")
    screen.shows("other: 77  → 77")
    screen.type("\x1b[A")
    screen.shows("other: 2")
    screen.type("\t")
    screen.ends()
    equal(faderd.value("other"), 2, "value")


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
    faderd.configure(native.MASTER.replace("decimals: 1", "decimals: 2"))
    equal(faderd.ctl("reload").exit, 0, "exit code of the reload")
    screen.shows("Master: -12.00 dB")
    faderd.configure(native.MASTER.replace("  other:", "  mister: {min: 0, max: 1}\n  other:").replace("  master:", "  gone:").replace(
        ": master", ": gone"))
    equal(faderd.ctl("reload").exit, 0, "exit code of the reload")
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
    native.need_faderctl()
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


@test("in a narrow terminal everything stays in its rows")
def narrow():
    faderd, screen = started(columns=24)
    screen.type("a text that is longer than the terminal")
    screen.shows_part("the terminal\n")
    check(all(len(row) <= 24 for row in screen.screen.rows), f"a row is too long: {screen.screen.rows}")
    check(len(screen.screen.rows) <= 5, f"too many rows: {screen.screen.rows}")
    screen.type("\x1b")
    screen.shows("Master: -12.0 dB")
    screen.type("\t")
    screen.ends()


@test("edits over the API: the draft is private, edits are limited, and end with their connection")
def over_the_api():
    faderd = native.Daemon().start()
    line, other = faderd.session(), faderd.session()
    status, edit = line.ask("POST", "/v1/parameters/master/edit")
    equal(status, 201, "status")
    path = f"/v1/edits/{edit['edit']}"
    equal(line.ask("PUT", path, {"draft": "-3"}), (200, {"valid": True, "text": "-3.0 dB"}), "the judgement")
    equal(other.ask("PUT", path, {"draft": "-4"})[0], 404, "status in another session")
    equal(other.value("master"), -12.0, "value meanwhile")
    faderd.move(1, 1.0)
    wait_until(lambda: line.ask("GET", path)[1].get("dropped"), "the fader to win")
    status, outcome = line.ask("POST", f"{path}/submit")
    equal((status, outcome["outcome"], outcome["parameter"]["value"]), (200, "dropped", 6.0), "what became of it")
    for _ in range(16):
        equal(line.ask("POST", "/v1/parameters/master/edit")[0], 201, "status")
    equal(line.ask("POST", "/v1/parameters/master/edit")[0], 409, "status of one too many")
    sessions = [faderd.session() for _ in range(15)]
    for session in sessions:
        for _ in range(16):
            equal(session.ask("POST", "/v1/parameters/other/edit")[0], 201, "status")
    equal(other.ask("POST", "/v1/parameters/master/edit")[0], 503, "status when there are too many in all")
    line.close()
    wait_until(lambda: other.ask("POST", "/v1/parameters/master/edit")[0] == 201, "room after a client has gone")
    for session in [*sessions, other]:
        session.close()


@test("an edit follows the locale of the config over a reload")
def another_locale():
    config = native.parameters(["mix"])
    faderd = native.Daemon(config).start()
    line = faderd.session()
    _, edit = line.ask("POST", "/v1/parameters/mix/edit")
    path = f"/v1/edits/{edit['edit']}"
    equal(line.ask("PUT", path, {"draft": "0,5"})[1]["valid"], False, "a comma before the reload")
    faderd.configure(config.replace("version: 1\n", "version: 1\nlocale: sv_SE\n"))
    equal(faderd.ctl("reload").exit, 0, "the reload")
    equal(line.ask("PUT", path, {"draft": "0,5"})[1]["valid"], True, "a comma after it")
    line.close()


@test("a reload that changes a parameter's kind drops the draft that was typed for the old kind")
def another_kind():
    config = native.parameters(["mix"])
    faderd = native.Daemon(config).start()
    line = faderd.session()
    _, edit = line.ask("POST", "/v1/parameters/mix/edit")
    path = f"/v1/edits/{edit['edit']}"
    equal(line.ask("PUT", path, {"draft": "5"})[1]["valid"], True, "the draft")
    faderd.configure("version: 1\nparameters:\n  mix: {kind: choice, options: [a, b]}\n")
    equal(faderd.ctl("reload").exit, 0, "the reload")
    check(line.ask("GET", path)[1].get("dropped"), "the draft is dropped")
    equal(line.ask("POST", f"{path}/submit")[1]["outcome"], "dropped", "what became of it")
    line.close()


@test("a draft that is asked for after a reload is judged by the new rules")
def another_range():
    config = native.parameters(["mix"], "min: 0, max: 10, decimals: 1")
    faderd = native.Daemon(config).start()
    line = faderd.session()
    _, edit = line.ask("POST", "/v1/parameters/mix/edit")
    path = f"/v1/edits/{edit['edit']}"
    equal(line.ask("PUT", path, {"draft": "8.5"})[1], {"valid": True, "text": "8.5"}, "the judgement before it")
    faderd.configure(config.replace("max: 10", "max: 5"))
    equal(faderd.ctl("reload").exit, 0, "the reload")
    told = line.ask("GET", path)[1]
    equal((told["draft"], told["judgement"]["text"]), ("8.5", "5.0"), f"the draft after it: {told}")
    equal(line.ask("POST", f"{path}/submit")[1]["parameter"]["value"], 5, "what became of it")
    line.close()
