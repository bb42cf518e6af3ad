import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { isSameInFile } from '../../../core/file-precision.js';
import { identifier, literal } from '../../../core/sql-text.js';
import { warnOfPlaces } from '../../files/returned-file.js';
import type { InternalStatements } from '../internal-statements.js';
import { equalRows } from '../match-by-content.js';
import { EXPORTED, FROM_FILE, type MergeSides, mergeSides } from './merge-sides.js';
import { type RowMatch, rowsMatchedBySimilarity } from './similar-rows.js';

/** SQL for the rows of the file whose row ids it never had. */
export function unknownIdsSql(sides: MergeSides): string {
  return `with ${mergeSides({ ...sides, columns: [] })}
    select position, given_id from incoming_rows
    where given_id is not null and given_id not in (select row_id from base_rows)
      and given_id not in (select ${identifier(ROW_ID)} from ${EXPORTED})
    order by position`;
}

/** SQL for whether the file has rows but none of the row ids that it had when it left or was merged last. */
export function idsAreRemovedSql(sides: MergeSides): string {
  return `with ${mergeSides({ ...sides, columns: [] })}
    select (select count(*) > 0 and count(given_id) = 0 from incoming_rows)
      and exists (select 1 from base_rows where not ${FROM_FILE}) as are_removed`;
}

interface PlacedRows {
  /** A file with the row id of each row of the returned file: `position`, `row_id`. */
  path: string;
  /** Rows that are new because their id is that of another row, or of one that an earlier return deleted. */
  copies: number;
  /** Rows without an id that are new, where an earlier return brought rows that they could have been. */
  unlike: { count: number; positions: number[] };
}

/** In one warning. */
const MAX_NAMED = 20;

/**
 * Finds the row id of each row of the file. A row keeps the id that it has in the file; the others are rows that an
 * earlier merge inserted, known by their content or by likeness to it, or new ones.
 */
export async function placeFileRows(
  reads: InternalStatements,
  sides: MergeSides,
  nextRowId: number,
): Promise<PlacedRows> {
  const knownPath = await reads.file(knownRowsSql(sides));
  const alike = await rowsMatchedBySimilarity(reads, sides, knownPath);
  const path = await reads.file(placedRowsSql(sides, nextRowId, knownPath, alike));
  const [counted] = await reads.rows<{ copies: number; unlike: number }>(
    `select count(*) filter (is_copy) as copies, count(*) filter (is_unlike) as unlike
     from read_parquet(${literal(path)})`,
    1,
  );
  const { copies = 0, unlike = 0 } = counted ?? {};
  const named = unlike === 0 ? [] : await reads.rows<{ position: number }>(unlikeSql(path), MAX_NAMED);
  return { path, copies, unlike: { count: unlike, positions: named.map(({ position }) => position) } };
}

/**
 * SQL for the rows that are known by their id, or by being equal to a row that an earlier merge inserted. Of several rows
 * with one id, the one equal to the base has it, else the first. A copy that was merged before still has the id of the
 * other row in the file, and is not that one.
 */
function knownRowsSql(sides: MergeSides): string {
  const compared = sides.columns.filter(({ base }) => base);
  const isEdited = compared.map(
    ({ id, type }) =>
      `not ${isSameInFile(`base_rows.${identifier(id)}`, `incoming_rows.${identifier(id)}`, type)}`,
  );
  const equal = compared.map(
    ({ id }) => `inserted_before.${identifier(id)} is not distinct from incoming_rows.${identifier(id)}`,
  );
  return `with ${mergeSides(sides)},
    inserted_before as (select * from base_rows where ${FROM_FILE}),
    equal_before as (
      select position from incoming_rows semi join inserted_before on ${equal.join(' and ') || 'true'}),
    given_rows as (
      select position, row_id, place,
        row_number() over (partition by row_id order by is_edited, position) as nth
      from (
        select incoming_rows.position, base_rows.row_id, base_rows.place,
          equal_before.position is not null as is_before,
          case when is_before or count(*) over (partition by base_rows.row_id) > 1
            then ${isEdited.join(' or ') || 'false'} else false end as is_edited
        from incoming_rows join base_rows on base_rows.row_id = incoming_rows.given_id
        left join equal_before on equal_before.position = incoming_rows.position)
      where not (is_before and is_edited)),
    settled_rows as (select position, row_id, place from given_rows where nth = 1),
    ${equalRows({ compared: compared.map(({ id }) => id), settled: 'settled_rows', matchable: FROM_FILE })}
    select position, row_id from matched_rows`;
}

function placedRowsSql(
  sides: MergeSides,
  nextRowId: number,
  knownPath: string,
  alike: readonly RowMatch[],
): string {
  const pairs = JSON.stringify(alike.map(({ position, row_id }) => [position, row_id]));
  return `with ${mergeSides({ ...sides, columns: [] })},
    matches as (
      select position, row_id from read_parquet(${literal(knownPath)})
      union all
      select pair[1], pair[2] from (select unnest(from_json(${literal(pairs)}, '[["BIGINT"]]')) as pair))
    select position,
      coalesce(matches.row_id,
        ${nextRowId - 1} + row_number() over (partition by matches.row_id is null order by position)) as row_id,
      matches.row_id is null and given_id is not null as is_copy,
      matches.row_id is null and given_id is null
        and exists (select 1 from base_rows where ${FROM_FILE}) as is_unlike
    from incoming_rows left join matches using (position) order by position`;
}

function unlikeSql(placedPath: string): string {
  return `select position from read_parquet(${literal(placedPath)}) where is_unlike order by position`;
}

export function placingWarnings({ copies, unlike }: PlacedRows, sheet: string): Message[] {
  const rows = unlike.positions.map(String);
  return [
    ...(copies > 0 ? [say('warn-copied-rows', { copies })] : []),
    ...warnOfPlaces('warn-unlike-rows', sheet, rows, unlike.count),
  ];
}
