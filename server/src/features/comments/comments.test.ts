import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachDatabase } from '../../../test-support/databases.js';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { createTable } from '../tables/create-table.js';
import { upsertRows } from '../tables/upsert-rows.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { createComment, deleteComment, updateComment } from './change-comment.js';
import { listComments } from './comments.js';

describeEachDatabase('comments', (database) => {
  let host: InProcessService;
  beforeAll(async () => {
    host = await InProcessService.start(await database.fresh());
  });
  afterAll(() => host.dispose());

  test('are paged in order, and resolved and deleted by thread', async () => {
    const { service, caller } = host;
    const { id: workbookId } = await createWorkbook(service, caller, { title: 'Test' }, {});
    const place = { workbookId, table: 'goods' };
    const columns = [{ name: 'price', type: 'BIGINT' }];
    await createTable(service, caller, workbookId, { name: 'goods', columns }, {});
    await upsertRows(
      service,
      caller,
      place,
      { rows: [{ price: 1 }, { price: 2 }], expectedVersion: null },
      {},
    );
    const say = async (text: string, more: object = {}) =>
      (await createComment(service, caller, place, { text, ...more }, {})).record.id;
    const list = async (filter: object = {}, cursor?: string) => {
      const page = await listComments(service, caller, place, { limit: 2, cursor, ...filter });
      return { ...page, texts: page.items.map(({ record }) => record.text) };
    };

    const first = await say('first', { target: { row_id: 1, column: 'price' } });
    const reply = await say('reply', { reply_to: first });
    await say('row', { target: { row_id: 2 } });
    const { texts, nextCursor } = await list();
    expect(texts).toEqual(['first', 'reply']);
    expect(await list({}, nextCursor ?? undefined)).toMatchObject({ texts: ['row'], nextCursor: null });

    await updateComment(service, caller, { ...place, commentId: reply }, { resolved: true }, {});
    expect((await list({ isResolved: true })).texts).toEqual(['first', 'reply']);
    expect((await list({ isResolved: false, rowId: 2 })).texts).toEqual(['row']);
    await deleteComment(service, caller, { ...place, commentId: first }, {});
    expect((await list()).texts).toEqual(['row']);
  });
});
