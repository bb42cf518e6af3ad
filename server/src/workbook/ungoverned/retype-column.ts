import { type ColumnType, ROW_ID } from '@workbook-data-service/sheets/values';
import type { StoredSegment } from '../../catalog/segments.js';
import { type ColumnRecord, columnsAt, type TableRecord } from '../../catalog/tables.js';
import { castExpression, lossyCondition } from '../../core/column-changes.js';
import { identifier } from '../../core/sql-text.js';
import { retryingLostFiles } from '../retry-lost-files.js';
import { storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';
import { physicalRelation } from './physical-relation.js';
import { writeSegment } from './write-segment.js';

export interface Retyping {
  table: TableRecord;
  version: number;
  columnId: string;
  type: ColumnType;
  /** Whether values may be rounded or truncated to fit. */
  lossy: boolean;
}

interface Uncastable {
  rowId: number;
  value: string;
  /** The cast value; null if it cannot be cast at all. */
  becomes: string | null;
}

const LONGEST_VALUE = 200;

/** The first `limit` rows whose value does not fit the new type unchanged; only for callers who may see the column. */
export async function findUncastable(
  data: WorkbookData,
  retyping: Retyping,
  limit: number,
): Promise<Uncastable[]> {
  const { catalog, engine, queryTimeoutMs } = storesOf(data);
  const columns = await columnsAt(catalog.db, retyping.table.id, retyping.version);
  const column = columnOf(columns, retyping.columnId);
  const cell = identifier(column.id);
  const cast = castExpression(cell, column.type, retyping.type);
  const refused = retyping.lossy
    ? `${cell} is not null and ${cast} is null`
    : lossyCondition(cell, column.type, retyping.type);
  const reply = await engine.read({
    workbookId: retyping.table.workbook_id,
    relations: [physicalRelation(retyping.table, retyping.version, [column])],
    sql: `select ${identifier(ROW_ID)} as "rowId", left(cast(${cell} as varchar), ${LONGEST_VALUE}) as value,
                 left(cast(${cast} as varchar), ${LONGEST_VALUE}) as becomes
          from rows where ${refused} order by 1 limit ${limit}`,
    output: { kind: 'page', format: 'json', limit, keys: 0 },
    deadlineMs: queryTimeoutMs,
  });
  return JSON.parse(reply.page as string) as Uncastable[];
}

/** Writes a segment of the whole table with the column in its new type. */
export const writeRetyped = retryingLostFiles(
  async (data: WorkbookData, retyping: Retyping): Promise<StoredSegment> => {
    const stores = storesOf(data);
    const columns = await columnsAt(stores.catalog.db, retyping.table.id, retyping.version);
    const cells = columns.map(({ id, type }) =>
      id === retyping.columnId
        ? `${castExpression(identifier(id), type, retyping.type)} as ${identifier(id)}`
        : identifier(id),
    );
    return await writeSegment(
      stores,
      retyping.table.workbook_id,
      [physicalRelation(retyping.table, retyping.version, columns)],
      `select ${[...cells, identifier(ROW_ID)].join(', ')} from rows order by ${identifier(ROW_ID)}`,
    );
  },
);

function columnOf(columns: ColumnRecord[], id: string): ColumnRecord {
  const column = columns.find((candidate) => candidate.id === id);
  if (!column) throw new Error(`no column ${id}`);
  return column;
}
