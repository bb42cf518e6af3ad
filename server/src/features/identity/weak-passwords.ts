import { say } from '@workbook-data-service/contract/messages';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import { fieldError, problem } from '../../core/problems.js';
import { isCommonPassword } from './common-passwords.js';

/** Refuses passwords that are tried first; `path` is where the request gives it. */
export async function refuseWeakPassword(email: string, password: string, path: string): Promise<void> {
  const [localPart] = email.split('@');
  const lower = password.toLowerCase();
  const fault =
    lower === email || lower === localPart
      ? say('password-is-address')
      : (await isCommonPassword(password))
        ? say('password-common')
        : undefined;
  if (fault)
    throw problem('invalid-request', say('password-weak', whyOf(fault)), {
      fix: say('fix-weak-password'),
      members: { errors: [fieldError(path, fault)] },
    });
}
