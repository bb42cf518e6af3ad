// The only writer of `mailed_links`. Only hashes of their tokens are stored.
import { randomBytes } from 'node:crypto';
import { hashSecret } from '../core/secrets.js';
import type { Db, Tx } from './db.js';
import type { MailedLinkPurpose } from './schema.js';

/** A link in place of the user's earlier ones of the same purpose. Returns its token, which is stored nowhere. */
export async function putMailedLink(
  tx: Tx,
  link: { userId: string; purpose: MailedLinkPurpose; createdAt: string; expiresAt: string },
): Promise<string> {
  const { userId, purpose } = link;
  await tx.deleteFrom('mailed_links').where('user_id', '=', userId).where('purpose', '=', purpose).execute();
  const token = randomBytes(32).toString('base64url');
  await tx
    .insertInto('mailed_links')
    .values({
      token_hash: hashSecret(token),
      user_id: userId,
      purpose,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
    })
    .execute();
  return token;
}

/** When the latest link of a user and purpose was made that still works. */
export async function latestMailedLink(
  db: Db,
  { userId, purpose, now }: { userId: string; purpose: MailedLinkPurpose; now: string },
): Promise<string | undefined> {
  const link = await db
    .selectFrom('mailed_links')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return link?.created_at;
}

/** Consumes a link. Returns whose it was; undefined if it expired, was used, or is for something else. */
export async function takeMailedLink(
  tx: Tx,
  { token, purpose, now }: { token: string; purpose: MailedLinkPurpose; now: string },
): Promise<string | undefined> {
  const link = await tx
    .deleteFrom('mailed_links')
    .where('token_hash', '=', hashSecret(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return link?.user_id;
}

/** Ends every link of a user. Returns how many there were. */
export async function endMailedLinksOfUser(tx: Tx, userId: string): Promise<number> {
  const ended = await tx
    .deleteFrom('mailed_links')
    .where('user_id', '=', userId)
    .returning('token_hash')
    .execute();
  return ended.length;
}

export function deleteMailedLinksExpiredBefore(db: Db, time: string) {
  return db.deleteFrom('mailed_links').where('expires_at', '<=', time);
}
