import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Change } from '../../../catalog/change.js';
import { findPasskey, usePasskey } from '../../../catalog/passkeys.js';
import type { Service } from '../../service.js';
import { challengeOf, relyingPartyId, type WebPage, webAuthn } from './web-authn.js';

/** What navigator.credentials.get() answered to the challenge of a ticket. */
export interface PasskeyAnswer {
  ticket: string;
  response: Record<string, unknown>;
  page: WebPage;
}

interface PasskeyProof {
  userId: string;
  /** Belongs to the transaction of what the passkey allows; false if it has been removed or used in the meantime. */
  take(c: Change): Promise<boolean>;
}

/** Undefined if the answer is not of a passkey that is known here, or of another user than `of`. */
export async function provePasskey(
  { catalog }: Service,
  { ticket, response, page, of, mustVerifyUser }: PasskeyAnswer & { of?: string; mustVerifyUser: boolean },
): Promise<PasskeyProof | undefined> {
  const passkey = await findPasskey(catalog.db, String(response.id));
  if (!passkey || (of !== undefined && passkey.user_id !== of)) return undefined;
  const { verifyAuthenticationResponse } = await webAuthn();
  const verified = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: challengeOf(ticket),
    expectedOrigin: page.origin,
    expectedRPID: relyingPartyId(page),
    requireUserVerification: mustVerifyUser,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: Number(passkey.counter),
    },
    // It throws for what is malformed, and for what was signed for another page or challenge.
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  const { newCounter: counter } = verified.authenticationInfo;
  return { userId: passkey.user_id, take: (c) => usePasskey(c.tx, passkey, { counter, at: c.at }) };
}
