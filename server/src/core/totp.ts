import { Secret, TOTP } from 'otpauth';

/** As every authenticator app expects: six digits of SHA-1, new every thirty seconds. */
const SETTINGS = { algorithm: 'SHA1', digits: 6, period: 30 };
const SECRET_BYTES = 20;
/** Steps that a clock may be off. */
const WINDOW = 1;
const ISSUER = 'Workbook Data Service';

/** A new shared secret, as base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** What an authenticator app reads from a QR code; it names the account by host and e-mail. */
export function totpUrl(secret: string, { host, email }: { host: string; email: string }): string {
  const label = `${email} (${host})`;
  return new TOTP({ ...SETTINGS, issuer: ISSUER, label, secret: Secret.fromBase32(secret) }).toString();
}

/** The time step whose code this is, at about this time; null if it is none. */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const totp = new TOTP({ ...SETTINGS, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}
