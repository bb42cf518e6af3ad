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
    throw problem('invalid-request', `The password ${message}.`, {
      fix: 'Choose a longer password, such as several words that do not belong together.',
      members: { errors: [{ path, message }] },
    });
}
