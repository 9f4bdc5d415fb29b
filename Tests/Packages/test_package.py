"""The package on Debian 12 and 13, without systemd: install, use, upgrade, remove, purge."""

import filecmp
import os
import re
import shutil
import subprocess
import urllib.request

from debian import CHECKOUT, ICU, RELEASES, Root, package, python_package
from testing import check, defer, equal, test, wait_until


def each(sentence, releases=RELEASES, limit=300):
    """Marks a test that runs once on each of some releases. One is enough where only dpkg could make a difference."""
    def mark(function):
        for release in releases:
            test(f"{sentence} (Debian {release})", limit)(lambda release=release: function(Root(release)))
        return function
    return mark


CONFIG = """\
version: 1
locale: sv_SE
parameters:
  master: {min: -70, max: 6, unit: dB, decimals: 1}
surfaces:
  virtual: {profile: virtual, map: {fader.1: master}}
"""


def rider(root, config=CONFIG):
    user = root.add_user()
    root.write(f"/home/{user}/.config/faderd/faderd.yaml", config, user)
    return user


@each("apt installs it, and it does what the README shows: set, locale, pattern, check, page, completions, manual pages, Python")
def use(root):
    before = root.files()
    said = root.install()
    check(ICU[root.release] in said, f"{ICU[root.release]} was not installed with it: {said}")
    check("enabled" not in said.lower() and "started" not in said.lower(), f"something was enabled or started: {said}")
    added = {path for path in root.files() - before if "faderd" in path or "faderctl" in path}
    check(not [path for path in added if path.startswith("/etc/")], f"files in /etc: {sorted(added)}")
    listed = set(root.good("dpkg", "-L", "faderd").split())
    equal(sorted(added - listed), [], "files that dpkg does not know")
    # Only ICU checks a pattern.
    user = rider(root, CONFIG.replace("surfaces:", '  name: {kind: text, pattern: "[a-z]+", default: abc}\nsurfaces:'))
    root.start("--virtual", user=user)
    equal(root.good("faderctl", "set", "master", "-6,5", user=user).strip(), "−6,5 dB", "what set answers in Swedish")
    equal(root.good("faderctl", "get", "master", "--locale", "en_US", user=user).strip(), "-6.5 dB", "the same in English")
    refused = root.run("faderctl", "set", "name", "ABC", user=user)
    check(refused.returncode != 0 and "[a-z]+" in refused.stderr, f"a text against the pattern: {refused}")
    root.good("faderctl", "virtual", "move", "fader.1", "1", user=user)
    wait_until(lambda: root.good("faderctl", "get", "master", user=user).strip() == "6,0 dB", "the value to follow the fader")
    page = root.popen("faderctl", "web", "--no-open", user=user)
    address = page.stdout.readline().strip()
    check(address.startswith("http://127.0.0.1:"), f"the page's address: {address}")
    with urllib.request.urlopen(address.split("#")[0]) as answer:
        check(b"<!doctype html>" in answer.read(2000).lower(), "the page is not served")
    check("x-touch" in root.good("faderctl", "profiles", user=user), "the profiles of the package are not known")
    root.good("bash", "-n", "/usr/share/bash-completion/completions/faderctl")
    for page in ("man1/faderctl.1.gz", "man8/faderd.8.gz", "man5/faderd.yaml.5.gz"):
        check(root.is_there(f"/usr/share/man/{page}"), f"no {page}")
    python(root, user)


def python(root, user):
    """python3-faderd declares a parameter with the daemon that runs."""
    shutil.copy(python_package(), f"{root.path}/tmp/python3-faderd.deb")
    root.good("apt-get", "install", "--yes", "--no-install-recommends", "/tmp/python3-faderd.deb")
    code = ("import faderd\nwith faderd.connect(by='lamp') as f:\n    level = f.declare('lamp.level', kind='integer', max=100, value=40)\n"
            "    print(f.connected, level.text, f.version, faderd.__version__)\n")
    version = root.good("faderctl", "--version", user=user).split()[-1]
    equal(root.good("python3", "-c", code, user=user).split(), ["True", "40", version, version], "what a program in Python prints")
    check(root.is_there("/usr/share/doc/python3-faderd/examples/lamp.py"), "the examples are missing")
    root.good("apt-get", "purge", "--yes", "python3-faderd")
    check(not root.is_there("/usr/lib/python3/dist-packages/faderd"), "the library is still there")


@each("doctor says that there is no systemd, and finds nothing wrong on the virtual surface", ["12"])
def doctor(root):
    root.install()
    user = rider(root)
    root.start("--virtual", user=user)
    lines = root.run("faderctl", "doctor", user=user).stdout
    check("systemd" in lines, f"no word of systemd: {lines}")
    equal(re.findall(r"^✗.*", lines, re.M), [], "what keeps faders from moving on the virtual surface")


