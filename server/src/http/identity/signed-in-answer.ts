import type { SignedIn } from '../../features/identity/start-session.js';
import { ok } from '../../present/answer.js';
import { loginBody } from '../../present/identity.js';
import { sessionCookie } from '../session-cookie.js';

/** With the session in a cookie of this origin, if it is given. */
export function signedInAnswer({ signedIn, cookieOf }: { signedIn: SignedIn; cookieOf: string | undefined }) {
  return ok(loginBody(signedIn), cookieOf === undefined ? {} : sessionCookie(cookieOf, signedIn));
}
