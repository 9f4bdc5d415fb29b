"""home_assistant.py TOPIC <DOCUMENT : has Home Assistant's own code judge a discovery document of a device, as if it had come over MQTT.

Prints the platform of each component that Home Assistant takes, and every state that it would be set up with; fails at the first that it
does not take. Runs in the Debian of home-assistant.sh.
"""

import importlib
import re
import sys

from homeassistant.components.mqtt import discovery
from homeassistant.helpers import frame

# It complains about templates where no Home Assistant runs.
frame.report_usage = lambda *_, **__: None

topic, payload = sys.argv[1], sys.stdin.read()
match = re.fullmatch(r"homeassistant/device/([a-zA-Z0-9_-]+)/config", topic)
assert match, f"no topic of discovery: {topic}"
device = discovery._parse_device_payload(None, payload, match.group(1), None)
assert device and discovery._valid_origin_info(device), "the document is refused"
for name, component in device["components"].items():
    config = dict(component)
    platform = config.pop("platform")
    config["device"], config["origin"] = device["device"], device["origin"]
    discovery._merge_common_device_options(config, device)
    module = importlib.import_module(f"homeassistant.components.mqtt.{platform}")
    if platform == "light":
        module = importlib.import_module("homeassistant.components.mqtt.light.schema_json")
        schema = module.DISCOVERY_SCHEMA_JSON
    else:
        schema = module.DISCOVERY_SCHEMA
    taken = schema(config)
    unknown = set(config) - set(taken)
    assert not unknown, f"{name} has what Home Assistant does not know: {unknown}"
    assert taken["availability"][0]["topic"] and taken["unique_id"] and taken["state_topic" if platform == "event" else "command_topic"], f"{name}: {taken}"
    print(platform, taken["name"])
