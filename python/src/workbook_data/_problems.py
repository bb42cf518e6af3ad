from __future__ import annotations

import math
from typing import Any

import httpx


class ProblemError(Exception):
    """What the service says when it refuses a call: what is wrong, and how to mend it."""

    def __init__(self, members: dict[str, Any]) -> None:
        self.members = members
        #: The kind of problem, such as ``version-conflict``.
        self.kind: str = str(members.get("type", "")).rsplit("/", 1)[-1]
        self.status: int = members["status"]
        self.detail: str = members["detail"]
        self.suggested_fix: str = members["suggested_fix"]
        #: The fields to correct, where the request itself is not valid.
        self.errors: list[dict[str, Any]] = members.get("errors") or []
        #: Finds the call in the logs of the service.
        self.request_id: str | None = members.get("request_id")
        super().__init__(f"{self.detail} {self.suggested_fix}")

    @property
    def retry_after(self) -> float:
        """Seconds to wait before the call may succeed; 0 where the service does not know."""
        return float(self.members.get("retry_after") or 0)


def problem_in(answer: httpx.Response) -> ProblemError:
    """The problem in an answer; also where something on the way answered in place of the service."""
    waiting = _seconds(answer.headers.get("retry-after"))
    if answer.headers.get("content-type", "").startswith("application/problem+json"):
        return ProblemError({**waiting, **answer.json()})
    return ProblemError(
        {
            **waiting,
            "type": "/problems/unexpected-answer",
            "status": answer.status_code,
            "detail": f"The status is {answer.status_code}, and the body is not a problem.",
            "suggested_fix": "Check the address of the service, and the proxies on the way to it.",
            "request_id": answer.headers.get("x-request-id"),
        }
    )


def _seconds(header: str | None) -> dict[str, float]:
    try:
        seconds = float(header or "nan")
    except ValueError:
        # A date: the backoff of the client does instead.
        return {}
    return {"retry_after": seconds} if math.isfinite(seconds) else {}
