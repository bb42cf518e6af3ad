import { say } from '@workbook-data-service/contract/messages';
import { type CommitOptions, change } from '../../catalog/change.js';
import type { Db } from '../../catalog/db.js';
import { nearMiss } from '../../catalog/near-misses.js';
import { deleteSheetRecord, findSheet, type SheetRecord, sheetsOf } from '../../catalog/sheet-records.js';
import { cutPage, type Page, type PageRequest, startOf } from '../../core/paging.js';
import { problem } from '../../core/problems.js';
import type { Caller } from '../caller.js';
import type { SheetPlace } from '../places.js';
import type { Service } from '../service.js';
import { referentsOf } from './sheet-referents.js';
import { type SheetView, viewSheet } from './sheet-view.js';

/** Oldest first. */
export async function listSheets(
  service: Service,
  workbookId: string,
  page: PageRequest,
): Promise<Page<SheetRecord>> {
  const found = await sheetsOf(service.catalog.db, workbookId, {
    after: startOf(page) ?? '',
    limit: page.limit + 1,
  });
  return cutPage(found, page, ({ id }) => id);
}

export async function getSheet(service: Service, caller: Caller, place: SheetPlace): Promise<SheetView> {
  const sheet = await requireSheet(service.catalog.db, place);
  return viewSheet(sheet, await referentsOf(service, caller, place.workbookId, sheet.blocks));
}

/** Deletes a sheet and none of the data that it shows. */
export async function deleteSheet(
  service: Service,
  caller: Caller,
  place: SheetPlace,
  { actor }: { actor?: string | undefined },
  commit: CommitOptions,
): Promise<void> {
  const { workbookId } = place;
  await change(
    service.catalog,
    caller,
    async (c) => {
      const operation = { operation: 'deleteSheet', input: { sheet: place.sheet } } as const;
      const opId = await c.op({ workbookId, kind: 'sheet.delete', actor, operation });
      const { id } = await requireSheet(c.tx, place);
      await deleteSheetRecord(c, id);
      await c.audit({ chain: workbookId, action: 'sheet.deleted', target: id, detail: { op_id: opId } });
    },
    commit,
  );
}

export async function requireSheet(db: Db, { workbookId, sheet }: SheetPlace): Promise<SheetRecord> {
  const found = await findSheet(db, workbookId, sheet);
  if (found) return found;
  throw problem('not-found', say('sheet-unknown', { sheet }), {
    fix: await nearMiss(db, 'sheet', { workbookId, given: sheet, listed: say('fix-sheets') }),
  });
}
