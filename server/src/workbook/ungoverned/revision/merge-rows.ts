import { ROW_ID } from '../../../core/column-types.js';
import { identifier, literal } from '../../../core/sql-text.js';
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
      `${incoming ? `case when ${keepsCurrent(id)} then ${current(id)} else ${inFile(id)} end` : current(id)} as ${identifier(id)}`,
  );
  return `with ${judgedRows(states)}
    select ${[...cells, `row_id as ${identifier(ROW_ID)}`].join(', ')}
    from judged_rows where ${survives(states)} order by row_id`;
}

/**
 * SQL for the rows in which people and the new file changed the same cell to different values, where people's edit
 * stays; `is_removed` marks rows that people deleted and the file changed.
 */
export function keptEditsSql(states: PlacedStates): string {
  const followed = followedColumns(states);
  if (followed.length === 0) return 'select 0 as total where false';
  const cells = followed.map(
    ({ id }) =>
      `${isKept(id)} as is_kept_${id}, ${current(id)} as kept_${id}, ${inFile(id)} as incoming_${id}`,
  );
  const isRemoved = `(in_file and not in_table and not is_new and (${followed.map(changedByFile).join(' or ')}))`;
  const counted = [isRemoved, ...followed.map(({ id }) => isKept(id))].map((is) => `${is}::integer`);
  return `with ${judgedRows(states)}
    select *, cast(sum(edits) over () as bigint) as total
    from (select row_id, ${isRemoved} as is_removed, ${cells.join(', ')}, ${counted.join(' + ')} as edits from judged_rows)
    where edits > 0 order by row_id`;
}

/** Every row of the table and of the new file, with its three states and whether people edited its cells. */
function judgedRows(states: PlacedStates): string {
  const followed = followedColumns(states);
  const followedCells = followed.map(
    ({ id }) =>
      `, base_rows.${identifier(id)} as base_${id}, incoming_rows.${identifier(id)} as incoming_${id},
         current_rows.row_id is not null
           and current_rows.${identifier(id)} is distinct from base_rows.${identifier(id)} as is_edited_${id}`,
  );
  const currentCells = states.columns.map(({ id }) => `, current_rows.${identifier(id)} as current_${id}`);
  return `${threeStates(states)},
    placed_rows as (select * from read_parquet(${literal(states.placedPath)})),
    judged_rows as (
      select coalesce(placed_rows.row_id, current_rows.row_id) as row_id,
        placed_rows.row_id is not null as in_file, current_rows.row_id is not null as in_table,
        base_rows.row_id is not null as was_in_file, coalesce(placed_rows.is_new, false) as is_new
        ${currentCells.join('')} ${followedCells.join('')}
      from placed_rows
      full join current_rows on current_rows.row_id = placed_rows.row_id
      left join base_rows on base_rows.row_id = coalesce(placed_rows.row_id, current_rows.row_id)
      left join incoming_rows on incoming_rows.position = placed_rows.position)`;
}

/** A row missing in the new file is deleted, unless people added or edited it; rows that people deleted stay so. */
function survives(states: PlacedStates): string {
  const isEdited = followedColumns(states).map(({ id }) => `is_edited_${id}`);
  return `is_new or (in_table and (${['in_file', 'not was_in_file', ...isEdited].join(' or ')}))`;
}

function followedColumns({ columns }: ThreeStates): MergedColumn[] {
  return columns.filter(({ incoming }) => incoming);
}

const current = (id: string) => `current_${id}`;
const inFile = (id: string) => `incoming_${id}`;
const keepsCurrent = (id: string) => `is_edited_${id} or not in_file`;
const changedByFile = ({ id }: MergedColumn) => `incoming_${id} is distinct from base_${id}`;
const isKept = (id: string) =>
  `(is_edited_${id} and incoming_${id} is distinct from base_${id} and incoming_${id} is distinct from current_${id})`;
