from __future__ import annotations

import datetime
import decimal
import json
import random
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from ._problems import ProblemError, problem_in

FIRST_DELAY = 0.25
LONGEST_DELAY = 8.0
#: A service that asks for more patience than this is reported to the caller instead.
LONGEST_WAIT = 60.0

#: Answers that say that nothing was done, so that any call may be sent again.
UNDONE = {"rate-limited", "busy", "idempotency-in-progress"}
PASSING_STATUSES = {429, 502, 503, 504}


class ConnectionLostError(Exception):
    """No answer arrived, or only a part of one; ``__cause__`` says why."""


class Connection:
    """Sends calls with the token, repeats those that fail for a passing reason, and raises problems."""

    def __init__(self, url: str, token: str | None, *, actor: str | None, retries: int, timeout: float) -> None:
        self.url = url.rstrip("/")
        self.actor = actor
        self._retries = retries
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self._http = httpx.Client(
            base_url=self.url, headers=headers, timeout=httpx.Timeout(timeout, connect=10.0), follow_redirects=False
        )

    def close(self) -> None:
        self._http.close()

    def call(
        self,
        method: str,
        path: str,
        *,
        query: dict[str, Any] | None = None,
        body: Any = None,
        form: Callable[[], dict[str, Any]] | None = None,
        content: Callable[[], Any] | None = None,
        repeatable: bool | None = None,
    ) -> httpx.Response:
        """One call, done once however often it has to be sent; `form` and `content` are made anew each time."""
        headers = {} if method == "GET" else {"idempotency-key": str(uuid.uuid4())}
        if body is not None:
            headers["content-type"] = "application/json"

        def send() -> httpx.Response:
            parts: dict[str, Any] = form() if form else {}
            if body is not None:
                parts["content"] = to_json(body)
            elif content is not None:
                parts["content"] = content()
            answer = self._http.request(method, path, params=given(query), headers=headers, **parts)
            if answer.status_code >= httpx.codes.BAD_REQUEST:
                raise problem_in(answer)
            return answer

        return self._until_answered(send, repeatable is not False)

    def json(self, method: str, path: str, **options: Any) -> Any:
        answer = self.call(method, path, **options)
        return answer.json() if answer.content else None

    @contextmanager
    def stream(
        self, method: str, path: str, *, query: dict[str, Any] | None = None, timeout: float | None = None
    ) -> Iterator[httpx.Response]:
        """An answer that is read as it arrives."""
        options: dict[str, Any] = {} if timeout is None else {"timeout": timeout}
        try:
            with self._http.stream(method, path, params=given(query), **options) as answer:
                if answer.status_code >= httpx.codes.BAD_REQUEST:
                    answer.read()
                    raise problem_in(answer)
                yield answer
        except httpx.TransportError as cause:
            raise self._lost(cause) from cause

    def pages(self, path: str, member: str, query: dict[str, Any] | None = None) -> Iterator[Any]:
        """Everything in a list, page by page as it is asked for."""
        cursor: str | None = None
        while True:
            page = self.json("GET", path, query={**(query or {}), "cursor": cursor})
            yield from page[member]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def _until_answered(self, send: Callable[[], httpx.Response], repeatable: bool) -> httpx.Response:
        for attempt in range(self._retries + 1):
            is_last = attempt == self._retries
            try:
                return send()
            except ProblemError as problem:
                delay = delay_before_retry(problem, attempt, repeatable)
                if is_last or delay is None:
                    raise
            except httpx.TransportError as cause:
                if is_last or not repeatable:
                    raise self._lost(cause) from cause
                delay = backoff(attempt)
            time.sleep(delay)
        raise AssertionError("The last attempt returns or raises.")

    def _lost(self, cause: Exception) -> ConnectionLostError:
        return ConnectionLostError(f"No answer from {self.url}: {cause}")


def delay_before_retry(problem: ProblemError, attempt: int, repeatable: bool) -> float | None:
    """How long to wait before a call is sent again; None where that would not help, or could do something twice."""
    if problem.kind not in UNDONE and not (repeatable and problem.status in PASSING_STATUSES):
        return None
    return None if problem.retry_after > LONGEST_WAIT else max(problem.retry_after, backoff(attempt))


def backoff(attempt: int) -> float:
    """Grows from attempt to attempt, and differs between clients that failed together."""
    return float(min(LONGEST_DELAY, FIRST_DELAY * 2**attempt) * random.uniform(0.5, 1))


def given(query: dict[str, Any] | None) -> dict[str, Any] | None:
    return {name: value for name, value in query.items() if value is not None} if query else None


def to_json(body: Any) -> str:
    return json.dumps(body, default=_as_text, allow_nan=False)


def _as_text(value: Any) -> Any:
    """Dates, times and decimals as texts, which the service reads by the types of the columns."""
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, (decimal.Decimal, uuid.UUID, datetime.timedelta)):
        return str(value)
    if hasattr(value, "item"):
        return value.item()
    raise TypeError(f"{type(value).__name__} cannot be sent as a cell.")
