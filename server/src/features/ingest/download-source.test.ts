import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { receiveFile } from '../../workbook/files/received-file.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { downloadSource } from './download-source.js';
import { ingestFile } from './ingest-file.js';
import { previewSource } from './preview-source.js';

let host: InProcessService;
beforeAll(async () => {
  host = await InProcessService.start();
});
afterAll(() => host.dispose());

test('a download is audited, and a governed workbook gives neither bytes nor cells', async () => {
  const { service, caller } = host;
  const { db } = service.catalog;
  const { id: workbookId } = await createWorkbook(service, caller, { title: 'Test' }, {});
  const file = await receiveFile(service.data, Readable.from([Buffer.from('x\n1\n')]), 'a.csv');
  const { source } = await ingestFile(
    service,
    caller,
    {
      workbookId,
      file,
      mode: 'staged',
      structuring: 'auto',
    },
    {},
  );
  const downloads = async () =>
    await db
      .selectFrom('audit_entries')
      .select(['target', 'user_id'])
      .where('chain', '=', workbookId)
      .where('action', '=', 'source.downloaded')
      .execute();

  const { bytes } = await downloadSource(service, caller, { workbookId, source: 'a.csv' });
  expect(await text(bytes)).toBe('x\n1\n');
  expect(await downloads()).toEqual([{ target: source.id, user_id: caller.userId }]);

  await db
    .insertInto('policies')
    .values({ workbook_id: workbookId, tag: 'pii', role: '*', effect: 'mask' })
    .execute();
  const refused = { slug: 'governed-workbook', status: 403 };
  await expect(downloadSource(service, caller, { workbookId, source: 'a.csv' })).rejects.toMatchObject(
    refused,
  );
  const place = { workbookId, source: 'a.csv' };
  await expect(previewSource(service, caller, place, {})).rejects.toMatchObject(refused);
  expect(await downloads()).toHaveLength(1);
});
