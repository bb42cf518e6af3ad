import { expect, test } from 'vitest';
import { author, newWorkbook } from '../../test-support/catalog.js';
import { describeEachDatabase } from '../../test-support/databases.js';
import { type Change, change } from './change.js';
import {
  deleteLink,
  findLink,
  findLinkOfDriveFile,
  findLinkOfSource,
  insertLink,
  insertLinkVersion,
  latestVersionNumber,
  linksBefore,
  localLinksNamed,
} from './file-links.js';
import { openCatalog } from './open-catalog.js';
import { deleteSourceRecord, insertSourceRecord } from './source-records.js';

const at = '2026-01-01T00:00:00.000Z';
const made = { created_at: at, created_by: 'usr_1' };

describeEachDatabase('tracked files', (database) => {
  test('are found with their versions in order, and go with their source', async () => {
    const catalog = await openCatalog(await database.fresh());
    const { db } = catalog;
    const { workbookId } = await newWorkbook(catalog);
    const write = (work: (c: Change) => Promise<unknown>) =>
      change(catalog, author, async (c) => {
        await work(c);
        await c.audit({ chain: workbookId, action: 'workbook.updated' });
      });
    const addVersion = (c: Change, link_id: string, n: number) =>
      insertLinkVersion(c, {
        link_id,
        n,
        kind: 'link',
        filename: 'a.csv',
        blob_hash: `hash${n}`,
        size: n,
        modified_by: null,
        modified: null,
        external_version: null,
        snapshot_id: null,
        op_id: n,
        synced_at: at,
        created_by: 'usr_1',
      });
    const track = (c: Change, i: number, provider: 'local' | 'microsoft', external_id: string | null) =>
      insertLink(c, {
        id: `lnk_${i}`,
        workbook_id: workbookId,
        source_id: `src_${i}`,
        filename: 'a.csv',
        provider,
        external_id,
        origin: '',
        ...made,
      });
    await write(async (c) => {
      for (const i of [1, 2, 3])
        await insertSourceRecord(c, {
          id: `src_${i}`,
          workbook_id: workbookId,
          name: `${i}.csv`,
          filename: 'a.csv',
          blob_hash: `file${i}`,
          size: 1,
          format: null,
          reader: null,
          mode: 'auto',
          status: 'materialized',
          failure: null,
          provenance: null,
          ...made,
        });
      await track(c, 1, 'local', null);
      await track(c, 2, 'microsoft', 'x');
      for (const n of [2, 10, 1]) await addVersion(c, 'lnk_1', n);
    });

    expect((await findLink(db, workbookId, 'lnk_1'))?.versions.map(({ n }) => n)).toEqual([1, 2, 10]);
    expect([await latestVersionNumber(db, 'lnk_1'), await latestVersionNumber(db, 'lnk_2')]).toEqual([
      10,
      undefined,
    ]);
    expect(await findLink(db, 'wb_other', 'lnk_1')).toBeUndefined();
    expect((await findLinkOfSource(db, 'src_2'))?.id).toBe('lnk_2');
    expect((await findLinkOfDriveFile(db, workbookId, 'microsoft', 'x'))?.id).toBe('lnk_2');
    expect(await findLinkOfDriveFile(db, workbookId, 'google_drive', 'x')).toBeUndefined();
    expect((await localLinksNamed(db, workbookId, 'a.csv')).map(({ id }) => id)).toEqual(['lnk_1']);
    const page = async (before?: string) =>
      (await linksBefore(db, workbookId, { before, limit: 2 })).map(
        ({ id, versionCount }) => `${id} ${versionCount}`,
      );
    expect([await page(), await page('lnk_2')]).toEqual([['lnk_2 0', 'lnk_1 3'], ['lnk_1 3']]);

    await expect(write((c) => addVersion(c, 'lnk_1', 10))).rejects.toThrow();
    await write((c) => deleteSourceRecord(c, 'src_1'));
    expect(await page()).toEqual(['lnk_2 0']);
    await write(async (c) =>
      expect([await deleteLink(c, 'lnk_2'), await deleteLink(c, 'lnk_2')]).toEqual([true, false]),
    );
    expect(await page()).toEqual([]);
    await catalog.close();
  });
});
