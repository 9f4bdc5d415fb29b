"""Completion in real shells, with a real daemon."""

import os
import subprocess

import native
import shells
from testing import check, equal, test

CONFIG = """\
version: 1
parameters:
  master: {label: Master, min: -70, max: 6, unit: dB, default: -12, decimals: 1}
  master.trim: {min: 0, max: 10}
  mute: {kind: toggle, words: [open, muted]}
  mode: {kind: choice, options: [{id: slow, label: Slow motion}, {id: swift, label: Swift}]}
""" + native.desk({1: "master", 2: "mute"})
# In a shell that does not quote them, the last names would end the word or run a command.
NAMES = ("Live set", "Live take", "quiet", "rec:1=a", "it's \"so\"", "pwn$(touch pwned)", "pwn`touch pwned`")


def everywhere(line_tests, files=()):
    """Runs a function with each shell in turn, and a daemon that has snapshots."""
    faderd = native.Daemon(CONFIG).start()
    for name in NAMES:
        equal(faderd.ctl("snapshot", "save", name).exit, 0, f"exit code of snapshot save {name}")
    for name in shells.ALL:
        line_tests(shells.Shell(name, faderd, files))


@test("the scripts have no syntax errors in their shells", limit=300)
def syntax():
    for program in ("faderd", "faderctl"):
        for shell, place in (("bash", f"bash-completion/completions/{program}"), ("zsh", f"zsh/site-functions/_{program}"),
                             ("fish", f"fish/vendor_completions.d/{program}.fish")):
            done = subprocess.run([shell, "-n", f"{shells.installed()}/share/{place}"], capture_output=True, text=True)
            equal((done.returncode, done.stderr), (0, ""), f"{shell} -n of {place}")


@test("commands, subcommands and options are offered, also after options", limit=600)
def commands():
    def lines(shell):
        shell.offers("faderctl re", ["redo", "reload", "reset"], ["set"])
        shell.offers("faderctl --json re", ["redo", "reload", "reset"])
        shell.offers("faderctl snapshot re", ["recall", "rename"], ["reload"])
        shell.offers("faderctl help re", ["redo", "reload", "reset"])
        shell.offers("faderctl get --", ["--json", "--locale", "--decimals", "--socket"], ["--only"])
        shell.offers("faderctl get --json --", ["--locale", "--decimals"], ["--json"])
        shell.becomes("faderctl stat", ["status"])
        shell.becomes("faderctl step master 1 --bi", ["step", "master", "1", "--big"])
    everywhere(lines)


@test("names of keys are offered, and the keys themselves nowhere", limit=600)
def keys():
    faderd = native.Daemon(CONFIG).start()
    owners = [faderd.session() for _ in range(2)]
    for owner, name in zip(owners, ("web-7373", "web-7374")):
        body = {"name": name, "key": "0123456789abcdef0123456789" + name[4:], "everything": True}
        equal(owner.ask("POST", "/v1/keys", body)[0], 201, f"status of the key {name}")
    for name in shells.ALL:
        shells.Shell(name, faderd).offers("faderctl token revoke w", ["web-7373", "web-7374"], ["0123456789"])


@test("ids are offered wherever a command takes one, also after options", limit=600)
def ids():
    def lines(shell):
        for start in ("get ", "--json get ", "get --json ", "get --locale sv_SE ", "get --locale=sv_SE ", "--locale sv_SE get ", "get mute ", "set ",
                      "set --locale=sv_SE ", "--decimals 2 get ", "explain ", "undo ", "snapshot show quiet --only "):
            shell.offers(f"faderctl {start}m", ["master", "master.trim", "mute", "mode"])
        shell.becomes("faderctl get mas\t.", ["get", "master.trim"])
        shell.becomes("faderctl get --locale=sv_SE mut", ["get", "--locale=sv_SE", "mute"])
    everywhere(lines)