@each("without ICU it runs with a plain C locale, and says which package brings the locale")
def without_icu(root):
    root.good("apt-get", "install", "--yes", "--no-install-recommends", _copied(root))
    check(not root.is_there(f"/usr/lib/x86_64-linux-gnu/libicui18n.so.{ICU[root.release][6:]}"), "ICU is installed after all")
    user = rider(root)
    root.start("--virtual", user=user)
    equal(root.good("faderctl", "set", "master", "-6.5", user=user).strip(), "-6.5 dB", "what set answers")
    check("libicu" in root.log(), f"the log does not say what is missing: {root.log()}")
    doctor = root.run("faderctl", "doctor", user=user).stdout
    check(re.search(r"config .*needs ICU.*libicu", doctor), f"doctor does not say what is missing: {doctor}")
    # An unknown choice is said, too.
    other = root.run("faderd", "--check", f"/home/{user}/.config/faderd/faderd.yaml", user=user, environment={"FADERD_ICU": "12"})
    check("FADERD_ICU" in other.stderr + other.stdout, f"a FADERD_ICU that is not there: {other}")


def _copied(root, lower=False):
    shutil.copy(package(lower), f"{root.path}/tmp/faderd.deb")
    return "/tmp/faderd.deb"


@each("an upgrade keeps config, values and history of version 0.1.0, and a daemon that runs without systemd goes on", ["13"])
def upgrade(root):
    root.install(lower=True)
    first = f"{CHECKOUT}/Tests/Packages/first-version"
    with open(f"{first}/faderd.yaml", encoding="utf-8") as config:
        user = rider(root, config.read())
    with open(f"{first}/state.json", encoding="utf-8") as state:
        root.write(f"/home/{user}/.local/state/faderd/state.json", state.read(), user)
    process = root.start("--virtual", user=user)
    equal(root.good("faderctl", "get", "master", user=user).strip(), "-33.5 dB", "the value of 0.1.0")
    root.good("faderctl", "set", "tempo", "99", user=user)
    config = root.read(f"/home/{user}/.config/faderd/faderd.yaml")
    root.install()
    equal(root.good("faderctl", "get", "tempo", user=user).strip(), "99 BPM", "what the old daemon answers")
    root.stop(process)
    root.start("--virtual", user=user)
    values = {id: root.good("faderctl", "get", id, user=user).strip() for id in ("master", "synth.cutoff", "delay.time", "tempo")}
    equal(values, {"master": "-33.5 dB", "synth.cutoff": "1234 Hz", "delay.time": "375 ms", "tempo": "99 BPM"}, "values after the upgrade")
    root.good("faderctl", "undo", user=user)
    equal(root.good("faderctl", "get", "tempo", user=user).strip(), "120 BPM", "tempo after undo")
    equal(root.read(f"/home/{user}/.config/faderd/faderd.yaml"), config, "the config")
    check('"gone"' in root.read(f"/home/{user}/.local/state/faderd/state.json"), "a value that is not configured was dropped")


@each("a removal leaves config and state, a purge the system's state no more; then every file is as it was before")
def removal(root):
    root.good("apt-get", "install", "--yes", "--no-install-recommends", "libasound2" if root.release == "12" else "libasound2t64", "libyaml-0-2")
    before = root.files()
    root.good("apt-get", "install", "--yes", "--no-install-recommends", _copied(root))
    user = rider(root)
    added = root.files()
    process = root.start("--virtual", user=user)
    root.good("faderctl", "set", "master", "-1", user=user)
    root.stop(process)
    for path in ("/etc/faderd/faderd.yaml", "/var/lib/faderd/state.json", "/var/lib/private/faderd/old.json"):
        root.write(path, "version: 1\n")
    os.symlink("/usr/lib/systemd/system/faderd.service", _made(root, "/etc/systemd/system/multi-user.target.wants/faderd.service"))
    root.good("apt-get", "remove", "--yes", "faderd")
    check(not root.is_there("/usr/bin/faderd"), "the program is still there")
    for path in ("/etc/faderd/faderd.yaml", "/var/lib/faderd/state.json", f"/home/{user}/.config/faderd/faderd.yaml",
                 f"/home/{user}/.local/state/faderd/state.json"):
        check(root.is_there(path), f"{path} did not survive the removal")
    said = root.good("apt-get", "purge", "--yes", "faderd")
    for words in ("/etc/faderd stays", "~/.config/faderd", "~/.local/state/faderd"):
        check(words in said, f"the purge does not say “{words}”: {said}")
    left = sorted(path for path in root.files() - before if not path.startswith(("/home/", "/etc/passwd", "/etc/shadow", "/etc/group",
                                                                                "/etc/gshadow", "/etc/sub", "/var/mail")))
    # Folders that the test has made.
    made = _parents(before, "/etc/systemd/system/multi-user.target.wants") + _parents(before, "/var/lib/private")
    equal(left, ["/etc/faderd", "/etc/faderd/faderd.yaml", *made], "what is left after the purge")
    equal(sorted(before - root.files()), [], "what the purge took besides")
    check(len(added) > len(before), "the package added nothing, so nothing was compared")


def _made(root, path):
    os.makedirs(os.path.dirname(root.path + path), exist_ok=True)
    return root.path + path


