import { preparedAndKept } from '../../catalog/prepared.js';

export const policyRules = preparedAndKept((db, { workbookId }: { workbookId: string }) =>
  db
    .selectFrom('policies')
    .select(['tag', 'role', 'effect', 'influence'])
    .where('workbook_id', '=', workbookId),
);
