import type { Connection } from '@workbook-data-service/client';
import type { Profile } from '../config.js';

/** The service knows this command, which need not register. */
const CLIENT_ID = 'wds';

export interface DeviceRequest {
  device_code: string;
  user_code: string;
  verification_uri_complete: string;
  expires_in: number;
  interval?: number;
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
}

/** The service does not let the command in; `reason` is the code of RFC 6749 or 8628. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';

  constructor(
    readonly reason: string,
    detail: string,
  ) {
    super(detail);
  }
}

export async function requestDevice(
  connection: Connection,
  scope: string,
  signal: AbortSignal,
): Promise<DeviceRequest> {
  return await ask(connection, '/oauth/device_authorization', { scope }, { isRepeatable: true, signal });
}

/** Asking again while the user decides does no harm. */
export async function tokensOfDevice(
  connection: Connection,
  { device_code }: DeviceRequest,
  signal: AbortSignal,
): Promise<Tokens> {
  const form = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code };
  return await ask(connection, '/oauth/token', form, { isRepeatable: true, signal });
}

/** Sent once: a refresh token that comes twice ends the grant. */
export async function nextTokens(
  connection: Connection,
  refresh_token: string,
  signal: AbortSignal,
): Promise<Tokens> {
  const form = { grant_type: 'refresh_token', refresh_token };
  return await ask(connection, '/oauth/token', form, { isRepeatable: false, signal });
}

/** Ends the grant of the token, if it has not ended yet. */
export async function revokeGrant(connection: Connection, token: string, signal: AbortSignal): Promise<void> {
  await ask(connection, '/oauth/revoke', { token }, { isRepeatable: true, signal });
}

export function keptTokens({ access_token: token, refresh_token, expires_in }: Tokens): Profile {
  return { token, refresh_token, expires_at: new Date(Date.now() + expires_in * 1000).toISOString() };
}

async function ask<Answer>(
  connection: Connection,
  path: string,
  form: Record<string, string>,
  options: { isRepeatable: boolean; signal: AbortSignal },
): Promise<Answer> {
  const response = await connection.send({
    method: 'POST',
    path,
    body: new URLSearchParams({ client_id: CLIENT_ID, ...form }),
    isOpen: true,
    isKeyed: false,
    isWanted: ({ status }) => status === 400,
    ...options,
  });
  const answer = await response.text();
  if (response.ok) return (answer && JSON.parse(answer)) as Answer;
  const { error, error_description: detail = error } = JSON.parse(answer) as Record<string, string>;
  throw new RefusedError(error ?? '', detail ?? '');
}
