"""Files that are sent with the work, so that no machine needs to have them."""

from __future__ import annotations

import hashlib
import os
import tempfile
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class PackedFile:
    """A program or a shared library with its bytes. Each machine writes it once."""

    name: str
    """The file's name with a hash of its bytes, so that different files have different names."""
    content: bytes = field(repr=False)

    @staticmethod
    def of(path: Path) -> PackedFile:
        """Reads a file.

        Raises:
            OSError: The file cannot be read.

        """
        content = path.read_bytes()
        return PackedFile(f"{hashlib.sha256(content).hexdigest()[:16]}-{path.name}", content)

    def path(self) -> Path:
        """Returns the file's path on this machine. Writes the file if it does not exist or has other bytes."""
        user = os.getuid() if hasattr(os, "getuid") else "user"
        folder = Path(tempfile.gettempdir()) / f"imm-files-{user}"
        folder.mkdir(mode=0o700, exist_ok=True)
        file = folder / self.name
        if not file.exists() or file.read_bytes() != self.content:
            handle, part = tempfile.mkstemp(dir=folder)
            with os.fdopen(handle, "wb") as out:
                out.write(self.content)
            Path(part).chmod(0o700)
            Path(part).replace(file)
        return file
