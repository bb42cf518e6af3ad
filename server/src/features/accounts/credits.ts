import type { Change } from '../../catalog/change.js';
import type { Db } from '../../catalog/db.js';
import { newId } from '../../core/ids.js';
import { type AccountPlan, freePlan, monthStart } from '../../core/plans.js';
import type { Service } from '../service.js';
import type { AccountRecord } from './default-account.js';

/** The plan of an account and the credits it has left this month. */
export async function planOf(
  { catalog, config }: Service,
  accountId: string,
  db: Db = catalog.db,
): Promise<AccountPlan> {
  const now = new Date();
  const { spent } = await db
    .selectFrom('credit_entries')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('credits'), eb.lit(0)).as('spent'))
    .where('account_id', '=', accountId)
    .where('created_at', '>=', monthStart(now))
    .executeTakeFirstOrThrow();
  return freePlan(now, Number(spent), config.metered);
}

export type PlannedAccount = AccountRecord & AccountPlan;

export async function withPlan(service: Service, account: AccountRecord): Promise<PlannedAccount> {
  return { ...account, ...(await planOf(service, account.id)) };
}

/** The account that pays for work in a workbook. */
export async function payerOf(db: Db, workbookId: string): Promise<string> {
  const { account_id } = await db
    .selectFrom('workbooks')
    .innerJoin('workspaces', 'workspaces.id', 'workbooks.workspace_id')
    .select('workspaces.account_id')
    .where('workbooks.id', '=', workbookId)
    .executeTakeFirstOrThrow();
  return account_id;
}

export interface Spending {
  accountId: string;
  workbookId: string;
  kind: 'structuring' | 'review';
  /** What the credits pay for; an account pays for the same subject only once. */
  subject: string;
  credits: number;
}

export async function hasPaidFor(
  db: Db,
  { accountId, kind, subject }: Pick<Spending, 'accountId' | 'kind' | 'subject'>,
): Promise<boolean> {
  const entry = await db
    .selectFrom('credit_entries')
    .select('id')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .limit(1)
    .executeTakeFirst();
  return entry !== undefined;
}

export async function spendCredits(c: Change, spending: Spending): Promise<void> {
  const { accountId, workbookId, kind, subject, credits } = spending;
  await c.tx
    .insertInto('credit_entries')
    .values({
      id: newId('crd'),
      account_id: accountId,
      workbook_id: workbookId,
      kind,
      subject,
      credits,
      created_at: c.at,
    })
    .execute();
}
