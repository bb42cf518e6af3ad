import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { InProcessService } from '../../../test-support/in-process-service.js';
import type { Change } from '../../catalog/change.js';
import type { ReadableTable } from '../../workbook/governance/governed-tables.js';
import { appendVersion } from '../../workbook/writing/write-tables.js';
import type { TablePlace } from '../places.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { createTable } from './create-table.js';
import { editTable } from './edit-table.js';
import { upsertRows } from './upsert-rows.js';
import { writableTable } from './writable-table.js';

let host: InProcessService;
let place: TablePlace;
beforeAll(async () => {
  host = await InProcessService.start();
});
afterAll(() => host.dispose());

beforeEach(async () => {
  const { id: workbookId } = await createWorkbook(host.service, host.caller, { title: 'edits' }, {});
  place = { workbookId, table: 't' };
  const columns = [{ name: 'n', type: 'BIGINT' }];
  await createTable(host.service, host.caller, workbookId, { name: 't', columns }, {});
});

const insertRow = (n: number) =>
  upsertRows(host.service, host.caller, place, { rows: [{ n }], expectedVersion: null }, {});

/** Edits the version that it was planned for, while another edit is committed during the first `times` plans. */
async function editDuringOtherEdits(
  input: { expectedVersion: number | null; dryRun?: boolean },
  times: number,
) {
  const planned: number[] = [];
  const find = () => writableTable(host.service, host.caller, place);
  const plan = async (table: ReadableTable) => {
    planned.push(table.version);
    if (planned.length <= times) await insertRow(planned.length);
    return async (c: Change) => {
      const { version } = await appendVersion(c, {
        workbookId: table.record.workbook_id,
        tableId: table.record.id,
        expectedVersion: table.version,
        opKind: 'rows.upsert',
        operation: { operation: 'upsertRows', input: { rows: [], expectedVersion: null } },
        rows: [{ kind: 'insert', after: { c1: '100' } }],
      });
      return { version };
    };
  };
  const done = await editTable(host.service, host.caller, input, { find, plan }, {}).catch((error) => error);
  return { planned, done };
}

test('an edit of any version is planned again until no other edit was faster', async () => {
  const { planned, done } = await editDuringOtherEdits({ expectedVersion: null }, 2);
  expect(planned).toEqual([1, 2, 3]);
  expect(done).toEqual({ version: 4, dryRun: false });
});

test('it gives up after five attempts', async () => {
  const { planned, done } = await editDuringOtherEdits({ expectedVersion: null }, 100);
  expect(planned).toHaveLength(5);
  expect(done).toMatchObject({ slug: 'version-conflict' });
});

test('an edit of an outdated version is refused with the changes since', async () => {
  const { planned, done } = await editDuringOtherEdits({ expectedVersion: 1 }, 1);
  expect(planned).toEqual([1]);
  expect(done).toMatchObject({ slug: 'version-conflict', members: { current_version: 2 } });
  expect(done.members.changes_since).toBeDefined();
});

test('a dry run returns the result and changes nothing', async () => {
  const { done } = await editDuringOtherEdits({ expectedVersion: 1, dryRun: true }, 0);
  expect(done).toEqual({ version: 2, dryRun: true });
  expect((await writableTable(host.service, host.caller, place)).version).toBe(1);
});
