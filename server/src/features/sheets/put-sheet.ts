import type { Static } from '@sinclair/typebox';
import type { SheetSpec } from '@workbook-data-service/contract/sheets';
import { nameFault } from '@workbook-data-service/sheets/names';
import { type CommitOptions, change } from '../../catalog/change.js';
import { findSheet, putSheetRecord, type SheetRecord } from '../../catalog/sheet-records.js';
import { refuseName } from '../../core/given-names.js';
import { newId } from '../../core/ids.js';
import type { Caller } from '../caller.js';
import type { SheetPlace } from '../places.js';
import type { Service } from '../service.js';
import { checkBlocks } from './check-blocks.js';
import { type SheetView, viewSheet } from './sheet-view.js';

export interface SheetInput {
  title: string | null;
  spec: Static<typeof SheetSpec>;
  actor?: string | null | undefined;
}

export interface PutSheet {
  sheet: SheetView;
  /** Whether there was a sheet with that name. */
  isReplaced: boolean;
}

/** Makes a sheet, or gives the one with that name another title and other blocks. It copies no data. */
export async function putSheet(
  service: Service,
  caller: Caller,
  { workbookId, sheet: name }: SheetPlace,
  { title, spec, actor }: SheetInput,
  commit: CommitOptions,
): Promise<PutSheet> {
  refuseName(nameFault(name), '/name');
  const { blocks, referents } = await checkBlocks(service, caller, workbookId, spec.blocks);
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const operation = { operation: 'putSheet', input: { sheet: name, title, spec } } as const;
      const opId = await c.op({ workbookId, kind: 'sheet.put', actor, operation });
      const before = await findSheet(c.tx, workbookId, name);
      const sheet: SheetRecord = {
        id: newId('sht'),
        workbook_id: workbookId,
        created_at: c.at,
        created_by: caller.userId,
        ...before,
        name: before?.id === name ? before.name : name.normalize('NFC'),
        title,
        blocks,
        updated_at: c.at,
      };
      await putSheetRecord(c, sheet);
      await c.audit({ chain: workbookId, action: 'sheet.put', target: sheet.id, detail: { op_id: opId } });
      return { sheet: viewSheet(sheet, referents), isReplaced: before !== undefined };
    },
    commit,
  );
}
