#!/usr/bin/env python3
"""Prints docs/devices.md: what every profile in config/profiles knows of its device, and what it stands on.

    scripts/devices.py > docs/devices.md

The facts are those that a program reads (`faderd --profiles --json`); the surprises are the paragraphs "# Surprise: …" in the heads of the files. FADERD_BIN is the
directory of faderd, if that is not .build/debug. A test compares the page with what this prints.
"""

import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROFILES = f"{ROOT}/config/profiles"

HEAD = """\
# Devices

This page lists what the profiles that come with faderd can do, and what each is based on. **None was tested with its device yet, unless the page says so**: they are from manuals and from
programs that use these devices. If you have one, please report whether it works, with the
form for controllers (`.github/ISSUE_TEMPLATE/controller.yml`). It asks for `faderctl doctor --report` and a recording of
`faderctl monitor --record`. If somebody has tried a profile, its `evidence:` says so ([profiles.md](profiles.md#what-a-profile-is-based-on)).

`scripts/devices.py` makes this page from the profiles, and a test compares both.

- **Faders**: how many there are, including crossfaders and pitch faders. **Motors**: how many of them are sent their position, for a motor or a touch strip.
  Some devices in a Mackie mode are sent positions but have no motors; then the surprises say so.
- **Displays**: texts, seven-segment digits, meters and colors of strips that can be set.
- **Lamps**: keys whose lamp can be lit.
- **Evidence**: how many sources are on record, and who tried it. The sources are below, with what surprises owners.
"""


def profiles():
    """Every profile that ships, as faderd reads it."""
    faderd = os.environ.get("FADERD_BIN", f"{ROOT}/.build/debug") + "/faderd"
    with tempfile.TemporaryDirectory(prefix="devices.") as folder:
        os.mkdir(f"{folder}/faderd")
        os.symlink(PROFILES, f"{folder}/faderd/profiles")
        environment = {"PATH": os.environ["PATH"], "HOME": folder, "XDG_CONFIG_HOME": folder}
        done = subprocess.run([faderd, "--profiles", "--json"], env=environment, stdout=subprocess.PIPE, check=True)
    shipped = {name.removesuffix(".yaml") for name in os.listdir(PROFILES)}
    found = [profile for profile in json.loads(done.stdout) if profile["name"] in shipped]
    for profile in found:
        if not profile["valid"] or "evidence" not in profile:
            sys.exit(f"devices.py: {profile['name']} has errors, or no evidence: see faderctl check config/profiles/{profile['name']}.yaml")
    return sorted(found, key=lambda profile: (profile["title"].casefold(), profile["name"]))


def surprises(name):
    """The paragraphs of the head of a profile that begin with "Surprise:"; their further lines are indented."""
    found = []
    with open(f"{PROFILES}/{name}.yaml", encoding="utf-8") as file:
        for line in file:
            if line.startswith("# Surprise: "):
                found.append(line.removeprefix("# Surprise: ").strip())
            elif line.startswith("#   ") and found:
                found[-1] += " " + line.removeprefix("#").strip()
            elif not line.startswith("#"):
                break
    return [text[0].upper() + text[1:] for text in found]


def is_fader(control):
    """fader.1, crossfader, pitch-fader.2."""
    return control["id"].split(".")[0].split("-")[-1] in ("fader", "crossfader")


def displays(panel):
    parts = [(panel["texts"], "texts"), (panel["digits"], "digits"), (panel["meters"], "meters"), (panel["colors"], "colors")]
    return ", ".join(f"{count} {what}" for count, what in parts if count) or "–"


def row(profile):
    faders = [control for control in profile["controls"] if is_fader(control)]
    motors = sum("motor" in control for control in faders)
    lamps = sum(control.get("lamp", False) for control in profile["controls"])
    sources, tested = profile["evidence"]["sources"], profile["evidence"]["tested"]
    evidence = f"{len(sources)} source{'' if len(sources) == 1 else 's'}" if sources else "no source on record"
    evidence += f"; tested: {'; '.join(tested)}" if tested else ""
    shown = displays(profile["panel"]) if "panel" in profile else "–"
    return f"| {profile['title']} | `{profile['name']}` | {len(faders) or '–'} | {motors or '–'} | {shown} | {lamps or '–'} | {evidence} |"


def details(profile):
    lines = [f"**{profile['title']}** (`{profile['name']}`)", ""]
    lines += [f"- {source}" for source in profile["evidence"]["sources"]] or ["- no source on record"]
    lines += [f"- Tested: {test}" for test in profile["evidence"]["tested"]]
    lines += [f"- Surprise: {text}" for text in surprises(profile["name"])]
    return lines + [""]


def page():
    found = profiles()
    lines = [HEAD, "| Device | Profile | Faders | Motors | Displays | Lamps | Evidence |", "|---|---|---:|---:|---|---:|---|"]
    lines += [row(profile) for profile in found]
    lines += ["", "## Sources and surprises", ""]
    for profile in found:
        lines += details(profile)
    return "\n".join(lines).rstrip("\n") + "\n"


if __name__ == "__main__":
    sys.stdout.write(page())
