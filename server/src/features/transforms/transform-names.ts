import { say } from '@workbook-data-service/contract/messages';
import type { Db } from '../../catalog/db.js';
import { nameKey } from '../../catalog/tables.js';
import { violatedKey } from '../../catalog/unique-keys.js';
import { type Problem, problem } from '../../core/problems.js';
import { nameTaken } from '../tables/create-table.js';

interface Names {
  name: string;
  output: string;
}

/** Refuses names that another transform or another table has. */
export async function refuseTakenNames(
  db: Db,
  workbookId: string,
  { name, output }: Names,
  own?: { id: string; output_table_id: string },
): Promise<void> {
  const transform = await db
    .selectFrom('transforms')
    .select('id')
    .where('workbook_id', '=', workbookId)
    .where('name_key', '=', nameKey(name))
    .executeTakeFirst();
  if (transform && transform.id !== own?.id) throw transformNameTaken(name);
  const table = await db
    .selectFrom('tables')
    .select('id')
    .where('workbook_id', '=', workbookId)
    .where('name_key', '=', nameKey(output))
    .executeTakeFirst();
  if (table && table.id !== own?.output_table_id) throw nameTaken(output);
}

/** A name that was free when checked may be taken before the commit: reports the unique violation as such. */
export async function reportingTakenNames<Result>(
  { name, output }: Names,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const key = violatedKey(error);
    if (key === 'tables_name_unique') throw nameTaken(output);
    if (key === 'transforms_by_name') throw transformNameTaken(name);
    throw error;
  }
}

function transformNameTaken(name: string): Problem {
  return problem('name-taken', say('transform-exists', { transform: name }), {
    fix: say('fix-transform-exists'),
  });
}
