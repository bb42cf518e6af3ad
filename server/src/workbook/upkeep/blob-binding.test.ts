import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeEachDatabase } from '../../../test-support/databases.js';
import { openBlobStore } from '../../blobs/open-blob-store.js';
import { openCatalog } from '../../catalog/open-catalog.js';
import { beginSweep, bindBlobStore, decideBinding, ForeignBlobStore } from './blob-binding.js';

const unknown = {
  catalog: undefined,
  store: undefined,
  catalogIsNew: true,
  catalogRefersToBlobs: false,
  storeIsEmpty: true,
  adopt: undefined,
};
const own = { id: 'a', sweeps: 3 };

test.each([
  ['both are new', {}],
  [
    'both are from an earlier release',
    { catalogIsNew: false, catalogRefersToBlobs: true, storeIsEmpty: false },
  ],
  ['the store is adopted', { store: { id: 'b', sweeps: 9 }, adopt: 'b' }],
  ['an older copy of the catalog takes over', { catalog: own, store: { id: 'a', sweeps: 9 }, adopt: 'a' }],
  ['a store without a marker is adopted', { catalog: own, adopt: 'unmarked' }],
])('catalog and store are bound where %s', (_, known) => {
  expect(decideBinding({ ...unknown, ...known })).toHaveProperty('bind');
});

test.each([
  ['say the same', { catalog: own, store: own }],
  ['say the same, though the store has missed a sweep', { catalog: own, store: { id: 'a', sweeps: 2 } }],
  ['belong together, though this is an older copy', { catalog: own, store: { id: 'a', sweeps: 9 } }],
  ['were being bound when the start was cut off', { catalog: { ...own, replaces: null } }],
])('catalog and store are used that %s', (_, known) => {
  expect(decideBinding({ ...unknown, ...known })).toHaveProperty('use');
});

test.each([
  ['the catalog is new and the store full', { storeIsEmpty: false }],
  ['the catalog is new and the store marked', { store: own, storeIsEmpty: false }],
  ['the store is another one', { catalog: own, store: { id: 'b', sweeps: 1 } }],
  ['the store has lost its marker', { catalog: own }],
  ['the store is empty and the catalog is not', { catalogIsNew: false, catalogRefersToBlobs: true }],
  ['another store was adopted', { catalog: own, store: { id: 'b', sweeps: 1 }, adopt: 'c' }],
])('a start is refused where %s', (_, known) => {
  expect(decideBinding({ ...unknown, ...known })).toHaveProperty('refuse');
});

describeEachDatabase('a blob store', (database) => {
  const storeIn = (dataDir: string) => openBlobStore({ dataDir, cacheDir: join(dataDir, 'cache') });

  test('is bound once, by nodes that start together, and then refused to another catalog', async () => {
    const blobs = await storeIn(await mkdtemp(join(tmpdir(), 'binding-')));
    const first = await openCatalog(await database.fresh());
    await Promise.all(
      Array.from({ length: 20 }).map(() => bindBlobStore({ catalog: first, blobs }, undefined)),
    );
    const marker = await blobs.readMarker();
    await bindBlobStore({ catalog: first, blobs }, undefined);
    expect(await blobs.readMarker()).toBe(marker);

    const second = await openCatalog(await database.fresh());
    await expect(bindBlobStore({ catalog: second, blobs }, undefined)).rejects.toThrow(ForeignBlobStore);
    const { id } = JSON.parse(marker as string) as { id: string };
    await bindBlobStore({ catalog: second, blobs }, id);
    expect(await beginSweep({ catalog: second, blobs })).toBe(true);
    // The setting applies once: the catalog that lost the store is refused, and does not take it back.
    await expect(bindBlobStore({ catalog: first, blobs }, id)).rejects.toThrow(ForeignBlobStore);
    expect(await beginSweep({ catalog: first, blobs })).toBe(false);
    for (const catalog of [first, second]) await catalog.close();
  });

  test('of two copies of a catalog only one sweeps it', async () => {
    const blobs = await storeIn(await mkdtemp(join(tmpdir(), 'binding-')));
    const [live, copy] = [
      await openCatalog(await database.fresh()),
      await openCatalog(await database.fresh()),
    ];
    await bindBlobStore({ catalog: live, blobs }, undefined);
    const settings = await live.db
      .selectFrom('settings')
      .selectAll()
      .where('key', '=', 'blob_store')
      .execute();
    await copy.db.insertInto('settings').values(settings).execute();
    expect(await beginSweep({ catalog: live, blobs })).toBe(true);
    await bindBlobStore({ catalog: copy, blobs }, undefined);
    expect(await beginSweep({ catalog: copy, blobs })).toBe(false);
    expect(await beginSweep({ catalog: live, blobs })).toBe(true);
    for (const catalog of [live, copy]) await catalog.close();
  });
});
