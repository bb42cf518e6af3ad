import { say } from '@workbook-data-service/contract/messages';
import type { Catalog } from '../../catalog/catalog.js';
import { findGrant, type GrantKey, replaceRefreshToken } from '../../catalog/drive-grants.js';
import type { Access, AccessToken, DriveAuthorization } from '../../gateways/drives/drive.js';
import { DriveFailure } from '../../gateways/drives/drive-failure.js';

/** A token is not used in its last minute, because it could expire on the way. */
const MARGIN_MS = 60_000;
/** The oldest are forgotten; they would be the first to expire. */
const MAX_TOKENS = 10_000;

/** Access tokens of drives. They are held in memory only, and however many ask, one grant is refreshed once. */
export class AccessTokens {
  readonly #tokens = new Map<string, Promise<AccessToken>>();

  constructor(private readonly catalog: Catalog) {}

  /** Access to a drive with a grant that was just read, so that one that was forgotten is of no more use. */
  accessWith(grant: GrantKey, authorization: DriveAuthorization): Access {
    let used: string | undefined;
    const take = async (refused?: string): Promise<string> => {
      used = await this.#token(grant, authorization, refused);
      return used;
    };
    return { token: () => take(), renew: () => take(used) };
  }

  async #token(grant: GrantKey, authorization: DriveAuthorization, refused?: string): Promise<string> {
    const key = `${grant.userId} ${grant.provider} ${grant.grantedAt}`;
    const held = this.#tokens.get(key);
    const token = await held;
    if (token && token.accessToken !== refused && token.expiresAt.getTime() > Date.now() + MARGIN_MS)
      return token.accessToken;
    // Whoever first finds it unusable asks for another, and the rest wait for that one.
    const next = this.#tokens.get(key);
    const issued = next === undefined || next === held ? this.#issue(key, grant, authorization) : next;
    return (await issued).accessToken;
  }

  #issue(key: string, grant: GrantKey, authorization: DriveAuthorization): Promise<AccessToken> {
    const issued = this.#refresh(grant, authorization);
    this.#tokens.delete(key);
    this.#tokens.set(key, issued);
    const [oldest] = this.#tokens.keys();
    if (this.#tokens.size > MAX_TOKENS && oldest !== undefined) this.#tokens.delete(oldest);
    issued.catch(() => {
      if (this.#tokens.get(key) === issued) this.#tokens.delete(key);
    });
    return issued;
  }

  /** The grant is read again: another node may have received a new refresh token since. */
  async #refresh(key: GrantKey, authorization: DriveAuthorization): Promise<AccessToken> {
    const grant = await findGrant(this.catalog, key);
    if (grant?.grantedAt !== key.grantedAt) throw new DriveFailure('authorization', say('drive-grant-ended'));
    const { refreshToken, ...token } = await authorization.refresh(grant.refreshToken);
    if (refreshToken !== null && refreshToken !== grant.refreshToken)
      await replaceRefreshToken(this.catalog, key, refreshToken);
    return token;
  }
}
