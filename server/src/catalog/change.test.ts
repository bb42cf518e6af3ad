import { afterAll, beforeAll, expect, test } from 'vitest';
import { author, checkChain, newWorkbook } from '../../test-support/catalog.js';
import { describeEachDatabase } from '../../test-support/databases.js';
import type { Catalog } from './catalog.js';
import { type Change, change } from './change.js';
import { findAnswer, insertAnswer } from './idempotency.js';
import { openCatalog } from './open-catalog.js';

describeEachDatabase('a change', (database) => {
  let catalog: Catalog;
  beforeAll(async () => {
    catalog = await openCatalog(await database.fresh());
  });
  afterAll(() => catalog.close());

  /** The parts of a change to a workbook, in the order in which features write them. */
  const parts = (workbookId: string) => ({
    row: (c: Change) =>
      c.tx.updateTable('workbooks').set({ title: 'Changed' }).where('id', '=', workbookId).execute(),
    op: (c: Change) =>
      c.op({
        workbookId,
        kind: 'workbook.update',
        operation: { operation: 'updateWorkbook', input: { title: 'Changed' } },
      }),
    audit: (c: Change) => c.audit({ chain: workbookId, action: 'workbook.updated' }),
    event: (c: Change) => c.emit(workbookId, 'artifact.deleted', { name: 't', artifact_id: 'art_1' }),
  });

  async function stateOf(workbookId: string) {
    const { title, last_op_id } = await catalog.db
      .selectFrom('workbooks')
      .select(['title', 'last_op_id'])
      .where('id', '=', workbookId)
      .executeTakeFirstOrThrow();
    const [ops, events] = await Promise.all(
      (['ops', 'outbox'] as const).map((table) =>
        catalog.db.selectFrom(table).selectAll().where('workbook_id', '=', workbookId).execute(),
      ),
    );
    const audit = await checkChain(catalog, workbookId);
    return { title, last_op_id, ops: ops?.length, events: events?.length, audit };
  }

  const untouched = {
    title: 'Workbook',
    last_op_id: 0,
    ops: 0,
    events: 0,
    audit: { valid: true, length: 0 },
  };

  test('commits its rows, op, audit entry and event together', async () => {
    const { workbookId } = await newWorkbook(catalog);
    await change(catalog, author, async (c) => {
      for (const part of Object.values(parts(workbookId))) await part(c);
    });
    expect(await stateOf(workbookId)).toEqual({
      title: 'Changed',
      last_op_id: 1,
      ops: 1,
      events: 1,
      audit: { valid: true, length: 1 },
    });
  });

  test.each(['row', 'op', 'audit', 'event'] as const)(
    'that fails after its %s leaves nothing behind',
    async (last) => {
      const { workbookId } = await newWorkbook(catalog);
      const failing = change(catalog, author, async (c) => {
        for (const [name, part] of Object.entries(parts(workbookId))) {
          await part(c);
          if (name === last) throw new Error('failed on purpose');
        }
      });
      await expect(failing).rejects.toThrow('failed on purpose');
      expect(await stateOf(workbookId)).toEqual(untouched);
    },
  );

  test('whose answer cannot be stored leaves nothing behind', async () => {
    const { workbookId } = await newWorkbook(catalog);
    const beforeCommit = async (): Promise<void> => {
      throw new Error('not kept');
    };
    const work = async (c: Change) => {
      for (const part of Object.values(parts(workbookId))) await part(c);
    };
    const failing = change(catalog, author, work, { beforeCommit });
    await expect(failing).rejects.toThrow('not kept');
    expect(await stateOf(workbookId)).toEqual(untouched);
  });

  test('without an audit entry does not commit', async () => {
    const { workbookId } = await newWorkbook(catalog);
    await expect(change(catalog, author, (c) => parts(workbookId).row(c))).rejects.toThrow('audit entry');
    expect(await stateOf(workbookId)).toEqual(untouched);
  });

  test('stores its answer in its own transaction', async () => {
    const { workbookId } = await newWorkbook(catalog);
    const now = '2026-01-01T00:00:00.000Z';
    const entry = { credentialId: workbookId, key: 'k', requestHash: 'h', now, expiresAt: '2026-01-02' };
    const work = async (c: Change) => {
      await parts(workbookId).audit(c);
      return await parts(workbookId).op(c);
    };
    const rename = () =>
      change(catalog, author, work, {
        beforeCommit: (tx, result) => insertAnswer(tx, { ...entry, answer: String(result) }),
      });
    await rename();
    await expect(rename()).rejects.toThrow('idempotency_answers');
    expect(await findAnswer(catalog.db, workbookId, 'k', now)).toEqual({ requestHash: 'h', answer: '1' });
    expect(await stateOf(workbookId)).toMatchObject({ last_op_id: 1, ops: 1, audit: { length: 1 } });
  });

  test('numbers its op without gaps or duplicates among concurrent changes', async () => {
    const [{ workbookId }, other] = [await newWorkbook(catalog), await newWorkbook(catalog)];
    const changes = Array.from({ length: 50 }, (_, i) =>
      change(catalog, author, async (c) => {
        const target = i % 5 === 0 ? other.workbookId : workbookId;
        await parts(target).audit(c);
        return { target, opId: await parts(target).op(c) };
      }),
    );
    const made = await Promise.all(changes);
    for (const [id, count] of [
      [workbookId, 40],
      [other.workbookId, 10],
    ] as const) {
      const opIds = made.filter(({ target }) => target === id).map(({ opId }) => opId);
      expect(opIds.sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i + 1));
      expect(await checkChain(catalog, id)).toEqual({ valid: true, length: count });
    }
  });

  const entries = {
    update: (set: { detail: string } | { user_id: string }, chain: string, seq: number) =>
      catalog.db
        .updateTable('audit_entries')
        .set(set)
        .where('chain', '=', chain)
        .where('seq', '=', seq)
        .execute(),
    remove: (chain: string, seq: number) =>
      catalog.db.deleteFrom('audit_entries').where('chain', '=', chain).where('seq', '=', seq).execute(),
  };
  test.each<[string, (chain: string, seq: number) => Promise<unknown>]>([
    ['altered', (chain, seq) => entries.update({ detail: '{"n":9}' }, chain, seq)],
    ['given to another user', (chain, seq) => entries.update({ user_id: 'usr_9' }, chain, seq)],
    ['removed', (chain, seq) => entries.remove(chain, seq)],
  ])('makes it visible if an entry of its audit chain was %s', async (_, tamper) => {
    for (const seq of [1, 2, 3]) {
      const { workbookId } = await newWorkbook(catalog);
      for (let n = 1; n <= 3; n++) await change(catalog, author, parts(workbookId).audit);
      expect(await checkChain(catalog, workbookId)).toEqual({ valid: true, length: 3 });
      await tamper(workbookId, seq);
      expect(await checkChain(catalog, workbookId)).toMatchObject({ valid: false });
    }
  });
});
