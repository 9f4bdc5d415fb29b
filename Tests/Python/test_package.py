"""The package: types, documentation, archives, sizes."""

import ast
import filecmp
import glob
import inspect
import os
import subprocess
import sys
import zipfile

import client
import native
from client import faderd
from testing import check, equal, test

HERE = os.path.dirname(os.path.realpath(__file__))


def run(*words, **more):
    done = subprocess.run(words, capture_output=True, text=True, check=False, **more)
    equal(done.returncode, 0, f"exit code of {' '.join(words)}\n{done.stdout}{done.stderr}\n")
    return done.stdout


@test("mypy --strict finds nothing in the package, its examples, and a program that says what the types promise")
def types():
    cache = native.scratch()
    run(f"{os.environ['PYTHON_TOOLS']}/mypy", "--strict", "--warn-unused-ignores", "--python-version", "3.11", "--cache-dir", cache, "faderd",
        *sorted(glob.glob(f"{client.SOURCE}/examples/*.py")), f"{HERE}/typed.py", cwd=client.SOURCE)


def members(thing):
    """(name, member) of what a class has of its own and shows."""
    for name, member in vars(thing).items():
        if not name.startswith("_") and (callable(member) or isinstance(member, (property, classmethod))):
            yield name, member


@test("everything public has a docstring, and both clients have the same words with the same parameters")
def documented():
    for module in (faderd, faderd.aio):
        for name in module.__all__:
            thing = getattr(module, name)
            if not inspect.isclass(thing):
                check(name == "Value" or inspect.getdoc(thing), f"{module.__name__}.{name} has no docstring")
                continue
            for member, what in [("", thing), *((member, what) for base in thing.__mro__ if base.__module__.startswith("faderd") for member, what in members(base))]:
                check(inspect.getdoc(what), f"{name}.{member} has no docstring")
    for name in ("Connection", "Parameter", "Reader", "Gesture", "Edit"):
        ordinary, other = dict(members(getattr(faderd, name))), dict(members(getattr(faderd.aio, name)))
        equal(sorted(ordinary), sorted(other), f"the words of {name}")
        for member, what in ordinary.items():
            if inspect.isfunction(what):
                equal(str(inspect.signature(what)), str(inspect.signature(other[member])), f"the parameters of {name}.{member}")
    equal(str(inspect.signature(faderd.connect)), str(inspect.signature(faderd.aio.connect)), "the parameters of connect")


@test("it imports the standard library alone, no file is over 400 lines, and no function over 40")
def small():
    for path in glob.glob(f"{client.SOURCE}/**/*.py", recursive=True):
        text = native.read_text(path)
        check(text.count("\n") <= 400, f"{path} is too long")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                check(node.end_lineno - node.lineno < 40, f"{path}: {node.name} is too long")
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else \
                [node.module or ""] if isinstance(node, ast.ImportFrom) and node.level == 0 else []
            for name in names:
                check(name.split(".")[0] in {*sys.stdlib_module_names, "faderd"}, f"{path} imports {name}")


@test("the wheel and the source archive have the same bytes each time; pip installs both, also from each other, without a network")
def archives():
    first, second, apart = native.scratch(), native.scratch(), native.scratch()
    for folder, zone in ((first, "UTC"), (second, "Asia/Tokyo")):
        run(sys.executable, f"{client.SOURCE}/archives.py", folder, env={"SOURCE_DATE_EPOCH": "1800000000", "TZ": zone})
    names = [f"faderd-{faderd.__version__}-py3-none-any.whl", f"faderd-{faderd.__version__}.tar.gz"]
    equal(sorted(os.listdir(first)), names, "the archives")
    for name in names:
        check(filecmp.cmp(f"{first}/{name}", f"{second}/{name}", shallow=False), f"{name} has other bytes the second time")
    run("tar", "-C", apart, "-xf", f"{first}/{names[1]}")
    top = f"{apart}/faderd-{faderd.__version__}"
    run(sys.executable, f"{top}/archives.py", apart, env={"SOURCE_DATE_EPOCH": "1800000000"})
    check(filecmp.cmp(f"{first}/{names[0]}", f"{apart}/{names[0]}", shallow=False), "the archive makes another wheel")
    for number, source in enumerate((f"{first}/{names[0]}", f"{first}/{names[1]}")):
        run("/usr/bin/python3", "-m", "pip", "install", "--quiet", "--no-index", "--disable-pip-version-check", "--target", f"{apart}/{number}", source)
        code = "import faderd, faderd.aio, importlib.metadata as m; print(faderd.__version__ == m.version('faderd'), faderd.__file__)"
        said = run(sys.executable, "-c", code, env={"PYTHONPATH": f"{apart}/{number}"})
        check(said.startswith(f"True {apart}/{number}/"), said)
        check(os.path.exists(f"{apart}/{number}/faderd/py.typed"), "py.typed is missing")
    with zipfile.ZipFile(f"{first}/{names[0]}") as wheel:
        equal(wheel.testzip(), None, "a damaged file of the wheel")
