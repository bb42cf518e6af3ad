import { say } from '@workbook-data-service/contract/messages';
import { type CommitOptions, change } from '../../catalog/change.js';
import { endSessions } from '../../catalog/session-records.js';
import { setPasswordHash } from '../../catalog/user-records.js';
import { fieldError, problem } from '../../core/problems.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { emailOf } from './email-of.js';
import { hashPassword } from './passwords.js';
import { provePassword } from './prove-password.js';
import { refuseWeakPassword } from './weak-passwords.js';

/** Changes the password of the signed-in user and ends their other sessions. */
export async function changePassword(
  service: Service,
  caller: Caller,
  input: { current: string; next: string; address: string },
  commit: CommitOptions,
): Promise<void> {
  const email = (await emailOf(service.catalog.db, caller.userId)) as string;
  const proof = await provePassword(service, {
    email,
    password: input.current,
    address: input.address,
    requestId: caller.requestId,
    refusedAs: 'password.refused',
  });
  if (!proof)
    throw problem('invalid-request', say('password-current-wrong'), {
      fix: say('fix-password-current'),
      members: { errors: [fieldError('/current', say('password-not-yours'))] },
    });
  if (input.next === input.current)
    throw problem('invalid-request', say('password-unchanged'), {
      fix: say('fix-other-password'),
      members: { errors: [fieldError('/new', say('password-current'))] },
    });
  await refuseWeakPassword(email, input.next, '/new');
  const passwordHash = await hashPassword(input.next);
  await change(
    service.catalog,
    caller,
    async (c) => {
      await proof.confirm(c);
      await proof.forgetFailures(c);
      await setPasswordHash(c.tx, caller.userId, passwordHash);
      const ended = await endSessions(c.tx, {
        userId: caller.userId,
        except: caller.credential.id,
        at: c.at,
      });
      await c.audit({
        chain: caller.userId,
        action: 'password.changed',
        target: caller.userId,
        detail: { sessions_ended: ended.length },
      });
    },
    commit,
  );
}
