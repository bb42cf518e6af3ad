import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { locked } from './lock-file.js';

/** What `wds login` keeps about one service. */
export interface Profile {
  /** That of a grant ends after an hour. */
  token: string;
  /** Of a token that `wds login` minted; `wds logout` leaves others alone. */
  token_id?: string;
  /** Of a grant: asks once for its next tokens. */
  refresh_token?: string;
  /** When the token of a grant ends. */
  expires_at?: string;
  email?: string;
}

interface Config {
  /** The address of the service that is meant where none is named. */
  current?: string;
  /** By the address of the service. */
  profiles: Record<string, Profile>;
}

export function configPath(env: NodeJS.ProcessEnv = process.env, platform = process.platform): string {
  const folder =
    env.XDG_CONFIG_HOME || (platform === 'win32' && env.APPDATA) || join(env.HOME || homedir(), '.config');
  return join(folder, 'wds', 'config.json');
}

export async function readConfig(path = configPath()): Promise<Config> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { profiles: {} };
    throw error;
  }
  try {
    return { profiles: {}, ...(JSON.parse(text) as Partial<Config>) };
  } catch {
    // Without the parser's words, which quote the file.
    throw new Error(`${path} is not valid JSON. Delete it, and sign in again.`);
  }
}

/** Commands that run at once change it one after another, so that none undoes what another wrote. */
export async function changeConfig<Result>(
  work: (config: Config) => Promise<{ config: Config; result: Result }>,
  path = configPath(),
): Promise<Result> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return await locked(`${path}.lock`, async () => {
    const { config, result } = await work(await readConfig(path));
    await writeConfig(config, path);
    return result;
  });
}

/** In one step, so that a reader never sees a half; readable by its owner alone, because it holds tokens. */
async function writeConfig(config: Config, path: string): Promise<void> {
  const temporary = `${path}.${process.pid}`;
  try {
    await writeFile(temporary, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
    await chmod(temporary, 0o600);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** The same service is one profile, however its address was typed. */
export function serviceUrl(text: string): string {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) throw new TypeError(`${text} is not the address of a service.`);
  const { origin, pathname, username, password } = new URL(address);
  if (username || password) throw new TypeError('Leave the password out of the address, and use wds login.');
  return origin + pathname.replace(/\/+$/, '');
}
