import { say } from '@workbook-data-service/contract/messages';
import { type Change, change } from '../../catalog/change.js';
import { violatedKey } from '../../catalog/unique-keys.js';
import { insertUserRecord, type ProofOfAddress } from '../../catalog/user-records.js';
import { newId } from '../../core/ids.js';
import { problem } from '../../core/problems.js';
import type { Service } from '../service.js';
import { normalizeEmail } from './normalize-email.js';
import { hashPassword } from './passwords.js';
import type { SignedInUser } from './start-session.js';
import { mailVerification, newVerification, verificationUrl } from './verify-address.js';
import { refuseWeakPassword } from './weak-passwords.js';

interface NewUser {
  email: string;
  password: string;
  name?: string | null | undefined;
}

export async function createUser(
  service: Pick<Service, 'catalog'>,
  input: NewUser & {
    requestId: string | null;
    provenBy?: ProofOfAddress;
    /** What belongs to the creation, in the same transaction. */
    alongside?: (c: Change, userId: string) => Promise<void>;
  },
): Promise<SignedInUser> {
  const user = { id: newId('usr'), email: normalizeEmail(input.email), name: input.name ?? null };
  const passwordHash = await hashPassword(input.password);
  try {
    const author = { userId: user.id, credentialId: null, requestId: input.requestId };
    await change(service.catalog, author, async (c) => {
      await insertUser(c, user, { passwordHash, provenBy: input.provenBy ?? null });
      await input.alongside?.(c, user.id);
    });
  } catch (error) {
    if (violatedKey(error) === 'users_email_key')
      throw problem('name-taken', say('e-mail-taken'), {
        fix: say('fix-e-mail-taken'),
      });
    throw error;
  }
  return user;
}

/** A user without a password signs in with OpenID Connect only. */
export async function insertUser(
  c: Change,
  user: SignedInUser,
  { passwordHash, provenBy }: { passwordHash: string | null; provenBy: ProofOfAddress | null },
): Promise<void> {
  await insertUserRecord(
    c.tx,
    { ...user, password_hash: passwordHash, created_at: c.at, deleted_at: null },
    provenBy,
  );
  await c.audit({
    chain: user.id,
    action: 'user.created',
    target: user.id,
    detail: { proven_by: provenBy },
  });
}

/**
 * Returns the same answer in the same time whether or not the e-mail address is taken, so as not to reveal it. Nobody waits
 * for the mail by which the address is proven.
 */
export async function registerUser(
  service: Service,
  input: NewUser & { requestId: string; origin: string },
): Promise<SignedInUser> {
  if (!service.config.openRegistration) throw problem('registration-closed');
  const email = normalizeEmail(input.email);
  await refuseWeakPassword(email, input.password, '/password');
  const taken = await service.catalog.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst();
  if (!taken) return await registerNewUser(service, input);
  await hashPassword(input.password);
  const anonymous = { userId: null, credentialId: null, requestId: input.requestId };
  await change(service.catalog, anonymous, (c) =>
    c.audit({ chain: taken.id, action: 'user.registration_refused', target: taken.id }),
  );
  return { id: newId('usr'), email, name: input.name ?? null };
}

async function registerNewUser(
  service: Service,
  input: NewUser & { requestId: string; origin: string },
): Promise<SignedInUser> {
  let token: string | undefined;
  const user = await createUser(service, {
    ...input,
    alongside: async (c, userId) => {
      if (service.mail) token = await newVerification(c, userId);
    },
  });
  if (token !== undefined)
    void mailVerification(service, { to: user.email, url: verificationUrl(input.origin, token) });
  return user;
}
