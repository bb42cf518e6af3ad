import { say } from '@workbook-data-service/contract/messages';
import { nearMiss } from '../../catalog/near-misses.js';
import { findLabel, findSnapshot, pinnedTables } from '../../catalog/snapshots.js';
import { nameKey } from '../../catalog/tables.js';
import { didYouMean } from '../../core/did-you-mean.js';
import { problem } from '../../core/problems.js';
import {
  type GovernedTable,
  type ReadableTable,
  requireReadable,
} from '../../workbook/governance/governed-tables.js';
import type { PinnedName } from '../../workbook/reading/tables-of-statement.js';
import type { Caller } from '../caller.js';
import type { TablePlace } from '../places.js';
import type { Service } from '../service.js';

/**
 * A table as it was: at an edit_version, or in the snapshot of a label or an id, by the name or id that it had there,
 * even if it was renamed or deleted since.
 */
export async function tableAsOf(
  service: Service,
  caller: Caller,
  { workbookId, table: name }: TablePlace,
  asOf: string | undefined,
): Promise<ReadableTable> {
  const reader = service.data.as(caller);
  const pins = asOf === undefined ? undefined : await pinsAsOf(service, workbookId, asOf);
  if (pins === undefined || typeof pins === 'number') return await reader.table(workbookId, name, pins);
  const pin =
    pins.find((one) => nameKey(one.name) === nameKey(name)) ?? pins.find(({ tableId }) => tableId === name);
  if (!pin)
    throw problem('not-found', say('table-unknown-as-of', { table: name, moment: asOf ?? '' }), {
      fix: didYouMean(
        name,
        pins.map((one) => one.name),
        say('fix-table-as-of'),
      ),
    });
  const [table] = await reader.pinnedTables(workbookId, [pin]);
  return requireReadable(table as GovernedTable);
}

/** An edit_version, or the tables of the snapshot with that label or id. */
export async function pinsAsOf(
  { catalog }: Service,
  workbookId: string,
  asOf: string,
): Promise<number | PinnedName[]> {
  const version = Number(asOf);
  if (/^\d+$/.test(asOf) && Number.isSafeInteger(version) && version > 0) return version;
  const label = await findLabel(catalog.db, workbookId, asOf);
  const snapshot = await findSnapshot(catalog.db, workbookId, label?.snapshot_id ?? asOf);
  if (!snapshot)
    throw problem('not-found', say('moment-unknown', { moment: asOf }), {
      fix: await nearMiss(catalog.db, 'version', {
        workbookId,
        given: asOf,
        listed: say('fix-moment-unknown'),
      }),
    });
  const tables = await pinnedTables(catalog.db, [snapshot.id]);
  return tables.map(({ name, table_id, edit_version }) => ({
    name,
    tableId: table_id,
    version: edit_version,
  }));
}
