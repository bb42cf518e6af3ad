from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

from ._connection import Connection
from ._jobs import OnProgress, wait_for_job
from ._workbook import Workbook


class Client:
    """A connection to the service."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Client {self._connection.url}>"

    def close(self) -> None:
        self._connection.close()

    def workbooks(self) -> Iterator[dict[str, Any]]:
        """Those that you may see, with `id` and `title`."""
        return self._connection.pages("/api/v1/me/workbooks", "workbooks")

    def workbook(self, id_or_title: str) -> Workbook:
        """A workbook by its id, or by its title if one alone has it."""
        if id_or_title.startswith("wb_"):
            return Workbook(self._connection, id_or_title)
        found = [book["id"] for book in self.workbooks() if book["title"] == id_or_title]
        if len(found) != 1:
            known = "no workbook has" if not found else f"{len(found)} workbooks have"
            raise LookupError(f"{known} the title {id_or_title!r}: pass an id of client.workbooks()")
        return Workbook(self._connection, found[0])

    def create_workbook(self, title: str) -> Workbook:
        made = self._connection.json("POST", "/api/v1/workbooks", body={"title": title})
        return Workbook(self._connection, made["id"])

    def wait_for_job(self, job_id: str, on_progress: OnProgress | None = None) -> Any:
        """Waits until a job has succeeded, and returns its result."""
        return wait_for_job(self._connection, job_id, on_progress)

    def call(self, method: str, path: str, *, query: dict[str, Any] | None = None, body: Any = None) -> Any:
        """Any other endpoint, such as ``client.call("GET", "/api/v1/me")``; all are listed under ``/docs``."""
        return self._connection.json(method, path, query=query, body=body)


def connect(
    url: str | None = None,
    token: str | None = None,
    *,
    actor: str | None = None,
    retries: int = 4,
    timeout: float = 120.0,
) -> Client:
    """Connects by an address and a token; by what ``wds login`` has kept where they are not given.

    `actor` is on whose behalf changes are made. The environment variables ``WDS_URL`` and ``WDS_TOKEN`` are read too.
    """
    kept = _kept_by_login()
    address = url or os.environ.get("WDS_URL") or kept.get("current")
    if not address:
        raise ValueError("Pass url=, set WDS_URL, or run `wds login`.")
    profile = kept.get("profiles", {}).get(address.rstrip("/"), {})
    secret = token or os.environ.get("WDS_TOKEN") or profile.get("token")
    if not secret:
        raise ValueError(f"Pass token=, set WDS_TOKEN, or run `wds login {address}`.")
    if not (secret.isascii() and secret.isprintable()) or " " in secret:
        raise ValueError("The token has characters that no token has.")
    return Client(Connection(address, secret, actor=actor, retries=retries, timeout=timeout))


def _kept_by_login() -> dict[str, Any]:
    folder = os.environ.get("XDG_CONFIG_HOME") or os.environ.get("APPDATA") or str(Path.home() / ".config")
    try:
        kept = json.loads((Path(folder) / "wds" / "config.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}
