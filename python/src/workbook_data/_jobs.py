from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ._connection import Connection

FIRST_LOOK = 0.05
LONGEST_PAUSE = 1.0


@dataclass(frozen=True)
class Progress:
    """What is being done, and how much of it is done."""

    stage: str
    #: None where nobody knows how much there is.
    percent: float | None


OnProgress = Callable[[Progress], None]


class JobFailedError(Exception):
    """A job ended without success; ``job`` is its state."""

    def __init__(self, job: dict[str, Any]) -> None:
        self.job = job
        error = job.get("error") or f"The job {job['id']} has failed."
        super().__init__(" ".join(filter(None, [error, job.get("error_fix")])))


def wait_for_job(connection: Connection, job_id: str, on_progress: OnProgress | None = None) -> Any:
    """Waits until a job has succeeded, and returns what the call would have answered without it."""
    told: Progress | None = None
    pause = FIRST_LOOK
    while True:
        job = connection.json("GET", f"/api/v1/jobs/{job_id}")
        news = job["progress"] and Progress(job["progress"]["stage"], job["progress"]["percent"])
        if on_progress and news and news != told:
            on_progress(news)
        told = news
        if job["status"] == "succeeded":
            return job["result"]
        if job["status"] == "failed":
            raise JobFailedError(job)
        time.sleep(pause)
        pause = min(pause * 1.5, LONGEST_PAUSE)
