import { expect, test } from 'vitest';
import { newWorkbook } from '../../../test-support/catalog.js';
import { describeEachDatabase } from '../../../test-support/databases.js';
import { openCatalog } from '../open-catalog.js';
import { up } from './0022-job-blobs.js';

describeEachDatabase('a job that is pending during an upgrade', (database) => {
  test('refers to the file in its input afterwards, so that the file is not swept', async () => {
    const catalog = await openCatalog(await database.fresh());
    const { db } = catalog;
    const { workbookId, userId } = await newWorkbook(catalog);
    await db.schema.alterTable('jobs').dropColumn('blob_hash').execute();
    const queued = (id: string, status: 'pending' | 'succeeded', input: unknown) => ({
      id,
      workbook_id: workbookId,
      user_id: userId,
      kind: 'test',
      status,
      input: JSON.stringify(input),
      attempts: 0,
      created_at: '',
    });
    await db
      .insertInto('jobs')
      .values([
        queued('ingest', 'pending', { file: { filename: 'a.csv', blob: { hash: 'a', size: 1 } } }),
        queued('structure', 'pending', { sourceId: 'src_1', file: 'b' }),
        queued('formula', 'pending', { column: 'c1' }),
        queued('done', 'succeeded', { sourceId: 'src_1', file: 'c' }),
      ])
      .execute();
    await up(db as never);
    expect(await db.selectFrom('jobs').select(['id', 'blob_hash']).orderBy('id').execute()).toEqual([
      { id: 'done', blob_hash: null },
      { id: 'formula', blob_hash: null },
      { id: 'ingest', blob_hash: 'a' },
      { id: 'structure', blob_hash: 'b' },
    ]);
    await catalog.close();
  });
});
