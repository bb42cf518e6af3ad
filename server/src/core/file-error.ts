/** Why a file was not read. */
export type FileErrorCode =
  /** The bytes contradict themselves or end too early. */
  | 'damaged'
  /** A password is needed. */
  | 'encrypted'
  /** It asks for more than a file may. */
  | 'too_complex'
  /** Sound, but not a workbook. */
  | 'not_a_workbook';

/** The only error that a file can provoke; the message is a sentence for the person who sent it. */
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
