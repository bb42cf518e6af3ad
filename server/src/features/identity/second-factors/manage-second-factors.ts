import { say } from '@workbook-data-service/contract/messages';
import { type Change, type CommitOptions, change } from '../../../catalog/change.js';
import { deletePasskeys, type PasskeyRecord, passkeysOf } from '../../../catalog/passkeys.js';
import { countRecoveryCodes, replaceRecoveryCodes } from '../../../catalog/recovery-codes.js';
import { secondFactorsOf } from '../../../catalog/second-factors.js';
import { deleteTotpSecret, findTotpSecret } from '../../../catalog/totp-secrets.js';
import { problem } from '../../../core/problems.js';
import type { Caller } from '../../caller.js';
import type { Service } from '../../service.js';
import { requireRecentProof } from '../recent-proof.js';

export interface SecondFactors {
  /** When the authenticator app was set up; null if none is. */
  totpAt: string | null;
  passkeys: PasskeyRecord[];
  recoveryCodesLeft: number;
}

export async function describeSecondFactors(
  { catalog }: Service,
  { userId }: Pick<Caller, 'userId'>,
): Promise<SecondFactors> {
  const { db } = catalog;
  return {
    totpAt: (await findTotpSecret(catalog, db, userId))?.confirmedAt ?? null,
    passkeys: await passkeysOf(db, userId),
    recoveryCodesLeft: await countRecoveryCodes(db, userId),
  };
}

/** Removes the authenticator app; one that was never confirmed as well. */
export async function removeTotp(service: Service, caller: Caller, commit: CommitOptions): Promise<void> {
  await remove(service, caller, commit, async (c) => {
    if (!(await deleteTotpSecret(c.tx, caller.userId))) throw problem('not-found', say('totp-absent'));
    await c.audit({ chain: caller.userId, action: 'totp.removed', target: caller.userId });
  });
}

export async function removePasskey(
  service: Service,
  caller: Caller,
  passkeyId: string,
  commit: CommitOptions,
): Promise<void> {
  await remove(service, caller, commit, async (c) => {
    const [removed] = await deletePasskeys(c.tx, caller.userId, passkeyId);
    if (!removed) throw problem('not-found', say('passkey-absent', { passkey: passkeyId }));
    await c.audit({ chain: caller.userId, action: 'passkey.removed', target: passkeyId });
  });
}

/** Recovery codes are removed with the last second factor, which they stand in for. */
async function remove(
  service: Service,
  caller: Caller,
  commit: CommitOptions,
  work: (c: Change) => Promise<void>,
): Promise<void> {
  await requireRecentProof(service, caller);
  const { catalog } = service;
  await change(
    catalog,
    caller,
    async (c) => {
      await work(c);
      const left = await secondFactorsOf(catalog, c.tx, caller.userId);
      if (left.length === 0) await replaceRecoveryCodes(c.tx, caller.userId, []);
    },
    commit,
  );
}
