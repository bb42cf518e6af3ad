// The only writer of `oauth_clients`.
import type { Catalog } from './catalog.js';
import type { Db, Tx } from './db.js';

/** Apps that registered and that no user has let in yet; beyond that, the next has to wait. */
const MAX_UNUSED = 10_000;

interface RegisteredClient {
  /** As RFC 7591 has it, without the secret. */
  metadata: Record<string, unknown>;
  secretHash: string | null;
}

export async function findOAuthClient(db: Db, id: string): Promise<RegisteredClient | undefined> {
  const row = await db
    .selectFrom('oauth_clients')
    .select(['metadata', 'secret_hash'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { metadata: JSON.parse(row.metadata), secretHash: row.secret_hash };
}

/** False if too many wait to be used. */
export async function registerOAuthClient(
  catalog: Catalog,
  id: string,
  { metadata, secretHash }: RegisteredClient,
): Promise<boolean> {
  return await catalog.transaction(async (tx) => {
    const { unused } = await tx
      .selectFrom('oauth_clients')
      .select((eb) => eb.fn.countAll<number | string>().as('unused'))
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (Number(unused) >= MAX_UNUSED) return false;
    await tx
      .insertInto('oauth_clients')
      .values({
        id,
        metadata: JSON.stringify(metadata),
        secret_hash: secretHash,
        created_at: new Date().toISOString(),
        used_at: null,
      })
      .execute();
    return true;
  });
}

/** Nothing happens for an app that is not registered here. */
export async function noteOAuthClientUse(tx: Tx, id: string, at: string): Promise<void> {
  await tx.updateTable('oauth_clients').set({ used_at: at }).where('id', '=', id).execute();
}

/** Those that nobody let in since `unusedSince`, and those that nobody lets in any more since `idleSince`. */
export function deleteIdleOAuthClients(
  db: Db,
  { unusedSince, idleSince, now }: { unusedSince: string; idleSince: string; now: string },
) {
  return db
    .deleteFrom('oauth_clients')
    .where((eb) =>
      eb.or([
        eb.and([eb('used_at', 'is', null), eb('created_at', '<=', unusedSince)]),
        eb.and([
          eb('used_at', '<=', idleSince),
          eb.not(
            eb.exists(
              eb
                .selectFrom('oauth_grants')
                .innerJoin('credentials', 'credentials.id', 'oauth_grants.id')
                .select('oauth_grants.id')
                .whereRef('oauth_grants.client_id', '=', 'oauth_clients.id')
                .where('credentials.revoked_at', 'is', null)
                .where('credentials.expires_at', '>', now),
            ),
          ),
        ]),
      ]),
    );
}
