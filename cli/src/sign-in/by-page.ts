import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, createClient } from '@workbook-data-service/client';
import { getMe } from '@workbook-data-service/client/api';
import type { Profile } from '../config.js';
import { CommandError } from '../exit-code.js';
import { interruption } from '../interruption.js';
import { openInBrowser } from '../open-in-browser.js';
import { plainText } from '../output/plain-text.js';
import { Progress } from '../output/progress.js';
import { remark } from '../output/standard-output.js';
import {
  type DeviceRequest,
  keptTokens,
  RefusedError,
  requestDevice,
  type Tokens,
  tokensOfDevice,
} from './oauth-requests.js';

/** Of a service that names none (RFC 8628). */
const INTERVAL_SECONDS = 5;

/** On a page of the console, in any browser, the user signs in as always and decides what the command may do. */
export async function signInByPage(
  url: string,
  { scopes, opensBrowser }: { scopes: readonly string[]; opensBrowser: boolean },
): Promise<Profile> {
  const signal = interruption();
  const connection = createClient({ url });
  const device = await requestDevice(connection, scopes.join(' '), signal);
  const page = pageOf(device);
  remark(
    `Open ${page}\nin a browser, and let wds in. The page shows the code ${plainText(device.user_code)}.`,
  );
  if (opensBrowser && process.stderr.isTTY) openInBrowser(page);
  const profile = keptTokens(await decision(connection, device, signal));
  const { user } = await getMe(createClient({ url, token: profile.token }), { signal });
  return { ...profile, email: user.email };
}

/** It is given to another program, so it has to be what it should. */
function pageOf({ verification_uri_complete: text }: DeviceRequest): string {
  const page = new URL(text);
  if (!/^https?:$/.test(page.protocol)) throw new CommandError('The service names no page.', 'refused');
  return page.href;
}

async function decision(connection: Connection, device: DeviceRequest, signal: AbortSignal): Promise<Tokens> {
  const end = Date.now() + device.expires_in * 1000;
  const progress = new Progress('Waiting until you have decided');
  let seconds = device.interval ?? INTERVAL_SECONDS;
  try {
    while (true) {
      progress.tell(`${Math.ceil((end - Date.now()) / 60_000)} min left`);
      await pause(seconds * 1000, undefined, { signal });
      const tokens = await decidedTokens(connection, device, signal);
      if (typeof tokens === 'object') return tokens;
      if (tokens === 'slow_down') seconds += INTERVAL_SECONDS;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    progress.end();
  }
}

async function decidedTokens(
  connection: Connection,
  device: DeviceRequest,
  signal: AbortSignal,
): Promise<Tokens | 'authorization_pending' | 'slow_down'> {
  try {
    return await tokensOfDevice(connection, device, signal);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const { reason, message } = error;
    if (reason === 'authorization_pending' || reason === 'slow_down') return reason;
    throw new CommandError(refusals[reason] ?? message, 'notAllowed');
  }
}

const refusals: Readonly<Record<string, string>> = {
  access_denied: 'You did not let wds in.',
  expired_token: 'Nobody decided in time. Run wds login again.',
};
