import { randomBytes } from 'node:crypto';
import { type Algorithm, hash, verify } from '@node-rs/argon2';

/** What OWASP recommends for argon2id: 19 MiB, two passes, one lane. */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** The package declares its names for algorithms as types only. */
const ARGON2ID = 2 as Algorithm.Argon2id;

export const hashPassword = (password: string): Promise<string> =>
  hash(password, { algorithm: ARGON2ID, ...strength });

/** Whether a hash costs an attacker less than one made today, and should be replaced when the password is known. */
export function isWeakHash(stored: string): boolean {
  const [, m, t] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(stored) ?? [];
  return Number(m ?? 0) < strength.memoryCost || Number(t ?? 0) < strength.timeCost;
}

/** 120 random bits, which nobody guesses. */
export function generatePassword(): string {
  return randomBytes(15).toString('base64url');
}

let decoy: Promise<string> | undefined;

/** Takes as long for an unknown user as for a known one, so that timing does not reveal who has an account. */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(16).toString('hex'));
  const matches = await verify(stored ?? (await decoy), password);
  return matches && stored != null;
}
