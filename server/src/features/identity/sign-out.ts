import { type CommitOptions, change } from '../../catalog/change.js';
import { endSessions } from '../../catalog/session-records.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

/** Ends the caller's session; its token stops working on commit. */
export async function signOut(service: Service, caller: Caller, commit: CommitOptions): Promise<void> {
  await change(
    service.catalog,
    caller,
    async (c) => {
      await endSessions(c.tx, { userId: caller.userId, only: caller.credential.id, at: c.at });
      await c.audit({ chain: caller.userId, action: 'session.ended', target: caller.credential.id });
    },
    commit,
  );
}
