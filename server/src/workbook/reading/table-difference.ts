import type { Cells, CellValue } from '@workbook-data-service/sheets/values';
import { presentCell, ROW_ID } from '@workbook-data-service/sheets/values';
import { areMostRowsEdited, touchedRows } from '../../catalog/row-edits.js';
import { isRewrittenBetween } from '../../catalog/tables.js';
import { castExpression } from '../../core/column-changes.js';
import { identifier } from '../../core/sql-text.js';
import { type GovernedColumn, type ReadableTable, relationOf } from '../governance/governed-tables.js';
import { retryingLostFiles } from '../retry-lost-files.js';
import { type Stores, storesOf } from '../stores.js';
import { rowStates } from '../ungoverned/row-states.js';
import type { WorkbookData } from '../workbook-data.js';

export interface CellDifference {
  rowId: number;
  /** What became of the row. */
  change: 'insert' | 'update' | 'delete';
  /** The name of the column in the later version. */
  column: string;
  old: CellValue;
  new: CellValue;
}

export interface RowCounts {
  inserted: number;
  deleted: number;
  updated: number;
}

interface TableDifference {
  rows: RowCounts;
  /** At most as many as asked for. */
  cells: CellDifference[];
  truncated: boolean;
}

/** A column whose cells both versions show to the caller. */
interface ComparedColumn {
  before: GovernedColumn;
  after: GovernedColumn;
}

const DEADLINE_MS = 60_000;

/**
 * What differs between two versions of a table, in the columns that the caller may see in both. Where a few edits lie
 * between, just the edited rows are read.
 */
export const tableDifference = retryingLostFiles(
  async (
    data: WorkbookData,
    { before, after }: { before: ReadableTable; after: ReadableTable },
    maxCells: number,
  ): Promise<TableDifference> => {
    const stores = storesOf(data);
    const compared = comparedColumns(before, after);
    const [one, other] = [before.version, after.version];
    const span = { after: Math.min(one, other), upTo: Math.max(one, other) };
    const { db } = stores.catalog;
    const isLogged = !(await isRewrittenBetween(db, before.record.id, span));
    return isLogged && !(await areMostRowsEdited(db, before.record, span))
      ? await compareEditedRows(data, before, after, compared, span, maxCells)
      : await compareAllRows(stores, before, after, compared, maxCells);
  },
);

function comparedColumns(before: ReadableTable, after: ReadableTable): ComparedColumn[] {
  return after.columns.flatMap((column) => {
    const old = before.columns.find(({ id }) => id === column.id);
    return old && !old.masked && !column.masked ? [{ before: old, after: column }] : [];
  });
}

async function compareEditedRows(
  data: WorkbookData,
  before: ReadableTable,
  after: ReadableTable,
  compared: readonly ComparedColumn[],
  span: { after: number; upTo: number },
  maxCells: number,
): Promise<TableDifference> {
  const { id: tableId, workbook_id: workbookId } = before.record;
  const touched = await touchedRows(storesOf(data).catalog.db, tableId, span);
  const rowIds = [...touched.keys()].sort((one, other) => one - other);
  const [then, now] = await Promise.all(
    [before, after].map(({ version }) => rowStates(data, { workbookId, tableId, version, rowIds })),
  );
  const difference: TableDifference = {
    rows: { inserted: 0, deleted: 0, updated: 0 },
    cells: [],
    truncated: false,
  };
  for (const rowId of rowIds) {
    const old = then?.get(rowId);
    const current = now?.get(rowId);
    const cells = old || current ? differingCells(rowId, compared, old, current) : [];
    if (old && current && cells.length === 0) continue;
    if (old && current) difference.rows.updated++;
    else if (current) difference.rows.inserted++;
    else if (old) difference.rows.deleted++;
    const room = maxCells - difference.cells.length;
    difference.cells.push(...cells.slice(0, room));
    difference.truncated ||= cells.length > room;
  }
  return difference;
}

function differingCells(
  rowId: number,
  compared: readonly ComparedColumn[],
  old: Cells | undefined,
  current: Cells | undefined,
): CellDifference[] {
  const change = changeOf(!old, !current);
  return compared.flatMap(({ before, after }) => {
    const [was, is] = [old?.[before.id] ?? null, current?.[after.id] ?? null];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    const values = { old: presentCell(was, before.type), new: presentCell(is, after.type) };
    return [{ rowId, change, column: after.name, ...values }];
  });
}

function changeOf(isInserted: boolean, isDeleted: boolean): CellDifference['change'] {
  if (isInserted) return 'insert';
  return isDeleted ? 'delete' : 'update';
}

type ComparedRow = { row_id: number; inserted: boolean; deleted: boolean } & Record<string, CellValue>;

async function compareAllRows(
  { engine }: Stores,
  before: ReadableTable,
  after: ReadableTable,
  compared: readonly ComparedColumn[],
  maxCells: number,
): Promise<TableDifference> {
  const { workbook_id: workbookId } = before.record;
  const differing = differingRowsSql(compared);
  const read = async <Row>(sql: string, limit: number): Promise<Row[]> => {
    const { page } = await engine.read({
      workbookId,
      relations: [relationOf(before, 'old_rows'), relationOf(after, 'new_rows')],
      sql,
      output: { kind: 'page', format: 'json', limit, keys: 0 },
      deadlineMs: DEADLINE_MS,
    });
    return JSON.parse(page as string) as Row[];
  };
  const [rows] = await read<RowCounts>(
    `with differing as (${differing})
     select count(*) filter (inserted) as inserted, count(*) filter (deleted) as deleted,
       count(*) filter (not inserted and not deleted) as updated from differing`,
    1,
  );
  const shown = await read<ComparedRow>(`${differing} order by row_id`, maxCells + 1);
  const cells = shown.flatMap((row) =>
    compared.flatMap(({ after: column }, i): CellDifference[] => {
      const [old = null, current = null] = [row[`old_${i}`], row[`new_${i}`]];
      const change = changeOf(row.inserted, row.deleted);
      return row[`changed_${i}`]
        ? [{ rowId: row.row_id, change, column: column.name, old, new: current }]
        : [];
    }),
  );
  return {
    rows: rows as RowCounts,
    cells: cells.slice(0, maxCells),
    truncated: cells.length > maxCells || shown.length > maxCells,
  };
}

function differingRowsSql(compared: readonly ComparedColumn[]): string {
  const columns = compared.map(({ before, after }, i) => {
    const [old, current] = [`o.${identifier(before.name)}`, `n.${identifier(after.name)}`];
    const cast = before.type === after.type ? old : castExpression(old, before.type, after.type);
    const isChanged = `(${cast} is distinct from ${current})`;
    return { isChanged, shown: `${old} as old_${i}, ${current} as new_${i}, ${isChanged} as changed_${i}` };
  });
  const rowId = identifier(ROW_ID);
  return `select coalesce(o.${rowId}, n.${rowId}) as row_id, o.${rowId} is null as inserted, n.${rowId} is null as deleted
    ${columns.map(({ shown }) => `, ${shown}`).join('')}
    from old_rows o full join new_rows n on o.${rowId} = n.${rowId}
    where ${[`o.${rowId} is null`, `n.${rowId} is null`, ...columns.map(({ isChanged }) => isChanged)].join(' or ')}`;
}
