import type { Message } from '@workbook-data-service/contract/messages/message';
import { didYouMean } from '../core/did-you-mean.js';
import type { Db } from './database.js';

/** In a workbook of more, the name may be one of the others. */
const MAX_COMPARED = 1000;

const names = {
  table: (db: Db, workbookId: string) =>
    db
      .selectFrom('tables')
      .select('name')
      .where('workbook_id', '=', workbookId)
      .where('deleted_at', 'is', null),
  chart: (db: Db, workbookId: string) =>
    db.selectFrom('charts').select('name').where('workbook_id', '=', workbookId),
  sheet: (db: Db, workbookId: string) =>
    db.selectFrom('sheets').select('name').where('workbook_id', '=', workbookId),
  source: (db: Db, workbookId: string) =>
    db.selectFrom('sources').select('name').where('workbook_id', '=', workbookId),
  transform: (db: Db, workbookId: string) =>
    db.selectFrom('transforms').select('name').where('workbook_id', '=', workbookId),
  version: (db: Db, workbookId: string) =>
    db.selectFrom('snapshot_labels').select('label as name').where('workbook_id', '=', workbookId),
};

interface Miss {
  workbookId: string;
  given: string;
  /** Where the names are listed. */
  listed: Message;
}

/** What to do about the name of something that a workbook has not: the names nearest to it. */
export async function nearMiss(
  db: Db,
  kind: keyof typeof names,
  { workbookId, given, listed }: Miss,
): Promise<Message> {
  const known = await names[kind](db, workbookId).limit(MAX_COMPARED).execute();
  return didYouMean(
    given,
    known.map(({ name }) => name),
    listed,
  );
}
