import { say } from '@workbook-data-service/contract/messages';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import { holdsExactNumber } from '@workbook-data-service/sheets/exact-numbers';
import { ROW_ID, sayOfValue } from '@workbook-data-service/sheets/values';
import { type Problem, problem } from '../../../core/problems.js';
import { type ReturnedTable, reasonFields, reasonOf } from '../../files/returned-file.js';
import type { InternalStatements } from '../internal-statements.js';
import type { MergeColumn } from './merge-columns.js';
import { type ChangedRow, invalidJsonSql } from './merge-outcome.js';
import type { MergeSides } from './merge-sides.js';
import { idsAreRemovedSql, unknownIdsSql } from './place-file-rows.js';

const MAX_NAMED = 100;
const LONGEST_SHOWN = 100;

/** Refuses a file with row ids that its export did not have. */
export async function refuseUnknownIds(
  reads: InternalStatements,
  sides: MergeSides,
  { sheet, rowIdLetter }: ReturnedTable,
): Promise<void> {
  const unknown = await reads.rows<{ position: number; given_id: number }>(unknownIdsSql(sides), MAX_NAMED);
  const [first] = unknown;
  if (!first) return;
  throw problem(
    'invalid-cells',
    say('row-id-foreign', { sheet, column: rowIdLetter, row: first.position, id: first.given_id }),
    {
      fix: say('fix-row-id-foreign'),
      members: {
        offenders: unknown.map(({ position, given_id }) => ({
          sheet,
          cell: `${rowIdLetter}${position}`,
          column: ROW_ID,
          value: given_id,
          type: 'BIGINT',
          ...reasonFields(sayOfValue('cell-not-exported')),
        })),
      },
    },
  );
}

/** The refusal of a file whose row ids were all removed: every row would be deleted and inserted under another id. */
export async function removedIds(
  reads: InternalStatements,
  sides: MergeSides,
  { sheet, rowIdLetter }: ReturnedTable,
): Promise<Problem | undefined> {
  const [removed] = await reads.rows<{ are_removed: boolean }>(idsAreRemovedSql(sides), 1);
  if (!removed?.are_removed) return undefined;
  return problem('unmergeable-file', say('row-ids-gone', { sheet, column: rowIdLetter }), {
    fix: say('fix-row-ids-gone', { id: ROW_ID }),
    members: { sheet },
  });
}

type Offender = ReturnedTable['skipped']['cells'][number];

/** The cells of JSON columns that the file changed to another text, the first ones. */
export async function invalidJsonCells(
  reads: InternalStatements,
  sides: MergeSides,
  placedPath: string,
  { sheet, columns }: ReturnedTable,
): Promise<Offender[]> {
  const offenders: Offender[] = [];
  for (const column of sides.columns.filter(({ type }) => type === 'JSON')) {
    const found = await reads.rows<{ position: number; value: string }>(
      invalidJsonSql(sides, placedPath, column),
      MAX_NAMED - offenders.length,
    );
    const { letter = '', name = '' } = columns.find(({ key }) => key === column.incoming.id) ?? {};
    for (const { position, value } of found)
      offenders.push({
        sheet,
        cell: `${letter}${position}`,
        column: name,
        value: value.slice(0, LONGEST_SHOWN),
        type: 'JSON',
        ...reasonFields(sayOfValue('cell-not-json')),
      });
    if (offenders.length === MAX_NAMED) break;
  }
  return offenders;
}

/** Refuses JSON with numbers that the log would round. */
export function refuseLongNumbersInJson(
  rows: readonly ChangedRow[],
  merged: readonly MergeColumn[],
  { sheet, columns }: ReturnedTable,
): void {
  const offenders: Offender[] = [];
  for (const column of merged.filter(({ type }) => type === 'JSON')) {
    const { letter = '', name = '' } = columns.find(({ key }) => key === column.incoming.id) ?? {};
    for (const row of rows) {
      const value = row[`value_${column.id}`];
      if (!holdsExactNumber(value)) continue;
      offenders.push({
        sheet,
        cell: `${letter}${row.position}`,
        column: name,
        value: JSON.stringify(value).slice(0, LONGEST_SHOWN),
        type: 'JSON',
        ...reasonFields(sayOfValue('cell-long-number')),
      });
    }
  }
  refuseOffenders(offenders.slice(0, MAX_NAMED));
}

export function refuseOffenders(offenders: readonly Offender[]): void {
  const [first] = offenders;
  if (!first) return;
  throw problem(
    'invalid-cells',
    say('merge-cell-invalid', { sheet: first.sheet, cell: first.cell, ...whyOf(reasonOf(first)) }),
    {
      members: { offenders },
    },
  );
}

/** What the reader of the file skipped, and what turned out not to be JSON. */
export function allSkipped(
  { count, cells }: ReturnedTable['skipped'],
  invalidJson: readonly Offender[],
): ReturnedTable['skipped'] {
  return { count: count + invalidJson.length, cells: [...cells, ...invalidJson].slice(0, MAX_NAMED) };
}
