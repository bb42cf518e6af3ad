import { say } from '@workbook-data-service/contract/messages';
import { type Change, type CommitOptions, change } from '../../../catalog/change.js';
import { countRecoveryCodes, replaceRecoveryCodes } from '../../../catalog/recovery-codes.js';
import { secondFactorsOf } from '../../../catalog/second-factors.js';
import { problem } from '../../../core/problems.js';
import { hashRecoveryCode, newRecoveryCodes } from '../../../core/recovery-codes.js';
import type { Caller } from '../../caller.js';
import type { Service } from '../../service.js';
import { requireRecentProof } from '../recent-proof.js';

/** Recovery codes for the first second factor of a user; null if they have some. They are shown this once. */
export async function firstRecoveryCodes(c: Change, userId: string): Promise<string[] | null> {
  return (await countRecoveryCodes(c.tx, userId)) > 0 ? null : await putNewCodes(c, userId);
}

/** New codes in place of those that are left. */
export async function renewRecoveryCodes(
  service: Service,
  caller: Caller,
  commit: CommitOptions,
): Promise<{ codes: string[] }> {
  await requireRecentProof(service, caller);
  const { catalog } = service;
  return await change(
    catalog,
    caller,
    async (c) => {
      const factors = await secondFactorsOf(catalog, c.tx, caller.userId);
      if (factors.length === 0)
        throw problem('conflict', say('recovery-needs-factor'), {
          fix: say('fix-recovery-needs-factor'),
        });
      const codes = await putNewCodes(c, caller.userId);
      await c.audit({ chain: caller.userId, action: 'recovery_codes.renewed', target: caller.userId });
      return { codes };
    },
    commit,
  );
}

async function putNewCodes(c: Change, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(
    c.tx,
    userId,
    codes.map((code) => hashRecoveryCode(code) as string),
  );
  return codes;
}
