import { say } from '@workbook-data-service/contract/messages';
import type { Change } from '../../catalog/change.js';
import type { Db } from '../../catalog/db.js';
import { problem } from '../../core/problems.js';
import { accountOfWorkbook } from '../../workbook/account-of-workbook.js';
import { topUpIfLow } from './auto-topup.js';
import { overageLimit } from './billing-record.js';
import { type Balance, takeCredits } from './buckets.js';
import { hasEntry, Ledger } from './ledger.js';

export interface Spending {
  accountId: string;
  workbookId: string;
  kind: 'structuring' | 'review' | 'reading';
  /** What the credits pay for; an account pays for the same subject only once. */
  subject: string;
  credits: number;
  /** Whether credits limit what may be done; otherwise they are only counted. */
  metered: boolean;
}

/** The account that pays for work in a workbook. */
export async function payerOf(db: Db, workbookId: string): Promise<string> {
  const accountId = await accountOfWorkbook(db, workbookId);
  if (accountId === undefined) throw problem('not-found', say('workbook-deleted'));
  return accountId;
}

export async function hasPaidFor(
  db: Db,
  spending: Pick<Spending, 'accountId' | 'kind' | 'subject'>,
): Promise<boolean> {
  return await hasEntry(db, spending);
}

/** Pays for work in the change that commits it. Throws `out-of-credits` if another change has spent them. */
export async function spendCredits(c: Change, spending: Spending): Promise<void> {
  const { accountId, workbookId, kind, subject, metered } = spending;
  const ledger = await Ledger.open(c, accountId);
  if (await ledger.has(kind, subject)) return;
  const limit = metered ? overageLimit(ledger.billing) : 0;
  const taken = spentFrom(ledger.balance, spending, limit);
  await ledger.write(
    taken.map((part) => ({ kind, subject, ...part })),
    workbookId,
  );
  if (metered) await topUpIfLow(c, ledger);
}

/**
 * From which buckets a spending is paid. What they do not hold is refused if credits limit what may be done, but not
 * where a language model has already worked: the rest of it is on the house.
 */
function spentFrom(balance: Balance, { kind, credits, metered }: Spending, limit: number) {
  const { taken, missing } = takeCredits(balance, credits, limit);
  if (missing === 0) return taken;
  if (metered && kind === 'structuring')
    throw problem('out-of-credits', say('structuring-price', { credits, missing }));
  return [...taken, { bucket: 'uncharged' as const, credits: -missing }];
}
