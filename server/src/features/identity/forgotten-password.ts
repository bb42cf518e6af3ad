import { say } from '@workbook-data-service/contract/messages';
import { type CommitOptions, change } from '../../catalog/change.js';
import {
  endMailedLinksOfUser,
  latestMailedLink,
  putMailedLink,
  takeMailedLink,
} from '../../catalog/mailed-links.js';
import { endSessions } from '../../catalog/session-records.js';
import { setPasswordHash } from '../../catalog/user-records.js';
import { problem } from '../../core/problems.js';
import type { Mail } from '../../gateways/mail/mail.js';
import type { Service } from '../service.js';
import { emailOf } from './email-of.js';
import { normalizeEmail } from './normalize-email.js';
import { hashPassword } from './passwords.js';
import { proveAddress } from './prove-address.js';
import { UNKNOWN_USERS_CHAIN } from './prove-password.js';
import { type ResetLanguage, resetMail, signInElsewhereMail } from './reset-mail.js';
import { refuseWeakPassword } from './weak-passwords.js';

const LINK_MS = 60 * 60 * 1000;
/** Nobody's mailbox is filled by asking again and again. */
const BETWEEN_MAILS_MS = 5 * 60 * 1000;

interface ForgottenPassword {
  email: string;
  /** Scheme and host by which users reach the service. */
  origin: string;
  language: ResetLanguage;
  requestId: string;
}

/**
 * Mails a link by which a forgotten password is replaced. Returns before anything was looked up, so that the answer is the
 * same for every address, and as late.
 */
export async function forgotPassword(service: Service, input: ForgottenPassword): Promise<void> {
  const { log } = service;
  const mail = requireMail(service);
  void mailLink(service, mail, input).catch((error: unknown) =>
    log.error({ err: error, request_id: input.requestId }, 'a link to reset a password could not be mailed'),
  );
}

function requireMail({ mail }: Service): Mail {
  if (mail) return mail;
  throw problem('not-configured', say('reset-needs-mail'), {
    fix: say('fix-reset-needs-mail'),
  });
}

async function mailLink(service: Service, mail: Mail, input: ForgottenPassword): Promise<void> {
  const { catalog } = service;
  const { origin, language, requestId } = input;
  const user = await catalog.db
    .selectFrom('users')
    .select((eb) => [
      'id',
      'email',
      'password_hash',
      eb
        .exists(
          eb
            .selectFrom('user_identities')
            .select('user_identities.user_id')
            .whereRef('user_identities.user_id', '=', 'users.id'),
        )
        .as('isLinked'),
    ])
    .where('email', '=', normalizeEmail(input.email))
    .executeTakeFirst();
  const chain = user?.id ?? UNKNOWN_USERS_CHAIN;
  const token = await change(catalog, { userId: null, credentialId: null, requestId }, async (c) => {
    await c.audit({ chain, action: 'password.reset_asked', target: chain });
    if (!user) return undefined;
    const link = { userId: user.id, purpose: 'reset_password' as const };
    const latest = await latestMailedLink(c.tx, { ...link, now: c.at });
    if (latest !== undefined && Date.parse(c.at) - Date.parse(latest) < BETWEEN_MAILS_MS) return undefined;
    const expiresAt = new Date(Date.parse(c.at) + LINK_MS).toISOString();
    return await putMailedLink(c.tx, { ...link, createdAt: c.at, expiresAt });
  });
  if (!user || token === undefined) return;
  // Whoever signs in elsewhere has no password here, and gets none by this way around their organization.
  const signsInElsewhere =
    service.oidc !== undefined && user.password_hash === null && Boolean(user.isLinked);
  const text = signsInElsewhere
    ? signInElsewhereMail(language, { url: `${origin}/sign-in` })
    : resetMail(language, { url: `${origin}/reset-password#${token}` });
  await mail.send({ to: user.email, ...text });
}

/**
 * Replaces a password by a mailed link, which proves the address. All sessions end; second factors stay, unless an unproven
 * holder of the address had set them up.
 */
export async function resetPasswordByMail(
  service: Service,
  { token, next, requestId }: { token: string; next: string; requestId: string },
  commit: CommitOptions,
): Promise<void> {
  const passwordHash = await hashPassword(next);
  await change(
    service.catalog,
    { userId: null, credentialId: null, requestId },
    async (c) => {
      const userId = await takeMailedLink(c.tx, { token, purpose: 'reset_password', now: c.at });
      if (userId === undefined)
        throw problem('expired', say('link-expired'), {
          fix: say('fix-link-expired'),
        });
      await refuseWeakPassword((await emailOf(c.tx, userId)) as string, next, '/new');
      await proveAddress(c, userId, { by: 'mail', isHolder: false });
      await setPasswordHash(c.tx, userId, passwordHash);
      await endMailedLinksOfUser(c.tx, userId);
      const ended = await endSessions(c.tx, { userId, at: c.at });
      await c.audit({
        chain: userId,
        action: 'password.reset',
        target: userId,
        detail: { by: 'mail', sessions_ended: ended.length },
      });
    },
    commit,
  );
}
