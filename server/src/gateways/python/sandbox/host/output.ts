export default /* python */ `
from .refused import Refused
from .table import Table

SHAPES = 'a list of dicts, a dict of lists or a table'


def columns_of(namespace):
    """What the program left in output, as a dict of equally long lists."""
    if 'output' not in namespace:
        raise Refused('output', f'The program sets no variable output; let it be {SHAPES}.')
    output = namespace['output']
    if isinstance(output, Table):
        output = output.columns
    if isinstance(output, dict):
        columns = _from_columns(output)
    elif isinstance(output, (list, tuple)):
        columns = _from_rows(output)
    else:
        raise Refused('output', f'output is of type {type(output).__name__}; let it be {SHAPES}.')
    for name in columns:
        if not isinstance(name, str) or name == '':
            raise Refused('output', f'The column name {name!r:.80} is not a text.')
    return columns


def _from_columns(columns):
    for name, values in columns.items():
        if not isinstance(values, (list, tuple)):
            raise Refused('output', f'Column {name!r:.80} of output is of type {type(values).__name__}, not a list.')
    lengths = {name: len(values) for name, values in columns.items()}
    if len(set(lengths.values())) > 1:
        listed = ', '.join(f'{name!r:.80} {length}' for name, length in list(lengths.items())[:20])
        raise Refused('output', f'The columns of output are not equally long: {listed}.')
    return columns


def _from_rows(rows):
    names = {}
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict):
            raise Refused('output', f'Row {number} of output is of type {type(row).__name__}, not a dict.')
        if not row.keys() <= names.keys():
            names.update(dict.fromkeys(row))
    return {name: [row.get(name) for row in rows] for name in names}
`;
