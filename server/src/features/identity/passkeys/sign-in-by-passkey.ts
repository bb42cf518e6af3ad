import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { say } from '@workbook-data-service/contract/messages';
import { beginFlow, takeFlow } from '../../../catalog/authorization-flows.js';
import { change } from '../../../catalog/change.js';
import { passkeysOf } from '../../../catalog/passkeys.js';
import { problem } from '../../../core/problems.js';
import type { Service } from '../../service.js';
import { UNKNOWN_USERS_CHAIN } from '../prove-password.js';
import { requireTicket } from '../second-factors/ask-second-factor.js';
import { type CalledFrom, type SignedIn, startSession } from '../start-session.js';
import { type PasskeyAnswer, provePasskey } from './prove-passkey.js';
import { challengeOf, relyingPartyId, type WebPage, webAuthn } from './web-authn.js';

interface AskedPasskey {
  ticket: string;
  /** For navigator.credentials.get(). */
  options: PublicKeyCredentialRequestOptionsJSON;
}

/** Asks for a passkey: as the second factor of a sign-in with that ticket, else to sign in by the passkey alone. */
export async function askPasskey(
  service: Service,
  page: WebPage,
  secondFactorOf: string | undefined,
): Promise<AskedPasskey> {
  const { catalog } = service;
  const rpID = relyingPartyId(page);
  const waiting = secondFactorOf === undefined ? undefined : await requireTicket(service, secondFactorOf);
  const known = waiting ? await passkeysOf(catalog.db, waiting.userId) : [];
  const ticket =
    secondFactorOf ?? (await beginFlow(catalog, { provider: 'passkey-sign-in', userId: null, secrets: {} }));
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: new Uint8Array(Buffer.from(challengeOf(ticket), 'base64url')),
    userVerification: waiting ? 'preferred' : 'required',
    allowCredentials: known.map(({ credential_id, transports }) => ({
      id: credential_id,
      transports: JSON.parse(transports) as string[],
    })),
  });
  return { ticket, options };
}

/**
 * Signs in by a passkey alone, whose authenticator has verified its user and so counts as both factors. Nobody guesses a
 * signature, so failures delay nothing.
 */
export async function signInByPasskey(
  service: Service,
  input: PasskeyAnswer & { from: CalledFrom; requestId: string },
): Promise<SignedIn> {
  const { catalog } = service;
  const { from, requestId, ...answer } = input;
  const flow = await takeFlow(catalog, 'passkey-sign-in', answer.ticket);
  const proof = flow && (await provePasskey(service, { ...answer, mustVerifyUser: true }));
  if (!proof) {
    await change(catalog, { userId: null, credentialId: null, requestId }, (c) =>
      c.audit({
        chain: UNKNOWN_USERS_CHAIN,
        action: 'session.refused',
        target: UNKNOWN_USERS_CHAIN,
        detail: { method: 'passkey' },
      }),
    );
    throw problem('wrong-credentials', say('passkey-unknown'), {
      fix: say('fix-passkey-unknown'),
    });
  }
  const user = await catalog.db
    .selectFrom('users')
    .select(['id', 'email', 'name'])
    .where('id', '=', proof.userId)
    .executeTakeFirstOrThrow();
  return await startSession(service, user, {
    requestId,
    from,
    detail: { method: 'passkey' },
    isComplete: true,
    before: async (c) => {
      if (!(await proof.take(c))) throw problem('wrong-credentials', say('passkey-removed'));
    },
  });
}
