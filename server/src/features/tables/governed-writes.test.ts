import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { newId } from '../../core/ids.js';
import { Problem } from '../../core/problems.js';
import { pageOfRows } from '../../workbook/reading/page-of-rows.js';
import { deleteAnnotations } from '../annotations/delete-annotations.js';
import { setAnnotations } from '../annotations/set-annotations.js';
import type { Caller } from '../caller.js';
import { setPolicy } from '../governance/set-policy.js';
import { tagColumn } from '../governance/tag-column.js';
import { undoOp } from '../history/undo-op.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { addColumn } from './add-column.js';
import { alterColumn } from './alter-column.js';
import { createTable } from './create-table.js';
import { describeColumn } from './describe-column.js';
import { dropColumn } from './drop-column.js';
import { setFormula } from './set-formula.js';
import { upsertRows } from './upsert-rows.js';
import { writeRange } from './write-range.js';

let host: InProcessService;
let workbookId: string;
let owner: Caller;
/** Sees e-mail addresses as NULL, and may not see salaries. */
let guest: Caller;

beforeAll(async () => {
  host = await InProcessService.start();
  owner = host.caller;
  guest = { ...owner, userId: newId('usr') };
});
afterAll(() => host.dispose());

beforeEach(async () => {
  const { service } = host;
  workbookId = (await createWorkbook(service, owner, { title: 'pay' }, {})).id;
  const columns = [
    { name: 'name', type: 'VARCHAR' },
    { name: 'email', type: 'VARCHAR' },
  ];
  await createTable(service, owner, workbookId, { name: 'people', columns }, {});
  const salary = { column: 'salary', type: 'BIGINT', default: 7, expectedVersion: null };
  await addColumn(service, owner, { workbookId, table: 'people' }, salary, {});
  const rows = [{ name: 'Ann', email: 'ann@x.org', salary: 300 }];
  await upsertRows(service, owner, { workbookId, table: 'people' }, { rows, expectedVersion: null }, {});
  await tagColumn(service, owner, place('email'), { tag: 'pii' }, {});
  await tagColumn(service, owner, place('salary'), { tag: 'pay' }, {});
  await setPolicy(service, owner, workbookId, { tag: 'pii', role: '*', effect: 'mask' }, {});
  await setPolicy(service, owner, workbookId, { tag: 'pay', role: '*', effect: 'deny' }, {});
  for (const tag of ['pii', 'pay'])
    await setPolicy(service, owner, workbookId, { tag, role: 'admin', effect: 'allow' }, {});
});

const place = (column: string) => ({ workbookId, table: 'people', column });
const any = { expectedVersion: null };

type Write = (caller: Caller, column: string) => Promise<unknown>;
const upsert = (caller: Caller, row: Record<string, unknown>, matchOn?: string[]) =>
  upsertRows(host.service, caller, { workbookId, table: 'people' }, { ...any, rows: [row], matchOn }, {});

/** Every kind of write that names a column. */
const writes: [string, Write][] = [
  ['an update', (caller, column) => upsert(caller, { __svc_row_id: 1, [column]: null })],
  ['an insert', (caller, column) => upsert(caller, { name: 'Bob', [column]: null })],
  ['match_on', (caller, column) => upsert(caller, { name: 'Ann' }, [column])],
  [
    'a rename',
    (caller, column) =>
      alterColumn(host.service, caller, place(column), { ...any, newName: 'x', type: null }, {}),
  ],
  [
    'a retype',
    (caller, column) =>
      alterColumn(host.service, caller, place(column), { ...any, newName: null, type: 'JSON' }, {}),
  ],
  ['a drop', (caller, column) => dropColumn(host.service, caller, place(column), any, {})],
  [
    'a description',
    (caller, column) => describeColumn(host.service, caller, place(column), { description: 'x' }, {}),
  ],
  [
    'a formula',
    (caller, column) =>
      setFormula(
        host.service,
        caller,
        { workbookId, table: 'people' },
        { ...any, column, formula: '=[name]' },
        {},
      ),
  ],
  [
    'freezing the formula',
    (caller, column) =>
      setFormula(
        host.service,
        caller,
        { workbookId, table: 'people' },
        { ...any, column, formula: null },
        {},
      ),
  ],
  [
    'an annotation',
    (caller, column) =>
      setAnnotations(
        host.service,
        caller,
        place(column),
        {
          annotations: [{ column, rowId: 1, style: {}, note: 'x' }],
        },
        {},
      ),
  ],
  [
    'deleting the annotation',
    (caller, column) =>
      deleteAnnotations(host.service, caller, place(column), { targets: [{ column, rowId: 1 }] }, {}),
  ],
];

