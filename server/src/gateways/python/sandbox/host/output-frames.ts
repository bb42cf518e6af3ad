import { MAX_FRAME_BYTES } from '../../exchange/frames.js';

export default /* python */ `
import json
import math
from array import array
from .output import columns_of
from .output_cells import OutputColumn
from .refused import Refused

MAX_FRAME_BYTES = ${MAX_FRAME_BYTES}
CHUNK_ROWS = 8192


def output_frames(namespace):
    """The shape of the program's output, then its columns in order."""
    columns = [OutputColumn(name, values) for name, values in columns_of(namespace).items()]
    rows = len(columns[0].values) if columns else 0
    shape = [{'name': column.name, 'type': column.type} for column in columns]
    head = _json({'columns': shape, 'rows': rows})
    if len(head) > MAX_FRAME_BYTES:
        raise Refused('output', f'The names of the {len(columns)} columns of output are longer than {MAX_FRAME_BYTES} bytes.')
    yield head
    for column in columns:
        for start in range(0, rows, CHUNK_ROWS):
            yield from _cell_frames(column, start, min(start + CHUNK_ROWS, rows))


def _cell_frames(column, start, end):
    """One frame, or several where the cells are large."""
    try:
        cells = column.cells(start, end)
        frame = _doubles(cells) if column.type == 'DOUBLE' else _json(cells)
        fits = len(frame) <= MAX_FRAME_BYTES
    except UnicodeEncodeError:
        fits = False
    if fits:
        yield frame
    elif end - start > 1:
        middle = (start + end) // 2
        yield from _cell_frames(column, start, middle)
        yield from _cell_frames(column, middle, end)
    else:
        raise column.refusal(start, f'the text is longer than {MAX_FRAME_BYTES} bytes, or not well-formed Unicode')


def _doubles(cells):
    return b'd' + array('d', [math.nan if cell is None else cell for cell in cells]).tobytes()


def _json(value):
    return json.dumps(value, ensure_ascii=False, separators=(',', ':')).encode()
`;
