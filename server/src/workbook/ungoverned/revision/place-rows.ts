import { identifier } from '../../../core/sql-text.js';
import type { RowKey } from './row-keys.js';
import { type ThreeStates, threeStates } from './three-states.js';

/** SQL for the row id of each row of the new file: `position`, `row_id`, `is_new`. */
export function placedRowsSql(states: ThreeStates, key: RowKey | undefined, nextRowId: number): string {
  return `with ${threeStates(states)}, ${key ? matchesByKey(key) : matchesByContent(states)}
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

/** Matches equal rows in order; remaining rows between two of them match by position. */
function matchesByContent({ columns }: ThreeStates): string {
  const compared = columns.filter(({ base, incoming }) => base && incoming).map(({ id }) => identifier(id));
  const partition = compared.length > 0 ? `partition by ${compared.join(', ')}` : '';
  const equal = compared.map((column) => `incoming.${column} is not distinct from base.${column}`);
  return `
    base_copies as (select *, row_number() over (${partition} order by place) as nth from base_rows),
    incoming_copies as (select *, row_number() over (${partition} order by position) as nth from incoming_rows),
    equal_rows as (
      select incoming.position, base.row_id, base.place
      from incoming_copies incoming join base_copies base
      on ${['incoming.nth = base.nth', ...equal].join(' and ')}),
    base_gaps as (${gaps('base_rows', 'place')}),
    incoming_gaps as (${gaps('incoming_rows', 'position')}),
    matches as (
      select position, row_id from equal_rows
      union all
      select position, row_id from incoming_gaps join base_gaps using (row_before, nth)
      join base_rows using (place))`;
}

/** The rows without an equal, with the last matched row before them and their number after it. */
function gaps(rows: string, order: 'place' | 'position'): string {
  return `
    select ${order}, row_before, row_number() over (partition by row_before order by ${order}) as nth
    from (
      select ${order}, equal_rows.row_id as equal_row,
        coalesce(last_value(equal_rows.row_id ignore nulls) over (order by ${order}), 0) as row_before
      from ${rows} left join equal_rows using (${order}))
    where equal_row is null`;
}
