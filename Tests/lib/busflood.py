"""Floods a session bus: python3 busflood.py names|calls|signals|songs

names: players with long names come and go; each is new. calls: everybody without a name of his own is called, and the answers are not read. signals: the
same are sent signals. songs: a player, `songs`, has thousands of properties, texts of any length, and another track with each change.
"""

import itertools
import sys

import dbus
import dbus.bus
import dbus.lowlevel
import dbus.mainloop.glib
from gi.repository import GLib

PREFIX, PATH, PLAYER = "org.mpris.MediaPlayer2.", "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player"
PROPERTIES = "org.freedesktop.DBus.Properties"
dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.bus.BusConnection(dbus.bus.BUS_SESSION)


def names():
    owned = []
    for number in itertools.count():
        owned.append(f"{PREFIX}flood{number}" + ".x" * 90)
        bus.request_name(owned[-1])
        if len(owned) > 400:
            bus.release_name(owned.pop(number * 7919 % 400))


def others():
    names = [str(name) for name in bus.list_names()]
    named = {bus.get_unique_name(), *(str(bus.get_name_owner(name)) for name in names if not name.startswith(":"))}
    return [name for name in names if name.startswith(":") and name not in named]


def calls():
    for number in itertools.count():
        if number % 200 == 0:
            known = others()
        for name in known:
            message = dbus.lowlevel.MethodCallMessage(name, f"/nix/a{number}", "org.nix.Nix", f"Nix{number}")
            message.append("x" * 1_000, signature="s")
            bus.send_message(message)
        if number % 20 == 0:
            bus.flush()


def metadata(number):
    return dbus.Dictionary({
        "mpris:trackid": dbus.ObjectPath(f"/track/{number}"), "mpris:length": dbus.Int64(number), "xesam:title": f"{number}" + "t" * 4_000,
        "xesam:artist": dbus.Array(["a" * 20] * 1_000, signature="s"), **{f"x:{n}.{number}": "y" for n in range(2_000)}}, signature="sv")


def changed(number):
    message = dbus.lowlevel.SignalMessage(PATH, PROPERTIES, "PropertiesChanged")
    message.append(PLAYER, dbus.Dictionary({"Metadata": metadata(number), "Volume": dbus.Double(number % 100 / 100)}, signature="sv"),
                   dbus.Array(["Position", *(f"Nix{number}.{n}" for n in range(1_000))], signature="s"), signature="sa{sv}as")
    return message


def signals():
    for number in itertools.count():
        if number % 50 == 0:
            known = others()
        for name in known:
            for message in (changed(number), dbus.lowlevel.SignalMessage("/org/freedesktop/DBus", "org.freedesktop.DBus", "NameOwnerChanged")):
                message.set_destination(name)
                bus.send_message(message)
        bus.flush()


def songs():
    count = itertools.count()

    def take(_, message):
        if not isinstance(message, dbus.lowlevel.MethodCallMessage):
            return dbus.lowlevel.HANDLER_RESULT_NOT_YET_HANDLED
        answer = dbus.lowlevel.MethodReturnMessage(message)
        number = next(count)
        if message.get_member() == "GetAll":
            answer.append(dbus.Dictionary({
                "Volume": dbus.Double(number % 100 / 100), "Position": dbus.Int64(number), "PlaybackStatus": "Playing", "Metadata": metadata(number),
                **{f"Nix{n}.{number}": "z" * 100 for n in range(20_000)}}, signature="sv"), signature="a{sv}")
        elif message.get_member() == "Get":
            answer.append(dbus.Int64(number), signature="v")
        bus.send_message(answer)
        return dbus.lowlevel.HANDLER_RESULT_HANDLED

    def tell():
        bus.send_message(changed(next(count)))
        return True
    bus.add_message_filter(take)
    bus.request_name(PREFIX + "songs")
    GLib.timeout_add(5, tell)
    GLib.MainLoop().run()


print("ready", flush=True)
{"names": names, "calls": calls, "signals": signals, "songs": songs}[sys.argv[1]]()
