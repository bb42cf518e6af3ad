import { jwtVerify, SignJWT } from 'jose';
import type { Catalog } from '../../catalog/catalog.js';
import { signingKey } from '../../catalog/signing-key.js';

export const SESSION_SECONDS = 12 * 60 * 60;
const ALGORITHM = 'HS256';

/** Signs session tokens with a key that every node reads from the catalog. */
export class SessionTokens {
  readonly #key: Uint8Array;

  private constructor(key: Uint8Array) {
    this.#key = key;
  }

  static async open(catalog: Catalog): Promise<SessionTokens> {
    return new SessionTokens(await signingKey(catalog, 'session_signing_key'));
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

  /** The session of a token; undefined if the token is invalid or expired. */
  async verify(token: string): Promise<{ sessionId: string; userId: string } | undefined> {
    try {
      const { payload } = await jwtVerify(token, this.#key, { algorithms: [ALGORITHM] });
      return payload.jti && payload.sub ? { sessionId: payload.jti, userId: payload.sub } : undefined;
    } catch {
      return undefined;
    }
  }
}
