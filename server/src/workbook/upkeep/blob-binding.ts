import { randomUUID } from 'node:crypto';
import type { BlobStore } from '../../blobs/blob-store.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { Tx } from '../../catalog/db.js';
import { StartupError } from '../../core/startup-error.js';

/**
 * A catalog and a blob store that belong together have the same id. The catalog also counts its sweeps, and
 * writes the count to the store, so that a copy of the catalog notices that another one has swept since.
 */
interface Binding {
  id: string;
  sweeps: number;
}

/** As recorded in the catalog. `replaces` is the former marker of the store, until the new one is written. */
interface CatalogBinding extends Binding {
  replaces?: string | null;
}

const SETTING = 'blob_store';
/** The value of SVC_ADOPT_BLOB_STORE for a store without a marker. */
const UNMARKED = 'unmarked';

export class ForeignBlobStore extends StartupError {
  override readonly name = 'ForeignBlobStore';
  constructor(finding: string, found: string | null) {
    super(
      `${finding} Check SVC_DATABASE_URL, SVC_BLOB_URL and SVC_DATA_DIR. If this catalog is to take over the store, ` +
        `start once with SVC_ADOPT_BLOB_STORE=${found ?? UNMARKED}; see "Catalog and blob store" in docs/operations.md.`,
    );
  }
}

type Decision = { use: CatalogBinding } | { bind: { replaces: string | null } } | { refuse: string };

/** Decides from the markers of catalog and store whether to use, bind or refuse the store. */
export function decideBinding(known: {
  catalog: CatalogBinding | undefined;
  store: Binding | undefined;
  catalogIsNew: boolean;
  catalogRefersToBlobs: boolean;
  storeIsEmpty: boolean;
  adopt: string | undefined;
}): Decision {
  const { catalog, store, adopt } = known;
  const found = store?.id ?? null;
  if (catalog && catalog.id === found && (store?.sweeps ?? 0) <= catalog.sweeps) return { use: catalog };
  if (adopt === (found ?? UNMARKED)) return { bind: { replaces: found } };
  // An earlier start bound them and was interrupted before it marked the store.
  if (catalog?.replaces !== undefined && catalog.replaces === found) return { use: catalog };
  // An older copy of the catalog may serve requests, but must not sweep.
  if (catalog && catalog.id === found) return { use: catalog };
  if (catalog && found === null)
    return { refuse: 'The blob store is not the one that this catalog belongs to: it has no marker.' };
  if (catalog) return { refuse: 'The blob store belongs to another catalog.' };
  if (found !== null)
    return { refuse: 'The blob store belongs to another catalog than this one, which is new.' };
  if (known.catalogIsNew && !known.storeIsEmpty)
    return { refuse: 'The catalog is new, but the blob store holds the blobs of another.' };
  if (known.catalogRefersToBlobs && known.storeIsEmpty)
    return { refuse: 'The blob store is empty, but the catalog refers to blobs.' };
  return { bind: { replaces: null } };
}

interface Stores {
  catalog: Catalog;
  blobs: BlobStore;
}

/** Checks at start that catalog and store belong together, and binds them if they are new. */
export async function bindBlobStore({ catalog, blobs }: Stores, adopt: string | undefined): Promise<void> {
  const bound = await catalog.transaction(async (tx) => {
    // Before the marker: another node may be binding the two, and the lock waits until it has.
    const known = await readSetting(tx);
    const store = parse(await blobs.readMarker());
    const decision = decideBinding({
      catalog: known,
      store,
      catalogIsNew: !(await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()),
      catalogRefersToBlobs: !!(await tx.selectFrom('blobs').select('hash').limit(1).executeTakeFirst()),
      storeIsEmpty: await isEmpty(blobs),
      adopt,
    });
    if ('refuse' in decision) throw new ForeignBlobStore(decision.refuse, store?.id ?? null);
    if ('use' in decision) return decision.use;
    const fresh: CatalogBinding = { id: randomUUID(), sweeps: 0, ...decision.bind };
    await writeSetting(tx, fresh);
    return fresh;
  });
  if (bound.replaces === undefined) return;
  // Nodes that start together may all get here; they write the same marker.
  await blobs.writeMarker(JSON.stringify({ id: bound.id, sweeps: bound.sweeps }));
  await catalog.transaction(async (tx) => {
    const current = await readSetting(tx);
    if (current?.id === bound.id) await writeSetting(tx, { id: current.id, sweeps: current.sweeps });
  });
}

/** Makes a store the catalog's own: for a copy of its store that has come with it, as from a backup. */
export async function markOwnStore({ catalog, blobs }: Stores): Promise<void> {
  const own = await catalog.transaction(readSetting);
  if (own) await blobs.writeMarker(JSON.stringify({ id: own.id, sweeps: own.sweeps }));
}

/** Counts a sweep in catalog and store; false if another catalog has swept or taken over the store. */
export async function beginSweep({ catalog, blobs }: Stores): Promise<boolean> {
  const store = parse(await blobs.readMarker());
  const next = await catalog.transaction(async (tx) => {
    const own = await readSetting(tx);
    if (!own || store?.id !== own.id || store.sweeps > own.sweeps) return undefined;
    const counted = { id: own.id, sweeps: own.sweeps + 1 };
    await writeSetting(tx, counted);
    return counted;
  });
  if (next) await blobs.writeMarker(JSON.stringify(next));
  return next !== undefined;
}

/** Locks the row, so that nodes that bind or sweep at the same time take turns. */
async function readSetting(tx: Tx): Promise<CatalogBinding | undefined> {
  await tx
    .insertInto('settings')
    .values({ key: SETTING, value: '' })
    .onConflict((oc) => oc.column('key').doUpdateSet((eb) => ({ value: eb.ref('settings.value') })))
    .execute();
  const { value } = await tx
    .selectFrom('settings')
    .select('value')
    .where('key', '=', SETTING)
    .executeTakeFirstOrThrow();
  return value === '' ? undefined : (JSON.parse(value) as CatalogBinding);
}

async function writeSetting(tx: Tx, binding: CatalogBinding): Promise<void> {
  await tx
    .updateTable('settings')
    .set({ value: JSON.stringify(binding) })
    .where('key', '=', SETTING)
    .execute();
}

function parse(marker: string | undefined): Binding | undefined {
  return marker === undefined ? undefined : (JSON.parse(marker) as Binding);
}

async function isEmpty(blobs: BlobStore): Promise<boolean> {
  for await (const _ of blobs.list()) return false;
  return true;
}
