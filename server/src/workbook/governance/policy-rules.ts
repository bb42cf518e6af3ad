import type { Db } from '../../catalog/db.js';

export function policyRules(db: Db, workbookId: string) {
  return db
    .selectFrom('policies')
    .select(['tag', 'role', 'effect', 'influence'])
    .where('workbook_id', '=', workbookId);
}
