import { ROW_ID } from '@workbook-data-service/sheets/values';
import { identifier, literal } from '../../../core/sql-text.js';
import {
  type CellStates,
  isChangedAfterDeletion,
  isContested,
  isMerged,
  mergedCell,
  type RowPresence,
} from '../../../core/three-way-merge.js';
import type { MergedColumn } from './plan-columns.js';
import { type ThreeStates, threeStates } from './three-states.js';

/** The three states of a table with the row ids of the new file's rows, from `placedRowsSql`. */
export interface PlacedStates extends ThreeStates {
  placedPath: string;
}

/** SQL for the merged table: people's edits stay, everything else comes from the new file. */
export function mergedRowsSql(states: PlacedStates): string {
  const cells = states.columns.map(
    ({ id, incoming }) =>
      `${incoming ? mergedCell(presence, statesOf(id), 'table') : statesOf(id).current} as ${identifier(id)}`,
  );
  return `with ${judgedRows(states)}
    select ${[...cells, `row_id as ${identifier(ROW_ID)}`].join(', ')}
    from judged_rows where ${isMerged(presence, followedCells(states), 'table')} order by row_id`;
}

/**
 * SQL for the rows in which people and the new file changed the same cell to different values, where people's edit
 * stays; `is_removed` marks rows that people deleted and the file changed, `in_file` those that the file has.
 */
export function keptEditsSql(states: PlacedStates): string {
  const followed = followedColumns(states);
  if (followed.length === 0) return 'select 0 as total where false';
  const isKept = (id: string) => `(${presence.inTable} and ${isContested(statesOf(id))})`;
  const cells = followed.map(
    ({ id }) =>
      `${isKept(id)} as is_kept_${id}, ${statesOf(id).base}, ${statesOf(id).current}, ${statesOf(id).incoming}`,
  );
  const isRemoved = isChangedAfterDeletion(presence, followedCells(states));
  const counted = [isRemoved, ...followed.map(({ id }) => isKept(id))].map((is) => `${is}::integer`);
  return `with ${judgedRows(states)}
    select *, cast(sum(edits) over () as bigint) as total
    from (select row_id, ${presence.inFile}, ${isRemoved} as is_removed, ${cells.join(', ')}, ${counted.join(' + ')} as edits from judged_rows)
    where edits > 0 order by row_id`;
}

/** Every row of the table and of the new file, with its three states. */
function judgedRows(states: PlacedStates): string {
  const filed = followedColumns(states).map(
    ({ id }) =>
      `, base_rows.${identifier(id)} as ${statesOf(id).base}, incoming_rows.${identifier(id)} as ${statesOf(id).incoming}`,
  );
  const current = states.columns.map(
    ({ id }) => `, current_rows.${identifier(id)} as ${statesOf(id).current}`,
  );
  return `${threeStates(states)},
    placed_rows as (select * from read_parquet(${literal(states.placedPath)})),
    judged_rows as (
      select coalesce(placed_rows.row_id, current_rows.row_id) as row_id,
        placed_rows.row_id is not null as ${presence.inFile}, current_rows.row_id is not null as ${presence.inTable},
        base_rows.row_id is not null as ${presence.inBase}
        ${current.join('')} ${filed.join('')}
      from placed_rows
      full join current_rows on current_rows.row_id = placed_rows.row_id
      left join base_rows on base_rows.row_id = coalesce(placed_rows.row_id, current_rows.row_id)
      left join incoming_rows on incoming_rows.position = placed_rows.position)`;
}

function followedColumns({ columns }: ThreeStates): MergedColumn[] {
  return columns.filter(({ incoming }) => incoming);
}

function followedCells(states: ThreeStates): CellStates[] {
  return followedColumns(states).map(({ id }) => statesOf(id));
}

const presence: RowPresence = { inBase: 'in_base', inTable: 'in_table', inFile: 'in_file' };

function statesOf(id: string): CellStates {
  return { base: `base_${id}`, current: `current_${id}`, incoming: `incoming_${id}` };
}
