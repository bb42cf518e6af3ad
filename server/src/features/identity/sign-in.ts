import { problem } from '../../core/problems.js';
import type { Service } from '../service.js';
import { normalizeEmail } from './normalize-email.js';
import { provePassword } from './prove-password.js';
import { type SignedIn, startSession } from './start-session.js';

export async function signIn(
  service: Service,
  input: { email: string; password: string; address: string; requestId: string | null },
): Promise<SignedIn> {
  const proof = await provePassword(service, { ...input, email: normalizeEmail(input.email) });
  if (!proof) throw problem('wrong-credentials');
  return await startSession(service, proof.user, { requestId: input.requestId, before: proof.confirm });
}
