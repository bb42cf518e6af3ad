import { say } from '@workbook-data-service/contract/messages';
import { beginFlow, FLOW_SECONDS, readFlow } from '../../../catalog/authorization-flows.js';
import type { SecondFactor } from '../../../catalog/second-factors.js';
import { type Problem, problem } from '../../../core/problems.js';
import type { Service } from '../../service.js';

/** What was proved before the second factor, and must still be true when the session starts. */
interface FirstFactor {
  /** The hash of the password that was given; null if the user came another way. */
  passwordHash: string | null;
  /** How the user proved who they are, for the audit log. */
  detail: Record<string, unknown>;
}

/** The answer to a sign-in that needs a second factor: it says which, and how to continue with the ticket. */
export async function secondFactorRequired(
  { catalog }: Service,
  { userId, factors, proved }: { userId: string; factors: readonly SecondFactor[]; proved: FirstFactor },
): Promise<Problem> {
  const ticket = await beginFlow(catalog, { provider: 'second-factor', userId, secrets: proved });
  return problem('second-factor-required', undefined, {
    members: { ticket, second_factors: [...factors, 'recovery_code'], expires_in: FLOW_SECONDS },
  });
}

/** The sign-in that waits for a second factor. */
export async function requireTicket(
  { catalog }: Service,
  ticket: string,
): Promise<{ userId: string; proved: FirstFactor }> {
  const flow = await readFlow<FirstFactor>(catalog, 'second-factor', ticket);
  if (!flow || flow.userId === null) throw ticketEnded();
  return { userId: flow.userId, proved: flow.secrets };
}

export function ticketEnded(): Problem {
  return problem('expired', say('sign-in-too-slow'), {
    fix: say('fix-sign-in-too-slow'),
  });
}
