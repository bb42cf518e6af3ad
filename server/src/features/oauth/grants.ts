import { say } from '@workbook-data-service/contract/messages';
import { type Author, type CommitOptions, change } from '../../catalog/change.js';
import { noteGrantEnd, oauthGrants } from '../../catalog/oauth-grants.js';
import type { GrantEnd } from '../../catalog/schema.js';
import type { OAuthClient } from '../../core/oauth-client.js';
import { problem } from '../../core/problems.js';
import { resolveAccount } from '../access/resolve-account.js';
import { revokeFamilies } from '../access/revoke-families.js';
import type { Caller } from '../caller.js';
import { manages } from '../identity/manage-credentials.js';
import type { CredentialRecord } from '../identity/mint-credential.js';
import type { Service } from '../service.js';

export interface OAuthGrant {
  row: CredentialRecord;
  client: OAuthClient;
  audiences: string[];
  endedBy: GrantEnd | null;
}

/** What the user lets apps do, as far as the caller manages it, newest first. */
export async function listGrants(service: Service, caller: Caller): Promise<OAuthGrant[]> {
  const account = caller.credential.accountId === null ? null : await resolveAccount(service, caller, null);
  await service.usage.flush();
  const rows = await oauthGrants(service.catalog.db)
    .where('credentials.user_id', '=', caller.userId)
    .$if(account !== null, (query) => query.where('credentials.account_id', '=', account?.id ?? ''))
    .orderBy('credentials.id', 'desc')
    .execute();
  return rows.filter((row) => manages(caller, row)).map(grantOf);
}

export async function findGrant({ catalog }: Service, id: string): Promise<OAuthGrant | undefined> {
  const row = await oauthGrants(catalog.db).where('credentials.id', '=', id).executeTakeFirst();
  return row && grantOf(row);
}

function grantOf({
  client,
  audiences,
  ended_by,
  client_id: _,
  ...row
}: CredentialRecord & {
  client: string;
  client_id: string;
  audiences: string;
  ended_by: GrantEnd | null;
}): OAuthGrant {
  return { row, client: JSON.parse(client), audiences: JSON.parse(audiences), endedBy: ended_by };
}

/** Ends a grant of the caller's user, with its tokens and what it minted. Ending it again changes nothing. */
export async function endGrant(
  service: Service,
  caller: Caller,
  id: string,
  commit: CommitOptions,
): Promise<{ cascade: string[] }> {
  const grant = (await listGrants(service, caller)).find(({ row }) => row.id === id);
  if (!grant) throw problem('not-found', say('grant-unknown', { id }));
  return await end(service, caller, grant, 'user', commit);
}

/** Ends a grant because the app asks for it, or because its secrets are in other hands. */
export async function endGrantOfApp(
  service: Service,
  { id, endedBy, requestId }: { id: string; endedBy: Exclude<GrantEnd, 'user'>; requestId: string | null },
): Promise<void> {
  const grant = await findGrant(service, id);
  if (!grant || grant.row.revoked_at !== null) return;
  const author = { userId: grant.row.user_id, credentialId: id, requestId, actor: grant.client.name };
  await end(service, author, grant, endedBy, {});
}

async function end(
  { catalog }: Service,
  author: Author,
  { row, client }: OAuthGrant,
  endedBy: GrantEnd,
  commit: CommitOptions,
): Promise<{ cascade: string[] }> {
  return await change(
    catalog,
    author,
    async (c) => {
      const revoked = await revokeFamilies(c.tx, (credentials) => credentials.where('id', '=', row.id), c.at);
      const isNew = revoked.includes(row.id);
      if (isNew) await noteGrantEnd(c.tx, row.id, endedBy);
      const cascade = revoked.filter((one) => one !== row.id);
      await c.audit({
        chain: row.account_id,
        action: 'grant.ended',
        target: row.id,
        detail: {
          app: client.name,
          by: endedBy,
          already_ended: !isNew,
          ...(cascade.length > 0 && { cascade }),
        },
      });
      return { cascade };
    },
    commit,
  );
}
