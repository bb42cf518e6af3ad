import type { Selectable } from 'kysely';
import { type Change, change } from '../../catalog/change.js';
import { insertMember } from '../../catalog/member-records.js';
import type { Schema } from '../../catalog/schema.js';
import { newId } from '../../core/ids.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

export type AccountRecord = Selectable<Schema['accounts']>;

/** The user's default account, created with its personal workspace on first use. */
export async function defaultAccount(service: Service, caller: Caller): Promise<AccountRecord> {
  return (await findDefault(service, caller.userId)) ?? (await provision(service, caller));
}

async function findDefault(service: Service, userId: string): Promise<AccountRecord | undefined> {
  return await service.catalog.db
    .selectFrom('accounts')
    .selectAll()
    .where('owner_user_id', '=', userId)
    .where('kind', '=', 'default')
    .executeTakeFirst();
}

async function provision(service: Service, caller: Caller): Promise<AccountRecord> {
  const { userId, credentialId, requestId } = caller;
  await change(service.catalog, { userId, credentialId, requestId }, async (c) => {
    await insertDefaultAccount(c, userId);
  });
  return (await findDefault(service, userId)) as AccountRecord;
}

/** Its id; undefined if the user has one already: of concurrent first uses the unique index lets only one create it. */
export async function insertDefaultAccount(c: Change, userId: string): Promise<string | undefined> {
  const account = {
    id: newId('acc'),
    owner_user_id: userId,
    kind: 'default' as const,
    name: 'Personal',
    created_at: c.at,
  };
  const inserted = await c.tx
    .insertInto('accounts')
    .values(account)
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) {
    const workspaceId = newId('ws');
    await c.tx
      .insertInto('workspaces')
      .values({
        id: workspaceId,
        account_id: account.id,
        name: 'Personal',
        kind: 'personal',
        residency: null,
        created_at: c.at,
      })
      .execute();
    await insertMember(c.tx, {
      accountId: account.id,
      workspaceId,
      userId,
      baseRole: 'admin',
      customRoles: [],
    });
  }
  await c.audit({ chain: userId, action: 'account.provisioned', target: inserted?.id ?? null });
  return inserted?.id;
}
