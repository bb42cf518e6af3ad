import { say } from '@workbook-data-service/contract/messages';
import type { AuditAction } from '@workbook-data-service/contract/messages/recorded';
import { type Change, change } from '../../catalog/change.js';
import { SignInAttempts } from '../../catalog/sign-in-attempts.js';
import { confirmPasswordHash } from '../../catalog/user-records.js';
import { problem } from '../../core/problems.js';
import type { Service } from '../service.js';
import { hashPassword, isWeakHash, passwordMatches } from './passwords.js';
import type { SignedInUser } from './start-session.js';

interface PasswordProof {
  user: SignedInUser;
  /** What is stored of the password. */
  hash: string;
  /** Belongs to the transaction of what the password allows: rejects it if the password has changed in the meantime. */
  confirm(c: Change): Promise<void>;
  /** In the same transaction, if nothing else has to be proved. */
  forgetFailures(c: Change): Promise<void>;
}

/**
 * Checks the password of a user; undefined if it is wrong. Wherever a password is asked for, failures are counted and
 * audited, and delay the next attempt.
 */
export async function provePassword(
  service: Service,
  input: {
    email: string;
    password: string;
    address: string;
    requestId: string | null;
    refusedAs?: 'session.refused' | 'password.refused';
  },
): Promise<PasswordProof | undefined> {
  const { email, password, requestId, refusedAs = 'session.refused' } = input;
  const attempts = await SignInAttempts.read(service.catalog, email, input.address);
  const wait = attempts.secondsToWait(new Date());
  if (wait > 0) throw tooManyFailures(wait);
  const user = await service.catalog.db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst();
  const { password_hash: read, ...who } = user ?? { password_hash: null };
  if (!(await passwordMatches(read, password)) || !('id' in who) || read === null) {
    await recordRefusal(service, user?.id ?? UNKNOWN_USERS_CHAIN, { requestId, refusedAs }, attempts);
    return undefined;
  }
  const next = isWeakHash(read) ? await hashPassword(password) : read;
  return {
    user: who,
    hash: next,
    confirm: async (c) => {
      if (!(await confirmPasswordHash(c.tx, who.id, { read, next }))) throw problem('wrong-credentials');
    },
    forgetFailures: (c) => attempts.recordSuccess(c.tx, new Date(c.at)),
  };
}

/** The audit chain of refused sign-ins of unknown users. The address is not stored: it may be a password. */
export const UNKNOWN_USERS_CHAIN = 'strangers';

interface Refusal {
  requestId: string | null;
  refusedAs: AuditAction;
  detail?: Record<string, unknown>;
}

/** Writes as much for an unknown user as for a known one, so that timing does not reveal who has an account. */
export async function recordRefusal(
  service: Service,
  chain: string,
  { requestId, refusedAs, detail }: Refusal,
  attempts: SignInAttempts,
): Promise<void> {
  const anonymous = { userId: null, credentialId: null, requestId };
  await change(service.catalog, anonymous, async (c) => {
    await attempts.recordFailure(c.tx, new Date(c.at));
    await c.audit({ chain, action: refusedAs, target: chain, ...(detail && { detail }) });
  });
}

export function tooManyFailures(seconds: number) {
  return problem('rate-limited', say('sign-ins-failed'), {
    members: { retry_after: seconds },
  });
}
