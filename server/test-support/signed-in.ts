import type { Caller } from '../src/features/caller.js';
import { createUser } from '../src/features/identity/create-user.js';
import { resolveCredential } from '../src/features/identity/resolve-credential.js';
import { signIn } from '../src/features/identity/sign-in.js';
import type { Service } from '../src/features/service.js';

export const signedInFrom = { address: '192.0.2.1', userAgent: undefined };
export const passwordOfUsers = 'correct horse battery';

/** A new user whose address nobody has proven, signed in just now. */
export async function newSignedIn(service: Service, email: string): Promise<Caller> {
  const user = { email, password: passwordOfUsers, requestId: null };
  await createUser(service, user);
  const { accessToken } = await signIn(service, { ...user, from: signedInFrom });
  return await callerOf(service, accessToken);
}

async function callerOf(service: Service, token: string): Promise<Caller> {
  const found = await resolveCredential(service, token, {});
  if (!found) throw new Error('the token opens nothing');
  return { ...found, credentialId: found.credential.id, requestId: 'req_test' };
}
