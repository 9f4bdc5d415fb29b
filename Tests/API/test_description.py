"""openapi.json and tools of others: a validator, a tester that generates requests from it, and a generator of clients."""

import json
import os
import re
import socket
import subprocess

import native
from testing import check, equal, test

TOOLS = os.environ["API_TOOLS"]
HERE = os.path.dirname(os.path.abspath(__file__))
# These make about 2,000 requests of schemathesis, always the same ones.
EXAMPLES, SEED = 16, 7
# Seconds after which a tool of others counts as hung. The tests count its requests, not its seconds: those depend on what else runs here.
TOOL_LIMIT = 1_200
CONFIG = """\
version: 1
parameters:
  master: {label: Master, min: -70, max: 6, unit: dB, default: -12, taper: {points: [[0, -70], [0.5, -12], [1, 6]]}}
  level: {type: decibel}
  mute: {kind: toggle}
  side: {kind: choice, options: [heads, tails]}
  name: {kind: text, pattern: "[a-z]*", max-length: 8}
  price: {kind: range, min: 0, max: 1000, gap: 10, meet: push}
  span: {kind: range, min: -inf, max: 6, taper: audio}
  tint: {kind: color}
""" + native.desk({1: "master", 2: "level"})


def listening():
    """Starts a daemon on a free port and writes its description to a file; returns (daemon, address, file)."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    faderd = native.Daemon(CONFIG, arguments=["--listen", address]).start(timeout=30)
    path = f"{native.scratch()}/openapi.json"
    native.write(path, json.dumps(faderd.get("/v1/openapi.json")))
    return faderd, address, path


def token(faderd):
    return faderd.get("/v1/token")["token"]


def run(*words, directory=None, **environment):
    """Runs a tool as if it were installed; returns (exit code, everything that it wrote)."""
    own = {"PATH": f"{TOOLS}:{os.environ['PATH']}", "HOME": native.scratch(), "NO_COLOR": "1", "COLUMNS": "200"}
    done = subprocess.run(
        [f"{TOOLS}/{words[0]}", *words[1:]], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        timeout=TOOL_LIMIT, cwd=directory or native.scratch(), env=own | environment)
    return done.returncode, done.stdout


@test("openapi-spec-validator finds no errors in the description")
def validator():
    _, _, path = listening()
    code, said = run("openapi-spec-validator", path)
    equal(code, 0, f"exit code ({said})")


@test("schemathesis makes 2,000 right and wrong requests from the description: every answer is described, and none is a 5xx", limit=TOOL_LIMIT)
def schemathesis():
    faderd, address, path = listening()
    # Streams never end, so their answers cannot be checked as a whole; Tests/Daemon reads them. Another machine that says that it leads ends the lead of this
    # one, which then refuses everything.
    code, said = run(
        "schemathesis", "--config-file", f"{HERE}/schemathesis.toml", "run", path, "--url", f"http://{address}",
        "--header", f"Authorization: Bearer {token(faderd)}", "--exclude-path", "/v1/events", "--exclude-path", "/v1/monitor", "--exclude-path", "/v1/follow",
        "--phases", "examples,coverage,fuzzing",
        "--max-examples", str(EXAMPLES), "--seed", str(SEED), "--continue-on-failure", "--warnings", "off",
        SCHEMATHESIS_HOOKS=f"{HERE}/hooks.py")
    equal(code, 0, f"exit code ({said[-6000:]})")
    made = int(re.search(r"(\d+) generated", said).group(1))
    check(1_500 <= made <= 4_000, f"{made} requests were made, which is not about 2,000")
    print(f"     {made} requests")
    check(faderd.running(), "faderd is gone")
    equal(faderd.stop(30), 0, "exit code of faderd")


CLIENT = """
import importlib, pkgutil, sys
import generated
for found in pkgutil.walk_packages(generated.__path__, "generated."):
    importlib.import_module(found.name)
from generated import AuthenticatedClient, models
from generated.api.default import (
    export, get_parameter, get_status, import_, list_history, list_parameters, save_snapshot, set_parameter, step_parameter)
client = AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2], raise_on_unexpected_status=True)
assert get_status.sync(client=client).sequencer == "virtual"
assert len(list_parameters.sync(client=client)) > 8
assert set_parameter.sync("master", client=client, body=models.ParameterChangeType0(text="-6 dB")).value == -6
assert set_parameter.sync("master", client=client, body=models.ParameterChangeType1(value=99.0)).clamped is True
assert step_parameter.sync("master", client=client, body=models.StepRequest(by=-1)).value < 6
assert get_parameter.sync("level", client=client).min_ == "-inf"
assert get_parameter.sync("span", client=client).value[0] == "-inf"
assert isinstance(get_parameter.sync("mastr", client=client), models.Problem)
assert save_snapshot.sync("verse", client=client).name == "verse"
assert len(list_history.sync(client=client)) >= 2
document = export.sync(client=client)
answer = import_.sync(client=client, body=document, dry_run=models.ImportDryRun.TRUE)
assert not isinstance(answer, models.Problem), answer
assert answer.snapshots == ["verse"]
print("good")
"""


@test("openapi-python-client generates a Python client without a warning, and the client works", limit=TOOL_LIMIT)
def client():
    faderd, address, path = listening()
    directory = native.scratch()
    code, said = run(
        "openapi-python-client", "generate", "--path", path, "--output-path", f"{directory}/generated", "--meta", "none", "--fail-on-warning")
    equal(code, 0, f"exit code ({said})")
    code, said = run("python", "-c", CLIENT, f"http://{address}", token(faderd), directory=directory, PYTHONDONTWRITEBYTECODE="1")
    equal((code, said.strip()), (0, "good"), "what the client did")
