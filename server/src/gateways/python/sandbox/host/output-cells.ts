export default /* python */ `
import decimal
import json
import math
from datetime import UTC, date, datetime, time
from decimal import Decimal
from .refused import Refused

# A subclass before its base: a bool is an int, a datetime is a date.
KINDS = [
    (bool, 'BOOLEAN'),
    (int, 'BIGINT'),
    (float, 'DOUBLE'),
    (Decimal, 'DECIMAL'),
    (str, 'VARCHAR'),
    (datetime, 'TIMESTAMP'),
    (date, 'DATE'),
    (time, 'TIME'),
    ((dict, list, tuple), 'JSON'),
]
WIDENED = [({'BIGINT', 'DOUBLE'}, 'DOUBLE'), ({'BIGINT', 'DECIMAL'}, 'DECIMAL')]
MAX_DIGITS = 38
MAX_SAFE = 2**53 - 1
MAX_INT64 = 2**63 - 1
WIDE = decimal.Context(prec=2 * MAX_DIGITS, rounding=decimal.ROUND_HALF_UP)


class CellRefused(ValueError):
    pass


class OutputColumn:
    """The type of a column's values, and their form as cells: as JSON holds them, dates and large numbers as text."""

    def __init__(self, name, values):
        self.name = name
        self.values = values
        self.type, self._write = WRITERS[self._kind()](values)

    def cells(self, start, end):
        chunk = self.values[start:end]
        if self._write is None:
            return chunk
        try:
            return [None if value is None else self._write(value) for value in chunk]
        except CellRefused:
            return [self._cell(row) for row in range(start, end)]

    def refusal(self, row, why):
        return Refused('output', f'Row {row + 1}, column "{self.name:.80}": {why}.')

    def _cell(self, row):
        value = self.values[row]
        try:
            return None if value is None else self._write(value)
        except CellRefused as why:
            raise self.refusal(row, why) from None

    def _kind(self):
        kinds = {}
        for python_type in set(map(type, self.values)) - {type(None)}:
            kind = next((kind for base, kind in KINDS if issubclass(python_type, base)), None)
            if kind is None:
                raise self.refusal(
                    self._first(python_type), f'a value of type {python_type.__name__} cannot be a cell'
                )
            kinds[kind] = python_type
        if len(kinds) < 2:
            return next(iter(kinds), None)
        for mixed, widened in WIDENED:
            if kinds.keys() == mixed:
                return widened
        first, second = sorted((self._first(python_type), python_type) for python_type in kinds.values())[:2]
        raise self.refusal(
            second[0], f'{second[1].__name__} in a column that holds {first[1].__name__} in row {first[0] + 1}'
        )

    def _first(self, python_type):
        return next(row for row, value in enumerate(self.values) if type(value) is python_type)


def _as_they_are(type_name):
    return lambda values: (type_name, None)


def _as_integers(values):
    whole = [value for value in values if value is not None]
    is_safe = -MAX_SAFE <= min(whole) and max(whole) <= MAX_SAFE
    return 'BIGINT', None if is_safe else _integer


def _integer(value):
    if not -MAX_INT64 - 1 <= value <= MAX_INT64:
        raise CellRefused('the whole number is beyond 64 bits')
    return int(value) if -MAX_SAFE <= value <= MAX_SAFE else str(int(value))


def _double(value):
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise CellRefused(f'{number} is not a number that a table can hold; use None')
    return number


def _as_decimals(values):
    """Wide enough for all; decimals that do not fit beside the largest number are rounded."""
    numbers = [Decimal(value) for value in values if value is not None]
    finite = [number for number in numbers if number.is_finite()]
    before = min(MAX_DIGITS, max([1, *(highest + 1 for highest in map(Decimal.adjusted, finite))]))
    after = max([0, *(-number.as_tuple().exponent for number in finite)])
    scale = min(after, MAX_DIGITS - before)
    unit = Decimal(1).scaleb(-scale)
    return f'DECIMAL({before + scale},{scale})', lambda value: _decimal(Decimal(value), unit)


def _decimal(number, unit):
    if not number.is_finite():
        raise CellRefused(f'{number} is not a number that a table can hold; use None')
    if number.adjusted() >= MAX_DIGITS:
        raise CellRefused(f'the number has more than {MAX_DIGITS} digits')
    return f'{number.quantize(unit, context=WIDE):f}'


def _as_timestamps(values):
    if any(value is not None and value.tzinfo is not None for value in values):
        return 'TIMESTAMPTZ', _instant
    return 'TIMESTAMP', datetime.isoformat


def _instant(value):
    if value.tzinfo is None:
        raise CellRefused('a datetime without a time zone in a column of such with one')
    try:
        return value.astimezone(UTC).replace(tzinfo=None).isoformat() + 'Z'
    except OverflowError:
        raise CellRefused('the time is not within the years 1 to 9999 in UTC') from None


def _time(value):
    if value.tzinfo is not None:
        raise CellRefused('a time of day with a time zone cannot be a cell')
    return value.isoformat()


def _json(value):
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as why:
        raise CellRefused(f'it cannot be written as JSON: {why}') from None


WRITERS = {
    None: _as_they_are(None),
    'BOOLEAN': _as_they_are('BOOLEAN'),
    'VARCHAR': _as_they_are('VARCHAR'),
    'BIGINT': _as_integers,
    'DOUBLE': lambda values: ('DOUBLE', _double),
    'DECIMAL': _as_decimals,
    'DATE': lambda values: ('DATE', date.isoformat),
    'TIME': lambda values: ('TIME', _time),
    'TIMESTAMP': _as_timestamps,
    'JSON': lambda values: ('JSON', _json),
}
`;
