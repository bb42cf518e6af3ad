import { decryptAgile } from './agile-encryption.js';
import { passwordNeeded } from './built-in-password.js';
import type { OleContainer } from './ole-container.js';
import { damagedContainer } from './ole-sector-chains.js';
import { decryptStandard } from './standard-encryption.js';

const PACKAGE = 'EncryptedPackage';
const INFO = 'EncryptionInfo';
const VERSION_BYTES = 8;
const SIZE_BYTES = 8;
const MAX_INFO_BYTES = 2 ** 16;

/** Whether a container is that of an encrypted xlsx, xlsm or xlsb file. */
export function holdsPackage(container: OleContainer): boolean {
  return container.has(PACKAGE) || container.has(INFO);
}

/** The zip archive in an encrypted file that opens with Excel's built-in password. */
export function decryptPackage(container: OleContainer): Buffer {
  const info = container.stream(INFO);
  const encrypted = container.stream(PACKAGE);
  if (!info || !encrypted || info.length > MAX_INFO_BYTES) throw damagedContainer();
  try {
    const size = Number(encrypted.readBigUInt64LE());
    const decrypted = decrypt(info, encrypted.subarray(SIZE_BYTES));
    if (size > decrypted.length) throw damagedContainer();
    return decrypted.subarray(0, size);
  } catch (error) {
    // A field is missing, or too short for a key.
    if (error instanceof RangeError) throw damagedContainer();
    throw error;
  }
}

function decrypt(info: Buffer, encrypted: Buffer): Buffer {
  const [major, minor] = [info.readUInt16LE(0), info.readUInt16LE(2)];
  if (major === 4 && minor === 4) return decryptAgile(info.toString('utf8', VERSION_BYTES), encrypted);
  if (major >= 2 && major <= 4 && minor === 2) return decryptStandard(info, encrypted);
  throw passwordNeeded();
}
