import { randomBytes } from 'node:crypto';
import { hashSecret } from './secrets.js';

const CODES = 10;
/** Without letters that look like digits. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 16;

/** 80 random bits each, so that they need no slow hash. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => {
    const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
    return letters.replace(/(.{4})(?=.)/g, '$1-');
  });
}

/** The stored form of a code, however it was typed; undefined if it cannot be one. */
export function hashRecoveryCode(typed: string): string | undefined {
  const letters = typed.toLowerCase().replace(/[\s-]/g, '');
  return letters.length === LENGTH ? hashSecret(`recovery-code/${letters}`) : undefined;
}
