import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { sayOfValue } from '@workbook-data-service/sheets/values';
import { EVERYBODY } from './policy.js';
import { baseRoles } from './scopes.js';

const LONGEST = 120;
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is refused.
const unfit = /[\u0000-\u001f\u007f-\u009f]|\p{Cs}/u;

/**
 * Tags and roles in the canonical form that is stored and compared. Case does not count: a rule on `pii` that
 * ignored a column tagged `PII` would show what its author meant to hide.
 */
export function governedName(text: string): string {
  return text.trim().normalize('NFC').toLowerCase().normalize('NFC');
}

/** Why a text cannot be a tag; undefined where it can. */
export function tagFault(tag: string): Message | undefined {
  return tag === EVERYBODY ? say('tag-every-role') : faultOfName(tag);
}

/**
 * Why a text cannot be the role of a rule, which may also be `*`; a comma would split it where roles are
 * listed.
 */
export function roleFault(role: string): Message | undefined {
  return role.includes(',') ? say('role-comma') : faultOfName(role);
}

export function customRoleFault(role: string): Message | undefined {
  const reserved: readonly string[] = [...baseRoles, EVERYBODY];
  return reserved.includes(role) ? say('name-reserved') : roleFault(role);
}

function faultOfName(name: string): Message | undefined {
  if (name === '') return sayOfValue('name-blank');
  if ([...name].length > LONGEST) return sayOfValue('name-too-long', { max: LONGEST });
  return unfit.test(name) ? say('governed-name-control') : undefined;
}
