import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { author } from '../../../test-support/catalog.js';
import { describeEachDatabase } from '../../../test-support/databases.js';
import type { Catalog } from '../../catalog/catalog.js';
import { change } from '../../catalog/change.js';
import { openCatalog } from '../../catalog/open-catalog.js';
import { seal } from '../../core/audit-chain.js';
import { newId } from '../../core/ids.js';
import { readAuditLog } from './read-audit-log.js';

describeEachDatabase('an audit chain', (database) => {
  let catalog: Catalog;
  beforeAll(async () => {
    catalog = await openCatalog(await database.fresh());
  });
  afterAll(() => catalog.close());

  const append = (chain: string, entries = 1) =>
    change(catalog, author, async (c) => {
      for (let i = 0; i < entries; i++)
        await c.audit({ chain, action: 'workbook.updated', target: 't', detail: { i } });
    });
  async function chainOf(entries: number): Promise<string> {
    const chain = newId('wb');
    await append(chain, entries);
    return chain;
  }
  const read = (chain: string, page: { limit?: number; cursor?: string } = {}) =>
    readAuditLog({ catalog }, { id: chain, isNeverEmpty: true }, { limit: 5, ...page });
  const verdict = async (chain: string) => (await read(chain)).firstBadSeq;

  const entries = (chain: string, seq: number) =>
    ({
      set: (values: { detail?: string; seq?: number; prev_hash?: string; hash?: string }) =>
        catalog.db
          .updateTable('audit_entries')
          .set(values)
          .where('chain', '=', chain)
          .where('seq', '=', seq)
          .execute(),
      remove: () =>
        catalog.db.deleteFrom('audit_entries').where('chain', '=', chain).where('seq', '=', seq).execute(),
      row: () =>
        catalog.db
          .selectFrom('audit_entries')
          .selectAll()
          .where('chain', '=', chain)
          .where('seq', '=', seq)
          .executeTakeFirstOrThrow(),
    }) as const;
  const head = (chain: string) => ({
    set: (values: { length?: number; head_hash?: string }) =>
      catalog.db.updateTable('audit_chains').set(values).where('chain', '=', chain).execute(),
    remove: () => catalog.db.deleteFrom('audit_chains').where('chain', '=', chain).execute(),
  });
  async function swap(chain: string, one: number, other: number): Promise<void> {
    await entries(chain, one).set({ seq: -1 });
    await entries(chain, other).set({ seq: one });
    await entries(chain, -1).set({ seq: other });
  }
  /** Inserts a correctly sealed entry that the service did not write. */
  async function forge(chain: string, after: number, seq: number): Promise<void> {
    const row = { ...(await entries(chain, after).row()), seq, user_id: null, credential_id: null };
    const who = { userId: null, credentialId: null, requestId: row.request_id };
    const { prevHash, hash } = seal({ ...row, ...who }, row.hash);
    await catalog.db
      .insertInto('audit_entries')
      .values({ ...row, prev_hash: prevHash, hash })
      .execute();
  }

  test('is valid from its first entry, as it grows, and on every page', async () => {
    const chain = await chainOf(1);
    expect(await verdict(chain)).toBeNull();
    await append(chain, 16);
    const seen: number[] = [];
    for (let cursor: string | undefined; ; ) {
      const log = await read(chain, cursor === undefined ? {} : { cursor });
      expect(log).toMatchObject({ firstBadSeq: null, length: 17 });
      seen.push(...log.entries.map(({ seq }) => seq));
      if (log.nextCursor === null) break;
      cursor = log.nextCursor;
    }
    expect(seen).toEqual(Array.from({ length: 17 }, (_, i) => 17 - i));
  });

  const tamperings: [string, (chain: string) => Promise<unknown>, number][] = [
    ['the first was altered', (chain) => entries(chain, 1).set({ detail: '{}' }), 1],
    ['one in the middle was altered', (chain) => entries(chain, 8).set({ detail: '{"i":99}' }), 8],
    ['the last was altered', (chain) => entries(chain, 20).set({ detail: '{}' }), 20],
    ['the first was removed', (chain) => entries(chain, 1).remove(), 1],
    ['one in the middle was removed', (chain) => entries(chain, 8).remove(), 8],
    ['the last was removed', (chain) => entries(chain, 20).remove(), 20],
    ['two were swapped', (chain) => swap(chain, 6, 7), 6],
    ['one was inserted before the first', (chain) => forge(chain, 1, 0), 1],
    ['one was inserted after the last', (chain) => forge(chain, 20, 21), 21],
    ['the hash of its head was changed', (chain) => head(chain).set({ head_hash: 'f'.repeat(64) }), 20],
    ['its head was made shorter', (chain) => head(chain).set({ length: 19 }), 19],
    ['its head was made longer', (chain) => head(chain).set({ length: 21 }), 21],
    ['its head was removed', (chain) => head(chain).remove(), 21],
  ];
  describe.each(['before it was first read', 'after it was read'])('%s', (when) => {
    test.each(tamperings)('is broken if %s, and stays broken', async (_, tamper, firstBad) => {
      const chain = await chainOf(20);
      if (when.startsWith('after')) expect(await verdict(chain)).toBeNull();
      await tamper(chain);
      for (let i = 0; i < 3; i++) expect(await verdict(chain)).toBe(firstBad);
    });
  });

  test.each(tamperings.filter(([name]) => !name.includes('head') && !name.includes('after the last')))(
    'stays broken if %s and entries are appended',
    async (_, tamper, firstBad) => {
      const chain = await chainOf(20);
      await read(chain);
      await tamper(chain);
      await append(chain, 3);
      for (let i = 0; i < 2; i++) expect(await verdict(chain)).toBe(firstBad);
    },
  );

  test('whose head was removed can still be appended to, and stays broken there', async () => {
    const chain = await chainOf(4);
    await head(chain).remove();
    await append(chain, 2);
    expect(await read(chain)).toMatchObject({ firstBadSeq: 5, length: 6 });
    expect(await verdict(chain)).toBe(5);
  });

  test('that was removed entirely is broken, unless it may be empty', async () => {
    expect(await verdict(newId('wb'))).toBe(1);
    const mayBeEmpty = await readAuditLog({ catalog }, { id: 'acc_1', isNeverEmpty: false }, { limit: 5 });
    expect(mayBeEmpty).toMatchObject({ firstBadSeq: null, entries: [], length: 0 });
  });

  test('is valid again once repaired', async () => {
    const chain = await chainOf(20);
    const { detail } = await entries(chain, 8).row();
    await entries(chain, 8).set({ detail: '{}' });
    expect(await verdict(chain)).toBe(8);
    await entries(chain, 8).set({ detail });
    expect(await verdict(chain)).toBeNull();
  });

  test('is verified in full once, then by a slice and its new entries', async () => {
    const chain = await chainOf(3200);
    const checked = async () => (await read(chain)).entriesChecked;
    expect(await checked()).toBe(3200 + 5);
    for (let i = 0; i < 3; i++) expect(await checked()).toBe(1000 + 5);
    expect(await checked()).toBe(200 + 5);
    await append(chain, 7);
    expect(await checked()).toBe(1000 + 7 + 5);
  });

  /** Tampers as by editing the database file or disabling the triggers. */
  async function bypassingTriggers(tamper: () => Promise<unknown>): Promise<void> {
    if (database.kind === 'postgres') {
      await sql`alter table audit_entries disable trigger user`.execute(catalog.db);
      await tamper();
      await sql`alter table audit_entries enable trigger user`.execute(catalog.db);
      return;
    }
    const made = await sql<{ name: string; sql: string }>`
      select name, sql from sqlite_master where type = 'trigger'`.execute(catalog.db);
    for (const { name } of made.rows) await sql`drop trigger ${sql.id(name)}`.execute(catalog.db);
    await tamper();
    for (const { sql: text } of made.rows) await sql.raw(text).execute(catalog.db);
  }

  test('reports alterations that bypass the triggers, at once on the page and otherwise within a round of reads', async () => {
    const chain = await chainOf(3200);
    await read(chain);
    await bypassingTriggers(() => entries(chain, 2100).set({ detail: '{}' }));
    const { nextCursor } = await read(chain, { limit: 1000 });
    const second = await read(chain, { limit: 1000, cursor: nextCursor as string });
    expect(second.firstBadSeq).toBe(2100);
    expect(await verdict(chain)).toBe(2100);

    const other = await chainOf(3200);
    await read(other);
    await bypassingTriggers(() => entries(other, 2100).set({ detail: '{}' }));
    const verdicts = [await verdict(other), await verdict(other), await verdict(other), await verdict(other)];
    expect(verdicts).toEqual([null, null, 2100, 2100]);
  });

  test('reports at once that its last entry was removed bypassing the triggers', async () => {
    const chain = await chainOf(20);
    await read(chain);
    await bypassingTriggers(() => entries(chain, 20).remove());
    expect(await verdict(chain)).toBe(20);
  });

  test('is valid to readers while writers append', async () => {
    const chain = await chainOf(1);
    let writing = true;
    const writers = Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let i = 0; i < 25; i++) await append(chain, 3);
      }),
    ).finally(() => {
      writing = false;
    });
    const readUntilWritten = async () => {
      do expect(await verdict(chain)).toBeNull();
      while (writing);
    };
    await Promise.all([writers, readUntilWritten(), readUntilWritten()]);
    expect(await read(chain)).toMatchObject({ firstBadSeq: null, length: 301 });
  });

  test('does not count as verified if an entry is altered during verification', async () => {
    const chain = await chainOf(3000);
    const reading = read(chain);
    const tampering = entries(chain, 1).set({ detail: '{}' });
    await Promise.all([reading, tampering]);
    expect(await verdict(chain)).toBe(1);
  });

  if (database.kind === 'sqlite') {
    test('reports entries replaced in one statement, which fires no delete trigger', async () => {
      const chain = await chainOf(20);
      await read(chain);
      await sql`
        insert or replace into audit_entries
        select chain, seq, at, 'usr_9', credential_id, request_id, action, target, detail, prev_hash, hash
        from audit_entries where chain = ${chain} and seq = 3`.execute(catalog.db);
      const { disturbances } = await catalog.db
        .selectFrom('audit_chains')
        .select('disturbances')
        .where('chain', '=', chain)
        .executeTakeFirstOrThrow();
      expect([disturbances, await verdict(chain)]).toEqual([1, 3]);
    });
  } else {
    test('reports entries replaced after truncating the table', async () => {
      const chain = await chainOf(3);
      await read(chain);
      const rows = await Promise.all([1, 2, 3].map((seq) => entries(chain, seq).row()));
      await sql`truncate audit_entries`.execute(catalog.db);
      expect(await verdict(chain)).toBe(1);
      await catalog.db
        .insertInto('audit_entries')
        .values(rows.map((row) => ({ ...row, user_id: 'usr_9' })))
        .execute();
      expect(await verdict(chain)).toBe(1);
    });
  }
});
