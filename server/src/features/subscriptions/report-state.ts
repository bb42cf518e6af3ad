import { createHash } from 'node:crypto';
import { chartsById } from '../../catalog/chart-records.js';
import type { Db } from '../../catalog/db.js';
import { findSheet } from '../../catalog/sheet-records.js';
import { chartsIn, tablesIn } from '../../core/sheet-blocks.js';

/** Which versions of which tables a report shows; another as soon as one of them changes, whatever of it. */
export async function reportState(
  db: Db,
  { workbook_id: workbookId, sheet_id }: { workbook_id: string; sheet_id: string },
): Promise<string> {
  const sheet = await findSheet(db, workbookId, sheet_id);
  const blocks = sheet?.blocks ?? [];
  const charts = await chartsById(db, workbookId, chartsIn(blocks));
  const shown = new Set([...tablesIn(blocks), ...charts.map(({ table_id }) => table_id)]);
  const tables =
    shown.size === 0
      ? []
      : await db
          .selectFrom('tables')
          .select(['id', 'edit_version'])
          .where('id', 'in', [...shown])
          .orderBy('id')
          .execute();
  const versions = tables.map(({ id, edit_version }) => [id, Number(edit_version)]);
  return createHash('sha256').update(JSON.stringify(versions)).digest('base64url');
}
