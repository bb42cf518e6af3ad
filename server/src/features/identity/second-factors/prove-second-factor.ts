import type { Change } from '../../../catalog/change.js';
import { hasRecoveryCode, takeRecoveryCode } from '../../../catalog/recovery-codes.js';
import { findTotpSecret, takeTotpStep } from '../../../catalog/totp-secrets.js';
import { hashRecoveryCode } from '../../../core/recovery-codes.js';
import { stepOfCode } from '../../../core/totp.js';
import type { Service } from '../../service.js';
import { type PasskeyAnswer, provePasskey } from '../passkeys/prove-passkey.js';

interface SecondFactorProof {
  method: 'totp' | 'passkey' | 'recovery_code';
  /** Belongs to the transaction that starts the session; false if the proof has been used in the meantime. */
  take(c: Change): Promise<boolean>;
}

/** A code of the app, a recovery code, or what an authenticator signed. */
export type SecondFactorAnswer = { code: string } | { passkey: PasskeyAnswer };

/** Undefined if the answer is wrong, or was used before. */
export async function proveSecondFactor(
  service: Service,
  userId: string,
  answer: SecondFactorAnswer,
): Promise<SecondFactorProof | undefined> {
  if ('passkey' in answer) {
    const proof = await provePasskey(service, { ...answer.passkey, of: userId, mustVerifyUser: false });
    return proof && { method: 'passkey', take: proof.take };
  }
  return (
    (await codeOfApp(service, userId, answer.code)) ?? (await recoveryCode(service, userId, answer.code))
  );
}

async function codeOfApp(
  { catalog }: Service,
  userId: string,
  code: string,
): Promise<SecondFactorProof | undefined> {
  const totp = await findTotpSecret(catalog, catalog.db, userId);
  if (!totp?.secret || totp.confirmedAt === null) return undefined;
  const step = stepOfCode(totp.secret, code.replace(/\s/g, ''), Date.now());
  return step === null ? undefined : { method: 'totp', take: (c) => takeTotpStep(c.tx, userId, step) };
}

async function recoveryCode(
  { catalog }: Service,
  userId: string,
  code: string,
): Promise<SecondFactorProof | undefined> {
  const hash = hashRecoveryCode(code);
  if (hash === undefined || !(await hasRecoveryCode(catalog.db, userId, hash))) return undefined;
  return { method: 'recovery_code', take: (c) => takeRecoveryCode(c.tx, userId, hash) };
}
