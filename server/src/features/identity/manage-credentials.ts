import { say } from '@workbook-data-service/contract/messages';
import { type CommitOptions, change } from '../../catalog/change.js';
import { problem } from '../../core/problems.js';
import { formatReach } from '../../core/reach.js';
import { resolveAccount } from '../access/resolve-account.js';
import { revokeFamilies } from '../access/revoke-families.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import type { CredentialRecord } from './mint-credential.js';

/** The user's tokens, or an account's keys, that the caller manages, newest first. */
export async function listCredentials(
  service: Service,
  caller: Caller,
  kind: 'pat' | 'key',
  accountId?: string | null,
): Promise<CredentialRecord[]> {
  const account =
    kind === 'key' || caller.credential.accountId !== null
      ? await resolveAccount(service, caller, accountId)
      : null;
  await service.usage.flush();
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

/** Revokes a credential and everything it minted. Revoking it again changes nothing. */
export async function revokeCredential(
  service: Service,
  caller: Caller,
  { kind, id, accountId }: { kind: 'pat' | 'key'; id: string; accountId?: string | null },
  commit: CommitOptions,
): Promise<{ cascade: string[] }> {
  const row = (await listCredentials(service, caller, kind, accountId)).find(
    (candidate) => candidate.id === id,
  );
  if (!row) throw problem('not-found', say(kind === 'pat' ? 'token-unknown' : 'key-unknown', { id }));
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const revoked = await revokeFamilies(c.tx, (credentials) => credentials.where('id', '=', id), c.at);
      const cascade = revoked.filter((one) => one !== id);
      await c.audit({
        chain: row.account_id,
        action: `${kind === 'pat' ? 'token' : 'key'}.revoked`,
        target: id,
        detail: { already_revoked: !revoked.includes(id), ...(cascade.length > 0 && { cascade }) },
      });
      return { cascade };
    },
    commit,
  );
}

/** Sessions and account-wide credentials manage all; a pinned one manages itself and those with the same reach. */
export function manages(caller: Caller, row: Pick<CredentialRecord, 'id' | 'resource'>): boolean {
  const { reach, id } = caller.credential;
  return reach.kind === 'account' || row.id === id || row.resource === formatReach(reach);
}
