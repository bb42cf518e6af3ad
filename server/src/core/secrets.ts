import { hash, randomBytes } from 'node:crypto';

type SecretPrefix = 'svc_pat_' | 'svc_key_';

const SHOWN_CHARACTERS = 6;

interface NewSecret {
  plaintext: string;
  /** The stored form: 256 random bits need no slow hash. */
  hash: string;
  /** Enough to recognise the secret, too little to use it. */
  prefix: string;
}

export function newSecret(prefix: SecretPrefix): NewSecret {
  const plaintext = prefix + randomBytes(32).toString('base64url');
  return {
    plaintext,
    hash: hashSecret(plaintext),
    prefix: plaintext.slice(0, prefix.length + SHOWN_CHARACTERS),
  };
}

export function hashSecret(plaintext: string): string {
  return hash('sha256', plaintext);
}
