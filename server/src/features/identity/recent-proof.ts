import { say } from '@workbook-data-service/contract/messages';
import { type CommitOptions, change } from '../../catalog/change.js';
import { noteProof } from '../../catalog/session-records.js';
import { fieldError, problem } from '../../core/problems.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { emailOf } from './email-of.js';
import { provePassword } from './prove-password.js';

/** How long a proof is recent. */
const RECENT_MS = 15 * 60 * 1000;

/**
 * Refuses what a stolen session must not do: it needs a sign-in of the last minutes, or the password again. Whoever has no
 * password signs in again.
 */
export async function requireRecentProof(service: Service, caller: Caller): Promise<void> {
  const session = await service.catalog.db
    .selectFrom('sessions')
    .select('proved_at')
    .where('id', '=', caller.credential.id)
    .executeTakeFirst();
  const provedAt = Date.parse(session?.proved_at ?? '') || 0;
  if (Date.now() - provedAt >= RECENT_MS) throw problem('recent-proof-required');
}

/** Verifies with the password that the user holds the session. */
export async function proveAgain(
  service: Service,
  caller: Caller,
  { password, address }: { password: string; address: string },
  commit: CommitOptions,
): Promise<void> {
  const email = (await emailOf(service.catalog.db, caller.userId)) as string;
  const { requestId } = caller;
  const proof = await provePassword(service, {
    email,
    password,
    address,
    requestId,
    refusedAs: 'password.refused',
  });
  if (!proof)
    throw problem('invalid-request', say('password-wrong'), {
      fix: say('fix-password-wrong'),
      members: { errors: [fieldError('/password', say('password-not-yours'))] },
    });
  await change(
    service.catalog,
    caller,
    async (c) => {
      await proof.confirm(c);
      await proof.forgetFailures(c);
      await noteProof(c.tx, caller.credential.id, c.at);
      await c.audit({ chain: caller.userId, action: 'session.proved', target: caller.credential.id });
    },
    commit,
  );
}
