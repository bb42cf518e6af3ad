import type { Catalog } from '../src/catalog/catalog.js';
import type { Author } from '../src/catalog/change.js';
import { chainIsValid, genesisHash } from '../src/core/audit-chain.js';
import { newId } from '../src/core/ids.js';

export const author: Author = { userId: 'usr_1', credentialId: null, requestId: 'req_1' };

const at = '2026-01-01T00:00:00.000Z';

export interface TestWorkbook {
  userId: string;
  workspaceId: string;
  workbookId: string;
}

/** A workbook of its own, with the user, account and workspace that it needs. */
export async function newWorkbook({ db }: Catalog): Promise<TestWorkbook> {
  const [userId, accountId, workspaceId, workbookId] = [newId('usr'), newId('acc'), newId('ws'), newId('wb')];
  await db
    .insertInto('users')
    .values({ id: userId, email: `${userId}@example.com`, name: null, password_hash: null, created_at: at })
    .execute();
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

/** Whether the stored chain is whole, and how long. */
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
  const head = await db
    .selectFrom('audit_chains')
    .select(['length', 'head_hash as hash'])
    .where('chain', '=', chain)
    .executeTakeFirst();
  return { valid: chainIsValid(entries, head ?? { length: 0, hash: genesisHash }), length: entries.length };
}
