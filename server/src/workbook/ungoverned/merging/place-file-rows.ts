import { isSameInFile } from '../../../core/file-precision.js';
import { identifier } from '../../../core/sql-text.js';
import { matchesByContent } from '../match-by-content.js';
import { FROM_FILE, type MergeSides, mergeSides } from './merge-sides.js';

/** SQL for the rows of the file whose row ids its export did not have. */
export function unknownIdsSql(sides: MergeSides): string {
  return `with ${mergeSides({ ...sides, columns: [] })}
    select position, given_id from incoming_rows
    where given_id is not null and given_id not in (select row_id from base_rows) order by position`;
}

/** SQL for whether the file has rows but none of the row ids that it had when it left or was merged last. */
export function idsAreRemovedSql(sides: MergeSides): string {
  return `with ${mergeSides({ ...sides, columns: [] })}
    select (select count(*) > 0 and count(given_id) = 0 from incoming_rows)
      and exists (select 1 from base_rows where not ${FROM_FILE}) as are_removed`;
}

/**
 * SQL for the row id of each row of the file: `position`, `row_id`, `is_copy`. A row keeps the id that it has in the
 * file. Of several rows with one id that is the one equal to the base, else the first; the others, and rows without an
 * id, are rows that an earlier merge inserted, found by content or place, or new ones.
 */
export function placedFileRowsSql(sides: MergeSides, nextRowId: number): string {
  const compared = sides.columns.filter(({ base }) => base);
  const isEdited = compared.map(
    ({ id, type }) =>
      `not ${isSameInFile(`base_rows.${identifier(id)}`, `incoming_rows.${identifier(id)}`, type)}`,
  );
  return `with ${mergeSides(sides)},
    given_rows as (
      select position, row_id, place, row_number() over (partition by row_id order by is_edited, position) as nth
      from (
        select incoming_rows.position, base_rows.row_id, base_rows.place,
          case when count(*) over (partition by base_rows.row_id) > 1 then ${isEdited.join(' or ') || 'false'}
            else false end as is_edited
        from incoming_rows join base_rows on base_rows.row_id = incoming_rows.given_id)),
    settled_rows as (select position, row_id, place from given_rows where nth = 1),
    ${matchesByContent({
      compared: compared.map(({ id }) => id),
      settled: 'settled_rows',
      matchable: FROM_FILE,
    })}
    select position,
      coalesce(matches.row_id,
        ${nextRowId - 1} + row_number() over (partition by matches.row_id is null order by position)) as row_id,
      matches.row_id is null and given_id is not null as is_copy
    from incoming_rows left join matches using (position) order by position`;
}
