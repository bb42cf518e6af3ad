import type { Message } from '@workbook-data-service/contract/messages/message';
import { didYouMean } from '../core/did-you-mean.js';
import type { Db } from './db.js';

/** In a workbook of more, the name may be one of the others. */
const MAX_COMPARED = 1000;

const tables = {
  table: 'tables',
  chart: 'charts',
  sheet: 'sheets',
  source: 'sources',
  transform: 'transforms',
} as const;

async function namesIn(db: Db, kind: keyof typeof tables | 'version', workbookId: string): Promise<string[]> {
  const found =
    kind === 'version'
      ? await db
          .selectFrom('snapshot_labels')
          .select('label as name')
          .where('workbook_id', '=', workbookId)
          .limit(MAX_COMPARED)
          .execute()
      : await db
          .selectFrom(tables[kind])
          .select('name')
          .where('workbook_id', '=', workbookId)
          .limit(MAX_COMPARED)
          .execute();
  return found.map(({ name }) => name);
}

interface Miss {
  workbookId: string;
  given: string;
  /** Where the names are listed. */
  listed: Message;
}

/** What to do about the name of something that a workbook has not: the names nearest to it. */
export async function nearMiss(
  db: Db,
  kind: Parameters<typeof namesIn>[1],
  { workbookId, given, listed }: Miss,
): Promise<Message> {
  return didYouMean(given, await namesIn(db, kind, workbookId), listed);
}
