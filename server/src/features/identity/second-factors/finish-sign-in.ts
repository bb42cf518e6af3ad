import { takeFlow } from '../../../catalog/authorization-flows.js';
import { SignInAttempts } from '../../../catalog/sign-in-attempts.js';
import { confirmPasswordHash } from '../../../catalog/user-records.js';
import { problem } from '../../../core/problems.js';
import type { Service } from '../../service.js';
import { recordRefusal, tooManyFailures } from '../prove-password.js';
import { type CalledFrom, type SignedIn, startSession } from '../start-session.js';
import { requireTicket, ticketEnded } from './ask-second-factor.js';
import { proveSecondFactor, type SecondFactorAnswer } from './prove-second-factor.js';

/** Ends a sign-in with its second factor. Wrong ones count as failed sign-ins; the ticket works until one is right. */
export async function finishSignIn(
  service: Service,
  input: { ticket: string; answer: SecondFactorAnswer; from: CalledFrom; requestId: string },
): Promise<SignedIn> {
  const { catalog } = service;
  const { ticket, answer, from, requestId } = input;
  const { userId, proved } = await requireTicket(service, ticket);
  const user = await catalog.db
    .selectFrom('users')
    .select(['id', 'email', 'name'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user) throw ticketEnded();
  const attempts = await SignInAttempts.read(catalog, user.email, from.address);
  const wait = attempts.secondsToWait(new Date());
  if (wait > 0) throw tooManyFailures(wait);
  const proof = await proveSecondFactor(service, userId, answer);
  if (!proof) {
    const refusal = { requestId, refusedAs: 'session.refused', detail: { second_factor: 'wrong' } } as const;
    await recordRefusal(service, userId, refusal, attempts);
    throw problem('wrong-second-factor');
  }
  // From here on the ticket is gone: of two answers to it at once, one starts a session.
  if (!(await takeFlow(catalog, 'second-factor', ticket))) throw ticketEnded();
  return await startSession(service, user, {
    requestId,
    from,
    detail: { ...proved.detail, second_factor: proof.method },
    isComplete: true,
    before: async (c) => {
      const { passwordHash: read } = proved;
      if (read !== null && !(await confirmPasswordHash(c.tx, userId, { read, next: read })))
        throw problem('wrong-credentials');
      if (!(await proof.take(c))) throw problem('wrong-second-factor');
      await attempts.recordSuccess(c.tx, new Date(c.at));
    },
  });
}
