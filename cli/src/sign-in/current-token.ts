import { ConnectionError, connect } from '@workbook-data-service/client';
import { changeConfig, type Profile } from '../config.js';
import { CommandError } from '../exit-code.js';
import { keptTokens, nextTokens, RefusedError, type Tokens } from './oauth-requests.js';

const SOON_MS = 60_000;
/** Shorter than a lock is honoured. */
const TIMEOUT_MS = 20_000;

/** What opens the service for each call: the token of a grant is renewed shortly before it ends. */
export function currentToken(url: string, profile: Profile): string | (() => Promise<string>) {
  if (!profile.refresh_token) return profile.token;
  let known = profile;
  return async () => {
    if (endsSoon(known)) known = await renewed(url);
    return known.token;
  };
}

function endsSoon({ expires_at }: Profile): boolean {
  return expires_at !== undefined && Date.parse(expires_at) - Date.now() < SOON_MS;
}

/** By one of the commands that run at once; the others find what it got. */
async function renewed(url: string): Promise<Profile> {
  return await changeConfig(async (config) => {
    const kept = config.profiles[url];
    if (!kept) throw new CommandError(`Not signed in at ${url}. Run wds login ${url}.`, 'notAllowed');
    if (!kept.refresh_token || !endsSoon(kept)) return { config, result: kept };
    const result = { ...kept, ...keptTokens(await tokensAfter(url, kept.refresh_token)) };
    return { config: { ...config, profiles: { ...config.profiles, [url]: result } }, result };
  });
}

/** Ctrl-C does not end it, which would lose tokens that the service has given out. */
async function tokensAfter(url: string, refreshToken: string): Promise<Tokens> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await nextTokens(connect({ url }), refreshToken, signal);
  } catch (error) {
    if (signal.aborted) throw new ConnectionError(url, error);
    if (!(error instanceof RefusedError)) throw error;
    throw new CommandError(`The sign-in at ${url} has ended. Run wds login ${url}.`, 'notAllowed');
  }
}
