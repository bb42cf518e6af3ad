import type { Selectable } from 'kysely';
import { type DriveProvider, driveProviders } from '../core/provenance.js';
import { SecretNotOpened } from '../core/secret-box.js';
import type { Catalog } from './catalog.js';
import type { Change } from './change.js';
import type { Schema } from './schema.js';

/** One permission to read a drive; a later one of the same user has another `grantedAt`. */
export interface GrantKey {
  userId: string;
  provider: DriveProvider;
  grantedAt: string;
}

export interface DriveGrant extends GrantKey {
  /** The name of the drive's owner. */
  account: string | null;
  refreshToken: string;
}

type Row = Selectable<Schema['drive_grants']>;

/** A grant whose token does not open, as after a restore with another key, counts as none. */
export async function findGrant(
  catalog: Catalog,
  { userId, provider }: Omit<GrantKey, 'grantedAt'>,
): Promise<DriveGrant | undefined> {
  const row = await catalog.db
    .selectFrom('drive_grants')
    .selectAll()
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .executeTakeFirst();
  const refreshToken = row && openToken(catalog, row);
  return row && refreshToken !== undefined
    ? { userId, provider, grantedAt: row.created_at, account: row.account, refreshToken }
    : undefined;
}

/** Stores a grant in place of the user's earlier one. */
export async function storeGrant(
  catalog: Catalog,
  c: Change,
  { userId, provider, account, refreshToken }: Omit<DriveGrant, 'grantedAt'>,
): Promise<void> {
  const values = {
    refresh_token: sealToken(catalog, { user_id: userId, provider }, refreshToken),
    account,
    created_at: c.at,
  };
  await c.tx
    .insertInto('drive_grants')
    .values({ user_id: userId, provider, ...values })
    .onConflict((oc) => oc.columns(['user_id', 'provider']).doUpdateSet(values))
    .execute();
}

/** Whether the grant was still there. */
export async function deleteGrant(c: Change, { userId, provider, grantedAt }: GrantKey): Promise<boolean> {
  const deleted = await c.tx
    .deleteFrom('drive_grants')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .where('created_at', '=', grantedAt)
    .returning('user_id')
    .execute();
  return deleted.length > 0;
}

/** Keeps the refresh token that a provider issued in place of the one before, unless the grant has ended meanwhile. */
export async function replaceRefreshToken(
  catalog: Catalog,
  { userId, provider, grantedAt }: GrantKey,
  refreshToken: string,
): Promise<void> {
  await catalog.db
    .updateTable('drive_grants')
    .set({ refresh_token: sealToken(catalog, { user_id: userId, provider }, refreshToken) })
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .where('created_at', '=', grantedAt)
    .execute();
}

const RESEALED_AT_ONCE = 500;

/** Seals with the current key what the previous one has sealed, so that the previous key can be given up. */
export async function resealGrants(catalog: Catalog): Promise<void> {
  for (const provider of driveProviders) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const rows: Row[] = await catalog.db
        .selectFrom('drive_grants')
        .selectAll()
        .where('provider', '=', provider)
        .where('user_id', '>', after)
        .where('refresh_token', 'not like', `${catalog.keys.secrets.currentPrefix}%`)
        .orderBy('user_id')
        .limit(RESEALED_AT_ONCE)
        .execute();
      for (const row of rows) await reseal(catalog, row);
      after = rows[RESEALED_AT_ONCE - 1]?.user_id;
    }
  }
}

/** Another node may have done it, or replaced the token, since the row was read. */
async function reseal(catalog: Catalog, row: Row): Promise<void> {
  const refreshToken = openToken(catalog, row);
  if (refreshToken === undefined) return;
  await catalog.db
    .updateTable('drive_grants')
    .set({ refresh_token: sealToken(catalog, row, refreshToken) })
    .where('user_id', '=', row.user_id)
    .where('provider', '=', row.provider)
    .where('refresh_token', '=', row.refresh_token)
    .execute();
}

type Owner = Pick<Row, 'user_id' | 'provider'>;

/** A token opens only in the row that it was sealed for. */
const purposeOf = ({ user_id, provider }: Owner): string => `drive-grants/${user_id}/${provider}`;

function sealToken({ keys }: Catalog, owner: Owner, refreshToken: string): string {
  return keys.secrets.seal(Buffer.from(refreshToken), purposeOf(owner));
}

function openToken({ keys }: Catalog, row: Row): string | undefined {
  try {
    return keys.secrets.open(row.refresh_token, purposeOf(row)).plaintext.toString();
  } catch (error) {
    if (error instanceof SecretNotOpened) return undefined;
    throw error;
  }
}
