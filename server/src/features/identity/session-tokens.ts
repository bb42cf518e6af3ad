import { randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Catalog } from '../../catalog/catalog.js';

export const SESSION_SECONDS = 12 * 60 * 60;
const ALGORITHM = 'HS256';
const KEY_SETTING = 'session_signing_key';

/** Signs session tokens with a key that every node reads from the catalog. */
export class SessionTokens {
  readonly #key: Uint8Array;

  private constructor(key: Uint8Array) {
    this.#key = key;
  }

  static async open(catalog: Catalog): Promise<SessionTokens> {
    await catalog.db
      .insertInto('settings')
      .values({ key: KEY_SETTING, value: randomBytes(32).toString('base64') })
      .onConflict((oc) => oc.column('key').doNothing())
      .execute();
    const { value } = await catalog.db
      .selectFrom('settings')
      .select('value')
      .where('key', '=', KEY_SETTING)
      .executeTakeFirstOrThrow();
    return new SessionTokens(Buffer.from(value, 'base64'));
  }

  async sign(session: { id: string; userId: string; expiresAt: Date }): Promise<string> {
    return await new SignJWT()
      .setProtectedHeader({ alg: ALGORITHM })
      .setSubject(session.userId)
      .setJti(session.id)
      .setIssuedAt()
      .setExpirationTime(session.expiresAt)
      .sign(this.#key);
  }

  /** The session that a token names, or undefined where the token is not ours or has expired. */
  async verify(token: string): Promise<{ sessionId: string; userId: string } | undefined> {
    try {
      const { payload } = await jwtVerify(token, this.#key, { algorithms: [ALGORITHM] });
      return payload.jti && payload.sub ? { sessionId: payload.jti, userId: payload.sub } : undefined;
    } catch {
      return undefined;
    }
  }
}
