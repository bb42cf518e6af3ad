/** Why a file was not read. */
export type XlsxErrorCode =
  /** The bytes contradict themselves or end too early. */
  | 'damaged'
  /** A password is needed. */
  | 'encrypted'
  /** It asks for more than `limits` allow. */
  | 'too_complex'
  /** Sound, but not a workbook. */
  | 'not_a_workbook';

/** The only error that a file can provoke; the message is a sentence for the person who sent it. */
export class XlsxError extends Error {
  constructor(
    readonly code: XlsxErrorCode,
    message: string,
  ) {
    super(message);
    this.name = 'XlsxError';
  }
}

export function damaged(message: string): XlsxError {
  return new XlsxError('damaged', message);
}

export function tooComplex(message: string): XlsxError {
  return new XlsxError('too_complex', message);
}
