import { change } from '../../catalog/change.js';
import { SignInAttempts } from '../../catalog/sign-in-attempts.js';
import { problem } from '../../core/problems.js';
import type { Service } from '../service.js';
import { passwordMatches } from './passwords.js';
import { type SignedIn, startSession } from './start-session.js';

export async function signIn(
  service: Service,
  input: { email: string; password: string; address: string; requestId: string | null },
): Promise<SignedIn> {
  const email = normalizeEmail(input.email);
  const attempts = await SignInAttempts.read(service.catalog, email, input.address);
  const wait = attempts.secondsToWait(new Date());
  if (wait > 0) throw tooManyFailures(wait);
  const user = await service.catalog.db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirst();
  if (!(await passwordMatches(user?.password_hash, input.password)) || !user) {
    await recordRefusal(service, user?.id, input.requestId, attempts);
    throw problem('wrong-credentials');
  }
  return await startSession(service, user, {
    requestId: input.requestId,
    before: (c) => attempts.recordSuccess(c.tx, new Date(c.at)),
  });
}

/** The audit chain of refused sign-ins of unknown users. The address is not stored: it may be a password. */
export const UNKNOWN_USERS_CHAIN = 'strangers';

/** Writes as much for an unknown user as for a known one, so that timing does not reveal who has an account. */
async function recordRefusal(
  service: Service,
  userId: string | undefined,
  requestId: string | null,
  attempts: SignInAttempts,
): Promise<void> {
  const anonymous = { userId: null, credentialId: null, requestId };
  await change(service.catalog, anonymous, async (c) => {
    await attempts.recordFailure(c.tx, new Date(c.at));
    await c.audit({
      chain: userId ?? UNKNOWN_USERS_CHAIN,
      action: 'session.refused',
      target: userId ?? UNKNOWN_USERS_CHAIN,
    });
  });
}

function tooManyFailures(seconds: number) {
  return problem('rate-limited', 'Too many failed sign-ins with this e-mail address or from your address.', {
    members: { retry_after: seconds },
  });
}

export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}
