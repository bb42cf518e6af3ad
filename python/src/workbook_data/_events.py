from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ._connection import PASSING_STATUSES, Connection, ConnectionLostError, backoff
from ._problems import ProblemError

#: The service says something every 15 seconds; after twice as long the connection is gone.
LONGEST_SILENCE = 30.0


@dataclass(frozen=True)
class Event:
    """Something that happened in a workbook."""

    #: Pass it as `last_event_id` to go on after this event.
    id: str
    #: Such as ``artifact.updated``.
    kind: str
    data: dict[str, Any]


def follow_events(
    connection: Connection, workbook_id: str, kinds: Iterable[str] | None, last_event_id: str | None
) -> Iterator[Event]:
    """Events as they happen; a lost connection is made again, so that none is missing and none comes twice."""
    last_id = last_event_id
    was_connected = False
    failures = 0
    while True:
        query = {"kinds": ",".join(kinds) if kinds else None, "last_event_id": last_id}
        try:
            path = f"/api/v1/workbooks/{workbook_id}/events"
            with connection.stream("GET", path, query=query, timeout=LONGEST_SILENCE) as answer:
                was_connected = True
                for fields in _blocks(answer.iter_lines()):
                    failures = 0
                    last_id = fields.get("id", last_id)
                    if "data" in fields and fields.get("event") != "presence":
                        event = json.loads(fields["data"])
                        yield Event(fields.get("id", ""), event["kind"], event["data"])
        except ConnectionLostError:
            if not was_connected:
                raise
        except ProblemError as problem:
            if not was_connected or problem.status not in PASSING_STATUSES:
                raise
        time.sleep(backoff(failures))
        failures += 1


def _blocks(lines: Iterable[str]) -> Iterator[dict[str, str]]:
    """The blocks of a `text/event-stream`."""
    fields: dict[str, str] = {}
    for line in lines:
        if line == "":
            yield fields
            fields = {}
            continue
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        fields[name] = f"{fields[name]}\n{value}" if name == "data" and name in fields else value
