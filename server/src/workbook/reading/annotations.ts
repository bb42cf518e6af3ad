import type { Selectable } from 'kysely';
import type { Db } from '../../catalog/db.js';
import type { Schema } from '../../catalog/schema.js';
import type { CellStyle } from '../../core/cell-style.js';
import type { GovernedColumn, GovernedTable } from '../governance/governed-tables.js';

/** A style and a note on a cell, a whole column (`rowId` null) or a whole row (`column` null). */
export interface Annotation {
  rowId: number | null;
  column: GovernedColumn | null;
  style: CellStyle;
  note: string | null;
}

/** A target as the catalog stores it. */
export interface AnnotationPlace {
  /** Zero for the whole column. */
  rowId: number;
  /** Empty for the whole row. */
  columnId: string;
}

type AnnotationRecord = Selectable<Schema['annotations']>;

/** Every annotation of a table that the caller may see. */
export async function readAnnotations(db: Db, table: GovernedTable): Promise<Annotation[]> {
  const rows = await db
    .selectFrom('annotations')
    .selectAll()
    .where('table_id', '=', table.record.id)
    .execute();
  return visible(table, rows);
}

/** The visible annotations, in the order of row and column. */
export async function pageOfAnnotations(
  db: Db,
  table: GovernedTable,
  page: { after: AnnotationPlace | undefined; limit: number },
): Promise<{ annotations: Annotation[]; next: AnnotationPlace | undefined }> {
  const { limit, after = { rowId: -1, columnId: '' } } = page;
  // Only visible ones are paged: a cursor on a hidden annotation would reveal it.
  const visibleIds = ['', ...openColumns(table).map(({ id }) => id)];
  const rows = await db
    .selectFrom('annotations')
    .selectAll()
    .where('table_id', '=', table.record.id)
    .where('column_id', 'in', visibleIds)
    .where((eb) =>
      eb.or([
        eb('row_id', '>', after.rowId),
        eb.and([eb('row_id', '=', after.rowId), eb('column_id', '>', after.columnId)]),
      ]),
    )
    .orderBy('row_id')
    .orderBy('column_id')
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    annotations: visible(table, shown),
    next: last && { rowId: last.row_id, columnId: last.column_id },
  };
}

/** Annotations of a masked column could reveal its cells, so they are hidden too. */
function openColumns({ columns }: GovernedTable): GovernedColumn[] {
  return columns.filter(({ masked }) => !masked);
}

function visible(table: GovernedTable, rows: AnnotationRecord[]): Annotation[] {
  const columns = new Map(openColumns(table).map((column) => [column.id, column]));
  return rows.flatMap(({ row_id, column_id, style, note }) => {
    const column = column_id === '' ? null : columns.get(column_id);
    if (column === undefined) return [];
    return [{ rowId: row_id === 0 ? null : row_id, column, style: JSON.parse(style) as CellStyle, note }];
  });
}
