import { LoginAnswer, OidcCallbackQuery, OidcStartQuery } from '@workbook-data-service/contract/identity';
import { FLOW_SECONDS } from '../catalog/authorization-flows.js';
import { beginOidcSignIn, finishOidcSignIn } from '../features/identity/oidc-sign-in.js';
import { ok, redirect } from '../present/answer.js';
import { loginBody } from '../present/identity.js';
import { writeCookie } from './cookies.js';
import { type Endpoint, endpoint } from './endpoint.js';
import { sessionCookie } from './session-cookie.js';

const PATH = '/api/auth/oidc';
const COOKIE = 'svc_oidc';

/** The cookie that recognises the browser at the end of a sign-in. */
const browserCookie = (origin: string, value: string, seconds: number) => ({
  'set-cookie': writeCookie({ name: COOKIE, value, url: origin + PATH, seconds }),
});

export const oidcEndpoints: Endpoint[] = [
  endpoint({
    id: 'beginOidcSignIn',
    method: 'GET',
    path: `${PATH}/start`,
    summary: 'Begin to sign in with OpenID Connect',
    description:
      'Open it in a browser: it leads to the provider of SVC_OIDC_ISSUER, which leads back to the callback. ' +
      'The sign-in must be finished in the same browser within ten minutes.',
    tag: 'Sign-in',
    access: { to: 'anyone' },
    query: OidcStartQuery,
    answerHeaders: ['Location', 'Set-Cookie'],
    problems: ['not-configured'],
    answers: { 302: null },
    run: async ({ service, origin, query: { return_to: returnTo } }) => ({
      origin,
      ...(await beginOidcSignIn(service, { redirectUri: `${origin}${PATH}/callback`, returnTo })),
    }),
    present: ({ origin, location, browserSecret }) =>
      redirect(location, browserCookie(origin, browserSecret, FLOW_SECONDS)),
  }),
  endpoint({
    id: 'finishOidcSignIn',
    method: 'GET',
    path: `${PATH}/callback`,
    summary: 'Finish a sign-in with OpenID Connect',
    description:
      'The provider leads here. The user is the one who signed in with this identity before, else the one with ' +
      'the same e-mail address, if the provider has verified it, else a new one where SVC_OIDC_AUTO_REGISTER is true or an invitation of that ' +
      'address waits. A verified address counts as proven: if its user was unproven, their password, sessions, tokens and keys ' +
      'end, and invitations that wait are accepted. If it was begun with `return_to`, it leads ' +
      'back to that page of the service, with the session in a cookie; if it is refused, to the sign-in page. ' +
      'A browser (`Accept: text/html`) is led there, too, with a sign-in that took too long or was finished already.',
    tag: 'Sign-in',
    access: { to: 'anyone' },
    query: OidcCallbackQuery,
    answerHeaders: ['Location', 'Set-Cookie'],
    problems: ['sign-in-refused', 'second-factor-required', 'not-configured'],
    answers: { 200: LoginAnswer, 302: null },
    run: async ({
      service,
      origin,
      query: { state, code, iss, error },
      cookie,
      wantsPage,
      requestId,
      from,
    }) => {
      const given = Object.entries({ state, code, iss, error }).filter(([, value]) => value !== undefined);
      const callback = new URLSearchParams(given as [string, string][]);
      const browserSecret = cookie(COOKIE);
      const input = { state, callback, browserSecret, wantsPage, requestId, from };
      return { origin, ...(await finishOidcSignIn(service, input)) };
    },
    present: ({ origin, ...outcome }) => {
      if ('refused' in outcome) {
        const search = new URLSearchParams({ refused: outcome.refused, return_to: outcome.returnTo });
        return redirect(`${origin}/sign-in?${search}`);
      }
      if ('secondFactor' in outcome) {
        const { ticket, second_factors: factors } = outcome.secondFactor.members;
        const search = new URLSearchParams({ return_to: outcome.returnTo });
        // Behind the hash, since that is sent nowhere and stands in no log.
        const hash = new URLSearchParams({ ticket: String(ticket), second_factors: String(factors) });
        return redirect(`${origin}/sign-in?${search}#${hash}`);
      }
      const { signedIn, returnTo } = outcome;
      return returnTo === undefined
        ? ok(loginBody(signedIn), browserCookie(origin, '', 0))
        : redirect(origin + returnTo, sessionCookie(origin, signedIn));
    },
  }),
];
