"""Prints what these integrations of Home Assistant, and all that they depend on, want from PyPI."""

import json
import pathlib

import homeassistant.components

ROOT = pathlib.Path(homeassistant.components.__path__[0])
WANTED = [
    "homeassistant", "demo", "api", "websocket_api", "config", "onboarding", "analytics", "application_credentials", "backup", "frontend", "hardware",
    "labs", "logger", "network", "system_health", "automation", "person", "scene", "script", "tag", "zone", "counter", "input_boolean", "input_button",
    "input_datetime", "input_number", "input_select", "input_text", "schedule", "timer", "stream", "ffmpeg", "assist_pipeline",
    # The platforms of demo.
    *(file.stem for file in (ROOT / "demo").glob("*.py") if (ROOT / file.stem / "manifest.json").exists())]

seen, found = set(), set()


def visit(domain):
    if domain in seen:
        return
    seen.add(domain)
    manifest = json.loads((ROOT / domain / "manifest.json").read_text())
    found.update(manifest.get("requirements", []))
    for other in manifest.get("dependencies", []):
        visit(other)


for wanted in WANTED:
    visit(wanted)
print("\n".join(sorted(found)))
