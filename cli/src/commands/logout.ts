import { createClient, ProblemError } from '@workbook-data-service/client';
import { revokeToken } from '@workbook-data-service/client/api';
import { Command } from 'commander';
import { changeConfig, type Profile, readConfig, serviceUrl } from '../config.js';
import { CommandError } from '../exit-code.js';
import { interruption } from '../interruption.js';
import { printAnswer } from '../output/lists.js';
import type { GlobalOptions } from '../session.js';
import { revokeGrant } from '../sign-in/oauth-requests.js';

export const logoutCommand = () =>
  new Command('logout')
    .description('end what login began, and forget it')
    .argument('[url]', 'the address of the service')
    .action(async (address: string | undefined, _: unknown, command: Command) => {
      const { service, json = false } = command.optsWithGlobals<GlobalOptions>();
      const named = address ?? service ?? (await readConfig()).current;
      const url = named === undefined ? undefined : serviceUrl(named);
      await changeConfig(async ({ current, profiles: { [url ?? '']: profile, ...profiles } }) => {
        if (!url || !profile) throw new CommandError('You are not signed in there.', 'notAllowed');
        await revoke(url, profile);
        const config = { ...(current && current !== url && { current }), profiles };
        return { config, result: undefined };
      });
      await printAnswer({ json }, { service: url }, `Signed out of ${url}.`);
    });

/** One that has ended by itself is no obstacle. */
async function revoke(url: string, { token, token_id, refresh_token }: Profile): Promise<void> {
  const client = createClient({ url, token });
  const signal = interruption();
  if (refresh_token) return await revokeGrant(client, refresh_token, signal);
  if (!token_id) return;
  try {
    await revokeToken(client, { path: { token_id }, signal });
  } catch (error) {
    if (!(error instanceof ProblemError) || error.status !== 401) throw error;
  }
}
