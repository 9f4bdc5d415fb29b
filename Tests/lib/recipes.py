"""The recipes of the documents: which there are, what they bind, and a daemon that runs one of them beside stand-ins."""

import os
import re
import sys

import native
from testing import check, equal, test, wait_until

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.append(f"{ROOT}/Tests/Daemon")
import test_docs  # noqa: E402  (how configs are found in documents)

# What a recipe binds outside, and how its text shows that.
OUTSIDE = {
    "osc": r'\bosc: "', "obs": r'\bobs: "', "mqtt": r'\bmqtt: "', "sound": r"\{pulse: |^apps: ", "mixer": r"\{alsa: ", "player": r"\{mpris: ",
    "screen": r"\{brightness: ", "exec": r"\{exec: ", "lights": r"\{(sacn|artnet): ", "transport": r"\{midi: ",
    "snapcast": r'\bsnapcast: [^{]', "house": r'\bhome-assistant: "', "console": r"\{(x32|xair|wing|sq|qu|ui|tf|dm3|ql): [^{]", "http": r"\{http: ",
    # Surfaces that are programs, or devices behind one.
    "program": r'match: "(no client: |Virtual Raw MIDI)|"rtpmidid', "network": r"client: rtpmidid", "osc-in": r"^osc:"}
# The first words of a target of those kinds, and of triggers that do something within faderd.
WORDS = {"osc", "obs", "mqtt", "pulse", "alsa", "mpris", "brightness", "exec", "sacn", "artnet", "midi", "x32", "xair", "wing", "sq", "qu", "ui", "tf", "dm3", "ql", "snapcast", "home-assistant", "http"}
INSIDE = {"recall", "recall-next", "save", "set", "undo", "redo", "wait"}

# The kinds that a test runs: {kind: sentence}.
run_kinds = {}


def kinds(text):
    """What a recipe binds outside, in words; `inside` if all that its triggers do is within faderd, and `nothing` if it has no target."""
    words = set(re.findall(r"target: \[?\{([\w-]+):", text))
    found = sorted(kind for kind, pattern in OUTSIDE.items() if re.search(pattern, text, re.MULTILINE))
    return " ".join([*found, *sorted(f"UNKNOWN:{word}" for word in words - WORDS - INSIDE)]) or ("inside" if words else "nothing")


def listed():
    """{document: the kinds of each of its configs, in their order}"""
    return {os.path.basename(document): found for document in test_docs.documents()
            if (found := [kinds(text) for _, text in test_docs.configs(document)])}


def configs(kind):
    """The recipes of a kind: (document and line, text)."""
    found = [(f"{os.path.basename(document)}:{line}", text) for document in test_docs.documents()
             for line, text in test_docs.configs(document) if kind in kinds(text).split()]
    check(found, f"no document has a recipe for {kind}")
    return found


def recipes(sentence, *kinds, **more):
    """Marks a test of all recipes of these kinds."""
    run_kinds.update(dict.fromkeys(kinds, sentence))
    return test(sentence, **more)


def prepared(text, *arguments, virtual=None, **more):
    """A daemon for a recipe, with what it names beside the config; it is to be started. Its desk, if it has one, is a virtual one of that model."""
    if virtual is None:
        virtual = next(iter(re.findall(r"profile: ([\w-]+)", text)), "")
    faderd = native.Daemon(text, virtual=False, **more)
    faderd.arguments += [*arguments, f"--virtual={virtual}" if virtual else "--virtual"]
    os.symlink(f"{ROOT}/config/profiles", f"{faderd.directory}/profiles")
    for name in re.findall(r"(?:password-file|token-file|file): ([^\s,}]+)", text):
        native.write(f"{faderd.directory}/{name}", "secret\n")
        os.chmod(f"{faderd.directory}/{name}", 0o600)
    return faderd


def control(faderd, name):
    """What a control of the virtual desk shows."""
    return next(each for each in faderd.get("/v1/virtual-surface")["controls"] if each["control"] == name)


def touch(faderd, name, **gesture):
    """A hand uses a control of the virtual desk."""
    answer = faderd.request("PUT", f"/v1/virtual/{name}", gesture)
    equal(answer.status, 200, f"status of {gesture} on {name} ({answer.body})")


def drag(faderd, name, *positions):
    """A hand takes a fader, moves it, and lets go."""
    touch(faderd, name, touched=True)
    for position in positions:
        touch(faderd, name, position=position)
    touch(faderd, name, touched=False)


def shows(faderd, **texts):
    """Waits until parameters show these texts. Dots of ids are written `__`."""
    wanted = {name.replace("__", "."): text for name, text in texts.items()}
    wait_until(lambda: {name: faderd.shown(name) for name in wanted} == wanted, lambda: f"{wanted}: { {name: faderd.shown(name) for name in wanted} }")


def motors(faderd, **parameters):
    """Waits until the motor of each of these faders stands where its parameter is: motors(faderd, fader_1="master")."""
    for name, parameter in parameters.items():
        fader = name.replace("_", ".")
        wait_until(lambda: abs(control(faderd, fader)["position"] - faderd.parameter(parameter)["position"]) < 0.002,
                   lambda: f"{fader} at {parameter}: {control(faderd, fader)}, {faderd.parameter(parameter)}")


def look(faderd, parameter):
    """The label and the color of a parameter."""
    one = faderd.parameter(parameter)
    return one["label"], one.get("color")


def looks(faderd, **wanted):
    """Waits until parameters have these labels and colors. Dots of ids are written `__`."""
    wanted = {name.replace("__", "."): each for name, each in wanted.items()}
    wait_until(lambda: {name: look(faderd, name) for name in wanted} == wanted, lambda: f"{wanted}: { {name: look(faderd, name) for name in wanted} }")


def kept(faderd):
    """The bytes of the state file; none if there is none yet."""
    return native.read(faderd.state_file) if os.path.exists(faderd.state_file) else b""
