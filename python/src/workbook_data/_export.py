from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from ._connection import Connection


@dataclass(frozen=True)
class Exported:
    """A file that was written."""

    path: Path
    #: The branch under which the file can come back, if it was exported for editing.
    branch_id: str | None


def export(connection: Connection, workbook_id: str, path: str | PathLike[str], query: dict[str, Any]) -> Exported:
    target = Path(path)
    # A file that arrived in part does not take the place of a whole one.
    part = target.with_name(f".{target.name}.part")
    try:
        with connection.stream("GET", f"/api/v1/workbooks/{workbook_id}/export", query=query) as answer:
            with part.open("wb") as file:
                for chunk in answer.iter_bytes():
                    file.write(chunk)
            branch_id = answer.headers.get("x-svc-branch-id")
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
    return Exported(target, branch_id)
