"""Where the daemon's socket can be, and what it means that it cannot be reached there. The same order as faderctl's."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping, Sequence

from ._wire import NotSpoken


def candidates(given: str | os.PathLike[str] | None = None, environment: Mapping[str, str] | None = None) -> list[str]:
    """The paths to try, in order. One that is given, or named by FADERD_SOCKET, is the only one."""
    environment = os.environ if environment is None else environment
    if given is not None:
        return [os.fspath(given)]
    if named := environment.get("FADERD_SOCKET"):
        return [named]
    paths = []
    # systemd gives a list if a unit has several directories.
    runtime = environment.get("RUNTIME_DIRECTORY", "").split(":")[0]
    if runtime.startswith("/"):
        paths.append(f"{runtime}/faderd.sock")
    # The XDG specification says that relative paths are ignored.
    session = environment.get("XDG_RUNTIME_DIR", "")
    if not session.startswith("/"):
        session = f"/run/user/{os.getuid()}"
    if os.access(session, os.X_OK):
        paths.append(f"{session}/faderd/faderd.sock")
    return [*paths, "/run/faderd/faderd.sock"]


def why_not(failures: Sequence[tuple[str, OSError]]) -> str:
    """One sentence for the failures to reach a daemon at these paths, about the one that tells most."""
    for path, error in failures:
        if isinstance(error, PermissionError):
            return f"you may not use the daemon on {path}; run this as its user, or join the group that the socket belongs to"
    for path, error in failures:
        if isinstance(error, TimeoutError):
            return f"the daemon on {path} does not answer; see \"{_systemctl([path])} status faderd\", then restart it"
    for path, _ in failures:
        if (found := _what_is_at(path)) is not None:
            return f"{path} is {found}, not the socket of a daemon; give the path that \"faderctl status\" shows, or unset FADERD_SOCKET"
    for path, error in failures:
        if not isinstance(error, (FileNotFoundError, ConnectionRefusedError, NotADirectoryError)):
            return f"the daemon on {path} cannot be reached ({error}); give the path that \"faderctl status\" shows"
    tried = [path for path, _ in failures]
    return f"no daemon is running (tried {', '.join(tried)}); start it with \"{_systemctl(tried)} start faderd\" or \"faderd\""


def why_broken(path: str, error: OSError | NotSpoken) -> str:
    """One sentence for a connection that was there and broke."""
    if isinstance(error, NotSpoken):
        return f"what answers on {path} does not speak as faderd does ({error}); use faderd and this library of the same version"
    if isinstance(error, TimeoutError):
        return (f"the daemon on {path} does not answer, and may still do later what it was asked; see \"{_systemctl([path])} status "
                "faderd\", then restart it")
    if isinstance(error, ConnectionError) and not isinstance(error, ConnectionRefusedError):
        return f"the daemon on {path} closed the connection, so what it was asked may or may not be done; if it has ended, start it again"
    return why_not([(path, error)])


def _what_is_at(path: str) -> str | None:
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return None  # Nothing to be seen there, which the failure itself says.
    return None if stat.S_ISSOCK(mode) else "a directory" if stat.S_ISDIR(mode) else "a file"


def _systemctl(paths: Sequence[str]) -> str:
    return "systemctl" if all(path.startswith("/run/faderd/") for path in paths) else "systemctl --user"
