import { createClient } from '@workbook-data-service/client';
import { getMe } from '@workbook-data-service/client/api';
import { Command } from 'commander';
import { changeConfig, type Profile, readConfig, serviceUrl } from '../config.js';
import { CommandError } from '../exit-code.js';
import { interruption } from '../interruption.js';
import { printAnswer } from '../output/lists.js';
import { askSecret, askText } from '../prompts.js';
import type { GlobalOptions } from '../session.js';
import { allScopes, readScopes } from '../sign-in/scopes.js';

interface LoginOptions extends GlobalOptions {
  browser: boolean;
  email?: string;
  withToken?: boolean;
  readOnly?: boolean;
  expiresInDays?: string;
}

export const loginCommand = () =>
  new Command('login')
    .description('sign in on a page of the service, for later commands')
    .argument('[url]', 'the address of the service')
    .option('--no-browser', 'only print the address of the page')
    .option('--read-only', 'ask for nothing that changes data')
    .option('--with-token', 'store an existing token, prompted for or read from standard input')
    .option(
      '--email <address>',
      'mint a token instead; the password is asked for, or read from standard input, and so is the code of a second factor',
    )
    .option('--expires-in-days <days>', 'how long a minted token is valid (90)')
    .action(async (address: string | undefined, _: unknown, command: Command) => {
      const options = command.optsWithGlobals<LoginOptions>();
      const { current } = await readConfig();
      const known = address ?? options.service ?? process.env.WDS_URL;
      const url = serviceUrl(known ?? (await askText('Service', 'Name the service: wds login URL', current)));
      const profile = await signedIn(url, options);
      await changeConfig(async ({ profiles }) => ({
        config: { current: url, profiles: { ...profiles, [url]: profile } },
        result: undefined,
      }));
      const answer = { service: url, email: profile.email, token_id: profile.token_id };
      await printAnswer({ json: options.json ?? false }, answer, `Signed in at ${url} as ${profile.email}.`);
    });

/** What only one way needs is loaded by it. */
async function signedIn(url: string, options: LoginOptions): Promise<Profile> {
  const { browser: opensBrowser, email, expiresInDays: days, readOnly, withToken } = options;
  const scopes = readOnly ? readScopes : allScopes;
  if (withToken) return await checkedToken(url);
  if (email !== undefined) {
    const { signInByPassword } = await import('../sign-in/by-password.js');
    return await signInByPassword(url, {
      email,
      scopes,
      days: days === undefined ? undefined : Number(days),
    });
  }
  if (days !== undefined) throw new CommandError('--expires-in-days is for a token: say --email, too.');
  const { signInByPage } = await import('../sign-in/by-page.js');
  return await signInByPage(url, { scopes, opensBrowser });
}

async function checkedToken(url: string): Promise<Profile> {
  const token = await askSecret('Token');
  const { user } = await getMe(createClient({ url, token }), { signal: interruption() });
  return { token, email: user.email };
}
