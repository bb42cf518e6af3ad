import { say } from '@workbook-data-service/contract/messages';
import { problem } from '../../core/problems.js';
import { isCommonPassword } from './common-passwords.js';

/** Refuses passwords that are tried first; `path` is where the request gives it. */
export async function refuseWeakPassword(email: string, password: string, path: string): Promise<void> {
  const [localPart] = email.split('@');
  const lower = password.toLowerCase();
  const message =
    lower === email || lower === localPart
      ? 'must not be the e-mail address'
      : (await isCommonPassword(password))
        ? 'is a common password, which is easily guessed'
        : undefined;
  if (message)
    throw problem('invalid-request', say('password-weak', { why: message }), {
      fix: say('fix-weak-password'),
      members: { errors: [{ path, message }] },
    });
}
