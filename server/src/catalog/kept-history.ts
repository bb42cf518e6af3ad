import { say } from '@workbook-data-service/contract/messages';
import { type Problem, problem } from '../core/problems.js';
import type { Db } from './db.js';
import { prepared } from './prepared.js';

/** The earliest version of a table whose content is kept; all are, unless the operator ends old ones. */
export async function firstKept(db: Db, tableId: string): Promise<number> {
  const [ended] = await keptFrom(db, { tableId }).execute();
  return ended?.first_kept ?? 1;
}

const keptFrom = prepared((db, { tableId }: { tableId: string }) =>
  db.selectFrom('ended_history').select('first_kept').where('table_id', '=', tableId),
);

export async function requireKept(db: Db, tableId: string, version: number): Promise<void> {
  if (version < (await firstKept(db, tableId))) throw endedVersion(version);
}

export function endedVersion(version: number): Problem {
  return problem('expired', say('version-ended', { version }), { fix: say('fix-version-ended') });
}
