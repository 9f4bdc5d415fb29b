"""An MPRIS player for tests, as a program of its own: python3 fakeplayer.py NAME [KEY=VALUE…]

It prints a line for each call that changes something, such as `Set Volume 0.5` or `Next`, and does what its standard input says:
`tell PROPERTY JSON` changes a property and tells it, `quiet PROPERTY JSON` changes it without a word, `seeked MICROSECONDS`, `flood COUNT`,
`flicker COUNT`, `invalidate PROPERTY`.

Keys: `deaf=1` never answers; `stuck=1` keeps its properties whatever they are set to; `slow=SECONDS` changes them so much later; `lacks=Volume,Shuffle`
has no such properties; `odd=1` has properties of the wrong types.
"""

import json
import os
import sys
import time

import dbus
import dbus.bus
import dbus.lowlevel
import dbus.mainloop.glib
from gi.repository import GLib

PREFIX, PATH, PLAYER = "org.mpris.MediaPlayer2.", "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player"
PROPERTIES = "org.freedesktop.DBus.Properties"
TRACK = "/org/fake/1"


class Player:
    def __init__(self, name, options):
        dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
        self.name, self.options, self.rest = PREFIX + name, options, ""
        self.bus = dbus.bus.BusConnection(dbus.bus.BUS_SESSION)
        metadata = {"mpris:trackid": dbus.ObjectPath(TRACK), "mpris:length": dbus.Int64(200_000_000), "xesam:title": "A song"}
        self.values = {
            "Volume": dbus.Double(0.4), "PlaybackStatus": "Paused", "Shuffle": dbus.Boolean(False), "Rate": dbus.Double(1.0), "Position": dbus.Int64(0),
            "CanSeek": dbus.Boolean(True), "Metadata": dbus.Dictionary(metadata, signature="sv")}
        for name in options.get("lacks", "").split(","):
            self.values.pop(name, None)
        if "odd" in options:
            self.values |= {
                "Volume": "loud", "PlaybackStatus": dbus.Double(3), "Shuffle": dbus.Array([1, 2], signature="i"), "Position": "here",
                "Metadata": dbus.Array([dbus.Struct((1, "x"))], signature="(is)"), "Rate": "x" * 1_000_000}
        self.bus.add_message_filter(self.take)
        self.bus.request_name(self.name)
        print("ready", flush=True)

    def take(self, _, message):
        if not isinstance(message, dbus.lowlevel.MethodCallMessage) or "deaf" in self.options:
            return dbus.lowlevel.HANDLER_RESULT_NOT_YET_HANDLED
        arguments = message.get_args_list()
        answer = dbus.lowlevel.MethodReturnMessage(message)
        if message.get_interface() == PROPERTIES:
            member = message.get_member()
            if member == "GetAll":
                answer.append(dbus.Dictionary(self.values, signature="sv"), signature="a{sv}")
            elif arguments[1] not in self.values:
                answer = dbus.lowlevel.ErrorMessage(message, "org.freedesktop.DBus.Error.InvalidArgs", f"No such property {arguments[1]}\x1b[31m")
            elif member == "Get":
                answer.append(self.values[arguments[1]], signature="v")
            else:
                print("Set", arguments[1], arguments[2] if not isinstance(arguments[2], dbus.Boolean) else bool(arguments[2]), flush=True)
                self.change(str(arguments[1]), arguments[2])
        elif message.get_interface() == PLAYER:
            print(message.get_member(), *arguments, flush=True)
            self.do(message.get_member(), arguments)
        else:
            return dbus.lowlevel.HANDLER_RESULT_NOT_YET_HANDLED
        self.bus.send_message(answer)
        return dbus.lowlevel.HANDLER_RESULT_HANDLED

    def do(self, member, arguments):
        playing = {"Play": "Playing", "Pause": "Paused", "Stop": "Stopped"}
        playing["PlayPause"] = "Paused" if self.values["PlaybackStatus"] == "Playing" else "Playing"
        if member in playing:
            self.change("PlaybackStatus", playing[member])
        elif member in ("SetPosition", "Seek"):
            self.values["Position"] = dbus.Int64(arguments[-1] + (self.values["Position"] if member == "Seek" else 0))
            self.signal(PLAYER, "Seeked", "x", self.values["Position"])

    def change(self, name, value):
        if "stuck" in self.options:
            return
        if "slow" in self.options:
            GLib.timeout_add(int(float(self.options["slow"]) * 1000), lambda: self.tell(name, value))
        else:
            self.tell(name, value)

    def tell(self, name, value):
        self.values[name] = value
        self.signal(PROPERTIES, "PropertiesChanged", "sa{sv}as", PLAYER, dbus.Dictionary({name: value}, signature="sv"), dbus.Array([], signature="s"))

    def signal(self, interface, member, signature, *arguments):
        message = dbus.lowlevel.SignalMessage(PATH, interface, member)
        message.append(*arguments, signature=signature)
        self.bus.send_message(message)

    def read(self, *_):
        text = os.read(sys.stdin.fileno(), 65536)
        if not text:
            sys.exit(0)
        *lines, self.rest = (self.rest + text.decode()).split("\n")
        for line in lines:
            self.obey(*line.split(None, 2))
        return True

    def obey(self, word, *rest):
        if word in ("tell", "quiet"):
            value = json.loads(rest[1])
            kind = type(self.values.get(rest[0], value))
            value = kind(value) if kind in (dbus.Double, dbus.Int64, dbus.Boolean) else value
            self.values[rest[0]] = value
            if word == "tell":
                self.tell(rest[0], value)
        elif word == "invalidate":
            self.signal(PROPERTIES, "PropertiesChanged", "sa{sv}as", PLAYER, dbus.Dictionary({}, signature="sv"), dbus.Array(rest, signature="s"))
        elif word == "seeked":
            self.values["Position"] = dbus.Int64(int(rest[0]))
            self.signal(PLAYER, "Seeked", "x", self.values["Position"])
        elif word == "flood":
            self.flood(int(rest[0]))
        elif word == "flicker":
            for _ in range(int(rest[0])):
                self.bus.release_name(self.name)
                self.bus.request_name(self.name)
                time.sleep(0.02)
            print("flickered", flush=True)

    def flood(self, count):
        """Nonsense, among it a text of 2 MB, and lists instead of numbers."""
        odd = dbus.Dictionary(
            {"Volume": dbus.Array([1, 2], signature="i"), "Metadata": dbus.Dictionary({"x": "y" * 500}, signature="sv"), "\x01": "z"}, signature="sv")
        huge = dbus.Dictionary({"Volume": "x" * 2_000_000, "Metadata": "y"}, signature="sv")
        for number in range(count):
            self.signal(PROPERTIES, "PropertiesChanged", "sa{sv}as", PLAYER, huge if number % 1000 == 0 else odd, dbus.Array(["Volume"], signature="s"))
            if number % 100 == 0:
                self.bus.flush()
        self.bus.flush()
        print("flooded", flush=True)


player = Player(sys.argv[1], dict(each.split("=", 1) for each in sys.argv[2:]))
if "deaf" in player.options:
    # It does not even read.
    while sys.stdin.readline():
        pass
    sys.exit(0)
GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, player.read)
GLib.MainLoop().run()
