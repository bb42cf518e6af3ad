import { change } from '../../catalog/change.js';
import { problem } from '../../core/problems.js';
import { formatReach } from '../../core/reach.js';
import type { Service } from '../../service.js';
import { resolveAccount } from '../accounts/resolve-account.js';
import type { Caller } from '../caller.js';
import type { CredentialRow } from './mint-credential.js';

/** Tokens of the user, or keys of an account, that the caller manages; newest first, secrets never among them. */
export async function listCredentials(
  service: Service,
  caller: Caller,
  kind: 'pat' | 'key',
  accountId?: string | null,
): Promise<CredentialRow[]> {
  const account =
    kind === 'key' || caller.credential.accountId !== null
      ? await resolveAccount(service, caller, accountId)
      : null;
  const rows = await service.catalog.db
    .selectFrom('credentials')
    .selectAll()
    .where('kind', '=', kind)
    .where('user_id', '=', caller.userId)
    .$if(account !== null, (query) => query.where('account_id', '=', account?.id ?? ''))
    .orderBy('id', 'desc')
    .execute();
  return rows.filter((row) => manages(caller, row));
}

/** Idempotent: revoking what is revoked already changes nothing. */
export async function revokeCredential(
  service: Service,
  caller: Caller,
  kind: 'pat' | 'key',
  id: string,
  accountId?: string | null,
): Promise<void> {
  const row = (await listCredentials(service, caller, kind, accountId)).find(
    (candidate) => candidate.id === id,
  );
  if (!row)
    throw problem('not-found', `No ${kind === 'pat' ? 'token' : 'key'} ${id} that this credential manages.`);
  await change(service.catalog, caller, async (c) => {
    const revoked = await c.tx
      .updateTable('credentials')
      .set({ revoked_at: c.at })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    await c.audit({
      chain: row.account_id,
      action: `${kind === 'pat' ? 'token' : 'key'}.revoked`,
      target: id,
      detail: { already_revoked: revoked === undefined },
    });
  });
}

/** Sessions and account-wide credentials manage all; a pinned one those pinned the same way, and itself. */
function manages(caller: Caller, row: CredentialRow): boolean {
  const { reach, id } = caller.credential;
  return reach.kind === 'account' || row.id === id || row.resource === formatReach(reach);
}
