"""A newcomer's way with four controllers: plug in, `surfaces`, `surfaces add`, move. And a device in another mode."""

import csv

import midi
from daemon import Daemon, shipped
from gadget import Gadget
from terminal import Terminal
from testing import check, equal, test, wait_until

# Each is recognized in another way: by one of its two ports; by a name with a sign of YAML in it; by a name that goes on after that of the profile,
# as a Mackie Control; by its USB numbers, under a name that says nothing. More names are in FaderServerTests/KnownControllersTests, numbers in
# FaderConfigTests/ProfileShelfTests, and what the profiles make of messages is compared with Tests/Vectors by FaderALSATests/Vectors.
# The profile, its control, the row of Tests/Vectors that is sent, and the device: its name on the sequencer, ports, maker, vendor and product.
# Numbers: usb.ids, else those of the profile; a product that neither has is FFFF.
DEVICES = [
    ("sl-mk3", "fader.1", "sl-mk3-fader-1", "Novation SL MkIII", 2, "Novation", 0x1235, 0xFFFF),
    ("xone-k3", "fader.1", "xone-k3-fader-1", "XONE:K3", 1, "Allen & Heath", 0x22F0, 0xFFFF),
    ("p1-m", "encoder.1", "p1-m-encoder", "iCON P1-M V1.21", 1, "iCON", 0x1D03, 0xFFFF),
    ("nanokontrol2", "fader.1", "nk2-fader", "Studio", 1, "Korg", 0x0944, 0x0117),
]
CONFIG = "version: 1\nparameters:\n" + "".join(f"  p{slot}: {{min: 0, max: 127, default: 32, decimals: 0}}\n" for slot in range(len(DEVICES)))


def rows():
    found = {}
    for name in ("controllers", "devices"):
        with open(f"/test/vectors/{name}.csv", encoding="utf-8") as file:
            found.update({row["id"]: (bytes.fromhex(row["bytes_hex"]), row["meaning"]) for row in csv.DictReader(file)})
    return found


def plug(slot, device):
    name, ports, maker, vendor, product = device[3:]
    return Gadget(name, slot=slot, ports=ports, vendor=vendor, product=product, manufacturer=maker).plug()


def move(slot, gadget, device, row, daemon):
    """Sends the row, after the same message at its lowest, from where a fader without a motor takes hold of its parameter. Both are sent until
    they count, as by a hand that goes on: right after a motor was sent its position, what comes counts as the motor on its way."""
    data, meaning = row
    port = 1 if device[4] > 1 else 0
    if meaning.startswith("delta"):
        gadget.write(data, port)
        wait_until(lambda: daemon.value(f"p{slot}") > 32, f"{device[0]} to be turned")
        return
    lowest = data[:1] + (data[1:-1] if len(data) == 3 and data[0] >> 4 != 0xE else bytes(len(data) - 2)) + b"\0"
    raw = int(meaning.split(" = ")[1].split()[0])
    wanted = raw / (16383 if meaning.startswith("pitchbend") else 127) * 127

    def has_moved():
        gadget.write(lowest, port)
        gadget.write(data, port)
        return abs(daemon.value(f"p{slot}") - wanted) < 0.1
    wait_until(has_moved, lambda: f"{device[0]} to come to {wanted}; it is {daemon.value(f'p{slot}')}")


@test("four controllers that are recognized in four ways are offered their profile, added, and move a parameter", limit=300)
def newcomer():
    daemon, known = Daemon(CONFIG, profiles=shipped()).start(), rows()
    gadgets = [plug(slot, device) for slot, device in enumerate(DEVICES)]
    offered = daemon.ctl("surfaces").out
    for profile, _, _, name, *_ in DEVICES:
        check(f'known: {profile}, not configured ({name}); "faderctl surfaces add {profile}"' in offered, f"{name}: offered is {offered}")
        added = daemon.ctl("surfaces", "add", profile)
        equal(added.exit, 0, f"{profile} is added: {added.err}")
    with open(daemon.config_file, encoding="utf-8") as file:
        text = file.read()
    for slot, (profile, control, *_) in enumerate(DEVICES):
        text = text.replace(f"profile: {profile}\n", f"profile: {profile}\n    map: {{{control}: p{slot}}}\n")
    daemon.reload(text)
    wait_until(lambda: {one["state"] for one in daemon.get("/v1/surfaces")} == {"connected"}, "all to be connected")
    for slot, device in enumerate(DEVICES):
        move(slot, gadgets[slot], device, known[device[2]], daemon)


@test("surfaces add listens to a device that several profiles fit, and tells when it is in the mode of another")
def mode():
    one = Gadget("X-Touch One").plug()
    daemon = Daemon(CONFIG, profiles=shipped("x-touch-one", "x-touch-one-midi")).start()
    terminal = Terminal(daemon, "surfaces", "add", "x-touch-one", columns=200)
    terminal.shows_part("x-touch-one-midi fits the device, too: move its controls")
    wait_until(lambda: daemon.get("/v1/surfaces")[0]["state"] == "connected", "the surface to be connected")
    # Both modes have this note.
    one.write(midi.note(0, 127))
    one.write(midi.cc(70, 64))
    terminal.shows_part('"cc 70 ch 1 = 64" is not in x-touch-one, but in x-touch-one-midi: if the device is in that mode, write profile: '
                        "x-touch-one-midi for x-touch-one, or switch the device")
    terminal.ends(0)
