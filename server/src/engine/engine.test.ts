import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CellValue } from '@workbook-data-service/sheets/values';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insert, MemoryTableLog, remove, update } from '../../test-support/memory-table-log.js';
import { cancellable } from '../core/cancellation.js';
import { Engine, type Relation } from './engine.js';
import { EngineProcess } from './engine-process.js';
import type { Output, ReadReply } from './protocol.js';

const page: Output = { kind: 'page', format: 'json', limit: 10_000, keys: 0 };
const numbers = [{ id: 'c1', type: 'BIGINT' }];

let directory: string;
let log: MemoryTableLog;
let engine: Engine;
let tables = 0;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'engine-'));
  log = new MemoryTableLog(directory);
  engine = new Engine({
    accountOf: async (workbookId) => workbookId,
    log,
    processes: 1,
    memoryMb: 256,
    cacheDir: join(directory, 'cache'),
    readableDirs: [directory],
  });
});
afterAll(async () => {
  engine.close();
  await rm(directory, { recursive: true, force: true });
});

async function newTable(columns: { id: string; type: string }[], rows: string[]): Promise<string> {
  const tableId = `art_${++tables}`;
  await log.create(tableId, columns, rows);
  return tableId;
}

/** The table with one column `n`, under the name `t`. */
function numbersAt(tableId: string, version: number, name = 't'): Relation {
  return { name, tableId, version, columns: [{ name: 'n', id: 'c1', type: 'BIGINT', masked: false }] };
}

function rowsOf(reply: ReadReply): Record<string, unknown>[] {
  return JSON.parse(reply.page as string) as Record<string, unknown>[];
}

async function read(relations: Relation[], sql: string, deadlineMs = 120_000) {
  return rowsOf(await engine.read({ workbookId: 'wb_1', relations, sql, output: page, deadlineMs }));
}

async function numbersIn(tableId: string, version: number): Promise<unknown[]> {
  const rows = await read([numbersAt(tableId, version)], 'select n from t order by __svc_row_id');
  return rows.map(({ n }) => n);
}

describe('a table with a long log', () => {
  async function longLog() {
    const tableId = await newTable(numbers, ['1', '2', '3', '4', '5', '6']);
    log.edit(tableId, update(1, { c1: 10 }), update(2, { c1: 20 }), update(3, { c1: 30 }));
    log.edit(tableId, update(4, { c1: 40 }), remove(5), insert(7, { c1: 7 }));
    const version = log.edit(tableId, update(4, { c1: 44 }));
    return { tableId, version, whole: ['10', '20', '30', '44', '6', '7'].map(Number) };
  }

  const inRange = (tableId: string, version: number, rows: { after: number; upTo: number }) =>
    read([{ ...numbersAt(tableId, version), rows }], 'select n from t order by __svc_row_id');

  test('is read by row ids while it is still being loaded', async () => {
    const { tableId, version, whole } = await longLog();
    const release = log.holdBack();
    expect(await inRange(tableId, version, { after: 3, upTo: 6 })).toEqual([{ n: 44 }, { n: 6 }]);
    expect(await inRange(tableId, version, { after: 0, upTo: 2 })).toEqual([{ n: 10 }, { n: 20 }]);
    release();
    expect(await numbersIn(tableId, version)).toEqual(whole);
  });

  test('answers `busy` to a query that it is not loaded for in time, and goes on loading', async () => {
    const { tableId, version, whole } = await longLog();
    const release = log.holdBack();
    await expect(read([numbersAt(tableId, version)], 'select n from t', 50)).rejects.toMatchObject({
      slug: 'busy',
    });
    const asked = log.questions;
    release();
    expect(await numbersIn(tableId, version)).toEqual(whole);
    expect(log.questions - asked).toBe(1);
  });
});

