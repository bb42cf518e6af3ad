export default /* python */ `
import json
from array import array
from datetime import date, datetime, time
from decimal import Decimal
from .refused import Refused
from .table import Table


def read_inputs(shapes, frames):
    """The tables that frames holds in this order, by name; each frame is some of the cells of one column."""
    return {shape['name']: _read_table(shape, frames) for shape in shapes}


def _read_table(shape, frames):
    columns = {}
    for column in shape['columns']:
        values = columns[column['name']] = []
        while len(values) < shape['rows']:
            values.extend(_read_cells(frames.popleft(), column, shape['name']))
    return Table(columns)


def _read_cells(frame, column, table_name):
    if frame.startswith(b'd'):
        return [None if number != number else number for number in array('d', frame[1:])]
    cells = json.loads(frame)
    read = _reader(column.get('type'))
    if read is None:
        return cells
    try:
        return [None if cell is None else read(cell) for cell in cells]
    except (ValueError, OverflowError) as why:
        raise Refused('input', f'{table_name}, column "{column["name"]}": {why}.') from None


def _decimal(cell):
    return Decimal(str(cell))


def _json(cell):
    return json.loads(cell) if isinstance(cell, str) else cell


_readers = {
    'BIGINT': int,
    'INTEGER': int,
    'DATE': date.fromisoformat,
    'TIME': time.fromisoformat,
    'TIMESTAMP': datetime.fromisoformat,
    'TIMESTAMPTZ': datetime.fromisoformat,
    'JSON': _json,
}


def _reader(type_name):
    """What turns a cell into a Python value; None where it is one as it came."""
    if type_name is not None and type_name.startswith('DECIMAL'):
        return _decimal
    return _readers.get(type_name)
`;
