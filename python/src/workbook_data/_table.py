from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pyarrow as pa

from ._connection import Connection
from ._frames import PAGE_ROWS, rows_of
from ._problems import ProblemError
from ._rows import Filter, Rows, rows_query

if TYPE_CHECKING:
    import pandas
    import polars

#: How often a table may change while an edit is decided, before the conflict is raised.
EDIT_ATTEMPTS = 10


@dataclass(frozen=True)
class Written:
    """What a write did."""

    edit_version: int
    #: Everything that the service answered.
    answer: dict[str, Any]


class Table:
    """One table of a workbook."""

    def __init__(self, connection: Connection, workbook_id: str, name: str) -> None:
        self._connection = connection
        self._path = f"/api/v1/workbooks/{workbook_id}/tables/{quote(name, safe='')}"
        self.name = name

    def __repr__(self) -> str:
        return f"<Table {self.name!r}>"

    def info(self) -> dict[str, Any]:
        """Its columns and their types, rows, version, origin and state."""
        found: dict[str, Any] = self._connection.json("GET", self._path)
        return found

    def rows(
        self,
        *,
        columns: Sequence[str] | None = None,
        where: Filter | None = None,
        order_by: str | Sequence[str] | None = None,
        as_of: str | int | None = None,
        page_size: int = PAGE_ROWS,
    ) -> Rows:
        """Its rows, to be read as Arrow, pandas, polars or dictionaries.

        `order_by` is ``column`` or ``-column``; `as_of` a version label or an ``edit_version``.
        """
        query = rows_query(columns, where, order_by, as_of, page_size)
        return Rows(self._connection, f"{self._path}/rows", **query)

    def to_arrow(self, **options: Any) -> pa.Table:
        return self.rows(**options).to_arrow()

    def to_pandas(self, **options: Any) -> pandas.DataFrame:
        return self.rows(**options).to_pandas()

    def to_polars(self, **options: Any) -> polars.DataFrame:
        return self.rows(**options).to_polars()

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.rows())

    def upsert(
        self,
        rows: Any,
        *,
        match_on: Sequence[str] | None = None,
        expected_version: int | None = None,
        dry_run: bool = False,
    ) -> Written:
        """Writes up to 10,000 rows, all or none: of dictionaries, an Arrow table or a DataFrame.

        A row with ``__svc_row_id`` is updated; with `match_on` rows are found by their values; others are inserted.
        """
        body: dict[str, Any] = {"rows": rows_of(rows), "expected_version": expected_version, **self._actor()}
        if match_on is not None:
            body["match_on"] = list(match_on)
        return self._write("upsert", body, dry_run)

    def delete(self, row_ids: Sequence[int], *, expected_version: int | None = None, dry_run: bool = False) -> Written:
        """Deletes up to 10,000 rows, all or none."""
        body = {"row_ids": list(row_ids), "expected_version": expected_version, **self._actor()}
        return self._write("delete", body, dry_run)

    def edit(
        self,
        decide: Callable[[list[dict[str, Any]]], Any],
        *,
        columns: Sequence[str] | None = None,
        where: Filter | None = None,
    ) -> Written | None:
        """Reads rows, lets `decide` return those to write, and writes them if the table has not changed meanwhile.

        If it has, it is read and `decide` is asked again. None where nothing was to be written.
        """
        attempt = 1
        while True:
            version, rows = self._read_for_edit(columns, where)
            changed = rows_of(decide(rows))
            if not changed:
                return None
            try:
                return self.upsert(changed, expected_version=version)
            except ProblemError as problem:
                if problem.kind != "version-conflict" or attempt == EDIT_ATTEMPTS:
                    raise
            attempt += 1

    def merge(
        self, file: str | PathLike[str], branch_id: str, *, confirm_deletes: bool = False, dry_run: bool = False
    ) -> dict[str, Any]:
        """Merges an exported file that was edited, cell by cell; `branch_id` is that of `Workbook.export`."""
        path = Path(file)

        def form() -> dict[str, Any]:
            return {
                "files": {"file": (path.name, path.read_bytes())},
                "data": {"branch_id": branch_id, **self._actor()},
            }

        query = {"dry_run": _flag(dry_run), "confirm_deletes": _flag(confirm_deletes)}
        merged: dict[str, Any] = self._connection.json("POST", f"{self._path}/merge", form=form, query=query)
        return merged

    def _read_for_edit(self, columns: Sequence[str] | None, where: Filter | None) -> tuple[int, list[dict[str, Any]]]:
        pages = list(self.rows(columns=columns, where=where).versioned_pages())
        return pages[0][0], [row for _, page in pages for row in page.to_pylist()]

    def _write(self, what: str, body: dict[str, Any], dry_run: bool) -> Written:
        query = {"dry_run": _flag(dry_run)}
        answer = self._connection.json("POST", f"{self._path}/rows/{what}", body=body, query=query)
        return Written(answer["edit_version"], answer)

    def _actor(self) -> dict[str, str]:
        return {"actor": self._connection.actor} if self._connection.actor else {}


def _flag(value: bool) -> str | None:
    return "true" if value else None
