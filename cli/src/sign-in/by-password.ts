import { hostname } from 'node:os';
import { type Client, createClient, ProblemError } from '@workbook-data-service/client';
import {
  createToken,
  finishLogin,
  getMe,
  type LoginAnswer,
  login,
  logout,
} from '@workbook-data-service/client/api';
import type { Profile } from '../config.js';
import { interruption } from '../interruption.js';
import { askSecret } from '../prompts.js';
import type { Scope } from './scopes.js';

/** The session ends as soon as the token is there: a password opens more than the token needs. */
export async function signInByPassword(
  url: string,
  { email, scopes, days }: { email: string; scopes: readonly Scope[]; days: number | undefined },
): Promise<Profile> {
  const signal = interruption();
  const body = { email, password: await askSecret('Password') };
  const { access_token: token, user } = await signedIn(createClient({ url }), body);
  const client = createClient({ url, token });
  try {
    const minted = await createToken(client, {
      body: {
        name: `wds on ${hostname()}`,
        scopes: await grantable(client, scopes),
        ...(days !== undefined && { expires_in_days: days }),
      },
      signal,
    });
    return { token: minted.token, token_id: minted.id, email: user.email };
  } finally {
    await logout(client);
  }
}

/** Asks for the second factor of whoever has one. */
async function signedIn(client: Client, body: { email: string; password: string }): Promise<LoginAnswer> {
  const signal = interruption();
  try {
    return await login(client, { body, signal });
  } catch (error) {
    if (!(error instanceof ProblemError) || error.slug !== 'second-factor-required') throw error;
    const ticket = String(error.members.ticket);
    const code = await askSecret('Code of your authenticator app, or a recovery code');
    return await finishLogin(client, { body: { ticket, code }, signal });
  }
}

/** A token cannot do what its owner may not. */
async function grantable(client: Client, wanted: readonly Scope[]): Promise<Scope[]> {
  const { scopes } = await getMe(client);
  return wanted.filter((scope) => scopes.includes(scope));
}
