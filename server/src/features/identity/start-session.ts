import { type Change, change } from '../../catalog/change.js';
import { insertSession } from '../../catalog/session-records.js';
import { deviceName } from '../../core/device-name.js';
import { newId } from '../../core/ids.js';
import type { Service } from '../service.js';
import { SESSION_SECONDS } from './session-tokens.js';

export interface SignedInUser {
  id: string;
  email: string;
  name: string | null;
}

export interface SignedIn {
  accessToken: string;
  expiresIn: number;
  user: SignedInUser;
}

/** Where a request comes from. */
export interface CalledFrom {
  address: string;
  userAgent: string | undefined;
}

export interface SessionStart {
  requestId: string | null;
  from: CalledFrom;
  /** How the user proved who they are, for the audit log. */
  detail?: Record<string, unknown>;
  /** What belongs to this sign-in, in the same transaction and before the session. */
  before(c: Change): Promise<void>;
}

/** Starts a session of a user who has proved who they are. */
export async function startSession(
  service: Service,
  { id: userId, email, name }: SignedInUser,
  { requestId, from, detail = {}, before }: SessionStart,
): Promise<SignedIn> {
  const id = newId('ses');
  const expiresAt = new Date(Date.now() + SESSION_SECONDS * 1000);
  await change(service.catalog, { userId, credentialId: id, requestId }, async (c) => {
    await before(c);
    await insertSession(c.tx, {
      id,
      user_id: userId,
      created_at: c.at,
      expires_at: expiresAt.toISOString(),
      address: from.address,
      device: deviceName(from.userAgent),
      last_used_at: c.at,
      proved_at: c.at,
    });
    await c.audit({ chain: userId, action: 'session.started', target: id, detail });
  });
  const accessToken = await service.sessionTokens.sign({ id, userId, expiresAt });
  return { accessToken, expiresIn: SESSION_SECONDS, user: { id: userId, email, name } };
}
