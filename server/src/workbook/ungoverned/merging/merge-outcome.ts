import type { Cells, CellValue } from '@workbook-data-service/sheets/values';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { identifier, literal } from '../../../core/sql-text.js';
import {
  isChangedAfterDeletion,
  isChangedInFile,
  isContested,
  isEditedBeforeDeletion,
  isEditedHere,
  isMerged,
  mergedCell,
} from '../../../core/three-way-merge.js';
import { type NewConflict, WHOLE_ROW } from '../../writing/conflicts.js';
import type { RowChange } from '../../writing/write-tables.js';
import type { TypedColumn } from '../revision/plan-columns.js';
import type { MergeColumn } from './merge-columns.js';
import {
  EXPORTED,
  FROM_FILE,
  type MergeSides,
  presence,
  statedRows,
  statesOf,
  storedCell,
} from './merge-sides.js';

/** SQL for the rows in which the file differs from its base, with their states and outcomes. */
export function changedInFileSql(sides: MergeSides, placedPath: string): string {
  const { columns, unseen } = sides;
  const cells = columns.map(statesOf);
  const cellsHere = [...columns, ...unseen].map(statesOf);
  const differs = [
    `${presence.inBase} <> ${presence.inFile}`,
    ...cells.map((cell) => `(${presence.inFile} and ${isChangedInFile(cell)})`),
  ];
  const merged = columns.map(
    (column) =>
      `, ${storedCell(mergedCell(presence, statesOf(column), 'file'), column)} as merged_${column.id}`,
  );
  const stored = columns
    .filter(({ type }) => type === 'JSON')
    .flatMap((column) =>
      Object.values(statesOf(column)).map((state: string) => `${storedCell(state, column)} as ${state}`),
    );
  const contested = columns.map(
    (column) =>
      `, ${presence.inTable} and ${presence.inFile} and ${isContested(statesOf(column))} as is_contested_${column.id}`,
  );
  return `with ${statedRows(sides, placedPath)}
    select *${stored.length > 0 ? ` replace (${stored.join(', ')})` : ''}, ${isMerged(presence, cells, 'file')} as is_merged,
      ${isChangedAfterDeletion(presence, cells)} as came_back, ${isEditedBeforeDeletion(presence, cellsHere)} as went
      ${merged.join('')} ${contested.join('')}
    from stated_rows where ${differs.join(' or ')}`;
}

/** SQL for the cells of a column that the file changed to something that is not JSON: `position`, `value`. */
export function invalidJsonSql(sides: MergeSides, placedPath: string, column: MergeColumn): string {
  const states = statesOf(column);
  return `with ${statedRows({ ...sides, columns: [column], skipsInvalidJson: false }, placedPath)}
    select position, ${states.incoming} as value from stated_rows
    where ${presence.inFile} and ${isChangedInFile(states)} and not json_valid(${states.incoming})
    order by position`;
}

/** The kind of change of a row of `changedInFileSql`; NULL if the table stays as it is. */
function kindOfChange(columns: readonly MergeColumn[]): string {
  const isWritten = columns.map(isWrittenCell);
  return `case when ${presence.inTable} and not is_merged then 'delete'
    when not ${presence.inTable} and is_merged then 'insert'
    when ${presence.inTable} and (${isWritten.join(' or ') || 'false'}) then 'update' end`;
}

function isWrittenCell(column: MergeColumn): string {
  return `(merged_${column.id} is distinct from ${statesOf(column).current})`;
}

export interface OutcomeCounts {
  inserted: number;
  updated: number;
  deleted: number;
  /** Cells that are written in rows that the table has. */
  cells: number;
  contested: number;
}

export function outcomeCountsSql(changedPath: string, columns: readonly MergeColumn[]): string {
  const sum = (conditions: string[]) =>
    `coalesce(sum(${conditions.map((is) => `${is}::integer`).join(' + ') || '0'}), 0)::bigint`;
  return `select count(*) filter (kind = 'insert') as inserted, count(*) filter (kind = 'update') as updated,
      count(*) filter (kind = 'delete') as deleted,
      (select ${sum(columns.map(isWrittenCell))} from read_parquet(${literal(changedPath)})
       where ${presence.inTable} and is_merged) as cells,
      (select ${sum(['came_back', 'went', ...columns.map(({ id }) => `is_contested_${id}`)])}
       from read_parquet(${literal(changedPath)})) as contested
    from (select ${kindOfChange(columns)} as kind from read_parquet(${literal(changedPath)}))`;
}

