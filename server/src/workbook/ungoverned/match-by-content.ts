import { identifier } from '../../core/sql-text.js';

interface EqualRows {
  /** The ids of columns whose values decide whether rows are equal. */
  compared: readonly string[];
  /** A relation of `position`, `row_id` and `place` of rows that are matched already. */
  settled?: string;
  /** A condition on rows of the base: those that may match. */
  matchable?: string;
}

/**
 * SQL for `matched_rows` (`position`, `row_id`, `place`), from `base_rows` (`row_id`, `place`) and `incoming_rows`
 * (`position`): those that are settled, and equal rows in their order.
 */
export function equalRows({ compared, settled, matchable = 'true' }: EqualRows): string {
  const columns = compared.map(identifier);
  const partition = columns.length > 0 ? `partition by ${columns.join(', ')}` : '';
  const equal = columns.map((column) => `incoming.${column} is not distinct from base.${column}`);
  const others = (by: string) => (settled ? `anti join ${settled} using (${by})` : '');
  return `
    base_copies as (
      select *, row_number() over (${partition} order by place) as nth
      from base_rows ${others('place')} where ${matchable}),
    incoming_copies as (
      select *, row_number() over (${partition} order by position) as nth
      from incoming_rows ${others('position')}),
    matched_rows as (
      select incoming.position, base.row_id, base.place
      from incoming_copies incoming join base_copies base
      on ${['incoming.nth = base.nth', ...equal].join(' and ')}
      ${settled ? `union all select position, row_id, place from ${settled}` : ''})`;
}

/**
 * SQL for `matches`, the row ids of a file's rows: equal rows match in order; what remains between two matched rows
 * matches by position.
 */
export function matchesByContent(compared: readonly string[]): string {
  return `${equalRows({ compared })},
    base_gaps as (${gaps('base_rows', 'place')}),
    incoming_gaps as (${gaps('incoming_rows', 'position')}),
    matches as (
      select position, row_id from matched_rows
      union all
      select position, row_id from incoming_gaps join base_gaps using (row_before, nth)
      join base_rows using (place))`;
}

/** The rows without a match, with the last matched row before them and their number after it. */
function gaps(rows: string, order: 'place' | 'position'): string {
  return `
    select ${order}, row_before, row_number() over (partition by row_before order by ${order}) as nth
    from (
      select ${rows}.*, matched_rows.row_id as matched_row,
        coalesce(last_value(matched_rows.row_id ignore nulls) over (order by ${order}), 0) as row_before
      from ${rows} left join matched_rows using (${order}))
    where matched_row is null`;
}
