import { createClient, ProblemError } from '@workbook-data-service/client';
import { revokeToken } from '@workbook-data-service/client/api';
import { Command } from 'commander';
import { type Profile, readConfig, serviceUrl, writeConfig } from '../config.js';
import { CommandError } from '../exit-code.js';
import { interruption } from '../interruption.js';
import { printAnswer } from '../output/lists.js';
import type { GlobalOptions } from '../session.js';

export const logoutCommand = () =>
  new Command('logout')
    .description('revoke the token minted by login and forget it')
    .argument('[url]', 'the address of the service')
    .action(async (address: string | undefined, _: unknown, command: Command) => {
      const { service, json = false } = command.optsWithGlobals<GlobalOptions>();
      const { current, profiles } = await readConfig();
      const named = address ?? service ?? current;
      const url = named && serviceUrl(named);
      const profile = url && profiles[url];
      if (!profile) throw new CommandError('You are not signed in there.', 'notAllowed');
      await revoke(url, profile);
      const { [url]: _forgotten, ...others } = profiles;
      await writeConfig({ ...(current && current !== url && { current }), profiles: others });
      await printAnswer({ json }, { service: url }, `Signed out of ${url}.`);
    });

/** One that has ended by itself is no obstacle. */
async function revoke(url: string, { token, token_id }: Profile): Promise<void> {
  if (!token_id) return;
  try {
    await revokeToken(createClient({ url, token }), { path: { token_id }, signal: interruption() });
  } catch (error) {
    if (!(error instanceof ProblemError) || error.status !== 401) throw error;
  }
}
