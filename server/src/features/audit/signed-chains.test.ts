import { afterAll, beforeAll, expect, test } from 'vitest';
import { author, newWorkbook } from '../../../test-support/catalog.js';
import { describeEachDatabase, type FreshDatabase } from '../../../test-support/databases.js';
import { anchorGrownChains } from '../../catalog/anchors.js';
import type { Catalog } from '../../catalog/catalog.js';
import { change } from '../../catalog/change.js';
import { openCatalog } from '../../catalog/open-catalog.js';
import { openServiceKeys } from '../../catalog/service-keys.js';
import { genesisHash, seal } from '../../core/audit-chain.js';
import { newId } from '../../core/ids.js';
import { AccessLog } from './access-log.js';
import { readAuditLog } from './read-audit-log.js';

const [oldKey, newKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

describeEachDatabase('a signed audit chain', (database) => {
  let place: FreshDatabase;
  let catalog: Catalog;
  const open = (keys: { auditKey: Buffer; previousAuditKey?: Buffer }) =>
    openCatalog({ ...place, keys: openServiceKeys({ ...place, secretKey: oldKey, ...keys }) });
  beforeAll(async () => {
    place = await database.fresh();
    catalog = await open({ auditKey: oldKey });
  });
  afterAll(() => catalog.close());

  const append = (chain: string, entries: number) =>
    change(catalog, author, async (c) => {
      for (let i = 0; i < entries; i++) await c.audit({ chain, action: 'workbook.updated', detail: { i } });
    });
  const firstBad = async (chain: string) =>
    (await readAuditLog({ catalog }, { id: chain, isNeverEmpty: true }, { limit: 5 })).firstBadSeq;
  const rows = (chain: string) =>
    catalog.db.selectFrom('audit_entries').selectAll().where('chain', '=', chain).orderBy('seq').execute();
  const setHead = (
    chain: string,
    values: { length?: number; head_hash?: string; head_mac?: string | null },
  ) => catalog.db.updateTable('audit_chains').set(values).where('chain', '=', chain).execute();

  /** Alters an entry and recomputes all later hashes, as anyone with write access to the database can. */
  async function reseal(chain: string, seq: number): Promise<void> {
    let previous = genesisHash;
    for (const row of await rows(chain)) {
      const detail = row.seq === seq ? '{"i":99}' : row.detail;
      const who = { userId: row.user_id, credentialId: row.credential_id, requestId: row.request_id };
      const { prevHash, hash } = seal({ ...row, ...who, detail }, previous);
      await catalog.db
        .updateTable('audit_entries')
        .set({ detail, prev_hash: prevHash, hash })
        .where('chain', '=', chain)
        .where('seq', '=', row.seq)
        .execute();
      previous = hash;
    }
    await setHead(chain, { head_hash: previous });
  }
  async function cutOff(chain: string, length: number): Promise<void> {
    const head = (await rows(chain))[length - 1];
    await catalog.db
      .deleteFrom('audit_entries')
      .where('chain', '=', chain)
      .where('seq', '>', length)
      .execute();
    await setHead(chain, { length, head_hash: head?.hash as string });
  }

  test.each([
    ['rehashed after an entry was altered', (chain: string) => reseal(chain, 3)],
    ['truncated together with its head', (chain: string) => cutOff(chain, 7)],
    ['left without a signature', (chain: string) => setHead(chain, { head_mac: null })],
  ])('that is %s is broken, and stays broken when entries are appended', async (_, tamper) => {
    const chain = newId('acc');
    await append(chain, 10);
    expect(await firstBad(chain)).toBeNull();
    await tamper(chain);
    expect(await firstBad(chain)).not.toBeNull();
    await append(chain, 2);
    expect(await firstBad(chain)).not.toBeNull();
  });

  test('that is restored to an earlier state is detected by its anchor in the chain of the account', async () => {
    const { workbookId } = await newWorkbook(catalog);
    await append(workbookId, 5);
    const before = await catalog.db
      .selectFrom('audit_chains')
      .select(['length', 'head_hash', 'head_mac'])
      .where('chain', '=', workbookId)
      .executeTakeFirstOrThrow();
    await append(workbookId, 3);
    await anchorGrownChains(catalog);
    await anchorGrownChains(catalog);
    const anchors = await catalog.db
      .selectFrom('audit_entries')
      .select('detail')
      .where('action', '=', 'audit.anchor')
      .where('target', '=', workbookId)
      .execute();
    expect(anchors).toHaveLength(1);
    expect(await firstBad(workbookId)).toBeNull();

    await catalog.db
      .deleteFrom('audit_entries')
      .where('chain', '=', workbookId)
      .where('seq', '>', 5)
      .execute();
    await setHead(workbookId, before);
    expect(await firstBad(workbookId)).toBe(6);
    await append(workbookId, 3);
    expect(await firstBad(workbookId)).toBe(8);
  });

  test('records the reads of a caller as one entry', async () => {
    const { workbookId } = await newWorkbook(catalog);
    const log = new AccessLog(catalog, () => {});
    const read = { workbookId, userId: 'usr_1', credentialId: 'tok_1', action: 'data.read' as const };
    for (let i = 0; i < 3; i++) log.record({ ...read, operation: 'readRows', tableIds: ['tbl_1'] });
    log.record({ ...read, operation: 'query', tableIds: ['tbl_2', 'tbl_1'] });
    log.record({ ...read, workbookId: 'wb_none', operation: 'query', tableIds: [] });
    await log.close();
    const [entry, ...more] = await rows(workbookId);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ action: 'data.read', user_id: 'usr_1', credential_id: 'tok_1' });
    expect(JSON.parse(entry?.detail ?? '').requests).toEqual([
      { operation: 'readRows', tables: ['tbl_1'], requests: 3 },
      { operation: 'query', tables: ['tbl_1', 'tbl_2'], requests: 1 },
    ]);
    expect(await rows('wb_none')).toEqual([]);
  });

  test('moves to a new key on one start, and a broken chain stays broken', async () => {
    const [sound, broken] = [newId('acc'), newId('acc')];
    await append(sound, 3);
    await append(broken, 3);
    await reseal(broken, 2);
    await catalog.close();
    catalog = await open({ auditKey: newKey, previousAuditKey: oldKey });
    expect([await firstBad(sound), await firstBad(broken)]).toEqual([null, 3]);
    await append(sound, 1);
    await catalog.close();
    await expect(open({ auditKey: oldKey })).rejects.toThrow(/sealed with another key/);
    catalog = await open({ auditKey: newKey });
    expect(await firstBad(sound)).toBeNull();
  });

  test('older than the key is sealed once, with an entry that says so', async () => {
    const chain = newId('acc');
    await append(chain, 3);
    await setHead(chain, { head_mac: null });
    await catalog.db.deleteFrom('settings').where('key', '=', 'audit_key_check').execute();
    await catalog.close();
    catalog = await open({ auditKey: newKey });
    expect(await firstBad(chain)).toBeNull();
    const entries = await rows(chain);
    expect(entries.map(({ action }) => action)).toEqual([
      ...Array(3).fill('workbook.updated'),
      'audit.sealed',
    ]);
    await reseal(chain, 2);
    expect(await firstBad(chain)).toBe(4);
  });
});
