import type { TableRole } from '@workbook-data-service/structure/parse-spec';
import type { Db } from '../../catalog/db.js';
import type { TableRecord } from '../../catalog/tables.js';

/** A table of a source, and the role that structuring gave it; null for a raw table. */
export interface SourceTable {
  record: TableRecord;
  sheet: string;
  role: TableRole | null;
}

export async function sourceTables(db: Db, sourceId: string): Promise<SourceTable[]> {
  const rows = await db
    .selectFrom('tables')
    .leftJoin('structured_tables', 'structured_tables.table_id', 'tables.id')
    .selectAll('tables')
    .select('structured_tables.role')
    .where('tables.source_id', '=', sourceId)
    .orderBy('tables.id')
    .execute();
  return rows.map(({ role, ...record }) => ({ record, sheet: record.source_sheet ?? '', role }));
}
