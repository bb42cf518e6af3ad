import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { isLongNumber, isRoundedInFile } from '../../../core/file-precision.js';
import { identifier, literal } from '../../../core/sql-text.js';
import type { ReturnedTable } from '../../files/returned-file.js';
import type { InternalStatements } from '../internal-statements.js';
import type { MergeColumn } from './merge-columns.js';
import { type MergeSides, mergeSides } from './merge-sides.js';

const MAX_NAMED = 20;

/**
 * Warns of long numbers that the program which saved the file has rounded: they keep their values, but an edit to just
 * that number cannot be told from it.
 */
export async function warningsOfRounding(
  reads: InternalStatements,
  sides: MergeSides,
  placedPath: string,
  { sheet, columns }: ReturnedTable,
): Promise<Message[]> {
  const warnings: Message[] = [];
  for (const column of sides.columns.filter(({ base, type }) => base && isLongNumber(type))) {
    const found = await reads.rows<{ position: number }>(
      roundedCellsSql(sides, placedPath, column),
      MAX_NAMED,
    );
    if (found.length === 0) continue;
    const { letter } = columns.find(({ key }) => key === column.incoming.id) ?? {};
    const cells = found.map(({ position }) => `${letter}${position}`);
    warnings.push(say('warn-rounded', { sheet, cells, others: found.length === MAX_NAMED }));
  }
  return warnings;
}

function roundedCellsSql(sides: MergeSides, placedPath: string, column: MergeColumn): string {
  const id = identifier(column.id);
  const [base, incoming] = [`base_rows.${id}`, `incoming_rows.${id}`];
  return `with ${mergeSides({ ...sides, columns: [column] })}
    select position from read_parquet(${literal(placedPath)}) placed_rows
      join base_rows using (row_id) join incoming_rows using (position)
    where ${base} <> ${incoming} and ${isRoundedInFile(base, incoming, column.type)} order by position`;
}
