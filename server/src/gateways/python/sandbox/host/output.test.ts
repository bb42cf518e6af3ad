import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPython } from '../../../../../test-support/python.js';
import { HOST_PACKAGE } from './index.js';

/** Each with its error message. They run in one process: a start takes longer than all of them. */
const refused: [program: string, message: string][] = [
  ['x = 1', 'The program sets no variable output; let it be a list of dicts, a dict of lists or a table.'],
  ['output = 5', 'output is of type int; let it be a list of dicts, a dict of lists or a table.'],
  ['output = [{}, [1]]', 'Row 2 of output is of type list, not a dict.'],
  ['output = {"a": 1}', "Column 'a' of output is of type int, not a list."],
  ['output = {"a": [1], "b": []}', "The columns of output are not equally long: 'a' 1, 'b' 0."],
  ['output = [{1: 2}]', 'The column name 1 is not a text.'],
  ['output = {"": [2]}', "The column name '' is not a text."],
  ['output = [{"a": 1}, {"a": {2}}]', 'Row 2, column "a": a value of type set cannot be a cell.'],
  ['output = [{"a": 1}, {"a": "x"}]', 'Row 2, column "a": str in a column that holds int in row 1.'],
  ['output = [{"a": True}, {"a": 2}]', 'Row 2, column "a": int in a column that holds bool in row 1.'],
  [
    'output = [{"a": 1.5}, {"a": float("nan")}]',
    'Row 2, column "a": nan is not a number that a table can hold; use None.',
  ],
  [
    'output = [{"a": 1.5}, {"a": 10**400}]',
    'Row 2, column "a": inf is not a number that a table can hold; use None.',
  ],
  ['output = [{"a": 2**63}]', 'Row 1, column "a": the whole number is beyond 64 bits.'],
  [
    'from decimal import Decimal\noutput = [{"a": Decimal("NaN")}]',
    'Row 1, column "a": NaN is not a number that a table can hold; use None.',
  ],
  [
    'from decimal import Decimal\noutput = [{"a": Decimal(10) ** 38}]',
    'Row 1, column "a": the number has more than 38 digits.',
  ],
  [
    'from datetime import datetime, UTC\noutput = {"a": [datetime.now(UTC), datetime.now()]}',
    'Row 2, column "a": a datetime without a time zone in a column of such with one.',
  ],
  [
    'output = {"a": ["x", "\\ud800"]}',
    'Row 2, column "a": the text is longer than 1048576 bytes, or not well-formed Unicode.',
  ],
  [
    'output = {"a": ["x" * 2_000_000]}',
    'Row 1, column "a": the text is longer than 1048576 bytes, or not well-formed Unicode.',
  ],
  [
    'output = [{"a": [{1}]}]',
    'Row 1, column "a": it cannot be written as JSON: Object of type set is not JSON serializable.',
  ],
];

const collectMessages = `
from ${HOST_PACKAGE}.output_frames import output_frames
from ${HOST_PACKAGE}.refused import Refused

def message(program):
    namespace = {}
    exec(program, namespace)
    try:
        list(output_frames(namespace))
    except Refused as refused:
        return str(refused)

output = {'message': [message(program) for program in programs.columns['code']]}
`;

const python = startPython();
let messages: unknown[] = [];

beforeAll(async () => {
  const programs = { columns: [{ name: 'code' }], values: [refused.map(([program]) => program)] };
  const { values } = await python.run({
    code: collectMessages,
    inputs: { programs },
    account: 'acc',
    deadlineMs: 120_000,
  });
  messages = values[0] ?? [];
});

afterAll(() => python.close());

test.each(refused.map(([program, message], row) => ({ program, message, row })))(
  '$program',
  ({ message, row }) => {
    expect(messages[row]).toBe(message);
  },
);
