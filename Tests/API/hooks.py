"""A hook for schemathesis that corrects headers."""

import re

import schemathesis
from schemathesis import GenerationMode


@schemathesis.hook
def before_call(context, case, kwargs):
    """Restores the quotes of a tag in If-Match: the coverage phase takes it for JSON and drops them. A deliberately wrong tag stays.

    Drops Fader-Session: nobody can make up the name of a session, and a request with an unknown one is refused before anything else."""
    if case.headers:
        case.headers.pop("Fader-Session", None)
    tag, meta = (case.headers or {}).get("If-Match"), case.meta
    if isinstance(tag, str) and re.fullmatch("[0-9]{1,15}", tag) and meta and meta.generation.mode == GenerationMode.POSITIVE:
        case.headers["If-Match"] = f'"{tag}"'
