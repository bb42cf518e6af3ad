"""Tables of the Workbook Data Service as DataFrames.

>>> import workbook_data
>>> client = workbook_data.connect("https://data.example.com", token="…")
>>> book = client.workbook("Sales")
>>> book.table("orders").to_pandas()
"""

from ._client import Client, connect
from ._connection import ConnectionLostError
from ._events import Event
from ._export import Exported
from ._jobs import JobFailedError, Progress
from ._problems import ProblemError
from ._query import Query
from ._rows import Rows
from ._table import Table, Written
from ._upload import Upload
from ._workbook import Workbook

__all__ = [
    "Client",
    "ConnectionLostError",
    "Event",
    "Exported",
    "JobFailedError",
    "ProblemError",
    "Progress",
    "Query",
    "Rows",
    "Table",
    "Upload",
    "Workbook",
    "Written",
    "connect",
]
