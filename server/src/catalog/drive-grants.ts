import type { Selectable } from 'kysely';
import { type DriveProvider, driveProviders } from '../core/provenance.js';
import type { Catalog } from './catalog.js';
import type { Change } from './change.js';
import type { Tx } from './db.js';
import type { Schema } from './schema.js';
import { openText, resealColumn, sealText } from './sealed-texts.js';

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

/** Deletes every grant of a user. Returns how many there were. */
export async function deleteGrantsOfUser(tx: Tx, userId: string): Promise<number> {
  const deleted = await tx
    .deleteFrom('drive_grants')
    .where('user_id', '=', userId)
    .returning('provider')
    .execute();
  return deleted.length;
}

/** Keeps the refresh token that a provider issued in place of the one before, unless the grant has ended. */
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

export async function resealGrants(catalog: Catalog): Promise<void> {
  for (const provider of driveProviders) {
    await resealColumn<Row>(catalog, {
      rowsAfter: (last, { withoutPrefix, limit }) =>
        catalog.db
          .selectFrom('drive_grants')
          .selectAll()
          .where('provider', '=', provider)
          .where('user_id', '>', last?.user_id ?? '')
          .where('refresh_token', 'not like', `${withoutPrefix}%`)
          .orderBy('user_id')
          .limit(limit)
          .execute(),
      sealed: (row) => row.refresh_token,
      purpose: purposeOf,
      replace: (row, refresh_token) =>
        catalog.db
          .updateTable('drive_grants')
          .set({ refresh_token })
          .where('user_id', '=', row.user_id)
          .where('provider', '=', row.provider)
          .where('refresh_token', '=', row.refresh_token)
          .execute(),
    });
  }
}

type Owner = Pick<Row, 'user_id' | 'provider'>;

const purposeOf = ({ user_id, provider }: Owner): string => `drive-grants/${user_id}/${provider}`;

function sealToken(catalog: Catalog, owner: Owner, refreshToken: string): string {
  return sealText(catalog, refreshToken, purposeOf(owner));
}

function openToken(catalog: Catalog, row: Row): string | undefined {
  return openText(catalog, row.refresh_token, purposeOf(row));
}