describe('a table at a version', () => {
  test('has the long integers that older releases logged as doubles', async () => {
    const table = await newTable(numbers, ['1', '2', '3']);
    const version = log.edit(
      table,
      update(1, { c1: 2 ** 60 }),
      update(2, { c1: -(2 ** 63) }),
      update(3, { c1: '1234567890123456789' }),
    );
    expect(await numbersIn(table, version)).toEqual([
      '1152921504606846976',
      '-9223372036854775808',
      '1234567890123456789',
    ]);
  });

  test('is its segment and the edits after it', async () => {
    const table = await newTable(
      [
        { id: 'c1', type: 'BIGINT' },
        { id: 'c2', type: 'VARCHAR' },
      ],
      ["1, 'one'", "2, 'two'", "3, 'three'", "4, 'four'"],
    );
    log.edit(table, update(2, { c2: 'zwei' }), remove(3), insert(5, { c1: 5, c2: null }));
    log.edit(table, update(5, { c1: 50 }), remove(4));
    const version = log.edit(table, insert(4, { c1: 40, c2: 'again' }), remove(1));
    const columns = ['c1', 'c2'].map((id, i) => ({
      name: i === 0 ? 'n' : 'word',
      id,
      type: i === 0 ? 'BIGINT' : 'VARCHAR',
      masked: false,
    }));
    const rows = await read(
      [{ name: 't', tableId: table, version, columns }],
      'select * from t order by __svc_row_id',
    );
    expect(rows).toEqual([
      { n: 2, word: 'zwei', __svc_row_id: 2 },
      { n: 40, word: 'again', __svc_row_id: 4 },
      { n: 50, word: null, __svc_row_id: 5 },
    ]);
  });

  test.each<{ type: string; stored: string; edited: CellValue; reads: [unknown, unknown] }>([
    {
      type: 'VARCHAR',
      stored: "'a ''b'' \"c\"'",
      edited: 'né "q"\n\t😀 $.c1',
      reads: [`a 'b' "c"`, 'né "q"\n\t😀 $.c1'],
    },
    { type: 'VARCHAR', stored: "''", edited: 'null', reads: ['', 'null'] },
    {
      type: 'BIGINT',
      stored: '9007199254740993',
      edited: '-9223372036854775808',
      reads: ['9007199254740993', '-9223372036854775808'],
    },
    { type: 'INTEGER', stored: '-1', edited: 2147483647, reads: [-1, 2147483647] },
    { type: 'DOUBLE', stored: '0.1', edited: 1e300, reads: [0.1, 1e300] },
    { type: 'BOOLEAN', stored: 'true', edited: false, reads: [true, false] },
    { type: 'DATE', stored: "'2024-02-29'", edited: '0850-12-31', reads: ['2024-02-29', '0850-12-31'] },
    { type: 'TIME', stored: "'09:30'", edited: '23:59:59.000001', reads: ['09:30:00', '23:59:59.000001'] },
    {
      type: 'TIMESTAMP',
      stored: "'2024-01-31 10:20:30'",
      edited: '1969-12-31T23:59:59.5',
      reads: ['2024-01-31T10:20:30', '1969-12-31T23:59:59.500000'],
    },
    {
      type: 'TIMESTAMPTZ',
      stored: "'2024-01-31 10:20:30+00'",
      edited: '2024-07-01T12:00:00+02:00',
      reads: ['2024-01-31T10:20:30Z', '2024-07-01T10:00:00Z'],
    },
    {
      type: 'JSON',
      stored: `'{"a": [1, null]}'`,
      edited: { b: ['x', { c: true }] },
      reads: [{ a: [1, null] }, { b: ['x', { c: true }] }],
    },
    { type: 'JSON', stored: `'"text"'`, edited: 'null', reads: ['text', 'null'] },
    {
      type: 'DECIMAL(18,4)',
      stored: '1.5',
      edited: '12345678901234.5678',
      reads: [1.5, '12345678901234.5678'],
    },
    {
      type: 'DECIMAL(38,0)',
      stored: '99999999999999999999999999999999999999',
      edited: '-12345678901234567890123',
      reads: ['99999999999999999999999999999999999999', '-12345678901234567890123'],
    },
  ])('keeps $type exactly: $edited', async ({ type, stored, edited, reads: [segment, edit] }) => {
    const table = await newTable([{ id: 'c1', type }], [stored, stored, 'null', 'null']);
    log.edit(table, insert(5, { c1: edited }), insert(6, { c1: null }));
    const version = log.edit(table, update(2, { c1: edited }), update(3, { c1: edited }), update(5, {}));
    const emptied = log.edit(table, update(1, { c1: null }));
    const columns = [{ name: 'v', id: 'c1', type, masked: false }];
    const values = async (at: number) =>
      (
        await read(
          [{ name: 't', tableId: table, version: at, columns }],
          'select v from t order by __svc_row_id',
        )
      ).map(({ v }) => v);
    expect(await values(version)).toEqual([segment, edit, edit, null, edit, null]);
    expect(await values(emptied)).toEqual([null, edit, edit, null, edit, null]);
  });

  test('with a later column has it empty in the rows of the segment', async () => {
    const table = await newTable(numbers, ['1']);
    const columns = [...numbers, { id: 'c2', type: 'DATE' }].map((column) => ({
      ...column,
      name: column.id,
      masked: false,
    }));
    log.addColumn(table, { id: 'c2', type: 'DATE' });
    const version = log.edit(table, insert(2, { c1: 2, c2: '2024-01-31' }));
    expect(
      await read([{ name: 't', tableId: table, version, columns }], 'select c2 from t order by __svc_row_id'),
    ).toEqual([{ c2: null }, { c2: '2024-01-31' }]);
  });
});

