import { say } from '@workbook-data-service/contract/messages';
import { type Change, type CommitOptions, change } from '../../catalog/change.js';
import { withdrawCharges } from '../../catalog/charge-leases.js';
import { violatesReference } from '../../catalog/unique-keys.js';
import { hasSubscription, MIN_SETTLED_CREDITS, overageCents } from '../../core/plans.js';
import { fieldError, problem } from '../../core/problems.js';
import { forgetWorkbook } from '../../workbook/upkeep/drop-files.js';
import type { AccountRecord } from '../access/default-account.js';
import { resolveAccount } from '../access/resolve-account.js';
import { Ledger } from '../billing/ledger.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { removeWorkbook } from '../workbooks/delete-workbook.js';

export interface DeletedAccount {
  id: string;
  name: string;
  workspaces: number;
  workbooks: number;
  /** Keys and tokens, of members too, that had not ended before. */
  credentials: number;
  forfeitedCredits: number;
}

/**
 * Deletes a developer account with its keys, workspaces and workbooks, of members too. What is left of its credits is
 * forfeited, and a debt too small to be charged written off. Its customer at the payment provider is not touched.
 */
export async function deleteAccount(
  service: Service,
  caller: Caller,
  { accountId, confirm }: { accountId: string; confirm: string },
  commit: CommitOptions,
): Promise<DeletedAccount> {
  if (caller.credential.kind !== 'session') throw problem('owner-session-required');
  const account = await resolveAccount(service, caller, accountId);
  const workbookIds: string[] = [];
  try {
    const deleted = await change(
      service.catalog,
      caller,
      async (c) => {
        const forfeitedCredits = await refuseUnlessDeletable(c, account, confirm);
        const { credentials, workspaces, workbooks } = await deleteAccountAndContents(c, account.id);
        workbookIds.push(...workbooks);
        const counts = { workspaces, workbooks: workbooks.length, credentials, forfeitedCredits };
        await c.audit({ chain: account.id, action: 'account.deleted', target: account.id });
        await c.audit({
          chain: caller.userId,
          action: 'account.deleted',
          target: account.id,
          detail: { name: account.name, ...counts },
        });
        return { id: account.id, name: account.name, ...counts };
      },
      commit,
    );
    for (const id of workbookIds) forgetWorkbook(service.data, id);
    return deleted;
  } catch (error) {
    if (!violatesReference(error)) throw error;
    throw problem('conflict', say('account-changed-meanwhile'), {
      fix: say('fix-send-again'),
    });
  }
}

/** Each rule has a problem of its own; in this order. Answers what is left of the credits. */
async function refuseUnlessDeletable(
  c: Change,
  { id, kind, name }: AccountRecord,
  confirm: string,
): Promise<number> {
  if (kind === 'default') throw problem('default-account');
  const left = await requireSettled(c, id);
  if (confirm !== name)
    throw problem('confirm-mismatch', say('confirm-account-name'), {
      members: { errors: [fieldError('/confirm', say('account-name-differs'))] },
    });
  await requireNoCharge(c, id);
  return left;
}

/** Refuses an account that subscribes or owes. Answers what is left of the credits. */
export async function requireSettled(c: Change, id: string): Promise<number> {
  // Opening the ledger locks it, so that nothing is spent from here on.
  const { billing, balance } = await Ledger.open(c, id);
  if (hasSubscription(billing)) throw problem('active-subscription');
  const owed = -balance.overage;
  if (owed >= MIN_SETTLED_CREDITS)
    throw problem('unsettled-overage', say('account-owes', { credits: owed }), {
      members: { overage: { credits: owed, amount: overageCents(owed) } },
    });
  return balance.monthly + balance.prepaid;
}

/** Refuses while a card is being charged; charges that have not begun are withdrawn. */
export async function requireNoCharge(c: Change, id: string): Promise<void> {
  if (await withdrawCharges(c.tx, id))
    throw problem('conflict', say('card-being-charged'), {
      fix: say('fix-card-being-charged'),
    });
}

/** Deletes an account with its credentials, workspaces and workbooks. */
export async function deleteAccountAndContents(
  c: Change,
  accountId: string,
): Promise<{ credentials: number; workspaces: number; workbooks: string[] }> {
  const credentials = await endCredentials(c, accountId);
  const deleted = await deleteWorkspaces(c, accountId);
  await c.tx.deleteFrom('accounts').where('id', '=', accountId).execute();
  return { credentials, ...deleted };
}

/** Deleted with the account, whose audit chain records how they were made. */
async function endCredentials(c: Change, accountId: string): Promise<number> {
  const ended = await c.tx
    .deleteFrom('credentials')
    .where('account_id', '=', accountId)
    .returning('revoked_at')
    .execute();
  return ended.filter(({ revoked_at }) => revoked_at === null).length;
}

async function deleteWorkspaces(
  c: Change,
  accountId: string,
): Promise<{ workspaces: number; workbooks: string[] }> {
  const workspaces = c.tx.selectFrom('workspaces').select('id').where('account_id', '=', accountId);
  const workbooks = await c.tx
    .selectFrom('workbooks')
    .select(['id', 'title', 'visibility'])
    .where('workspace_id', 'in', workspaces)
    .orderBy('id')
    .execute();
  for (const workbook of workbooks) await removeWorkbook(c, workbook, accountId);
  const deleted = await c.tx
    .deleteFrom('workspaces')
    .where('account_id', '=', accountId)
    .returning('id')
    .execute();
  return { workspaces: deleted.length, workbooks: workbooks.map(({ id }) => id) };
}
