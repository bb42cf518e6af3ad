import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { receiveFile } from '../../workbook/files/received-file.js';
import { createTable } from '../tables/create-table.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { deleteSource } from './delete-source.js';
import { ingestFile } from './ingest-file.js';

let host: InProcessService;
beforeAll(async () => {
  host = await InProcessService.start();
});
afterAll(() => host.dispose());

test('cascade deletes the tables of a source and what is computed from them, and nothing else', async () => {
  const { service, caller } = host;
  const { db } = service.catalog;
  const { id: workbookId } = await createWorkbook(service, caller, { title: 'Test' }, {});
  const file = await receiveFile(service.data, Readable.from([Buffer.from('x\n1\n')]), 'raw.csv');
  const { tables } = await ingestFile(
    service,
    caller,
    {
      workbookId,
      file,
      mode: 'auto',
      structuring: 'skip',
    },
    {},
  );
  const columns = [{ name: 'x', type: 'BIGINT' }];
  const derive = async (name: string, from?: string): Promise<string> => {
    const { id } = await createTable(service, caller, workbookId, { name, columns }, {});
    if (from) await db.insertInto('table_inputs').values({ table_id: id, input_id: from }).execute();
    return id;
  };
  await derive('second', await derive('first', tables[0]?.id));
  await derive('apart');

  const deleted = await deleteSource(
    service,
    caller,
    { workbookId, source: 'raw.csv' },
    { cascade: true },
    {},
  );
  expect(deleted.deletedTables.sort()).toEqual(['first', 'raw', 'second']);
  const left = await db.selectFrom('tables').select('name').where('workbook_id', '=', workbookId).execute();
  expect(left).toEqual([{ name: 'apart' }]);
  const events = await db
    .selectFrom('outbox')
    .select('data')
    .where('workbook_id', '=', workbookId)
    .where('kind', '=', 'artifact.deleted')
    .execute();
  expect(events).toHaveLength(3);
});
