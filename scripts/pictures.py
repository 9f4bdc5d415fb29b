#!/usr/bin/env python3
"""pictures.py [error | doctor | strip | motors]: makes the pictures of the documents, or one of them, in docs/.

Each is made from what the programs say: `error` from `faderctl check`, `doctor` from `faderctl doctor`, `strip` from the displays of a virtual X-Touch, and `motors`, an
animated PNG, from the page in Debian's chromium-headless-shell, 24 pictures of it while a hand moves a fader and a recall moves all. FADERD_BIN is the directory of the programs (default:
.build/release). `motors` needs what Tests/Web/setup.sh installs: .build/web/bin/python scripts/pictures.py motors
"""

import html
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.append(f"{ROOT}/Tests/lib")
os.environ["FADERD_BIN"] = os.path.abspath(os.environ.get("FADERD_BIN", f"{ROOT}/.build/release"))
import native  # noqa: E402
import picture  # noqa: E402
import testing  # noqa: E402

WRONG = """\
version: 1
parameters:
  master: {min: -70, max: 6, unit: dB, defualt: -12}
surfaces:
  desk: {profile: x-touch, map: {fader.1: mastr, fader.2: master}}
"""
# A desk with names and colors on its displays.
BAND = """\
version: 1
parameters:
  kick: {label: Kick, color: red, type: decibel, default: -6}
  snare: {label: Snare, color: red, type: decibel, default: -9}
  bass: {label: Bass, color: blue, type: decibel, default: -12}
  guitar: {label: Guitar, color: green, type: decibel, default: -8}
  keys: {label: Keys, color: cyan, type: decibel, default: -14}
  lead: {label: Lead, color: yellow, type: decibel, default: -3}
  choir: {label: Choir, color: yellow, type: decibel, default: -10}
  main: {label: Main, type: decibel, default: -5}
"""
IDS = ["kick", "snare", "bass", "guitar", "keys", "lead", "choir", "main"]
DESK = "surfaces:\n  desk:\n    profile: x-touch\n    map: {" + ", ".join(f"fader.{n}: {id}" for n, id in enumerate(IDS, 1)) + "}\n"
INK = {"error:": "#ff7b72", "^": "#ff7b72", "✓": "#7ee787", "✗": "#ff7b72", "–": "#8b949e"}


def terminal(text):
    """What a terminal shows, as an SVG."""
    lines = text.rstrip("\n").split("\n")
    width, height = max(map(len, lines)) * 8 + 32, len(lines) * 20 + 28
    rows = []
    for n, line in enumerate(lines):
        shown = html.escape(line, quote=False)
        for mark, color in INK.items():
            shown = re.sub(rf"(?<!\S){re.escape(mark)}(?!\S)", f'<tspan fill="{color}">{mark}</tspan>', shown)
        rows.append(f'<text x="16" y="{n * 20 + 28}" xml:space="preserve">{shown}</text>')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="13.3" fill="#e6edf3">\n'
            f'<rect width="{width}" height="{height}" rx="8" fill="#0d1117"/>\n' + "\n".join(rows) + "\n</svg>\n")


def run(*arguments, home, binary=native.FADERCTL):
    # None of this machine's own settings, and no daemon of its own.
    environment = {"PATH": os.environ["PATH"], "HOME": home, "XDG_RUNTIME_DIR": home, "LC_ALL": "C.UTF-8"}
    done = subprocess.run([binary, *arguments], cwd=home, capture_output=True, text=True, env=environment)
    return done.stdout + done.stderr


def home(config):
    folder = tempfile.mkdtemp(prefix="pictures.")
    testing.defer(lambda: subprocess.run(["rm", "-r", folder], check=True))
    os.makedirs(f"{folder}/.config/faderd")
    os.symlink(f"{ROOT}/config/profiles", f"{folder}/profiles")
    os.symlink(f"{ROOT}/config/profiles", f"{folder}/.config/faderd/profiles")
    for place in (f"{folder}/faderd.yaml", f"{folder}/.config/faderd/faderd.yaml"):
        native.write(place, config)
    return folder


def error():
    return terminal("$ faderctl check faderd.yaml\n" + run("check", "faderd.yaml", home=home(WRONG)))


