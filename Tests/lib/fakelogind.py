"""systemd-logind for tests, made of python-dbusmock's template: python3 fakelogind.py SYSFS CASE, on the system bus.

`SetBrightness` writes the level into the files under SYSFS, and a line of standard output says who was asked. Cases: `own` has the caller's
session; `user` has only that of the user's screen; `none` has neither; `refused` refuses.
"""

import sys

import dbus
import dbus.mainloop.glib
import dbus.service
import dbusmock
import dbusmock.mockobject
from gi.repository import GLib

SESSION = "org.freedesktop.login1.Session"
AUTO, OWN = "/org/freedesktop/login1/session/auto", "/org/freedesktop/login1/session/c1"
sysfs, case = sys.argv[1:]
dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
name = dbus.service.BusName("org.freedesktop.login1", dbus.SystemBus())
main = dbusmock.mockobject.DBusMockObject(name, "/org/freedesktop/login1", "org.freedesktop.login1.Manager", {})
main.bus_name = name
main.AddTemplate("logind", {})
# The template's own cannot add a number to a text.
main.AddMethod("org.freedesktop.login1.Manager", "GetUser", "u", "o", "ret = '/org/freedesktop/login1/user/%d' % args[0]")


def session(path, code):
    """Sets lights by this code."""
    if path not in dbusmock.mockobject.objects:
        main.AddObject(path, SESSION, {}, [])
    dbusmock.mockobject.objects[path].AddMethod(SESSION, "SetBrightness", "ssu", "", code)


def write(path):
    # As the kernel does, without a moment in which the file is empty.
    return (f"import os; file = os.open('{sysfs}/class/%s/%s/brightness' % (args[0], args[1]), os.O_WRONLY); "
            f"os.write(file, b'%-8d\\n' % args[2]); os.close(file); print('{path}', *args, flush=True)")


def refuse(error, words):
    return f"raise dbus.exceptions.DBusException('{words}', name='{error}')"


if case in ("user", "none"):
    main.AddSession("c1", "seat0", dbus.UInt32(0), "somebody", True)
    session(AUTO, refuse("org.freedesktop.login1.NoSessionForPID", "Caller does not belong to any known session"))
    session(OWN, write(OWN))
    display = ("c1", dbus.ObjectPath(OWN)) if case == "user" else ("", dbus.ObjectPath("/"))
    user = dbusmock.mockobject.objects["/org/freedesktop/login1/user/0"]
    user.props["org.freedesktop.login1.User"]["Display"] = dbus.Struct(display, signature="so", variant_level=1)
else:
    session(AUTO, write(AUTO) if case == "own" else refuse("org.freedesktop.DBus.Error.AccessDenied", "Session is not in foreground, refusing."))
print("ready", flush=True)
GLib.MainLoop().run()
