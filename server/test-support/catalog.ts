import type { Catalog } from '../src/catalog/catalog.js';
import type { Author } from '../src/catalog/change.js';
import type { Db } from '../src/catalog/db.js';
import { firstBreak, genesis } from '../src/core/audit-chain.js';
import { newId } from '../src/core/ids.js';
import type { BaseRole } from '../src/core/scopes.js';

export const author: Author = { userId: 'usr_1', credentialId: null, requestId: 'req_1' };

const at = '2026-01-01T00:00:00.000Z';

export interface TestWorkbook {
  userId: string;
  workspaceId: string;
  workbookId: string;
}

/** A new workbook, with the user, account and workspace that it needs. */
export async function newWorkbook({ db }: Catalog): Promise<TestWorkbook> {
  const [userId, accountId, workspaceId, workbookId] = [newId('usr'), newId('acc'), newId('ws'), newId('wb')];
  await addUser(db, userId);
  await db
    .insertInto('accounts')
    .values({ id: accountId, owner_user_id: userId, kind: 'default', name: 'Account', created_at: at })
    .execute();
  await db
    .insertInto('workspaces')
    .values({
      id: workspaceId,
      account_id: accountId,
      name: 'Personal',
      kind: 'personal',
      residency: null,
      created_at: at,
    })
    .execute();
  await db
    .insertInto('workbooks')
    .values({
      id: workbookId,
      workspace_id: workspaceId,
      owner_user_id: userId,
      title: 'Workbook',
      description: null,
      created_at: at,
      updated_at: at,
    })
    .execute();
  return { userId, workspaceId, workbookId };
}

/** A user with a role in a workspace; returns their id. */
export async function addMember(
  { db }: Catalog,
  workspaceId: string,
  role: BaseRole,
  customRoles: string[] = [],
): Promise<string> {
  const userId = newId('usr');
  await addUser(db, userId);
  await db
    .insertInto('workspace_members')
    .values({
      workspace_id: workspaceId,
      user_id: userId,
      base_role: role,
      custom_roles: JSON.stringify(customRoles),
    })
    .execute();
  return userId;
}

async function addUser(db: Db, id: string): Promise<void> {
  const user = { id, email: `${id}@example.com`, name: null, password_hash: null, created_at: at };
  await db
    .insertInto('users')
    .values({ ...user, proven_at: at, proven_by: 'mail' })
    .execute();
}

/** Whether the stored chain is intact and ends at the separately stored head, and how long it is. */
export async function checkChain(
  { db }: Catalog,
  chain: string,
): Promise<{ valid: boolean; length: number }> {
  const rows = await db
    .selectFrom('audit_entries')
    .selectAll()
    .where('chain', '=', chain)
    .orderBy('seq')
    .execute();
  const entries = rows.map(({ user_id, credential_id, request_id, prev_hash, ...row }) => ({
    ...row,
    userId: user_id,
    credentialId: credential_id,
    requestId: request_id,
    prevHash: prev_hash,
  }));
  const kept = await db
    .selectFrom('audit_chains')
    .select(['length', 'head_hash as hash'])
    .where('chain', '=', chain)
    .executeTakeFirst();
  const head = kept ?? genesis;
  const length = entries.length;
  const endsAtHead = length === head.length && (entries.at(-1)?.hash ?? genesis.hash) === head.hash;
  return { valid: firstBreak(entries, genesis) === null && endsAtHead, length };
}
