from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any

from ._connection import Connection
from ._events import Event, follow_events
from ._export import Exported, export
from ._frames import PAGE_ROWS
from ._jobs import OnProgress
from ._query import Query
from ._table import Table
from ._upload import FileInput, Upload, upload


class Workbook:
    """One workbook; nothing is asked of the service until a method is called."""

    def __init__(self, connection: Connection, workbook_id: str) -> None:
        self._connection = connection
        self.id = workbook_id
        self._path = f"/api/v1/workbooks/{workbook_id}"

    def __repr__(self) -> str:
        return f"<Workbook {self.id}>"

    def info(self) -> dict[str, Any]:
        found: dict[str, Any] = self._connection.json("GET", self._path)
        return found

    def table(self, name: str) -> Table:
        """A table by its name or id."""
        return Table(self._connection, self.id, name)

    def tables(self) -> list[Table]:
        """The active tables."""
        found = self._connection.pages(f"{self._path}/tables", "artifacts")
        return [self.table(one["name"]) for one in found]

    def upload(
        self,
        file: FileInput,
        *,
        filename: str | None = None,
        on_progress: OnProgress | None = None,
        structuring: str = "auto",
        mode: str = "auto",
        reading: str = "known",
    ) -> Upload:
        """Sends a file and waits until its tables are there: a path, bytes, or a binary file that is open.

        With `structuring="skip"` each sheet is taken as one table, without looking for titles and totals.
        """
        settings = {"structuring": structuring, "mode": mode, "reading": reading}
        return upload(self._connection, self.id, file, filename, on_progress, settings)

    def upload_frame(self, name: str, frame: Any) -> Upload:
        """Makes a table of a DataFrame of pandas or polars, or of an Arrow table."""
        import pyarrow as pa
        from pyarrow import csv

        to_arrow = getattr(frame, "to_arrow", None)
        table = frame if isinstance(frame, pa.Table) else to_arrow() if to_arrow else pa.Table.from_pandas(frame)
        content = pa.BufferOutputStream()
        csv.write_csv(table, content)
        return self.upload(content.getvalue().to_pybytes(), filename=f"{name}.csv", structuring="skip")

    def query(
        self,
        sql: str,
        params: Sequence[Any] | Mapping[str, Any] | None = None,
        *,
        as_of: str | int | None = None,
        page_size: int = PAGE_ROWS,
    ) -> Query:
        """One SELECT over the tables. Pass values as `params`: a list for ``$1``, a mapping for ``$name``."""
        return Query(self._connection, self.id, sql, params, as_of=as_of, page_size=page_size)

    def export(
        self,
        path: str | PathLike[str],
        *,
        tables: Sequence[str] | None = None,
        format: str | None = None,
        for_editing: bool = False,
    ) -> Exported:
        """Writes tables to a file: xlsx, csv, or a zip of csv files, by its ending.

        With `for_editing` the service remembers what the file shows, and `Table.merge` brings it back.
        """
        query = {
            "tables": ",".join(tables) if tables else None,
            "format": format or ("csv" if str(path).endswith((".csv", ".zip")) else "xlsx"),
            "record_branch": "true" if for_editing else None,
        }
        return export(self._connection, self.id, path, query)

    def events(self, kinds: Iterable[str] | None = None, *, last_event_id: str | None = None) -> Iterator[Event]:
        """What happens in the workbook, from now on or after `last_event_id`, until the loop is left."""
        return follow_events(self._connection, self.id, list(kinds) if kinds else None, last_event_id)