@test("set offers the words of a toggle and the options of a choice, and nothing for a number", limit=600)
def values():
    def lines(shell):
        shell.offers("faderctl set mode s", ["slow", "swift"])
        shell.offers("faderctl set mute ", ["open", "muted", "toggle"], ["slow"])
        shell.becomes("faderctl set mute mu", ["set", "mute", "muted"])
        shell.becomes("faderctl --json set --locale sv_SE mode sl", ["--json", "set", "--locale", "sv_SE", "mode", "slow"])
        shell.becomes("faderctl set master mu", ["set", "master", "mu"])
    everywhere(lines)


@test("snapshot names are completed and quoted: blanks, quotes, colons and text that a shell would run", limit=600)
def snapshots():
    def lines(shell):
        shell.offers("faderctl snapshot recall ", ["quiet"])
        shell.becomes("faderctl snapshot recall Live\\ s", ["snapshot", "recall", "Live set"])
        shell.becomes("faderctl snapshot diff 'Live t", ["snapshot", "diff", "Live take"])
        shell.becomes('faderctl snapshot show "Live t', ["snapshot", "show", "Live take"])
        shell.becomes("faderctl snapshot delete rec", ["snapshot", "delete", "rec:1=a"])
        shell.becomes("faderctl snapshot delete rec:1", ["snapshot", "delete", "rec:1=a"])
        shell.becomes("faderctl snapshot delete it", ["snapshot", "delete", "it's \"so\""])
        shell.becomes('faderctl snapshot delete "pwn\\$', ["snapshot", "delete", "pwn$(touch pwned)"])
        shell.becomes("faderctl snapshot delete 'pwn`", ["snapshot", "delete", "pwn`touch pwned`"])
        check("pwned" not in os.listdir(shell.home), f"{shell.name} ran the name of a snapshot")
    everywhere(lines)


@test("virtual controls, surfaces, the keys of a declaration and fixed words are offered", limit=600)
def others():
    def lines(shell):
        shell.offers("faderctl virtual move fa", [f"fader.{n}" for n in range(1, 9)])
        shell.offers("faderctl virtual touch fader.1 o", ["on", "off"])
        shell.becomes("faderctl virtual send de", ["virtual", "send", "desk"])
        shell.becomes("faderd --virtual=mac", ["--virtual=mackie"])
        shell.becomes("faderctl monitor de", ["monitor", "desk"])
        shell.becomes("faderctl declare app.volume lab\tx", ["declare", "app.volume", "label=x"])
        shell.offers("faderctl profiles --from ", ["ardour", "bespokesynth", "mixxx", "qlcplus"])
        shell.offers("faderctl example ", ["band-x32", "church", "theatre"])
        shell.becomes("faderctl example chu", ["example", "church"])
        shell.becomes("faderctl profile imp", ["profile", "import"])
        shell.offers("faderd --log-level ", ["debug", "info", "warning"])
        shell.becomes("faderd --log-level=cr", ["--log-level=critical"])
    everywhere(lines)


@test("files are offered where a command takes a file, with blanks and below directories", limit=600)
def files():
    def lines(shell):
        shell.becomes("faderctl check my", ["check", "my desk.yaml"])
        shell.becomes("faderctl import sub/li", ["import", "sub/live.json"])
        shell.becomes("faderctl import ~/sub/li", ["import", f"{shell.home}/sub/live.json"])
        shell.becomes("faderd --config my", ["--config", "my desk.yaml"])
        shell.becomes("faderd --config=my", ["--config=my desk.yaml"])
        shell.becomes("faderd --check my", ["--check", "my desk.yaml"])
        shell.becomes("faderd --state sub/li", ["--state", "sub/live.json"])
    everywhere(lines, ["my desk.yaml", "sub/live.json"])


@test("without a daemon the line stays as it is")
def no_daemon():
    faderd = native.Daemon(CONFIG)
    for name in shells.ALL:
        shells.Shell(name, faderd).becomes("faderctl get mas", ["get", "mas"])