def _parents(before, path):
    """The folders above a path, and it, that were not there before."""
    parts = path.split("/")
    return [folder for end in range(2, len(parts) + 1) if (folder := "/".join(parts[:end])) not in before]


@each("a half-installed package says what is missing, and apt completes it", ["12"])
def half(root):
    done = root.run("dpkg", "--install", _copied(root))
    check(done.returncode != 0 and "libyaml-0-2" in done.stderr, f"dpkg without the libraries: {done}")
    user = root.add_user()
    told = root.run("faderctl", "doctor", user=user)
    equal(told.returncode, 69, f"exit code of doctor ({told.stdout})")
    check("libyaml-0.so.2" in told.stdout or "libasound.so.2" in told.stdout, f"doctor names no missing library: {told.stdout}")
    root.good("apt-get", "install", "--yes", "--fix-broken")
    root.write(f"/home/{user}/.config/faderd/faderd.yaml", CONFIG, user)
    root.start("--virtual", user=user)


@each("after a downgrade, a config and a state of a newer version are refused with a sentence, and stay as they are", ["12"])
def downgrade(root):
    root.install()
    user = rider(root)
    state = f"/home/{user}/.local/state/faderd/state.json"
    newer = '{"version": 7, "parameters": {}}\n'
    root.write(state, newer, user)
    root.good("apt-get", "install", "--yes", "--allow-downgrades", _copied(root, lower=True))
    process = root.start("--virtual", user=user)
    check("newer" in root.log(), f"the log does not say that the state is newer: {root.log()}")
    told = root.run("faderctl", "doctor", user=user)
    check(re.search(r"^✗ saving.*newer", told.stdout, re.M), f"doctor does not say it: {told.stdout}")
    unsaved = root.run("faderctl", "set", "master", "-1", user=user)
    check(unsaved.returncode == 74 and "newer faderd" in unsaved.stderr, f"set says nothing: {unsaved}")
    root.stop(process)
    equal(root.read(state), newer, "the newer state")
    root.write(f"/home/{user}/.config/faderd/faderd.yaml", "version: 7\n", user)
    refused = root.run("faderd", "--virtual", user=user)
    check(refused.returncode == 78 and "it reads version 1" in refused.stderr, f"a config of a newer version: {refused}")


@each("it runs where /usr is read-only", ["13"])
def read_only(root):
    root.install()
    user = rider(root)
    root.freeze("/usr")
    check(root.run("touch", "/usr/x").returncode != 0, "/usr can be written")
    root.start("--virtual", user=user)
    root.good("faderctl", "set", "master", "-1", user=user)
    equal(re.findall(r"^✗.*", root.run("faderctl", "doctor", user=user).stdout, re.M), [], "what doctor finds wrong")


@test("lintian finds no error, and each override has its reason", 600)
def lintian():
    # As root it says so, on standard error. The next test looks at the metainfo; only newer versions of lintian do, too.
    tag = "appstream-metadata-validation-failed"
    known = subprocess.run(["lintian-explain-tags", tag], capture_output=True, check=False).returncode == 0
    done = subprocess.run(["lintian", "--fail-on", "error,warning", "--display-info", *(["--suppress-tags", tag] if known else []),
                           package(), python_package()], capture_output=True, text=True, check=False)
    equal(done.returncode, 0, f"exit code of lintian\n{done.stdout}{done.stderr}\n")
    with open(f"{CHECKOUT}/debian/faderd.lintian-overrides", encoding="utf-8") as file:
        lines = file.read().splitlines()
    for line, above in zip(lines, [""] + lines):
        check(line.startswith("#") or not line or above.startswith("#"), f"an override without a reason: {line}")
    equal(re.findall(r"^.*(?:unused|mismatched)-override.*", done.stdout, re.M), [], "overrides that nothing needs")


@test("the metainfo is valid")
def metainfo():
    path = f"{CHECKOUT}/faderd.metainfo.xml"
    done = subprocess.run(["appstreamcli", "validate", "--no-net", path], capture_output=True, text=True, check=False)
    found = re.findall(r"^[EW]: \S+ (.*)", done.stdout, re.M)
    check(found or done.returncode == 0, f"appstreamcli: {done}")
    # The project has no homepage. AppStream 1.0, as in Debian 13, warns of that.
    equal([each for each in found if each != "url-homepage-missing"], [], f"errors and warnings of appstreamcli\n{done.stdout}\n")


@test("the package is made of the same bytes each time", 300)
def same_bytes():
    # Where the packages are made in a root of Debian 12, only this folder comes out of it.
    again = f"{os.path.dirname(package())}/again"
    defer(lambda: shutil.rmtree(again, ignore_errors=True))
    done = subprocess.run([f"{CHECKOUT}/scripts/deb.sh", os.path.relpath(again, CHECKOUT)], capture_output=True, text=True, check=False)
    equal(done.returncode, 0, f"exit code of deb.sh\n{done.stdout}{done.stderr}\n")
    for made in (package(), python_package()):
        check(filecmp.cmp(made, f"{again}/{os.path.basename(made)}", shallow=False), f"the two {os.path.basename(made)} differ")
