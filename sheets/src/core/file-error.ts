/** Why a file could not be read. */
export type FileErrorCode =
  /** The bytes are inconsistent or end too early. */
  | 'unreadable-file'
  /** A password is needed. */
  | 'encrypted-file'
  /** It exceeds the limits for files. */
  | 'file-too-complex'
  /** Intact, but not a workbook. */
  | 'unsupported-file'
  | 'empty-file';

/**
 * The only error that a file's content can cause; the message is a sentence for the person who has the file, and `fix`
 * says what to do where that is more than to look at the code.
 */
export class FileError extends Error {
  override readonly name = 'FileError';

  constructor(
    readonly code: FileErrorCode,
    message: string,
    readonly fix?: string,
  ) {
    super(message);
  }
}

export function damaged(message: string): FileError {
  return new FileError('unreadable-file', message);
}

export function tooComplex(message: string, fix?: string): FileError {
  return new FileError('file-too-complex', message, fix);
}

export function unsupported(message = 'The file is not a spreadsheet of a known format.'): FileError {
  return new FileError('unsupported-file', message);
}
