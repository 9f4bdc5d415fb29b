"""What schemathesis has to be told of our headers."""

import re

import schemathesis
from schemathesis import GenerationMode


@schemathesis.hook
def before_call(context, case, kwargs):
    """Its coverage phase takes a tag in quotes for JSON and sends it without them: they are put back, unless it means to send a wrong one."""
    tag, meta = (case.headers or {}).get("If-Match"), case.meta
    if isinstance(tag, str) and re.fullmatch("[0-9]{1,15}", tag) and meta and meta.generation.mode == GenerationMode.POSITIVE:
        case.headers["If-Match"] = f'"{tag}"'