describe('a cached table', () => {
  test('follows its edits without being loaded again', async () => {
    const table = await newTable(numbers, ['1']);
    expect(await numbersIn(table, 1)).toEqual([1]);
    await log.deleteSegment(table);
    for (let n = 2; n <= 5; n++) log.edit(table, insert(n, { c1: n }));
    expect(await numbersIn(table, 3)).toEqual([1, 2, 3]);
    expect(await numbersIn(table, 5)).toEqual([1, 2, 3, 4, 5]);
  });

  test('is readable at an older version beside its current one', async () => {
    const table = await newTable(numbers, ['1']);
    const newer = log.edit(table, update(1, { c1: 10 }));
    expect(await numbersIn(table, newer)).toEqual([10]);
    expect(await numbersIn(table, 1)).toEqual([1]);
    expect(await numbersIn(table, newer)).toEqual([10]);
  });

  test('shows every reader exactly its version, while edits go on', async () => {
    const table = await newTable(numbers, ['0', '0', '0']);
    const states = [new Map([1, 2, 3].map((rowId) => [rowId, 0]))];
    const random = randomNumbers(7);
    const reads: Promise<void>[] = [];
    for (let step = 1; step <= 80; step++) {
      if (random(2) === 0) states.push(editAtRandom(table, new Map(states.at(-1)), random, step));
      else {
        const version = Math.max(1, states.length - random(4));
        const expected = [...(states[version - 1] ?? [])].sort(([a], [b]) => a - b).map(([, n]) => n);
        reads.push(
          numbersIn(table, version).then((found) => expect(found, `version ${version}`).toEqual(expected)),
        );
      }
      if (random(3) === 0) await nextTurn();
    }
    await Promise.all(reads);
  });

  test('never shows a reader of two tables one without the other', async () => {
    const [left, right] = [await newTable(numbers, ['0']), await newTable(numbers, ['0'])];
    const sql = 'select (select sum(n) from l) as l, (select sum(n) from r) as r';
    const reads: Promise<void>[] = [];
    for (let n = 1; n <= 30; n++) {
      reads.push(
        read([numbersAt(left, n, 'l'), numbersAt(right, n, 'r')], sql).then((rows) =>
          expect(rows).toEqual([{ l: n - 1, r: n - 1 }]),
        ),
      );
      for (const table of [left, right]) log.edit(table, update(1, { c1: n }));
      if (n % 3 === 0) await nextTurn();
    }
    await Promise.all(reads);
  });

  test('shows one reader two of its versions', async () => {
    const table = await newTable(numbers, ['1']);
    log.edit(table, update(1, { c1: 2 }));
    log.edit(table, update(1, { c1: 3 }));
    const both = (older: number, newer: number) =>
      read(
        [numbersAt(table, older, 'o'), numbersAt(table, newer, 'n')],
        'select o.n as o, n.n as n from o, n',
      );
    expect(await both(1, 2)).toEqual([{ o: 1, n: 2 }]);
    expect(await both(2, 3)).toEqual([{ o: 2, n: 3 }]);
    expect(await both(1, 2)).toEqual([{ o: 1, n: 2 }]);
    expect(await both(3, 3)).toEqual([{ o: 3, n: 3 }]);
  });

  test('is dropped when the cache is full, and loaded again when needed', async () => {
    const small = new EngineProcess({
      log,
      cacheBytes: 1,
      memoryMb: 256,
      temporaryMb: 64,
      temporaryDir: join(directory, 'small'),
      directories: [directory],
      onExit: () => {},
    });
    const ids = await Promise.all(['1', '2', '3'].map((n) => newTable(numbers, [n])));
    for (const id of ids) log.edit(id, insert(2, { c1: 7 }));
    const sum = async (id: string, version: number): Promise<unknown> => {
      const reply = await small.readAt(
        'wb_1',
        [{ tableId: id, version }],
        ([entry]) => ({
          workbook: 'wb_1',
          views: [{ ...numbersAt(id, version), entry: entry as string }],
          sql: 'select sum(n) as n from t',
          parameters: [],
          output: page,
        }),
        { deadlineMs: 120_000 },
      );
      return rowsOf(reply)[0]?.n;
    };
    const mixed = Array.from({ length: 60 }, (_, i) => ({ n: (i % 3) + 1, version: ((i % 5) % 2) + 1 }));
    const sums = await Promise.all(mixed.map(({ n, version }) => sum(ids[n - 1] ?? '', version)));
    expect(sums).toEqual(mixed.map(({ n, version }) => (version === 1 ? n : n + 7)));
    const asked = log.questions;
    await sum(ids[0] ?? '', 2);
    await sum(ids[1] ?? '', 2);
    expect(log.questions).toBeGreaterThan(asked);
    small.kill();
  });
});

