"""As whom PostgreSQL runs: it refuses root, and initdb wants a user with a name."""

import hashlib
import os
import pwd
import shutil
import stat
import subprocess
from dataclasses import dataclass
from pathlib import Path

from veritydraft.embedded.errors import EmbeddedError


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """How to start a program: words before its command, and the user and group to change to (None: stay who we are)."""

    prefix: tuple[str, ...] = ()
    uid: int | None = None
    gid: int | None = None

    def popen_options(self) -> dict[str, object]:
        """Keyword arguments of subprocess that change the user."""
        if self.uid is None:
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}


def has_name(uid: int) -> bool:
    try:
        pwd.getpwuid(uid)
    except KeyError:
        return False
    return True


def ordinary_user() -> pwd.struct_passwd:
    """Somebody who is not root: ``nobody`` where it exists."""
    others = [entry for entry in pwd.getpwall() if entry.pw_uid != 0]
    if not others:
        raise EmbeddedError("PostgreSQL refuses to run as root and this machine has no other user; set DATABASE_URL")
    return next((entry for entry in others if entry.pw_name == "nobody"), others[0])


def find_identity() -> Identity:
    """Ourselves; for root or somebody nameless, ourselves under another number in a user namespace; else another user.

    Raises EmbeddedError when none of these is possible.
    """
    uid = os.geteuid()
    if uid != 0 and has_name(uid):
        return Identity()
    other = ordinary_user()
    prefix = ("unshare", "--user", f"--map-user={other.pw_uid}", f"--map-group={other.pw_gid}", "--")
    if _works((*prefix, "true")):
        return Identity(prefix=prefix)
    if uid == 0:
        return Identity(uid=other.pw_uid, gid=other.pw_gid)
    raise EmbeddedError(f"PostgreSQL needs a user with a name; number {uid} has none here: set DATABASE_URL")


def _works(command: tuple[str, ...]) -> bool:
    try:
        return subprocess.run(command, capture_output=True, timeout=10, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def reaches(identity: Identity, path: Path) -> bool:
    """Whether ``identity`` may run the program, or enter the folder, ``path``."""
    test = ("test", "-x", str(path))
    return subprocess.run((*identity.prefix, *test), check=False, **identity.popen_options()).returncode == 0


def outside_home(data_dir: Path) -> Path:
    """A folder of root's that every user can enter, for a DATA_DIR that lies where the other user cannot go."""
    home = Path("/var/tmp") / f"veritydraft-{hashlib.sha256(str(data_dir).encode()).hexdigest()[:16]}"
    try:
        home.mkdir(mode=0o711)
    except FileExistsError:
        found = home.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
            raise EmbeddedError(f"{home} belongs to somebody else; remove it or set DATABASE_URL") from None
    home.chmod(0o711)
    return home


def copied(source: Path, target: Path) -> Path:
    """``target``, a copy of the folder ``source`` made whole or not at all."""
    if not target.exists():
        draft = target.with_name(target.name + ".new")
        shutil.rmtree(draft, ignore_errors=True)
        shutil.copytree(source, draft, symlinks=True)
        draft.chmod(0o755)
        draft.replace(target)
    return target
