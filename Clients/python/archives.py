#!/usr/bin/env python3
"""Makes the wheel and the source archive: always the same bytes of the same files, with nothing but Python.

setuptools makes other bytes with each version, and is not there without a network.

pip and `python3 -m build` call it by PEP 517. By hand: archives.py DIRECTORY, or archives.py --unpacked DIRECTORY for what the wheel holds.
SOURCE_DATE_EPOCH is the time of every file in them.
"""

import base64
import gzip
import hashlib
import io
import os
import re
import sys
import tarfile
import time
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent
# The first moment that a zip file can name, if SOURCE_DATE_EPOCH names none.
EPOCH = max(int(os.environ.get("SOURCE_DATE_EPOCH", 0)), 315532800)


def _project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    source = (ROOT / "faderd" / "__init__.py").read_text(encoding="utf-8")
    return project | {"version": re.search(r'^__version__ = "(.+)"$', source, re.MULTILINE)[1]}


def _metadata(project):
    lines = [
        "Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {project['version']}", f"Summary: {project['description']}",
        f"License: {project['license']}", f"Keywords: {','.join(project['keywords'])}",
        *(f"Classifier: {one}" for one in project["classifiers"]), f"Requires-Python: {project['requires-python']}",
        "Description-Content-Type: text/markdown", "", (ROOT / "README.md").read_text(encoding="utf-8")]
    return "\n".join(lines).encode()


def _package():
    """The files of the package by their names in it."""
    return {f"faderd/{path.name}": path.read_bytes() for path in sorted((ROOT / "faderd").iterdir()) if path.suffix in (".py", ".typed")}


def _licence():
    """In an unpacked source archive it is beside this file, in a checkout at the top."""
    here = ROOT / "LICENSE"
    return (here if here.exists() else ROOT.parent.parent / "LICENSE").read_bytes()


def _installed(project):
    """What an installation has: the package, and what pip and importlib.metadata read."""
    info = f"faderd-{project['version']}.dist-info"
    return _package() | {
        f"{info}/LICENSE": _licence(), f"{info}/METADATA": _metadata(project),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: faderd\nRoot-Is-Purelib: true\nTag: py3-none-any\n"}


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    project = _project()
    files = _installed(project)
    own = f"faderd-{project['version']}.dist-info/RECORD"
    record = [f"{name},sha256={_digest(data)},{len(data)}" for name, data in files.items()]
    files[own] = "\n".join([*record, f"{own},,", ""]).encode()
    name = f"faderd-{project['version']}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, time.gmtime(EPOCH)[:6])
            entry.external_attr, entry.compress_type, entry.create_system = 0o100644 << 16, zipfile.ZIP_DEFLATED, 3
            archive.writestr(entry, data)
    return name


def build_sdist(sdist_directory, config_settings=None):
    project = _project()
    top = f"faderd-{project['version']}"
    files = _package() | {name: (ROOT / name).read_bytes() for name in ("README.md", "archives.py", "pyproject.toml")}
    files |= {f"examples/{path.name}": path.read_bytes() for path in sorted((ROOT / "examples").glob("*.py"))}
    files |= {"LICENSE": _licence(), "PKG-INFO": _metadata(project)}
    with open(Path(sdist_directory) / f"{top}.tar.gz", "wb") as out, \
            gzip.GzipFile("", "wb", 9, out, mtime=EPOCH) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, data in sorted(files.items()):
            entry = tarfile.TarInfo(f"{top}/{name}")
            entry.size, entry.mtime, entry.mode = len(data), EPOCH, 0o644
            archive.addfile(entry, io.BytesIO(data))
    return f"{top}.tar.gz"


def _digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def _unpack(directory):
    """For a package of a distribution, which has the licence in a place of its own."""
    for name, data in _installed(_project()).items():
        if not name.endswith("/LICENSE"):
            path = Path(directory) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["--unpacked", directory]:
            _unpack(directory)
        case [directory] if not directory.startswith("-"):
            for made in (build_wheel(directory), build_sdist(directory)):
                print(f"{directory}/{made}")
        case _:
            sys.exit("archives.py [--unpacked] DIRECTORY: makes the wheel and the source archive there, or what the wheel holds")
