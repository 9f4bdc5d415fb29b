"""What faderd is linked with, and how it does without ICU, which it opens when needed."""

import os
import re
import subprocess

import native
from testing import check, equal, skip, test, wait_until

LOCALE = native.MASTER.replace("version: 1\n", "version: 1\nlocale: sv_SE\n")
PLAINLY = "the locale sv_SE needs ICU; numbers are written plainly, because ICU is not wanted: FADERD_ICU is none"
ONCE = "ICU is not wanted: FADERD_ICU is none; numbers are written plainly, displays show simple letters only, and a pattern of texts is an error"
NONE = {"FADERD_ICU": "none"}
PROMISED = {"libc.so.6", "libm.so.6", "libgcc_s.so.1", "libstdc++.so.6", "libasound.so.2", "libyaml-0.so.2", "ld-linux-x86-64.so.2",
            "ld-linux-aarch64.so.1"}


def readelf(*arguments):
    return subprocess.run(["readelf", "--wide", *arguments, native.FADERD], capture_output=True, text=True, check=True).stdout


def release():
    if "/debug" in native.BINARIES:
        skip("a debug build is linked with the libraries of the toolchain")


@test("faderd is linked with nothing else than libc, libm, libgcc, libstdc++, ALSA and libyaml")
def linked():
    release()
    needed = set(re.findall(r"NEEDED.*\[(.*)\]", readelf("--dynamic")))
    check("libc.so.6" in needed and "libasound.so.2" in needed, f"what is linked was not read: {needed}")
    equal(needed - PROMISED, set(), "what else is linked")


@test("faderd needs no glibc above 2.36, if it was built with none above it")
def glibc():
    release()
    here = os.confstr("CS_GNU_LIBC_VERSION").split()[1]
    if tuple(map(int, here.split("."))) > (2, 36):
        skip(f"built here, it may need the glibc of this machine, {here}")
    versions = {tuple(map(int, found.split("."))) for found in re.findall(r"GLIBC_(\d[\d.]*)", readelf("--version-info", "--dyn-syms"))}
    check(versions, "no version was read")
    check(max(versions) <= (2, 36), f"it needs glibc {max(versions)}")


def text_of(path):
    return native.read(path).decode()


def maps(faderd):
    """Whether ICU is open in a running daemon."""
    return "libicui18n" in text_of(f"/proc/{faderd.pid}/maps")


@test("ICU is opened by the first locale, of the config or of a client, and not before")
def lazily():
    faderd = native.Daemon(native.MASTER).start()
    equal(faderd.text("master"), "-12.0 dB", "the text in the C locale")
    check(not maps(faderd), "ICU is open, though nothing needs it")
    answer = faderd.get("/v1/parameters/master?locale=sv_SE")
    equal(answer["text"], "−12,0 dB", "the text in Swedish")
    check(maps(faderd), "ICU is not open")
    faderd.reload(LOCALE)
    equal(faderd.text("master"), "−12,0 dB", "the text after a reload with a locale")


@test("without ICU faderd starts, writes plainly, says so once, and takes any locale of a client")
def without():
    faderd = native.Daemon(native.MASTER, environment=NONE).start()
    check("ICU" not in faderd.log(), faderd.log())
    for locale in ("sv_SE", "ar_EG", "nowhere"):
        equal(faderd.get(f"/v1/parameters/master?locale={locale}")["text"], "-12.0 dB", f"the text in {locale}")
    answer = faderd.request("GET", "/v1/parameters/master", headers={"Accept-Language": "sv-SE, *;q=0.1"})
    equal((answer.status, answer.json["text"]), (200, "-12.0 dB"), "the text for a browser")
    equal(faderd.set("master", "-6.5"), "-6.5 dB", "what is set")
    wait_until(lambda: ONCE in faderd.log(), "the sentence in the log")
    equal(faderd.log().count(ONCE), 1, "how often it is said")


@test("without ICU a locale of the config is a warning, and a pattern an error; a currency is written with its code")
def config_without():
    faderd = native.Daemon(LOCALE, environment=NONE).start()
    equal(faderd.text("master"), "-12.0 dB", "the text")
    check(PLAINLY in faderd.log(), faderd.log())
    equal(faderd.log().count(ONCE), 1, "how often the log says that there is no ICU")
    done = native.faderd("--check", faderd.config_file, environment=NONE)
    equal(done.exit, 0, "exit code of --check")
    check(PLAINLY in done.out + done.err, f"{done}")
    both = LOCALE.replace("parameters:\n", "parameters:\n  fee: {currency: SEK, min: 0, max: 9}\n", 1)
    faderd.reload(both)
    equal(faderd.text("fee"), "0.00 SEK", "an amount")
    faderd.configure(both.replace("parameters:\n", "parameters:\n  who: {kind: text, pattern: \"[a-z]*\"}\n", 1))
    refused = faderd.ctl("reload")
    check(refused.exit != 0 and "a pattern needs ICU to check texts with it" in refused.out + refused.err, f"{refused}")
    equal(faderd.text("fee"), "0.00 SEK", "an amount after the refused reload")


@test("a nonsensical, missing or broken choice of ICU is named in the log, and faderd starts without")
def wrong_choice():
    broken = f"{native.scratch()}/libicui18n.so.72"
    native.write(broken, "no library\n" * 100)
    for choice, reason in (("newest", "FADERD_ICU must be a release from 68 on"), ("999", "there is no libicui18n.so.999"),
                           (broken, f"{broken}: invalid ELF header")):
        faderd = native.Daemon(LOCALE, environment={"FADERD_ICU": choice}).start()
        equal(faderd.text("master"), "-12.0 dB", f"the text with {choice}")
        check(f"the ICU that FADERD_ICU names, {choice}, cannot be used: {reason}" in faderd.log(), faderd.log())
        faderd.stop()


@test("under a limit of 8 MiB, which locks no memory, ICU is opened when a client needs it")
def low_limit():
    native.need_root()
    faderd = native.Daemon(native.MASTER)
    faderd.start(wrap=("prlimit", "--memlock=8388608:8388608", "setpriv", "--bounding-set", "-ipc_lock", "--inh-caps", "-ipc_lock"))
    check(not maps(faderd), "ICU is open, though nothing needs it")
    equal(faderd.get("/v1/parameters/master?locale=sv_SE")["text"], "−12,0 dB", "the text")
