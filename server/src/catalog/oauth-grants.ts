// The only writer of `oauth_grants`. What else a grant is stands in `credentials`, as for a token.
import type { OAuthClient } from '../core/oauth-client.js';
import type { Db, Tx } from './db.js';
import type { GrantEnd } from './schema.js';

export async function insertOAuthGrant(
  tx: Tx,
  { id, client, audiences }: { id: string; client: OAuthClient; audiences: readonly string[] },
): Promise<void> {
  await tx
    .insertInto('oauth_grants')
    .values({
      id,
      client_id: client.id,
      client: JSON.stringify(client),
      audiences: JSON.stringify(audiences),
      ended_by: null,
    })
    .execute();
}

/** Until its tokens expire at the latest. One that has ended stays so. */
export async function extendGrant(tx: Tx, id: string, until: string): Promise<void> {
  await tx
    .updateTable('credentials')
    .set({ expires_at: until })
    .where('id', '=', id)
    .where('kind', '=', 'grant')
    .where('expires_at', '<', until)
    .execute();
}

export async function noteGrantEnd(tx: Tx, id: string, endedBy: GrantEnd): Promise<void> {
  await tx.updateTable('oauth_grants').set({ ended_by: endedBy }).where('id', '=', id).execute();
}

/** Grants with the credentials that they are. */
export function oauthGrants(db: Db) {
  return db
    .selectFrom('oauth_grants')
    .innerJoin('credentials', 'credentials.id', 'oauth_grants.id')
    .selectAll('credentials')
    .select([
      'oauth_grants.client_id',
      'oauth_grants.client',
      'oauth_grants.audiences',
      'oauth_grants.ended_by',
    ]);
}
