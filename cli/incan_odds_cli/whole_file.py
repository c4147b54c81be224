"""Writing a file so that it is there whole or not at all."""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path


def behind_links(path: Path) -> Path:
    """Return the file that a path means: what a link points to, and the whole path of it.

    A link that leads to itself stays what it is: `Path.resolve` raises there before Python 3.13.
    """
    return Path(os.path.realpath(path))


def write_whole(path: Path, content: bytes) -> None:
    """Replace a file's content in one step that a crash cannot halve; who may read it stays so.

    Raises `OSError` where it cannot be written; then the file is as it was.
    """
    # Short, for a name may be as long as the system allows.
    temporary = path.with_name(f"{path.name[:20]}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(OSError):
            shutil.copymode(path, temporary)
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    if hasattr(os, "O_DIRECTORY"):
        # The new name is on disk once the folder is; that it cannot be read changes nothing.
        with contextlib.suppress(OSError):
            folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
