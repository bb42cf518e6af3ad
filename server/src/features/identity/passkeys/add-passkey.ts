import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { say } from '@workbook-data-service/contract/messages';
import { nameFault } from '@workbook-data-service/sheets/names';
import { beginFlow, takeFlow } from '../../../catalog/authorization-flows.js';
import { type CommitOptions, change } from '../../../catalog/change.js';
import { insertPasskey, type PasskeyRecord, passkeysOf } from '../../../catalog/passkeys.js';
import { violatedKey } from '../../../catalog/unique-keys.js';
import { refuseName } from '../../../core/given-names.js';
import { newId } from '../../../core/ids.js';
import { fieldError, problem } from '../../../core/problems.js';
import type { Caller } from '../../caller.js';
import type { Service } from '../../service.js';
import { emailOf } from '../email-of.js';
import { requireRecentProof } from '../recent-proof.js';
import { firstRecoveryCodes } from '../second-factors/recovery.js';
import { challengeOf, RELYING_PARTY, relyingPartyId, type WebPage, webAuthn } from './web-authn.js';

/** Of one user. */
const MAX_PASSKEYS = 50;

interface BegunPasskey {
  ticket: string;
  /** For navigator.credentials.create(). */
  options: PublicKeyCredentialCreationOptionsJSON;
}

export async function beginPasskey(service: Service, caller: Caller, page: WebPage): Promise<BegunPasskey> {
  await requireRecentProof(service, caller);
  const { catalog } = service;
  const { userId } = caller;
  const rpID = relyingPartyId(page);
  const known = await passkeysOf(catalog.db, userId);
  if (known.length >= MAX_PASSKEYS)
    throw problem('conflict', say('passkey-limit', { max: MAX_PASSKEYS }), {
      fix: say('fix-passkey-limit'),
    });
  const ticket = await beginFlow(catalog, { provider: 'passkey', userId, secrets: {} });
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpName: RELYING_PARTY,
    rpID,
    userID: new Uint8Array(Buffer.from(userId)),
    userName: (await emailOf(catalog.db, userId)) as string,
    challenge: new Uint8Array(Buffer.from(challengeOf(ticket), 'base64url')),
    excludeCredentials: known.map(({ credential_id }) => ({ id: credential_id })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  return { ticket, options };
}

interface NewPasskey {
  ticket: string;
  name: string;
  /** What navigator.credentials.create() answered. */
  response: Record<string, unknown>;
  page: WebPage;
}

/** Recovery codes come with the first second factor, and are shown this once. */
interface AddedPasskey {
  passkey: PasskeyRecord;
  codes: string[] | null;
}

export async function addPasskey(
  service: Service,
  caller: Caller,
  input: NewPasskey,
  commit: CommitOptions,
): Promise<AddedPasskey> {
  refuseName(nameFault(input.name), '/name');
  const { catalog } = service;
  const { userId } = caller;
  const credential = await registered(service, userId, input);
  if (!credential)
    throw problem('invalid-request', say('passkey-unanswered'), {
      fix: say('fix-passkey-unanswered'),
      members: { errors: [fieldError('/passkey', say('passkey-not-for-ticket'))] },
    });
  try {
    return await change(
      catalog,
      caller,
      async (c) => {
        const passkey: PasskeyRecord = {
          id: newId('pky'),
          user_id: userId,
          credential_id: credential.id,
          public_key: Buffer.from(credential.publicKey).toString('base64url'),
          counter: credential.counter,
          transports: JSON.stringify(credential.transports ?? []),
          name: input.name,
          created_at: c.at,
          last_used_at: null,
        };
        await insertPasskey(c.tx, passkey);
        const codes = await firstRecoveryCodes(c, userId);
        await c.audit({ chain: userId, action: 'passkey.added', target: passkey.id });
        return { passkey, codes };
      },
      commit,
    );
  } catch (error) {
    if (violatedKey(error) !== 'passkeys_credential_unique') throw error;
    throw problem('conflict', say('passkey-known'));
  }
}

/** Undefined if it is not the answer to a ticket of this user. */
async function registered({ catalog }: Service, userId: string, { ticket, response, page }: NewPasskey) {
  const flow = await takeFlow(catalog, 'passkey', ticket);
  if (flow?.userId !== userId) return undefined;
  const { verifyRegistrationResponse } = await webAuthn();
  const verified = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: challengeOf(ticket),
    expectedOrigin: page.origin,
    expectedRPID: relyingPartyId(page),
    requireUserVerification: false,
    // It throws for what is malformed, and for what was made for another page or challenge.
  }).catch(() => undefined);
  return verified?.registrationInfo?.credential;
}
