"""A notification server for tests, as a program of its own: python3 fakenotify.py [KEY=VALUE…]

It prints each call of Notify as a line of JSON, with the number that it gives the notification. `deaf=1` never answers, `refuses=1` answers with an
error, `first=NUMBER` is the number of the first notification.
"""

import json
import sys

import dbus
import dbus.bus
import dbus.lowlevel
import dbus.mainloop.glib
from gi.repository import GLib

NAME = "org.freedesktop.Notifications"
FIELDS = ["app", "replaces", "icon", "summary", "body", "actions", "hints", "timeout"]
options = dict(each.split("=", 1) for each in sys.argv[1:])
last = int(options.get("first", "1")) - 1
dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.bus.BusConnection(dbus.bus.BUS_SESSION)


def take(_, message):
    global last
    if not isinstance(message, dbus.lowlevel.MethodCallMessage) or message.get_member() != "Notify":
        return dbus.lowlevel.HANDLER_RESULT_NOT_YET_HANDLED
    call = dict(zip(FIELDS, message.get_args_list()))
    if not call["replaces"]:
        last += 1
    number = call["replaces"] or last
    types = {key: type(value).__name__ for key, value in call["hints"].items()}
    print(json.dumps({**call, "number": number, "types": types, "signature": message.get_signature()}), flush=True)
    if "deaf" in options:
        return dbus.lowlevel.HANDLER_RESULT_HANDLED
    if "refuses" in options:
        answer = dbus.lowlevel.ErrorMessage(message, "org.freedesktop.DBus.Error.Failed", "not now\x1b[31m")
    else:
        answer = dbus.lowlevel.MethodReturnMessage(message)
        answer.append(dbus.UInt32(number), signature="u")
    bus.send_message(answer)
    return dbus.lowlevel.HANDLER_RESULT_HANDLED


bus.add_message_filter(take)
bus.request_name(NAME)
print("ready", flush=True)
GLib.MainLoop().run()
