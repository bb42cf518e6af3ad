import { LoginAnswer } from '@workbook-data-service/contract/identity';
import { say } from '@workbook-data-service/contract/messages';
import {
  PasskeyLoginRequest,
  PasskeyOptions,
  PasskeyOptionsRequest,
  SecondFactorRequest,
} from '@workbook-data-service/contract/second-factors';
import { fieldError, problem } from '../../core/problems.js';
import { askPasskey, signInByPasskey } from '../../features/identity/passkeys/sign-in-by-passkey.js';
import { finishSignIn } from '../../features/identity/second-factors/finish-sign-in.js';
import { ok } from '../../present/answer.js';
import { webAuthnBody } from '../../present/identity.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { signedInAnswer } from './signed-in-answer.js';

const LOGIN = '/api/auth/login';

/** Ways to sign in that begin or end with something else than a password. */
export const secondStepEndpoints: Endpoint[] = [
  endpoint({
    id: 'finishLogin',
    method: 'POST',
    path: `${LOGIN}/second-factor`,
    summary: 'Finish a sign-in with its second factor',
    description:
      'A sign-in of a user with a second factor answers 401 `second-factor-required` with a `ticket`. A wrong code counts ' +
      'as a failed sign-in, and leaves the ticket as it is, for ten minutes.',
    tag: 'Sign-in',
    access: { to: 'anyone' },
    body: SecondFactorRequest,
    problems: ['wrong-second-factor', 'wrong-credentials', 'expired', 'not-configured'],
    answers: { 200: LoginAnswer },
    answerHeaders: ['Set-Cookie'],
    run: async ({ service, body, from, requestId, origin, pageOrigin }) => {
      const { ticket, code, passkey, cookie } = body;
      if ((code === undefined) === (passkey === undefined))
        throw problem('invalid-request', say('code-or-passkey'), {
          members: { errors: [fieldError('/code', say('code-or-passkey-needed'))] },
        });
      const answer =
        passkey === undefined
          ? { code: code as string }
          : { passkey: { ticket, response: passkey, page: { origin: pageOrigin } } };
      const signedIn = await finishSignIn(service, { ticket, answer, from, requestId });
      return { signedIn, cookieOf: cookie ? origin : undefined };
    },
    present: signedInAnswer,
  }),
  endpoint({
    id: 'askPasskey',
    method: 'POST',
    path: `${LOGIN}/passkey/options`,
    summary: 'What to ask an authenticator for, to sign in by a passkey or to finish a sign-in',
    tag: 'Sign-in',
    access: { to: 'anyone' },
    body: PasskeyOptionsRequest,
    problems: ['expired', 'not-configured'],
    answers: { 200: PasskeyOptions },
    run: ({ service, body, pageOrigin }) => askPasskey(service, { origin: pageOrigin }, body.ticket),
    present: (asked) => ok(webAuthnBody(asked)),
  }),
  endpoint({
    id: 'loginByPasskey',
    method: 'POST',
    path: `${LOGIN}/passkey`,
    summary: 'Sign in by a passkey alone',
    description:
      'The authenticator must have verified its user, by a PIN or a finger; that counts as both factors.',
    tag: 'Sign-in',
    access: { to: 'anyone' },
    body: PasskeyLoginRequest,
    problems: ['wrong-credentials', 'not-configured'],
    answers: { 200: LoginAnswer },
    answerHeaders: ['Set-Cookie'],
    run: async ({ service, body: { ticket, passkey, cookie }, from, requestId, origin, pageOrigin }) => {
      const page = { origin: pageOrigin };
      const signedIn = await signInByPasskey(service, { ticket, response: passkey, page, from, requestId });
      return { signedIn, cookieOf: cookie ? origin : undefined };
    },
    present: signedInAnswer,
  }),
];
