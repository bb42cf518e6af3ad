import type { Scope } from '../core/scopes.js';

/** Who may call an endpoint or a tool. Every one declares it; there is no default. */
export type Access =
  | { to: 'anyone' }
  /** Anyone with a URL that the service signed, or an event of Stripe; the endpoint first verifies the signature. */
  | { to: 'signature' }
  | { to: 'session' }
  /** A session or a token of the data plane; with `scope: null` any valid credential is enough. */
  | { to: 'data-plane'; scope: Scope | null; also?: Scope }
  /** A session or an account key. */
  | { to: 'control-plane'; scope: Scope };

/** The scopes that a credential must carry, and the caller's role allow. */
export function scopesOf(access: Access): Scope[] {
  if (!('scope' in access) || access.scope === null) return [];
  return 'also' in access && access.also ? [access.scope, access.also] : [access.scope];
}
