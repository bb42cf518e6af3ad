from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pyarrow as pa

from ._connection import Connection
from ._frames import PAGE_ROWS, Tabular, arrow_in


class Query(Tabular):
    """The result of a SELECT, which runs when its rows are asked for. At most a million rows are kept of it."""

    def __init__(
        self,
        connection: Connection,
        workbook_id: str,
        sql: str,
        params: Sequence[Any] | Mapping[str, Any] | None,
        *,
        as_of: str | int | None,
        page_size: int = PAGE_ROWS,
    ) -> None:
        self._connection = connection
        self._path = f"/api/v1/workbooks/{workbook_id}/query"
        values = dict(params) if isinstance(params, Mapping) else list(params or [])
        self._body = {"sql": sql, "params": values, "as_of": as_of, "limit": page_size, "format": "arrow"}

    def pages(self) -> Iterator[pa.Table]:
        answer = self._connection.call("POST", self._path, body=self._body)
        result = f"/api/v1/results/{answer.headers['x-svc-result-id']}"
        while True:
            yield arrow_in(answer)
            offset = answer.headers.get("x-svc-next-offset")
            if offset is None:
                return
            query = {"offset": offset, "limit": self._body["limit"], "format": "arrow"}
            answer = self._connection.call("GET", result, query=query)
