import { say } from '@workbook-data-service/contract/messages';
import { type Change, type CommitOptions, change } from '../../catalog/change.js';
import { latestMailedLink, putMailedLink, takeMailedLink } from '../../catalog/mailed-links.js';
import { isProven } from '../../catalog/user-records.js';
import { problem } from '../../core/problems.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { emailOf } from './email-of.js';
import { proveAddress } from './prove-address.js';

const LINK_MS = 24 * 60 * 60 * 1000;
/** So that nobody can fill the mailbox of somebody else. */
const MS_BETWEEN_MAILS = 60_000;

/** Mails the signed-in user a link by which they prove that the address is theirs. */
export async function sendVerification(
  service: Service,
  caller: Caller,
  origin: string,
  commit: CommitOptions,
): Promise<void> {
  if (!service.mail)
    throw problem('not-configured', say('proof-needs-mail'), {
      fix: say('fix-proof-needs-mail'),
    });
  const { userId } = caller;
  const token = await change(
    service.catalog,
    caller,
    async (c) => {
      if (await isProven(c.tx, userId)) throw alreadyProven();
      await refuseTooEarly(c, userId);
      await c.audit({ chain: userId, action: 'address.verification_sent', target: userId });
      return await newVerification(c, userId);
    },
    commit,
  );
  const to = (await emailOf(service.catalog.db, userId)) as string;
  await mailVerification(service, { to, url: verificationUrl(origin, token) });
}

function alreadyProven() {
  return problem('conflict', say('address-proven'), { fix: say('fix-nothing-to-do') });
}

async function refuseTooEarly(c: Change, userId: string): Promise<void> {
  const sentAt = await latestMailedLink(c.tx, { userId, purpose: 'prove_address', now: c.at });
  const wait = sentAt === undefined ? 0 : Date.parse(sentAt) + MS_BETWEEN_MAILS - Date.parse(c.at);
  if (wait > 0)
    throw problem('rate-limited', say('mail-just-sent'), {
      members: { retry_after: Math.ceil(wait / 1000) },
    });
}

/** The token of a new link of the user; earlier ones stop working. */
export async function newVerification(c: Change, userId: string): Promise<string> {
  return await putMailedLink(c.tx, {
    userId,
    purpose: 'prove_address',
    createdAt: c.at,
    expiresAt: new Date(Date.parse(c.at) + LINK_MS).toISOString(),
  });
}

export const verificationUrl = (origin: string, token: string): string => `${origin}/verify/${token}`;

/** A failure is logged only: the user can ask for another mail. */
export async function mailVerification(
  { mail, log }: Service,
  { to, url }: { to: string; url: string },
): Promise<void> {
  try {
    await mail?.send({
      to,
      subject: 'Is this your address?',
      text: [
        'Somebody has registered with this address. If it was you, open this address where you are signed in:',
        url,
        'It works once, within a day. If it was not you, ignore this message: without it, whoever it was has no rights ' +
          'that others give to your address.',
      ].join('\n\n'),
    });
  } catch (error) {
    log.error({ err: error }, 'a link to prove an address could not be mailed');
  }
}

/**
 * Proves the address of the signed-in user by the link that was mailed to it. The session is part of the proof: whoever has
 * the mailbox but not the user, because somebody else registered the address, proves nothing for them.
 */
export async function verifyAddress(
  service: Service,
  caller: Caller,
  token: string,
  commit: CommitOptions,
): Promise<void> {
  await change(
    service.catalog,
    caller,
    async (c) => {
      const userId = await takeMailedLink(c.tx, { token, purpose: 'prove_address', now: c.at });
      if (userId !== caller.userId)
        throw problem('not-found', say('mailed-link-unknown'), {
          fix: say('fix-mailed-link'),
        });
      if (!(await proveAddress(c, userId, { by: 'mail', isHolder: true }))) throw alreadyProven();
    },
    commit,
  );
}
