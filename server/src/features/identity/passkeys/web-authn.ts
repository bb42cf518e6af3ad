import { isIP } from 'node:net';
import { say } from '@workbook-data-service/contract/messages';
import { problem } from '../../../core/problems.js';
import { hashSecret } from '../../../core/secrets.js';

/** The page that asks for a passkey. */
export interface WebPage {
  /** Scheme, host and port. */
  origin: string;
}

export const RELYING_PARTY = 'Workbook Data Service';

/** Loaded by the first request that needs it. */
export const webAuthn = () => import('@simplewebauthn/server');

/** A passkey belongs to a host name, and browsers make none for an IP address. */
export function relyingPartyId({ origin }: WebPage): string {
  const { hostname } = new URL(origin);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) === 0) return hostname;
  throw problem('not-configured', say('passkeys-unset'), {
    fix: say('fix-passkeys-unset'),
  });
}

/** What an authenticator signs: a ticket is random and works once, and so does anything derived from it. */
export function challengeOf(ticket: string): string {
  return Buffer.from(hashSecret(`passkey/${ticket}`), 'hex').toString('base64url');
}
