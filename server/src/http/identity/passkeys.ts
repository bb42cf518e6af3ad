import {
  AddedPasskey,
  AddPasskeyRequest,
  PasskeyOptions,
  PasskeyParams,
} from '@workbook-data-service/contract/second-factors';
import { addPasskey, beginPasskey } from '../../features/identity/passkeys/add-passkey.js';
import { removePasskey } from '../../features/identity/second-factors/manage-second-factors.js';
import { created, noContent, ok } from '../../present/answer.js';
import { passkeyBody, webAuthnBody } from '../../present/identity.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { RECENT } from './second-factors.js';

const PASSKEYS = '/api/auth/passkeys';

export const passkeyEndpoints: Endpoint[] = [
  endpoint({
    id: 'beginPasskey',
    method: 'POST',
    path: `${PASSKEYS}/options`,
    summary: 'Start adding a passkey: what to ask the authenticator for',
    description: `The answer of the authenticator goes to \`POST ${PASSKEYS}\` within ten minutes. ${RECENT}`,
    tag: 'Sign-in',
    access: { to: 'session' },
    problems: ['recent-proof-required', 'conflict', 'not-configured'],
    answers: { 200: PasskeyOptions },
    readOnly: true,
    run: ({ service, caller, pageOrigin }) => beginPasskey(service, caller, { origin: pageOrigin }),
    present: (begun) => ok(webAuthnBody(begun)),
  }),
  endpoint({
    id: 'addPasskey',
    method: 'POST',
    path: PASSKEYS,
    summary: 'Add a passkey, which is a second factor and can sign in by itself',
    description: 'With the first second factor come recovery codes, which are shown this once.',
    tag: 'Sign-in',
    access: { to: 'session' },
    body: AddPasskeyRequest,
    problems: ['conflict', 'not-configured'],
    answers: { 201: AddedPasskey },
    run: ({ service, caller, body: { ticket, name, passkey }, pageOrigin, commit }) =>
      addPasskey(service, caller, { ticket, name, response: passkey, page: { origin: pageOrigin } }, commit),
    present: ({ passkey, codes }) => created({ passkey: passkeyBody(passkey), recovery_codes: codes }),
  }),
  endpoint({
    id: 'removePasskey',
    method: 'DELETE',
    path: `${PASSKEYS}/:passkey_id`,
    summary: 'Remove a passkey',
    description: `Recovery codes are removed with the last second factor. ${RECENT}`,
    tag: 'Sign-in',
    access: { to: 'session' },
    params: PasskeyParams,
    problems: ['recent-proof-required'],
    answers: { 204: null },
    run: ({ service, caller, params, commit }) => removePasskey(service, caller, params.passkey_id, commit),
    present: noContent,
  }),
];
