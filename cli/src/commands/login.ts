import { hostname } from 'node:os';
import { type Client, createClient, ProblemError } from '@workbook-data-service/client';
import {
  createToken,
  finishLogin,
  getMe,
  type LoginAnswer,
  login,
  logout,
  type Me,
} from '@workbook-data-service/client/api';
import { Command } from 'commander';
import { type Profile, readConfig, serviceUrl, writeConfig } from '../config.js';
import { interruption } from '../interruption.js';
import { printAnswer } from '../output/lists.js';
import { askSecret, askText } from '../prompts.js';
import type { GlobalOptions } from '../session.js';

interface LoginOptions extends GlobalOptions {
  email?: string;
  withToken?: boolean;
  readOnly?: boolean;
  expiresInDays?: string;
}

type Scope = Me['scopes'][number];

/** `keys:revoke` lets `wds logout` end the token. */
const readScopes: Scope[] = ['workbooks:read', 'keys:revoke'];
const allScopes: Scope[] = [...readScopes, 'workbooks:write', 'workbooks:delete', 'keys:read', 'keys:mint'];

export const loginCommand = () =>
  new Command('login')
    .description('sign in and store a token for later commands')
    .argument('[url]', 'the address of the service')
    .option(
      '--email <address>',
      'who signs in; the password is asked for, or read from standard input, and so is the code of a second factor',
    )
    .option('--with-token', 'store an existing token, prompted for or read from standard input')
    .option('--read-only', 'mint a token that can change nothing')
    .option('--expires-in-days <days>', 'how long the minted token is valid (90)')
    .action(async (address: string | undefined, _: unknown, command: Command) => {
      const options = command.optsWithGlobals<LoginOptions>();
      const config = await readConfig();
      const known = address ?? options.service ?? process.env.WDS_URL;
      const url = serviceUrl(
        known ?? (await askText('Service', 'Name the service: wds login URL', config.current)),
      );
      const profile = options.withToken ? await checkedToken(url) : await mintedToken(url, options);
      await writeConfig({ ...config, current: url, profiles: { ...config.profiles, [url]: profile } });
      const answer = { service: url, email: profile.email, token_id: profile.token_id };
      await printAnswer({ json: options.json ?? false }, answer, `Signed in at ${url} as ${profile.email}.`);
    });

async function checkedToken(url: string): Promise<Profile> {
  const token = await askSecret('Token');
  const { user } = await getMe(createClient({ url, token }), { signal: interruption() });
  return { token, email: user.email };
}

/** The session ends as soon as the token is there: a password opens more than the token needs. */
async function mintedToken(url: string, { email, readOnly, expiresInDays }: LoginOptions): Promise<Profile> {
  const signal = interruption();
  const who = email ?? (await askText('E-mail', 'Say who signs in with --email, or use --with-token.'));
  const body = { email: who, password: await askSecret('Password') };
  const { access_token: token, user } = await signedIn(createClient({ url }), body);
  const client = createClient({ url, token });
  try {
    const minted = await createToken(client, {
      body: {
        name: `wds on ${hostname()}`,
        scopes: await grantable(client, readOnly ? readScopes : allScopes),
        ...(expiresInDays && { expires_in_days: Number(expiresInDays) }),
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
async function grantable(client: Client, wanted: Scope[]): Promise<Scope[]> {
  const { scopes } = await getMe(client);
  return wanted.filter((scope) => scopes.includes(scope));
}
