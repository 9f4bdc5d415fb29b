"""A secret in a config is shown nowhere, however it is written, and whatever else is wrong with the file."""

import concurrent.futures
import contextlib
import http.client
import json
import os
import subprocess
from urllib.parse import urlsplit

import native
from testing import PATIENCE, check, defer, equal, test

SECRET = "hunter2"
# What makes a file of a form: valid or not in itself, with another error, cut off, or no YAML at all.
FILES = {
    "as it is": lambda form: f"version: 1\n{form}\n",
    "with another error": lambda form: f"version: 1\n{form}\nsurfacs: {{}}\n",
    "before a bracket that is not closed": lambda form: f"version: 1\n{form}\nx: [\n",
    "behind one": lambda form: f"version: 1\nx: [a\n{form}\n",
    "without its last character": lambda form: f"version: 1\n{form[:-1]}",
    "with a tab": lambda form: f"version: 1\n{form}\n\tx: 1\n",
    "with CRLF": lambda form: f"version: 1\n{form}\n".replace("\n", "\r\n"),
    "as a comment": lambda form: "version: 1\n# " + form.replace("\n", "\n# ") + "\n",
    "with a character that no YAML has": lambda form: f"version: 1\n{form}\n# \1\n",
}


def forms():
    """The forms of Tests/Vectors/secrets.txt, which the tests of FaderConfig read, too."""
    path = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "Vectors", "secrets.txt")
    lines = [line for line in native.read(path).decode().splitlines() if not line.startswith("### ")]
    return [form.strip("\n") for form in "\n".join(lines).split("---\n")[1:]]


def written(kind, form):
    """A directory that is a home with that config. Returns it and the config's path."""
    place = native.scratch()
    os.makedirs(f"{place}/faderd")
    path = f"{place}/faderd/faderd.yaml"
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(FILES[kind](form))
    return place, path


def said(place, *words):
    """What faderctl says there although no daemon runs."""
    environment = {"PATH": place, "HOME": place, "XDG_CONFIG_HOME": place, "FADERD_SOCKET": f"{place}/none", "LC_ALL": "C.UTF-8"}
    done = subprocess.run([native.FADERCTL, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL, env=environment, timeout=PATIENCE)
    check(done.returncode in ((69,) if words[0] == "doctor" else (0, 78)), f"{words}: {done.returncode}\n{done.stderr}")
    return done.stdout + done.stderr


@test("check, check --json and the report of doctor show no secret: 38 forms of them, in files with and without errors", limit=300)
def commands():
    every, kinds = forms(), list(FILES)
    equal(len(every), 38, "forms")

    def shown(number):
        """What shows the secret of a form. The tests of FaderConfig have each form in each kind of file; here each is in three of them."""
        found = []
        for turn, words in enumerate((["check"], ["check", "--json"], ["doctor", "--report", "-"])):
            kind = kinds[(number + 4 * turn) % len(kinds)]
            place, path = written(kind, every[number])
            text = said(place, *words)
            if words[0] == "doctor":
                check(f"# {path}\nversion: 1" in text, f"no config in the report: {text}")
            if SECRET in text:
                found.append(f"{words[0]}, {kind}:\n{text}")
        return found
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = [text for texts in pool.map(shown, range(len(every))) for text in texts]
    check(not found, lambda: "\n".join(found))


READS = ("/v1/status", "/v1/parameters", "/v1/targets?look", "/v1/history", "/v1/export", "/v1/snapshots", "/v1/pages", "/v1/declarations")


@test("a daemon that is given such files shows no secret: the answers of reload, everything it can be asked, the doors of the page, and its log", limit=300)
def daemon():
    # What the programs would say of their arguments is not of interest here, so there are none.
    faderd = native.Daemon("version: 1\nparameters: {}\n", environment={"PATH": native.scratch()}).start()
    web = subprocess.Popen(
        [native.FADERCTL, "web", "--no-open", "--json", "--socket", faderd.socket], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    defer(lambda: (web.kill(), web.communicate()))
    origin, key = json.loads(web.stdout.readline())["url"].split("/#")
    found, codes, doors = [], set(), set()

    def look(what, text):
        if SECRET in text:
            found.append(f"{what}:\n{text}")

    def door(method, path, body=None):
        with contextlib.closing(http.client.HTTPConnection(urlsplit(origin).netloc, timeout=PATIENCE)) as link:
            link.request(method, path, json.dumps(body) if body is not None else None, {"Authorization": f"Bearer {key}", "Origin": origin})
            answer = link.getresponse()
            doors.add((path, answer.status))
            return answer.read().decode()
    for form in forms():
        for kind, make in FILES.items():
            with open(faderd.config_file, "w", encoding="utf-8", newline="") as file:
                file.write(make(form))
            answer = faderd.request("POST", "/v1/reload")
            codes.add(answer.status)
            look(f"reload, {kind}, {form}", answer.body)
            # A label is for everybody; only errors guess that this one is a mistake.
            if kind not in ("as it is", "with another error") or "label:" in form:
                continue
            picture = door("GET", "/config")
            look(f"/config, {kind}, {form}", picture)
            change = [{"set": ["parameters", "a", "label"], "to": "New"}]
            for dry in (True, False):
                read = json.loads(door("GET", "/config")).get("read") or "0" * 64
                look(f"an edit of the page, {kind}, {form}", door("POST", "/config/edits", {"read": read, "edits": change, "dryRun": dry}))
            if answer.status == 200:
                ids = [one["id"] for one in faderd.get("/v1/parameters")]
                for one in ids:
                    text = {"toggle": "on"}.get(faderd.parameter(one)["kind"], "0.5")
                    look("a set", faderd.request("PUT", f"/v1/parameters/{one}", {"text": text}).body)
                    look("a press", faderd.request("POST", f"/v1/parameters/{one}/press").body)
                    look("explain", faderd.request("GET", f"/v1/parameters/{one}/explain").body)
                look("PATCH", faderd.request("PATCH", "/v1/parameters", {one: {"text": "x"} for one in ids}).body)
                for path in READS:
                    look(path, faderd.request("GET", path).body)
    equal(codes, {200, 422}, "answers of reload")
    look("the log", faderd.log())
    check(not found, lambda: "\n\n".join(found))
    check({("/config", 200), ("/config/edits", 200), ("/config/edits", 409)} == doors, f"answers of the doors: {doors}")
