import { mkdirSync } from 'node:fs';
import { deriveKey, SecretBox } from '../core/secret-box.js';
import { KeyRefused, keyFileIn, readOrCreateKeyFile } from './key-file.js';

interface KeySettings {
  dataDir: string;
  /** If absent, the key is in a file of the data directory. */
  secretKey?: Buffer | undefined;
  previousSecretKey?: Buffer | undefined;
  /** If absent, the key is derived from the secret key. */
  auditKey?: Buffer | undefined;
  previousAuditKey?: Buffer | undefined;
}

/** The keys that protect the content of the catalog. Neither they nor what they are derived from is stored in it. */
export interface ServiceKeys {
  secrets: SecretBox;
  /** Hashes values that must not be stored in clear text, so that they can still be looked up. */
  lookup: Buffer;
  /** Signs the heads of audit chains. */
  audit: Buffer;
  /** Keys that may have signed them before this start. */
  formerAudit: readonly Buffer[];
}

export function openServiceKeys(settings: KeySettings): ServiceKeys {
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 });
  const secretKey = settings.secretKey ?? readOrCreateKeyFile(keyFileIn(settings.dataDir));
  const { previousSecretKey, auditKey, previousAuditKey } = settings;
  const derived = [secretKey, previousSecretKey].flatMap((key) => (key ? deriveKey(key, 'audit') : []));
  const [audit, ...formerAudit] = [auditKey, previousAuditKey, ...derived].filter((key) => key !== undefined);
  return {
    secrets: new SecretBox(secretKey, previousSecretKey),
    lookup: deriveKey(secretKey, 'lookup'),
    audit: audit as Buffer,
    formerAudit,
  };
}

/** The catalog contains data that was sealed with a key that was not given. */
export function keyMismatch(): KeyRefused {
  return new KeyRefused(
    'The secrets or audit logs in the catalog were sealed with another key than the one given.\n' +
      'Set SVC_SECRET_KEY, and SVC_AUDIT_KEY if it was set, to the former key, or put the former secret.key back into\n' +
      'the data directory. To replace a key, give the former one in SVC_SECRET_KEY_PREVIOUS or SVC_AUDIT_KEY_PREVIOUS.',
  );
}