def doctor():
    """Of a machine without a sequencer and without a daemon: the lines about these."""
    lines = run("doctor", home=home(BAND + DESK)).splitlines()
    chosen, takes = [], False
    for line in lines:
        takes = bool(re.match(r"\S (sequencer|daemon|config)", line)) or takes and line.startswith(" " * 8)
        if takes:
            chosen.append(re.sub(r"/\S*pictures\.\w+", "~", line))
    return terminal("$ faderctl doctor\n" + "\n".join(chosen))


def strip():
    faderd = native.Daemon(BAND + DESK, virtual=False)
    faderd.arguments.append("--virtual=x-touch")
    os.symlink(f"{ROOT}/config/profiles", f"{faderd.directory}/profiles")
    faderd.start()
    testing.defer(faderd.stop)
    answer = {}

    def shown():
        answer.update(faderd.get("/v1/virtual-surface"))
        return "Main" in answer["display"][0]
    testing.wait_until(shown, lambda: f"the displays: {answer}")
    cells, colors = [], answer["colors"]
    for n in range(8):
        rows = [row[n * 7:n * 7 + 7] for row in answer["display"][:2]]
        ink = {"white": "#e6edf3", "red": "#ff6b61", "blue": "#5c9cff", "green": "#5fd068", "cyan": "#4fd8e0", "yellow": "#f2d94e"}.get(colors[n], colors[n])
        texts = "".join(f'<text x="{n * 92 + 57}" y="{y}" text-anchor="middle" xml:space="preserve">{html.escape(row.strip())}</text>' for y, row in zip((38, 62), rows))
        cells.append(f'<g fill="#0d1117"><rect x="{n * 92 + 14}" y="14" width="86" height="62" rx="4" fill="{ink}"/>{texts}</g>')
    return ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 764 90" width="764" height="90" '
            'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="15" font-weight="bold">\n'
            '<rect width="764" height="90" rx="8" fill="#0d1117"/>\n' + "\n".join(cells) + "\n</svg>\n")


def motors():
    import browser
    desk = browser.Desk(BAND + native.desk(dict(enumerate(IDS, 1))))
    page = desk.open("?panel=surfaces", viewport={"width": 1120, "height": 620})
    page.get_by_role("button", name="Surfaces").click()
    faderd, frames = desk.faderd, []

    def shoot(milliseconds):
        browser.at_rest(page)
        frames.append((picture.pixels(page.screenshot(clip={"x": 208, "y": 57, "width": 912, "height": 470})), milliseconds))
    start = {id: faderd.parameter(id)["position"] for id in IDS}
    shoot(1200)
    # A hand takes the sixth fader; the page follows.
    faderd.touch(6, True)
    for n in range(1, 8):
        faderd.move(6, start["lead"] - 0.05 * n)
        shoot(90)
    faderd.touch(6, False)
    shoot(900)
    goals = dict(zip(IDS, (0.35, 0.8, 0.72, 0.3, 0.85, 0.75, 0.25, 0.6)))
    here = {id: faderd.parameter(id)["position"] for id in IDS}
    for goal, pause in ((goals, 1200), (start, 90)):
        for n in range(1, 8):
            part = n / 7
            for id in IDS:
                testing.equal(faderd.put(id, position=here[id] + (goal[id] - here[id]) * part * part * (3 - 2 * part)).status, 200, "status")
            shoot(pause if n == 7 else 70)
        here = dict(goal)
    return picture.animated(frames)


KINDS = {"error": ("error.svg", error), "doctor": ("doctor.svg", doctor), "strip": ("strip.svg", strip), "motors": ("motors.png", motors)}

if __name__ == "__main__":
    if unknown := [name for name in sys.argv[1:] if name not in KINDS]:
        sys.exit(f"pictures.py: there is no picture {unknown[0]}; there are {', '.join(KINDS)}")
    for each in sys.argv[1:] or KINDS:
        name, make = KINDS[each]
        try:
            made = make()
        finally:
            testing.clean_up()
        native.write(f"{ROOT}/docs/{name}", made)
        print(f"docs/{name}: {os.path.getsize(f'{ROOT}/docs/{name}')} bytes")
