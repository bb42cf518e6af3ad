import {
  type Client,
  type ConnectionOptions,
  createClient,
  each,
  type Workbook,
} from '@workbook-data-service/client';
import { listMyWorkbooks } from '@workbook-data-service/client/api';
import type { Command } from 'commander';
import { readConfig, serviceUrl } from './config.js';
import { CommandError } from './exit-code.js';
import { interruption } from './interruption.js';
import { currentToken } from './sign-in/current-token.js';

export interface GlobalOptions {
  service?: string;
  json?: boolean;
}

/** What a command works with: the service, as whoever is signed in, and how answers are to be shown. */
export interface Session {
  readonly client: Client;
  /** Whether a program reads the output. */
  readonly json: boolean;
  /** Aborted by Ctrl-C; goes into every call. */
  readonly signal: AbortSignal;
  /** By its id or its title. */
  workbook(name: string): Promise<Workbook>;
}

export async function openSession(command: Command): Promise<Session> {
  const { json = false, service } = command.optsWithGlobals<GlobalOptions>();
  const { url, token } = await credential(service);
  const client = createClient({ url, token, actor: 'wds' });
  const signal = interruption();
  return { client, json, signal, workbook: (name) => findWorkbook(client, name, signal) };
}

/** A token of the environment comes first, so that a script does not depend on who has signed in. */
async function credential(
  named: string | undefined,
): Promise<Required<Pick<ConnectionOptions, 'url' | 'token'>>> {
  const config = await readConfig();
  const address = named ?? process.env.WDS_URL ?? config.current;
  if (!address) throw new CommandError('Which service? Run wds login, or set WDS_URL.');
  const url = serviceUrl(address);
  const profile = config.profiles[url];
  const token = process.env.WDS_TOKEN || (profile && currentToken(url, profile));
  if (!token)
    throw new CommandError(`Not signed in at ${url}. Run wds login ${url}, or set WDS_TOKEN.`, 'notAllowed');
  return { url, token };
}

async function findWorkbook(client: Client, name: string, signal: AbortSignal): Promise<Workbook> {
  if (/^wb_[0-9a-f]{32}$/.test(name)) return client.workbook(name);
  const ids: string[] = [];
  for await (const { id, title } of each(listMyWorkbooks, client, { signal }))
    if (title === name) ids.push(id);
  const [id, ...others] = ids;
  if (id === undefined)
    throw new CommandError(`No workbook has the title “${name}”. wds workbooks lists them.`, 'notFound');
  if (others.length > 0)
    throw new CommandError(
      `${ids.length} workbooks have the title “${name}”. Name one by its id: ${ids.join(', ')}`,
    );
  return client.workbook(id);
}