async function refusal(write: Promise<unknown>): Promise<Record<string, unknown>> {
  const error = await write.then(() => undefined).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(Problem);
  const { slug, status, detail, fix, members } = error as Problem;
  return { slug, status, detail, fix, members };
}

test.each(writes)('%s of a masked or denied column is forbidden', async (_, write) => {
  expect(await refusal(write(guest, 'email'))).toMatchObject({ status: 403 });
  const denied = await refusal(write(guest, 'salary'));
  expect(denied).toMatchObject({ status: 403 });
  const never = JSON.stringify(await refusal(write(guest, 'bonus')));
  expect(JSON.stringify(denied).replaceAll('salary', 'bonus')).toBe(never);
});

test('a new column name gets the same answer, whether or not a denied column has it', async () => {
  const named = async (column: string) => [
    await refusal(
      addColumn(host.service, guest, { workbookId, table: 'people' }, { ...any, column, type: 'DATE' }, {}),
    ),
    await refusal(
      alterColumn(host.service, guest, place('name'), { ...any, newName: column, type: null }, {}),
    ),
  ];
  expect(await named('salary')).toEqual(await named('bonus'));
  expect(await named('salary')).toMatchObject([{ status: 403 }, { status: 403 }]);
});

test('writing cells by address is governed like writing them by name', async () => {
  const write = (range: string) =>
    writeRange(host.service, guest, { workbookId, table: 'people' }, { ...any, range, values: [['x']] }, {});
  expect(await refusal(write('B2'))).toMatchObject({ status: 403 });
  expect(await refusal(write('C2'))).toMatchObject({ status: 422 });
  await write('A2');
});

test('a hidden cell keeps its value on update, and is empty in a new row', async () => {
  await upsert(guest, { __svc_row_id: 1, name: 'Anna' });
  await upsert(guest, { name: 'Bob' });
  const table = await host.service.data.as(owner).table(workbookId, 'people');
  const { page } = await pageOfRows(host.service.data, table, { limit: 10, format: 'json' });
  expect(JSON.parse(page as string)).toEqual([
    { name: 'Anna', email: 'ann@x.org', salary: 300, __svc_row_id: 1 },
    { name: 'Bob', email: null, salary: null, __svc_row_id: 2 },
  ]);
});

test('a caller cannot undo a write to a column denied to them', async () => {
  const { opId } = await upsert(owner, { __svc_row_id: 1, salary: 400 });
  expect(await refusal(undoOp(host.service, guest, { workbookId, opId }, {}))).toMatchObject({ status: 403 });
});

test('a formula column carries the tags of its inputs, also once it is frozen', async () => {
  const seen = async () =>
    (await host.service.data.as(guest).table(workbookId, 'people')).columns.map(({ name }) => name);
  const set = (column: string, formula: string | null) =>
    setFormula(host.service, owner, { workbookId, table: 'people' }, { ...any, column, formula }, {});
  await set('double', '=[salary]*2');
  await set('again', '=[double]+1');
  expect(await seen()).toEqual(['name', 'email']);
  await set('again', null);
  await set('double', '=LEN([name])');
  expect(await seen()).toEqual(['name', 'email', 'double']);
});

test('a refusal to drop an input of a denied formula column does not name that column', async () => {
  const formula = { ...any, column: 'initial', formula: '=LEFT([name], 1)' };
  await setFormula(host.service, owner, { workbookId, table: 'people' }, formula, {});
  await tagColumn(host.service, owner, place('initial'), { tag: 'pay' }, {});
  const refused = await refusal(dropColumn(host.service, guest, place('name'), any, {}));
  expect(refused).toMatchObject({ status: 409, detail: 'A formula column is computed from this column.' });
});

test('a renamed column keeps its tags', async () => {
  const renamed = { ...any, newName: 'wage', type: null };
  await alterColumn(host.service, owner, place('salary'), renamed, {});
  const seen = (await host.service.data.as(guest).table(workbookId, 'people')).columns;
  expect(seen.map(({ name }) => name)).toEqual(['name', 'email']);
});
