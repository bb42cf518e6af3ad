import { afterAll, describe, expect, test, vi } from 'vitest';
import { patience } from '../../../test-support/patience.js';
import { RecordedProcesses } from '../../../test-support/process-events.js';
import { startPython } from '../../../test-support/python.js';
import type { ProgramError } from './program-error.js';
import type { PythonRequest } from './python-runner.js';
import type { PythonTable } from './python-table.js';

const events = new RecordedProcesses();
const python = startPython(events);
afterAll(() => python.close());

const run = (code: string, more: Partial<PythonRequest> = {}) =>
  python.run({ code, inputs: {}, account: 'acc', deadlineMs: 120_000, ...more });

const failure = (code: string, more: Partial<PythonRequest> = {}) =>
  run(code, more).then(
    () => expect.unreachable('it ran'),
    (error: ProgramError) => error,
  );

const orders: PythonTable = {
  columns: [
    { name: 'id', type: 'BIGINT' },
    { name: 'city', type: 'VARCHAR' },
  ],
  values: [
    [1, 2, 3],
    ['Rome', null, 'Łódź 🏙'],
  ],
};

describe.concurrent('results', () => {
  test('a list of dicts has the union of their keys, in order of appearance', async () => {
    expect(await run('output = [{"a": 1}, {"b": "x", "a": 2.5}, {}]')).toEqual({
      columns: [
        { name: 'a', type: 'DOUBLE' },
        { name: 'b', type: 'VARCHAR' },
      ],
      values: [
        [1, 2.5, null],
        [null, 'x', null],
      ],
    });
  });

  test('a table has columns and iterates as dict rows, any number of times; a dict of lists becomes one', async () => {
    const code = [
      'print("what it prints goes nowhere")',
      'assert len(orders) == 3 and orders.rows == list(orders)',
      'assert [row["city"] is None for row in orders] == [False, True, False]',
      'c = orders.columns',
      'output = {"id": c["id"], "twice": [2 * n for n in c["id"]], "none": [None] * 3}',
    ].join('\n');
    expect(await run(code, { inputs: { orders } })).toEqual({
      columns: [{ name: 'id', type: 'BIGINT' }, { name: 'twice', type: 'BIGINT' }, { name: 'none' }],
      values: [
        [1, 2, 3],
        [2, 4, 6],
        [null, null, null],
      ],
    });
  });

  test('an empty list is a table without columns', async () => {
    expect(await run('output = []')).toEqual({ columns: [], values: [] });
  });
});

describe.concurrent('types', () => {
  const typed: PythonTable = {
    columns: [
      { name: 'big', type: 'BIGINT' },
      { name: 'double', type: 'DOUBLE' },
      { name: 'yes', type: 'BOOLEAN' },
      { name: 'date', type: 'DATE' },
      { name: 'time', type: 'TIME' },
      { name: 'stamp', type: 'TIMESTAMP' },
      { name: 'instant', type: 'TIMESTAMPTZ' },
      { name: 'price', type: 'DECIMAL(20,2)' },
      { name: 'json', type: 'JSON' },
    ],
    values: [
      ['9223372036854775807', 1, null],
      [3, -0.1, null],
      [true, false, null],
      ['2024-02-29', '0001-01-01', null],
      ['13:05:00', '23:59:59.123456', null],
      ['2024-02-29T13:05:00', '2024-02-29T13:05:00.500000', null],
      ['2024-02-29T13:05:00Z', '1999-12-31T23:00:00Z', null],
      ['123456789012345678.90', '-0.05', null],
      ['{"a": [1, "é"]}', '[]', null],
    ],
  };

  test('every type has a Python type, and round-trips', async () => {
    const code = [
      'types = [type(value).__name__ for value in t.rows[0].values()]',
      'assert types == ["int", "float", "bool", "date", "time", "datetime", "datetime", "Decimal", "dict"]',
      'output = t',
    ].join('\n');
    expect(await run(code, { inputs: { t: typed } })).toEqual(typed);
  });

  test('a value that Python cannot represent is reported', async () => {
    const t: PythonTable = { columns: [{ name: 'day', type: 'DATE' }], values: [['12024-01-01']] };
    const error = await failure('output = t', { inputs: { t } });
    expect(error).toMatchObject({ failure: 'input' });
    expect(error.message).toMatch(/^t, column "day": .*12024-01-01/);
  });

  test('decimals get as many digits as they need and there are; times are in UTC', async () => {
    const code = [
      'from decimal import Decimal',
      'from datetime import datetime, timedelta, timezone',
      'output = {"wide": [Decimal(10) ** 20, Decimal(1) / 3], "with_int": [1, Decimal("0.5")],',
      '  "at": [datetime(2024, 1, 1, tzinfo=timezone(timedelta(hours=2)))] * 2}',
    ].join('\n');
    expect(await run(code)).toEqual({
      columns: [
        { name: 'wide', type: 'DECIMAL(38,17)' },
        { name: 'with_int', type: 'DECIMAL(2,1)' },
        { name: 'at', type: 'TIMESTAMPTZ' },
      ],
      values: [
        ['100000000000000000000.00000000000000000', '0.33333333333333333'],
        ['1.0', '0.5'],
        ['2023-12-31T22:00:00Z', '2023-12-31T22:00:00Z'],
      ],
    });
  });
});

describe.concurrent('errors', () => {
  test('an exception shows the lines of the program and no others', async () => {
    const code = [
      'import json',
      'def parse(text):',
      '    return json.loads(text)',
      '',
      'output = parse("{")',
    ];
    const error = await failure(code.join('\n'));
    expect(error).toMatchObject({ name: 'ProgramError', failure: 'exception', line: 3 });
    expect(error.message).toMatch(/^JSONDecodeError: .* \(line 3\)$/);
    expect(error.lines.filter((line) => line.includes('File'))).toEqual([
      '  File "program", line 5, in <module>',
      '  File "program", line 3, in parse',
    ]);
    expect(error.lines).toContain('    return json.loads(text)');
  });

  test('so does a syntax error', async () => {
    expect(await failure('x = 1\nif x\n    pass')).toMatchObject({
      message: "SyntaxError: expected ':' (line 2)",
      line: 2,
    });
  });
});

describe('limits', () => {
  test('a runaway program is killed at its deadline and reported, and one that answers is not', async () => {
    expect(await failure('while True: pass', { deadlineMs: 300 })).toMatchObject({
      failure: 'time',
      message: 'The program ran past its 300 ms.',
    });
    await vi.waitFor(() => expect(events.ends).toHaveLength(1), patience(120_000));
    expect(events.ends[0]).toMatchObject({
      kind: 'python',
      reason: 'deadline',
      signal: 'SIGKILL',
      openCalls: [{ call: 'run' }],
      stderr: '',
    });
  });

  test('memory is limited by the runner or the request', async () => {
    const code = 'output = [{"held": len(bytes(300_000_000))}]';
    expect((await run(code)).values).toEqual([[300_000_000]]);
    expect((await failure(code, { memoryMb: 256 })).message).toBe('MemoryError (line 1)');
  });
});
