import { type Change, change } from '../../catalog/change.js';
import { secondFactorsOf } from '../../catalog/second-factors.js';
import { insertSession } from '../../catalog/session-records.js';
import { deviceName } from '../../core/device-name.js';
import { newId } from '../../core/ids.js';
import type { Service } from '../service.js';
import { secondFactorRequired } from './second-factors/ask-second-factor.js';
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
  /** Of the password that was given, if any: a second factor counts only while it is still the same. */
  passwordHash?: string;
  /** Whether the sign-in is complete; otherwise users with a second factor are asked for it. */
  isComplete?: boolean;
  /** What belongs to this sign-in, in the same transaction and before the session. */
  before(c: Change): Promise<void>;
  /** The same, unless a second factor is required. */
  onStart?(c: Change): Promise<void>;
}

/**
 * Starts a session of a user who has proved who they are. If they have a second factor, what comes before the session is
 * done, and the problem says how to go on.
 */
export async function startSession(
  service: Service,
  { id: userId, email, name }: SignedInUser,
  { requestId, from, detail = {}, passwordHash, isComplete = false, before, onStart }: SessionStart,
): Promise<SignedIn> {
  const { catalog } = service;
  const id = newId('ses');
  const expiresAt = new Date(Date.now() + SESSION_SECONDS * 1000);
  const factors = await change(catalog, { userId, credentialId: id, requestId }, async (c) => {
    await before(c);
    const asked = isComplete ? [] : await secondFactorsOf(catalog, c.tx, userId);
    if (asked.length > 0) {
      await c.audit({ chain: userId, action: 'session.second_factor_asked', target: userId, detail });
      return asked;
    }
    await onStart?.(c);
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
    return [];
  });
  if (factors.length > 0) {
    const proved = { passwordHash: passwordHash ?? null, detail };
    throw await secondFactorRequired(service, { userId, factors, proved });
  }
  const accessToken = await service.sessionTokens.sign({ id, userId, expiresAt });
  return { accessToken, expiresIn: SESSION_SECONDS, user: { id: userId, email, name } };
}
