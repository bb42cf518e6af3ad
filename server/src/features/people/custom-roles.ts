import { governedName } from '../governance/governed-name.js';

/** Requested custom roles, which column policies refer to, in the form in which they are stored; each once. */
export function customRoles(given: readonly string[]): string[] {
  return [...new Set(given.map((role, i) => governedName('custom role', role, `/roles/${i}`)))];
}
