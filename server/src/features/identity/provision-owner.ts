import type { Catalog } from '../../catalog/catalog.js';
import { Problem } from '../../core/problems.js';
import { createUser } from './create-user.js';
import { generatePassword } from './passwords.js';

export interface FirstOwner {
  email: string;
  /** Set only if it was generated here; it is shown once and stored as a hash. */
  generatedPassword: string | undefined;
}

/** Creates the owner on the first start, from the configuration or with a generated password. */
export async function provisionOwner(
  catalog: Catalog,
  configured: { email: string; password: string } | undefined,
): Promise<FirstOwner | undefined> {
  const anyone = await catalog.db
    .selectFrom('users')
    .select('id')
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (anyone) return undefined;
  const email = configured?.email ?? 'owner@localhost';
  const generatedPassword = configured ? undefined : generatePassword();
  try {
    await createUser(
      { catalog },
      {
        email,
        password: configured?.password ?? (generatedPassword as string),
        requestId: null,
        provenBy: 'operator',
      },
    );
  } catch (error) {
    // Another node that started at the same time created the owner, and shows the password.
    if (error instanceof Problem && error.slug === 'name-taken') return undefined;
    throw error;
  }
  return { email, generatedPassword };
}
