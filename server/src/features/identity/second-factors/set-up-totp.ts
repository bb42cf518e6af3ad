import { say } from '@workbook-data-service/contract/messages';
import { type CommitOptions, change } from '../../../catalog/change.js';
import {
  confirmTotpSecret,
  findTotpSecret,
  putTotpSecret,
  takeTotpStep,
} from '../../../catalog/totp-secrets.js';
import { fieldError, problem } from '../../../core/problems.js';
import { newTotpSecret, stepOfCode, totpUrl } from '../../../core/totp.js';
import type { Caller } from '../../caller.js';
import type { Service } from '../../service.js';
import { emailOf } from '../email-of.js';
import { requireRecentProof } from '../recent-proof.js';
import { firstRecoveryCodes } from './recovery.js';

/** A secret for an authenticator app, which counts once a code of it was typed. It is shown this once. */
export async function beginTotp(
  service: Service,
  caller: Caller,
  { host }: { host: string },
  commit: CommitOptions,
): Promise<{ secret: string; url: string }> {
  await requireRecentProof(service, caller);
  const { catalog } = service;
  const email = (await emailOf(catalog.db, caller.userId)) as string;
  const secret = newTotpSecret();
  return await change(
    catalog,
    caller,
    async (c) => {
      if (!(await putTotpSecret(catalog, c.tx, { userId: caller.userId, secret, at: c.at })))
        throw problem('conflict', say('totp-present'), {
          fix: say('fix-totp-present'),
        });
      await c.audit({ chain: caller.userId, action: 'totp.begun', target: caller.userId });
      return { secret, url: totpUrl(secret, { host, email }) };
    },
    commit,
  );
}

/** Makes the app a second factor, by a code that it shows. */
export async function confirmTotp(
  service: Service,
  caller: Caller,
  code: string,
  commit: CommitOptions,
): Promise<{ codes: string[] | null }> {
  await requireRecentProof(service, caller);
  const { catalog } = service;
  const { userId } = caller;
  return await change(
    catalog,
    caller,
    async (c) => {
      const totp = await findTotpSecret(catalog, c.tx, userId);
      if (!totp?.secret || totp.confirmedAt !== null)
        throw problem('conflict', say('totp-not-begun'), {
          fix: say('fix-totp-not-begun'),
        });
      const step = stepOfCode(totp.secret, code, Date.now());
      if (step === null || !(await takeTotpStep(c.tx, userId, step)))
        throw problem('invalid-request', say('totp-code-wrong'), {
          fix: say('fix-totp-code'),
          members: { errors: [fieldError('/code', say('code-not-current'))] },
        });
      await confirmTotpSecret(c.tx, userId, c.at);
      const codes = await firstRecoveryCodes(c, userId);
      await c.audit({ chain: userId, action: 'totp.added', target: userId });
      return { codes };
    },
    commit,
  );
}