describe('an engine process', () => {
  test('that is killed is restarted, and what it was reading is read again', async () => {
    const table = await newTable(numbers, ['1', '2']);
    await numbersIn(table, 1);
    const reads = Array.from({ length: 5 }, () => numbersIn(table, 1));
    for (const pid of childProcesses()) process.kill(pid, 'SIGKILL');
    expect(await Promise.all(reads)).toEqual(reads.map(() => [1, 2]));
    expect(await numbersIn(table, 1)).toEqual([1, 2]);
  });

  test.each([
    ['can be interrupted', 'select count(*) from range(100000000000) a(n) where n % 7 = 3'],
    ['cannot be interrupted', "select levenshtein(repeat('ab', 60000), repeat('ba', 60000))"],
  ])('ends a statement that %s at its deadline, and answers the others', async (_, sql) => {
    const table = await newTable(numbers, ['1', '2']);
    const slow = read([numbersAt(table, 1)], sql, 200);
    const others = Array.from({ length: 5 }, () => numbersIn(table, 1));
    await expect(slow).rejects.toMatchObject({ slug: 'query-timeout' });
    expect(await Promise.all(others)).toEqual(others.map(() => [1, 2]));
    expect(await numbersIn(table, 1)).toEqual([1, 2]);
  });

  test('ends a statement that nobody waits for any more', async () => {
    const cancelled = new AbortController();
    const sql = 'select count(*) from range(100000000000) a(n) where n % 7 = 3';
    const slow = cancellable(cancelled.signal, () => read([], sql, 600_000));
    cancelled.abort();
    await expect(slow).rejects.toMatchObject({ slug: 'cancelled' });
  });

  test('that a statement crashes takes no other statement with it', async () => {
    const table = await newTable(numbers, ['1', '2']);
    const crash = read([], `from read_parquet('${directory}/not-there.parquet')`);
    const others = Array.from({ length: 5 }, () =>
      read([numbersAt(table, 1)], 'select count(*) as n from t, range(3000000)'),
    );
    await expect(crash).rejects.toThrow('No files found');
    expect(await Promise.all(others)).toEqual(others.map(() => [{ n: 6_000_000 }]));
  });
});

describe('a governed relation', () => {
  const governed = (tableId: string): Relation => ({
    name: 'people',
    tableId,
    version: 1,
    columns: [
      { name: 'name', id: 'c1', type: 'VARCHAR', masked: false },
      { name: 'salary', id: 'c2', type: 'DECIMAL(10,2)', masked: true },
    ],
  });
  const people = () =>
    newTable(
      [
        { id: 'c1', type: 'VARCHAR' },
        { id: 'c2', type: 'DECIMAL(10,2)' },
        { id: 'c3', type: 'VARCHAR' },
      ],
      ["'Ann', 300, 'x'", "'Bob', 100, 'y'", "'Cid', 200, 'z'"],
    );

  test.each<[string, string, unknown[]]>([
    [
      'is selected',
      'select salary, typeof(salary) as type from people limit 1',
      [{ salary: null, type: 'DECIMAL(10,2)' }],
    ],
    ['filters', 'select name from people where salary > 0', []],
    [
      'sorts',
      'select name from people order by salary, name desc',
      [{ name: 'Cid' }, { name: 'Bob' }, { name: 'Ann' }],
    ],
    ['is aggregated', 'select count(salary) as n, max(salary) as most from people', [{ n: 0, most: null }]],
    ['joins', 'select a.name from people a join people b on a.salary = b.salary', []],
  ])('has typed NULLs where a masked column %s', async (_, sql, expected) => {
    expect(await read([governed(await people())], sql)).toEqual(expected);
  });

  test.each(['c1', 'c2', 'c3', 'secret', 'people.c3'])(
    'has no column %s beside those it names',
    async (column) => {
      const reading = read([governed(await people())], `select ${column} from people`);
      await expect(reading).rejects.toMatchObject({ slug: 'sql-invalid' });
      await expect(reading).rejects.not.toThrow(/Ann|Bob|Cid/);
    },
  );
});

/** Edits a row or two, in the log and in the given state; returns the state. */
function editAtRandom(
  table: string,
  state: Map<number, number>,
  random: (below: number) => number,
  step: number,
) {
  const rowIds = [...state.keys()];
  const rowId = rowIds[random(rowIds.length)];
  const fresh = 3 + step;
  const edits = [insert(fresh, { c1: step })];
  state.set(fresh, step);
  if (rowId !== undefined && random(2) === 0) {
    edits.push(remove(rowId));
    state.delete(rowId);
  } else if (rowId !== undefined) {
    edits.push(update(rowId, { c1: -step }));
    state.set(rowId, -step);
  }
  log.edit(table, ...edits);
  return state;
}

/** The same sequence of numbers each time. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}

function childProcesses(): number[] {
  const listed = execFileSync('pgrep', ['-P', String(process.pid), 'node'], { encoding: 'utf8' });
  return listed.split('\n').filter(Boolean).map(Number);
}
