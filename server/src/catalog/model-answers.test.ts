import { afterAll, beforeAll, expect, test } from 'vitest';
import { author, newWorkbook, type TestWorkbook } from '../../test-support/catalog.js';
import { describeEachDatabase } from '../../test-support/databases.js';
import type { Catalog } from './catalog.js';
import { change } from './change.js';
import { keepAnswer, keptAnswers, tokensSince } from './model-answers.js';
import { openCatalog } from './open-catalog.js';

describeEachDatabase('answers of a model', (database) => {
  let catalog: Catalog;
  let workbook: TestWorkbook;
  let accountId: string;
  beforeAll(async () => {
    catalog = await openCatalog(await database.fresh());
    workbook = await newWorkbook(catalog);
    const { account_id } = await catalog.db
      .selectFrom('workspaces')
      .select('account_id')
      .where('id', '=', workbook.workspaceId)
      .executeTakeFirstOrThrow();
    accountId = account_id;
  });
  afterAll(() => catalog.close());

  const keep = (question_hash: string, answer: string | null, tokens: number) =>
    change(catalog, author, async (c) => {
      await keepAnswer(c, { workspace_id: workbook.workspaceId, question_hash, answer, tokens });
      await c.audit({ chain: workbook.workbookId, action: 'file.shown_to_model' });
    });
  const kept = () => keptAnswers(catalog.db, workbook.workspaceId, ['a', 'b', 'c']);

  test('are kept by their questions until the workspace ends, and those of no use only count', async () => {
    await keep('a', 'one', 100);
    await keep('b', null, 10);
    expect(await kept()).toEqual(new Map([['a', 'one']]));
    await keep('b', 'two', 20);
    expect(await kept()).toEqual(
      new Map([
        ['a', 'one'],
        ['b', 'two'],
      ]),
    );
    expect(await tokensSince(catalog.db, accountId, '2026-01-01')).toBe(130);
    expect(await tokensSince(catalog.db, accountId, '9999-01-01')).toBe(0);

    await catalog.db.deleteFrom('workbooks').where('id', '=', workbook.workbookId).execute();
    await catalog.db.deleteFrom('workspaces').where('id', '=', workbook.workspaceId).execute();
    expect(await kept()).toEqual(new Map());
  });
});
