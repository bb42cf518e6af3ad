from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import httpx
import pyarrow as pa

if TYPE_CHECKING:
    import pandas
    import polars

#: The most rows and bytes that the service answers at once: 10,000 and 32 MB.
PAGE_ROWS = 10_000


class Tabular:
    """Rows that arrive in pages of Arrow."""

    def pages(self) -> Iterator[pa.Table]:
        """Page by page, for what does not fit into memory."""
        raise NotImplementedError

    def to_arrow(self) -> pa.Table:
        return pa.concat_tables(self.pages())

    def to_pandas(self) -> pandas.DataFrame:
        """With Arrow types, so that dates, decimals and whole numbers with empty cells stay as they are."""
        import pandas

        frame: pandas.DataFrame = self.to_arrow().to_pandas(types_mapper=pandas.ArrowDtype)
        return frame

    def to_polars(self) -> polars.DataFrame:
        import polars

        frame = polars.from_arrow(self.to_arrow())
        assert isinstance(frame, polars.DataFrame)
        return frame

    def to_list(self) -> list[dict[str, Any]]:
        return list(self)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for page in self.pages():
            yield from page.to_pylist()


def arrow_in(answer: httpx.Response) -> pa.Table:
    return pa.ipc.open_stream(answer.content).read_all()


def rows_of(data: Any) -> list[dict[str, Any]]:
    """Rows to write, of dictionaries, an Arrow table, or a DataFrame of pandas or polars; empty cells become None."""
    if isinstance(data, pa.Table):
        return list(data.to_pylist())
    if hasattr(data, "to_dicts"):
        return list(data.to_dicts())
    if hasattr(data, "columns") and hasattr(data, "iloc"):
        return list(pa.Table.from_pandas(data, preserve_index=False).to_pylist())
    if not isinstance(data, Iterable):
        raise TypeError(f"{type(data).__name__} has no rows: pass dictionaries, an Arrow table or a DataFrame.")
    return [{name: _without_nan(value) for name, value in row.items()} for row in data]


def _without_nan(value: Any) -> Any:
    return None if isinstance(value, float) and math.isnan(value) else value
