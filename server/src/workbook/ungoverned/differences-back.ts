import type { Cells, CellValue } from '@workbook-data-service/sheets/values';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { areMostRowsEdited } from '../../catalog/row-edits.js';
import type { ColumnRecord, TableRecord } from '../../catalog/tables.js';
import { identifier } from '../../core/sql-text.js';
import { SEGMENT_DEADLINE_MS } from '../store-segment.js';
import type { Stores } from '../stores.js';
import type { RowChange } from '../writing/write-tables.js';
import { physicalRelation } from './physical-relation.js';

/** More columns take long to load, and more cells do not fit a message. */
const MAX_COLUMNS = 256;
const MAX_CELLS = 2_000_000;

type Counts = { gone: number; back: number; changed: number; odd: number } & Record<string, number>;
type ChangedRow = { row_id: number } & Record<string, CellValue>;

const ID = identifier(ROW_ID);
const JOINED = `then_rows t full join now_rows n on t.${ID} = n.${ID}`;

/**
 * The changes that give a table its rows at an earlier version again, found by comparing all rows of both. Undefined
 * where reading just the edited rows takes less time, or where values are not what JSON shows of them.
 */
export async function differencesBack(
  { engine, catalog }: Stores,
  table: TableRecord,
  version: number,
  columns: readonly ColumnRecord[],
): Promise<RowChange[] | undefined> {
  const span = { after: version, upTo: table.edit_version };
  if (columns.length > MAX_COLUMNS || !(await areMostRowsEdited(catalog.db, table, span))) return undefined;
  const read = async <Row>(sql: string, limit: number): Promise<Row[]> => {
    if (limit === 0) return [];
    const { page } = await engine.read({
      workbookId: table.workbook_id,
      relations: [
        { ...physicalRelation(table, version, columns), name: 'then_rows' },
        { ...physicalRelation(table, table.edit_version, columns), name: 'now_rows' },
      ],
      sql,
      output: { kind: 'page', format: 'json', limit, keys: 0 },
      deadlineMs: SEGMENT_DEADLINE_MS,
    });
    return JSON.parse(page as string) as Row[];
  };
  const [counts] = await read<Counts>(countsSql(columns), 1);
  if (!counts || counts.odd > 0) return undefined;
  const changed = columns.filter((_, i) => (counts[`changed_${i}`] ?? 0) > 0);
  if (counts.changed * changed.length + counts.back * columns.length > MAX_CELLS) return undefined;
  const gone = await read<ChangedRow>(
    `select n.${ID} as row_id from now_rows n anti join then_rows t on t.${ID} = n.${ID}`,
    counts.gone,
  );
  const back = await read<ChangedRow>(
    `select t.${ID} as row_id, ${columns.map(cellOf).join(', ')} from then_rows t anti join now_rows n on t.${ID} = n.${ID}`,
    counts.back,
  );
  const updated = await read<ChangedRow>(updatedSql(changed), counts.changed);
  return [
    ...gone.map(({ row_id }): RowChange => ({ kind: 'delete', rowId: row_id })),
    ...back.map((row): RowChange => ({ kind: 'insert', rowId: row.row_id, after: cellsOf(row, columns) })),
    ...updated.map((row): RowChange => {
      const differing = changed.filter((_, i) => row[`differs_${i}`] === true);
      return { kind: 'update', rowId: row.row_id, after: cellsOf(row, differing) };
    }),
  ];
}

function countsSql(columns: readonly ColumnRecord[]): string {
  const isBoth = `t.${ID} is not null and n.${ID} is not null`;
  const differs = columns.map(differsSql);
  const odd = columns.flatMap(oddSql);
  return `select count(*) filter (t.${ID} is null) as gone, count(*) filter (n.${ID} is null) as back,
      count(*) filter (${isBoth} and (${anyOf(differs)})) as changed, count(*) filter (${anyOf(odd)}) as odd
      ${differs.map((sql, i) => `, count(*) filter (${isBoth} and ${sql}) as changed_${i}`).join('')}
    from ${JOINED}`;
}

function updatedSql(changed: readonly ColumnRecord[]): string {
  const differs = changed.map(differsSql);
  return `select t.${ID} as row_id, ${changed.map(cellOf).join(', ')}
      ${differs.map((sql, i) => `, ${sql} as differs_${i}`).join('')}
    from then_rows t join now_rows n on t.${ID} = n.${ID} where ${anyOf(differs)}`;
}

const cellOf = ({ id }: ColumnRecord): string => `t.${identifier(id)}`;

const differsSql = ({ id }: ColumnRecord): string =>
  `(t.${identifier(id)} is distinct from n.${identifier(id)})`;

/** Infinities and NaN, which JSON lacks, and years of five digits. */
function oddSql({ id, type }: ColumnRecord): string[] {
  const cell = `t.${identifier(id)}`;
  if (type === 'DOUBLE') return [`not isfinite(${cell})`];
  if (type !== 'DATE' && !type.startsWith('TIMESTAMP')) return [];
  return [`not isfinite(${cell})`, `year(${cell}) > 9999`];
}

const anyOf = (conditions: readonly string[]): string => conditions.join(' or ') || 'false';

const cellsOf = (row: ChangedRow, columns: readonly ColumnRecord[]): Cells =>
  Object.fromEntries(columns.map(({ id }) => [id, row[id] ?? null]));
