"""A stand-in for a Yamaha TF, DM3, QL or CL, written from what is published about its remote control: docs/consoles.md has the sources.

It answers each line with one line, keeps levels within its range, and tells changes to all who did not make them. Who says nothing for the time of its keep-alive is put out.
"""

from desks import TCPDesk

LEVEL = "MIXER:Current/InCh/Fader/Level"


def show():
    values = {}
    for path, count in (("InCh", 40), ("StInCh", 4), ("FxRtnCh", 4), ("Mix", 20), ("Mtrx", 4), ("DCA", 8), ("St", 2)):
        for n in range(count):
            strip = f"MIXER:Current/{path}"
            values |= {f"{strip}/Fader/Level {n} 0": -32768, f"{strip}/Fader/On {n} 0": 1, f"{strip}/Label/Name {n} 0": "", f"{strip}/Label/Color {n} 0": "Blue"}
            if path in ("InCh", "StInCh", "FxRtnCh"):
                values[f"{strip}/ToSt/Pan {n} 0"] = 0
                for mix in range(20):
                    values |= {f"{strip}/ToMix/Level {n} {mix}": -32768, f"{strip}/ToMix/On {n} {mix}": 1, f"{strip}/ToMix/Pan {n} {mix}": 0}
    return values | {f"MIXER:Current/MuteMaster/On {n} 0": 0 for n in range(6)}


class Desk(TCPDesk):
    def __init__(self, values=None, port=0, pieces=0):
        self.scenes = {}
        super().__init__(show() | (values or {}), port, pieces)

    def read(self, data, client):
        *lines, data = data.split(b"\n")
        for line in lines:
            self._take(line.decode(), client)
        return data

    def tell(self, line, *clients):
        self.send(f"{line}\n".encode(), clients)

    def _take(self, line, client):
        self.note(line)
        words = line.split(" ", 5)
        address = " ".join(words[1:4])
        if words[:2] == ["scpmode", "keepalive"]:
            self.patience = int(words[2]) / 1000
            self.tell(f"OK {line}", client)
        elif words[0] in ("devstatus", "devinfo"):
            self.tell(f"OK {line} \"normal\"", client)
        elif words[0] == "ssrecall_ex":
            self.values |= self.scenes.get(int(words[2]), {})
            self.tell(f"OK {line}", client)
            self.tell(f"NOTIFY sscurrent_ex {words[1]} {words[2]} unmodified", *self.clients)
        elif address not in self.values:
            self.tell(f"ERROR {words[0]} UnknownAddress", client)
        elif words[0] == "get":
            self.tell(f"OK get {address} {self.shown(address)}", client)
        elif words[0] == "set":
            value = line[len(f"set {address} "):]
            value = value[1:-1].replace('\\"', '"') if value.startswith('"') else int(value)
            kept = value
            if "Level" in address and value != -32768:
                kept = min(max(value, -13800), 1000)
            self.tell(f"OK{'m' if kept != value else ''} set {address} {self.shown(address, kept)} \"x y\"", client)
            self._set(address, kept, client)

    def shown(self, address, value=None):
        value = self.values[address] if value is None else value
        return '"' + value.replace('"', '\\"') + '"' if isinstance(value, str) else value

    def _set(self, address, value, by):
        if self.values[address] == value:
            return
        self.values[address] = value
        self.tell(f"NOTIFY set {address} {self.shown(address)} \"x\"", *[client for client in self.clients if client != by])

    def tablet(self, address, value):
        with self.guard:
            self._set(address, value, None)

    def raw(self, text):
        self.send(text.encode())

    def sets(self, address=""):
        with self.guard:
            return [line for _, line in self.heard if line.startswith(f"set {address}")]