/** SQL for the changes of the table's rows, numbered by `nth`: new rows come last, in the order of the file. */
export function rowChangesSql(changedPath: string, columns: readonly MergeColumn[]): string {
  const cells = columns.map(
    (column) =>
      `, case when ${isWrittenCell(column)} then merged_${column.id} end as value_${column.id},
        ${isWrittenCell(column)} as is_written_${column.id}`,
  );
  return `select row_number() over (order by is_new, position, row_id) as nth, * from (
      select row_id, ${kindOfChange(columns)} as kind, not ${presence.inBase} as is_new, position ${cells.join('')}
      from read_parquet(${literal(changedPath)}))
    where kind is not null`;
}

export interface ChangedRow {
  row_id: number;
  /** The row of the sheet; null if it was removed there. */
  position: number | null;
  kind: RowChange['kind'];
  is_new: boolean;
  [cell: string]: CellValue;
}

/** An inserted row has every cell: those that are not in the file come from `others`. */
export function rowChange(row: ChangedRow, columns: readonly MergeColumn[], others: Cells): RowChange {
  const { row_id: rowId, kind } = row;
  if (kind === 'delete') return { kind, rowId };
  const after: Cells = kind === 'insert' ? { ...others } : {};
  for (const { id } of columns) {
    if (kind === 'insert' || row[`is_written_${id}`]) after[id] = row[`value_${id}`] ?? null;
  }
  if (kind === 'update') return { kind, rowId, after };
  return row.is_new ? { kind, after } : { kind, rowId, after };
}

/**
 * SQL for the rows that both sides changed, numbered by `nth`, with the states of contested cells, or of the whole row; of
 * unseen cells, those that were changed here and go with their row.
 */
export function contestedRowsSql(changedPath: string, { columns, unseen }: MergeSides): string {
  const cells = columns.map((column) => {
    const { base, current, incoming } = statesOf(column);
    const isShown = `came_back or went or is_contested_${column.id}`;
    const shown = [base, current, incoming].map(
      (state) => `case when ${isShown} then ${state} end as ${state}`,
    );
    return `, is_contested_${column.id}, ${shown.join(', ')}`;
  });
  const lost = unseen.map((column) => {
    const { base, current } = statesOf(column);
    const isLost = `went and ${isEditedHere(statesOf(column))}`;
    return `, ${isLost} as is_lost_${column.id}, case when ${isLost} then ${base} end as ${base},
      case when ${isLost} then ${current} end as ${current}`;
  });
  const isAny = ['came_back', 'went', ...columns.map(({ id }) => `is_contested_${id}`)].join(' or ');
  return `select row_number() over (order by row_id) as nth, row_id, came_back, went ${cells.join('')} ${lost.join('')}
    from read_parquet(${literal(changedPath)}) where ${isAny}`;
}

export interface ContestedRow {
  row_id: number;
  came_back: boolean;
  went: boolean;
  [cell: string]: CellValue;
}

export function conflictsOf(
  row: ContestedRow,
  { columns, unseen }: Pick<MergeSides, 'columns' | 'unseen'>,
): NewConflict[] {
  const { row_id: rowId, came_back, went } = row;
  const kind = 'overwrite';
  if (came_back || went) {
    const shown = [...columns, ...unseen.filter(({ id }) => row[`is_lost_${id}`])];
    const whole = (state: 'base' | 'current' | 'incoming') =>
      JSON.stringify(
        Object.fromEntries(shown.map((column) => [column.id, row[statesOf(column)[state]] ?? null])),
      );
    return [
      {
        kind,
        rowId,
        columnId: WHOLE_ROW,
        base: whole('base'),
        previous: came_back ? null : whole('current'),
        incoming: went ? null : whole('incoming'),
      },
    ];
  }
  return columns
    .filter(({ id }) => row[`is_contested_${id}`])
    .map((column) => {
      const states = statesOf(column);
      const value = (state: string) => JSON.stringify(row[state] ?? null);
      return {
        kind,
        rowId,
        columnId: column.id,
        base: value(states.base),
        previous: value(states.current),
        incoming: value(states.incoming),
      };
    });
}

/** SQL for the file as merged, under the table's row and column ids: the base of the next merge. */
export function nextBaseSql(sides: MergeSides, placedPath: string, carried: readonly TypedColumn[]): string {
  const cells = sides.columns.map(
    (column) =>
      `${storedCell(`stated_rows.${statesOf(column).incoming}`, column)} as ${identifier(column.id)}`,
  );
  const kept = carried.map(({ id }) => `carried_rows.${identifier(id)} as ${identifier(id)}`);
  const rowId = identifier(ROW_ID);
  const base = sides.basePath ? `read_parquet(${literal(sides.basePath)})` : EXPORTED;
  return `with ${statedRows(sides, placedPath)}
    select ${[...cells, ...kept, `stated_rows.${FROM_FILE}`, `stated_rows.row_id as ${rowId}`].join(', ')}
    from stated_rows left join ${base} carried_rows on carried_rows.${rowId} = stated_rows.row_id
    where ${presence.inFile} order by stated_rows.position`;
}
