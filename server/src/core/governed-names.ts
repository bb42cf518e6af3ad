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
export function tagFault(tag: string): string | undefined {
  return tag === EVERYBODY ? 'is the mark for every role; a tag needs a name' : faultOfName(tag);
}

/**
 * Why a text cannot be the role of a rule, which may also be `*`; a comma would split it where roles are
 * listed.
 */
export function roleFault(role: string): string | undefined {
  return role.includes(',') ? 'must not hold a comma' : faultOfName(role);
}

export function customRoleFault(role: string): string | undefined {
  const reserved: readonly string[] = [...baseRoles, EVERYBODY];
  return reserved.includes(role) ? 'is a reserved name' : roleFault(role);
}

function faultOfName(name: string): string | undefined {
  if (name === '') return 'is blank';
  if ([...name].length > LONGEST) return `is longer than ${LONGEST} characters`;
  return unfit.test(name) ? 'must not hold control characters' : undefined;
}
