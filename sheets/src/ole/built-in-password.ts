import { FileError, sayOfFile } from '../core/file-error.js';

/**
 * Excel encrypts with this password where a file must be encrypted and nobody chose one (a protected workbook
 * structure, a read-only recommendation in old versions), and tries it before it asks for another.
 */
export const builtInPassword = Buffer.from('VelvetSweatshop', 'utf16le');

/** For a file that does not open with the built-in password, or whose encryption is unknown. */
export function passwordNeeded(): FileError {
  return new FileError('encrypted-file', sayOfFile('file-password'));
}
