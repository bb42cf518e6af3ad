import { isUniqueViolation } from '../../catalog/catalog.js';
import { change } from '../../catalog/change.js';
import { newId } from '../../core/ids.js';
import { problem } from '../../core/problems.js';
import type { Service } from '../../service.js';
import { hashPassword } from './passwords.js';
import { normalizeEmail } from './sign-in.js';

export interface NewUser {
  email: string;
  password: string;
  name?: string | null | undefined;
}

export async function createUser(
  service: Pick<Service, 'catalog'>,
  input: NewUser & { requestId: string | null },
): Promise<{ id: string; email: string; name: string | null }> {
  const user = { id: newId('usr'), email: normalizeEmail(input.email), name: input.name ?? null };
  const passwordHash = await hashPassword(input.password);
  try {
    await change(
      service.catalog,
      { userId: user.id, credentialId: null, requestId: input.requestId },
      async (c) => {
        await c.tx
          .insertInto('users')
          .values({ ...user, password_hash: passwordHash, created_at: c.at })
          .execute();
        await c.audit({ chain: user.id, action: 'user.created', target: user.id });
      },
    );
  } catch (error) {
    if (isUniqueViolation(error))
      throw problem('name-taken', 'A user with this e-mail address exists already.', {
        fix: 'Sign in with POST /api/auth/login, or register another address.',
      });
    throw error;
  }
  return user;
}

export async function registerUser(service: Service, input: NewUser & { requestId: string }) {
  if (!service.config.openRegistration) throw problem('registration-closed');
  return await createUser(service, input);
}
