import type { Catalog } from '../../catalog/catalog.js';
import { change } from '../../catalog/change.js';
import { deleteSecondFactors } from '../../catalog/second-factors.js';
import { endSessions } from '../../catalog/session-records.js';
import { setPasswordHash } from '../../catalog/user-records.js';
import { normalizeEmail } from './normalize-email.js';
import { generatePassword, hashPassword } from './passwords.js';

interface ResetByOperator {
  email: string;
  password: string;
  sessionsEnded: number;
  secondFactorsRemoved: boolean;
}

/**
 * Gives a user a new password and ends their sessions; undefined if there is no such user. Second factors stay, unless they
 * were lost too. For operators only.
 */
export async function resetPassword(
  catalog: Catalog,
  email: string,
  { removesSecondFactors = false } = {},
): Promise<ResetByOperator | undefined> {
  const user = await catalog.db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', normalizeEmail(email))
    .executeTakeFirst();
  if (!user) return undefined;
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  const operator = { userId: null, credentialId: null, requestId: null };
  const reset = await change(catalog, operator, async (c) => {
    await setPasswordHash(c.tx, user.id, passwordHash);
    const ended = await endSessions(c.tx, { userId: user.id, at: c.at });
    const secondFactorsRemoved = removesSecondFactors && (await deleteSecondFactors(c.tx, user.id));
    await c.audit({
      chain: user.id,
      action: 'password.reset',
      target: user.id,
      detail: {
        by: 'operator',
        sessions_ended: ended.length,
        ...(secondFactorsRemoved && { second_factors_removed: true }),
      },
    });
    return { sessionsEnded: ended.length, secondFactorsRemoved };
  });
  return { email: user.email, password, ...reset };
}
