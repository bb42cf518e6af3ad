import { identifier } from '../../../core/sql-text.js';
import { matchesByContent } from '../match-by-content.js';
import type { RowKey } from './row-keys.js';
import { type ThreeStates, threeStates } from './three-states.js';

/** SQL for the row id of each row of the new file: `position`, `row_id`, `is_new`. */
export function placedRowsSql(states: ThreeStates, key: RowKey | undefined, nextRowId: number): string {
  return `with ${threeStates(states)}, ${key ? matchesByKey(key) : matchesByContent(comparedColumns(states))}
    select position, matches.row_id is null as is_new,
      coalesce(matches.row_id,
        ${nextRowId - 1} + row_number() over (partition by matches.row_id is null order by position)) as row_id
    from incoming_rows left join matches using (position) order by position`;
}

/** Rows that people added match as well; if both have the key, the row from the file wins. */
function matchesByKey(key: RowKey): string {
  const columns = key.map(identifier).join(', ');
  return `
    known_rows as (
      select ${columns}, row_id, false as is_added from base_rows
      union all
      select ${columns}, row_id, true from current_rows anti join base_rows using (row_id)),
    key_holders as (
      select * from known_rows
      qualify row_number() over (partition by ${columns} order by is_added, row_id) = 1),
    matches as (select position, row_id from incoming_rows join key_holders using (${columns}))`;
}

function comparedColumns({ columns }: ThreeStates): string[] {
  return columns.filter(({ base, incoming }) => base && incoming).map(({ id }) => id);
}
