import { sql } from 'kysely';
import type { Db, Statement, Tx } from '../../catalog/db.js';
import { runTogether } from '../../catalog/run-together.js';
import { batches } from '../../core/batches.js';
import type { DayCounts } from './day-counts.js';

/** Rows of one statement: each takes a few of its parameters, of which databases allow tens of thousands. */
const ROWS_AT_ONCE = 1000;

/**
 * Adds to the counts of credentials and accounts, in the last statements of a transaction. What belongs to nobody any more
 * is dropped.
 */
export async function addCounts(tx: Tx, last: Statement[], counted: readonly DayCounts[]): Promise<void> {
  for (const counts of counted) {
    const owned = await findOwners(tx, counts);
    last.push(...requestsOfCredentials(tx, counts, owned), ...flowsOfAccounts(tx, counts, owned));
  }
}

/** What was counted, and the credential or account that it counts for. */
interface Owned {
  counted: string;
  owner: string;
}

type Kind = 'requestsByCredential' | 'requestsByAccount' | 'requestsByUser' | 'opsByWorkbook';

const lookUp: Record<Kind, (tx: Tx, ids: readonly string[]) => Statement<Owned>> = {
  requestsByCredential: (tx, ids) =>
    tx.selectFrom('credentials').select(['id as counted', 'id as owner']).where('id', 'in', ids),
  requestsByAccount: (tx, ids) =>
    tx.selectFrom('accounts').select(['id as counted', 'id as owner']).where('id', 'in', ids),
  requestsByUser: (tx, ids) =>
    tx
      .selectFrom('accounts')
      .select(['owner_user_id as counted', 'id as owner'])
      .where('owner_user_id', 'in', ids)
      .where('kind', '=', 'default'),
  opsByWorkbook: (tx, ids) =>
    tx
      .selectFrom('workbooks')
      .innerJoin('workspaces', 'workspaces.id', 'workbooks.workspace_id')
      .select(['workbooks.id as counted', 'workspaces.account_id as owner'])
      .where('workbooks.id', 'in', ids),
};

/** In one round trip. */
async function findOwners(tx: Tx, counts: DayCounts): Promise<Map<Kind, Owned[]>> {
  const asked = (Object.keys(lookUp) as Kind[]).flatMap((kind) =>
    [...batches([...counts[kind].keys()], ROWS_AT_ONCE)].map((ids) => ({ kind, ids })),
  );
  const found = await runTogether(tx, ...asked.map(({ kind, ids }) => lookUp[kind](tx, ids)));
  const owned = new Map<Kind, Owned[]>();
  for (const [i, { kind }] of asked.entries()) {
    const some = owned.get(kind) ?? [];
    some.push(...(found[i] as Owned[]));
    owned.set(kind, some);
  }
  return owned;
}

function requestsOfCredentials(
  tx: Tx,
  { day, requestsByCredential }: DayCounts,
  owned: Map<Kind, Owned[]>,
): Statement[] {
  const rows = (owned.get('requestsByCredential') ?? []).map(({ owner }) => ({
    credential_id: owner,
    day,
    requests: requestsByCredential.get(owner) ?? 0,
  }));
  return [...batches(inOrder(rows, 'credential_id'), ROWS_AT_ONCE)].map((some) =>
    tx
      .insertInto('credential_usage')
      .values(some)
      .onConflict((oc) =>
        oc
          .columns(['credential_id', 'day'])
          .doUpdateSet({ requests: sql`credential_usage.requests + excluded.requests` }),
      ),
  );
}

function flowsOfAccounts(tx: Tx, counts: DayCounts, owned: Map<Kind, Owned[]>): Statement[] {
  const flows = new Map<string, { account_id: string; day: string; requests: number; ops: number }>();
  const add = (kind: Kind, flow: 'requests' | 'ops'): void => {
    for (const { counted, owner } of owned.get(kind) ?? []) {
      const sums = flows.get(owner) ?? { account_id: owner, day: counts.day, requests: 0, ops: 0 };
      sums[flow] += counts[kind].get(counted) ?? 0;
      flows.set(owner, sums);
    }
  };
  add('requestsByAccount', 'requests');
  add('requestsByUser', 'requests');
  add('opsByWorkbook', 'ops');
  return [...batches(inOrder([...flows.values()], 'account_id'), ROWS_AT_ONCE)].map((some) =>
    tx
      .insertInto('account_days')
      .values(some)
      .onConflict((oc) =>
        oc.columns(['account_id', 'day']).doUpdateSet({
          requests: sql`account_days.requests + excluded.requests`,
          ops: sql`account_days.ops + excluded.ops`,
        }),
      ),
  );
}

/** The same order on every node, so that none waits for another in a circle. */
function inOrder<Row>(rows: Row[], key: keyof Row): Row[] {
  return rows.sort((a, b) => (a[key] < b[key] ? -1 : 1));
}

interface Stock {
  accountId: string;
  storageBytes: number;
  tables: number;
}

/** Replaces the sample of a day. */
export async function writeSample(
  db: Db,
  day: string,
  { accountId, storageBytes, tables }: Stock,
): Promise<void> {
  await db
    .insertInto('account_days')
    .values({ account_id: accountId, day, storage_bytes: storageBytes, tables })
    .onConflict((oc) =>
      oc.columns(['account_id', 'day']).doUpdateSet({
        storage_bytes: sql`excluded.storage_bytes`,
        tables: sql`excluded.tables`,
      }),
    )
    .execute();
}

/** Deletes the days before one, and returns how many. */
export async function deleteUsageBefore(db: Db, day: string): Promise<number> {
  const deleted = await Promise.all([
    db.deleteFrom('credential_usage').where('day', '<', day).executeTakeFirst(),
    db.deleteFrom('account_days').where('day', '<', day).executeTakeFirst(),
  ]);
  return deleted.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0);
}
