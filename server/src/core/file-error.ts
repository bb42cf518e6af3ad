/** Why a file could not be read. */
export type FileErrorCode =
  /** The bytes are inconsistent or end too early. */
  | 'damaged'
  /** A password is needed. */
  | 'encrypted'
  /** It exceeds the limits for files. */
  | 'too_complex'
  /** Intact, but not a workbook. */
  | 'not_a_workbook';

/**
 * The only error that a file's content can cause; the message is a sentence for the person who uploaded it.
 */
export class FileError extends Error {
  constructor(
    readonly code: FileErrorCode,
    message: string,
  ) {
    super(message);
    this.name = 'FileError';
  }
}

export function damaged(message: string): FileError {
  return new FileError('damaged', message);
}

export function tooComplex(message: string): FileError {
  return new FileError('too_complex', message);
}
