import { problem } from '../../core/problems.js';
import type { Service } from '../service.js';
import { normalizeEmail } from './normalize-email.js';
import { provePassword } from './prove-password.js';
import { type CalledFrom, type SignedIn, startSession } from './start-session.js';

export async function signIn(
  service: Service,
  input: { email: string; password: string; from: CalledFrom; requestId: string | null },
): Promise<SignedIn> {
  const proof = await provePassword(service, {
    ...input,
    email: normalizeEmail(input.email),
    address: input.from.address,
  });
  if (!proof) throw problem('wrong-credentials');
  const { requestId, from } = input;
  return await startSession(service, proof.user, {
    requestId,
    from,
    passwordHash: proof.hash,
    before: proof.confirm,
    onStart: proof.forgetFailures,
  });
}
