import { type CommitOptions, change } from '../../catalog/change.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

/** Ends the caller's session; its token stops working on commit. */
export async function signOut(service: Service, caller: Caller, commit: CommitOptions): Promise<void> {
  await change(
    service.catalog,
    caller,
    async (c) => {
      await c.tx
        .updateTable('sessions')
        .set({ revoked_at: c.at })
        .where('id', '=', caller.credential.id)
        .execute();
      await c.audit({ chain: caller.userId, action: 'session.ended', target: caller.credential.id });
    },
    commit,
  );
}
