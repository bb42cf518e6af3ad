import {
  BegunTotp,
  ConfirmedTotp,
  ConfirmTotpRequest,
  ProveSessionRequest,
  RecoveryCodesAnswer,
  SecondFactors,
} from '@workbook-data-service/contract/second-factors';
import { proveAgain } from '../../features/identity/recent-proof.js';
import {
  describeSecondFactors,
  removeTotp,
} from '../../features/identity/second-factors/manage-second-factors.js';
import { renewRecoveryCodes } from '../../features/identity/second-factors/recovery.js';
import { beginTotp, confirmTotp } from '../../features/identity/second-factors/set-up-totp.js';
import { created, noContent, ok } from '../../present/answer.js';
import { secondFactorsBody } from '../../present/identity.js';
import { type Endpoint, endpoint } from '../endpoint.js';

const TOTP = '/api/auth/totp';
export const RECENT =
  'It needs a sign-in, or `POST /api/auth/session/prove`, of the last 15 minutes: otherwise 403 `recent-proof-required`.';

export const secondFactorEndpoints: Endpoint[] = [
  endpoint({
    id: 'getSecondFactors',
    method: 'GET',
    path: '/api/auth/second-factors',
    summary: 'Your second factors',
    tag: 'Sign-in',
    access: { to: 'session' },
    answers: { 200: SecondFactors },
    run: ({ service, caller }) => describeSecondFactors(service, caller),
    present: (factors) => ok(secondFactorsBody(factors)),
  }),
  endpoint({
    id: 'beginTotp',
    method: 'POST',
    path: TOTP,
    summary: 'Start setting up an authenticator app as a second factor',
    description: `It takes effect once one of its codes is confirmed. ${RECENT}`,
    tag: 'Sign-in',
    access: { to: 'session' },
    problems: ['recent-proof-required', 'conflict'],
    answers: { 201: BegunTotp },
    run: ({ service, caller, origin, commit }) =>
      beginTotp(service, caller, { host: new URL(origin).host }, commit),
    present: created,
  }),
  endpoint({
    id: 'confirmTotp',
    method: 'POST',
    path: `${TOTP}/confirm`,
    summary: 'Confirm an authenticator app with a code, which makes it a second factor',
    description: `With the first second factor come recovery codes, which are shown this once. ${RECENT}`,
    tag: 'Sign-in',
    access: { to: 'session' },
    body: ConfirmTotpRequest,
    problems: ['recent-proof-required', 'conflict'],
    answers: { 200: ConfirmedTotp },
    run: ({ service, caller, body, commit }) => confirmTotp(service, caller, body.code, commit),
    present: ({ codes }) => ok({ recovery_codes: codes }),
  }),
  endpoint({
    id: 'removeTotp',
    method: 'DELETE',
    path: TOTP,
    summary: 'Remove the authenticator app',
    description: `Recovery codes are removed with the last second factor. ${RECENT}`,
    tag: 'Sign-in',
    access: { to: 'session' },
    problems: ['recent-proof-required', 'not-found'],
    answers: { 204: null },
    run: ({ service, caller, commit }) => removeTotp(service, caller, commit),
    present: noContent,
  }),
  endpoint({
    id: 'renewRecoveryCodes',
    method: 'POST',
    path: '/api/auth/recovery-codes',
    summary: 'Replace the remaining recovery codes with new ones',
    description: RECENT,
    tag: 'Sign-in',
    access: { to: 'session' },
    problems: ['recent-proof-required', 'conflict'],
    answers: { 201: RecoveryCodesAnswer },
    run: ({ service, caller, commit }) => renewRecoveryCodes(service, caller, commit),
    present: ({ codes }) => created({ recovery_codes: codes }),
  }),
  endpoint({
    id: 'proveSession',
    method: 'POST',
    path: '/api/auth/session/prove',
    summary: 'Prove your identity with your password, for calls that need a recent proof',
    description:
      'A wrong password counts as a failed sign-in, after some of which the next attempt has to wait.',
    tag: 'Sign-in',
    access: { to: 'session' },
    body: ProveSessionRequest,
    problems: ['wrong-credentials'],
    answers: { 204: null },
    run: ({ service, caller, body, from, commit }) =>
      proveAgain(service, caller, { password: body.password, address: from.address }, commit),
    present: noContent,
  }),
];
