from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import pyarrow as pa

from ._connection import Connection
from ._frames import PAGE_ROWS, Tabular, arrow_in

#: A condition such as ``{"column": "qty", "op": "ge", "value": 4}``; ``and``, ``or`` and ``not`` join several.
Filter = dict[str, Any]


class Rows(Tabular):
    """The rows of a table, all as they are in the version of the first page, whatever others change meanwhile."""

    def __init__(self, connection: Connection, path: str, **query: Any) -> None:
        self._connection = connection
        self._path = path
        self._query = query

    def pages(self) -> Iterator[pa.Table]:
        for _, page in self.versioned_pages():
            yield page

    def versioned_pages(self) -> Iterator[tuple[int, pa.Table]]:
        """Each page, and the version of the table."""
        query = {**self._query, "format": "arrow"}
        while True:
            answer = self._connection.call("GET", self._path, query=query)
            if "x-svc-next-columns-after" in answer.headers:
                raise ValueError(
                    "An Arrow page holds 2,000 columns, and the table has more: name those you need with columns=."
                )
            version = answer.headers["x-svc-edit-version"]
            yield int(version), arrow_in(answer)
            query["cursor"] = answer.headers.get("x-svc-next-cursor")
            query["as_of"] = query.get("as_of") or version
            if query["cursor"] is None:
                return


def rows_query(
    columns: Sequence[str] | None,
    where: Filter | None,
    order_by: str | Sequence[str] | None,
    as_of: str | int | None,
    page_size: int = PAGE_ROWS,
) -> dict[str, Any]:
    order = [order_by] if isinstance(order_by, str) else order_by
    return {
        "limit": page_size,
        "columns": None if columns is None else json.dumps(list(columns)),
        "filter": None if where is None else json.dumps(where, default=str),
        "order_by": None if order is None else json.dumps(list(order)),
        "as_of": None if as_of is None else str(as_of),
    }
