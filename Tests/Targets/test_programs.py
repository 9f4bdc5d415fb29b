"""The parameters that `apps` makes for programs: which program is which, whatever it is called today."""

import json
import os
import time

import native
import sound
from sound import FULL, both, bound, near
from testing import check, equal, wait_until

CONFIG = "version: 1\napps: {}\nparameters: {other: {}}\n"


def programs(faderd):
    """The labels of the programs' parameters, by id."""
    return {each["id"]: each["label"] for each in faderd.get("/v1/parameters") if each["id"] != "other"}


def gone(server, faderd):
    """Ends all programs, and waits until they have no parameters."""
    for each in server.apps:
        each.kill()
        each.wait()
    server.apps.clear()
    wait_until(lambda: not programs(faderd), lambda: f"no programs: {programs(faderd)}")


@both("two programs with one binary have ids with numbers, which stay theirs in another order and after a restart", limit=120)
def numbers(server):
    faderd = native.Daemon(CONFIG, environment=server.place).start()
    server.app("Foo Bar")
    wait_until(lambda: programs(faderd) == {"app.pacat": "Foo Bar"}, lambda: f"the first: {programs(faderd)}")
    server.app("foo-bar")
    both_of_them = {"app.pacat": "Foo Bar", "app.pacat-2": "foo-bar"}
    wait_until(lambda: programs(faderd) == both_of_them, lambda: f"both: {programs(faderd)}")
    bound(faderd, "app.pacat", "app.pacat-2")
    faderd.set("app.pacat", "20")
    faderd.set("app.pacat-2", "70")
    wait_until(lambda: near(server.app_volume("Foo Bar"), 0.2 * FULL) and near(server.app_volume("foo-bar"), 0.7 * FULL), "20 % and 70 %")
    gone(server, faderd)
    equal(faderd.stop(), 0, "exit code")
    faderd.start()
    server.app("foo-bar")
    wait_until(lambda: programs(faderd) == {"app.pacat-2": "foo-bar"}, lambda: f"the second alone: {programs(faderd)}")
    server.app("Foo Bar")
    wait_until(lambda: programs(faderd) == both_of_them, lambda: f"both again: {programs(faderd)}")
    wait_until(lambda: near(server.app_volume("Foo Bar"), 0.2 * FULL) and near(server.app_volume("foo-bar"), 0.7 * FULL), "20 % and 70 % again")


@both("a program keeps its id and its value when the version in its name changes; the id from before this rule goes on", limit=120)
def versions(server):
    faderd = native.Daemon(CONFIG, environment=server.place)
    with open(faderd.state_file, "w", encoding="utf-8") as file:
        json.dump({"version": 1, "parameters": {"app.player-0-9-1": {"value": 30.0}}, "snapshots": {}}, file)
    os.chmod(faderd.state_file, 0o600)
    faderd.start()
    server.app("LibVLC 3.0.18", "--property=application.process.binary=vlc")
    server.app("Player 0.9.1")
    wanted = {"app.vlc": "LibVLC", "app.player-0-9-1": "Player"}
    wait_until(lambda: programs(faderd) == wanted, lambda: f"both: {programs(faderd)}")
    wait_until(lambda: near(server.app_volume("Player 0.9.1"), 0.3 * FULL), lambda: f"the value from before: {server.app_volume('Player 0.9.1')}")
    bound(faderd, "app.vlc")
    faderd.set("app.vlc", "55")
    wait_until(lambda: near(server.app_volume("LibVLC 3.0.18"), 0.55 * FULL), "55 %")
    gone(server, faderd)
    server.app("LibVLC 3.0.20", "--property=application.process.binary=vlc")
    server.app("Player 1.0.0-rc2")
    wait_until(lambda: programs(faderd) == wanted, lambda: f"both after an update: {programs(faderd)}")
    for name, level in (("LibVLC 3.0.20", 55), ("Player 1.0.0-rc2", 30)):
        wait_until(lambda: near(server.app_volume(name), level / 100 * FULL), lambda: f"{level} % of {name}: {server.app_volume(name)}")


@both("several streams and names of one program id are one parameter; a long name neither widens a table nor is lost")
def long_names(server):
    faderd = native.Daemon(CONFIG, environment=server.place).start()
    name = "Very " * 40 + "long"
    server.app("Videos", "--property=application.id=org.gnome.Totem")
    server.app("Filme", "--property=application.id=org.gnome.Totem")
    server.app(name, "--property=application.process.binary=long")
    wait_until(lambda: set(programs(faderd)) == {"app.pacat", "app.long"}, lambda: f"two programs: {programs(faderd)}")
    bound(faderd, "app.pacat")
    wait_until(lambda: len(sound.target(faderd, "app.pacat")["matched"]) == 2, "both streams")
    time.sleep(0.2)
    for command in ("targets", "list"):
        lines = faderd.ctl(command).out.splitlines()
        columns = [line.index(word) for line in lines for word in ("BOUND TO", "DETAILS", "OWNER") if word in line]
        check(all(each < 160 for each in columns), lambda: f"a wide table:\n{lines}")
    check(f"application.name: {name}" in faderd.ctl("targets").out, "the whole name, to match it by, is gone")
