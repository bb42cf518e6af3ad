from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import parse_qsl, urlsplit

from ._connection import Connection
from ._jobs import OnProgress, Progress, wait_for_job

#: Smaller files are sent in one call; others go through an upload slot and a job.
LARGE_BYTES = 4 * 1024 * 1024
CHUNK_BYTES = 256 * 1024

FileInput = str | PathLike[str] | bytes | BinaryIO


@dataclass(frozen=True)
class Upload:
    """What became of a file."""

    #: The names of its tables.
    tables: list[str]
    #: Everything that the service answered: `source`, `artifacts`, `reading` and what it doubts of it.
    answer: dict[str, Any]


@dataclass(frozen=True)
class _File:
    name: str
    size: int
    stream: BinaryIO

    def bytes(self) -> bytes:
        self.stream.seek(0)
        return self.stream.read()


def upload(
    connection: Connection,
    workbook_id: str,
    file: FileInput,
    filename: str | None,
    on_progress: OnProgress | None,
    settings: dict[str, str],
) -> Upload:
    opened = _open(file, filename)
    try:
        if opened.size < LARGE_BYTES:
            answer = _upload_at_once(connection, workbook_id, opened, settings)
        else:
            answer = _upload_by_slot(connection, workbook_id, opened, on_progress, settings)
    finally:
        if opened.stream is not file:
            opened.stream.close()
    active = [table["name"] for table in answer["artifacts"] if table.get("state", "active") == "active"]
    return Upload(active, answer)


def _upload_at_once(connection: Connection, workbook_id: str, file: _File, settings: dict[str, str]) -> Any:
    def form() -> dict[str, Any]:
        return {"files": {"file": (file.name, file.bytes())}, "data": settings}

    return connection.json("POST", f"/api/v1/workbooks/{workbook_id}/sources", form=form)


def _upload_by_slot(
    connection: Connection, workbook_id: str, file: _File, on_progress: OnProgress | None, settings: dict[str, str]
) -> Any:
    reading = {name: value for name, value in settings.items() if name == "reading"}
    others = {name: value for name, value in settings.items() if name != "reading"}
    slot = connection.json("POST", f"/api/v1/workbooks/{workbook_id}/uploads", body={"filename": file.name, **others})

    def content() -> Iterator[bytes]:
        file.stream.seek(0)
        sent = 0
        while chunk := file.stream.read(CHUNK_BYTES):
            yield chunk
            sent += len(chunk)
            if on_progress:
                on_progress(Progress("sending", 100 * sent / file.size))

    path = f"/api/v1/uploads/{slot['id']}"
    # A slot takes its bytes once: nobody knows whether it has, where the connection was lost.
    connection.call("PUT", path, query=_signature_of(slot), content=content, repeatable=False)
    job = connection.json("POST", f"{path}/ingest", body={"async": True, **reading})
    return wait_for_job(connection, job["job_id"], on_progress)


def _signature_of(slot: dict[str, Any]) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(slot["upload_url"]).query))


def _open(file: FileInput, filename: str | None) -> _File:
    if isinstance(file, bytes):
        return _File(_named(filename), len(file), io.BytesIO(file))
    if isinstance(file, (str, PathLike)):
        path = Path(file)
        return _File(filename or path.name, path.stat().st_size, path.open("rb"))
    size = file.seek(0, io.SEEK_END)
    return _File(filename or Path(_named(getattr(file, "name", None))).name, size, file)


def _named(filename: Any) -> str:
    if not isinstance(filename, str):
        raise ValueError("Bytes have no name: pass filename= with the extension, such as filename='sales.xlsx'.")
    return filename
