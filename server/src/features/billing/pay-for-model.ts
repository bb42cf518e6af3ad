import type { Change } from '../../catalog/change.js';
import { modelPrice } from '../../core/plans.js';
import { payerOf, type Spending, spendCredits } from './spend.js';

/** Charges the account of a workbook for what a language model read and wrote. */
export async function payForModel(
  c: Change,
  {
    tokens,
    ...spending
  }: Pick<Spending, 'workbookId' | 'subject' | 'metered'> & { kind: 'review' | 'reading'; tokens: number },
): Promise<void> {
  const credits = modelPrice(tokens);
  if (credits === 0) return;
  const accountId = await payerOf(c.tx, spending.workbookId);
  await spendCredits(c, { ...spending, accountId, credits });
}
