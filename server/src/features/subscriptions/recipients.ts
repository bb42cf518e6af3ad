import { say } from '@workbook-data-service/contract/messages';
import { fieldError, problem } from '../../core/problems.js';
import { may } from '../../core/rights.js';
import { rightsTo } from '../access/require-workbook.js';
import type { Service } from '../service.js';

/**
 * The address of a user to whom reports of a workbook may be mailed, or undefined. What counts is what they may do themselves,
 * and not with which credential somebody asked for it; nothing is mailed to an address that nobody has proven to be theirs.
 */
export async function addressOf(
  service: Service,
  { workbookId, userId }: { workbookId: string; userId: string },
): Promise<string | undefined> {
  const user = await service.catalog.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('proven_at', 'is not', null)
    .executeTakeFirst();
  if (!user) return undefined;
  const scopes = ['workbooks:read'] as const;
  const credential = { kind: 'session', accountId: null, reach: { kind: 'account' }, scopes } as const;
  const rights = await rightsTo(service, { userId, credential }, workbookId);
  return rights && may(rights, 'workbooks:read') ? user.email : undefined;
}

export async function requireRecipient(
  service: Service,
  recipient: { workbookId: string; userId: string },
): Promise<void> {
  if ((await addressOf(service, recipient)) !== undefined) return;
  throw problem('invalid-request', say('subscription-recipient', { user: recipient.userId }), {
    fix: say('fix-subscription-recipient'),
    members: { errors: [fieldError('/user_id', say('field-no-recipient'))] },
  });
}
