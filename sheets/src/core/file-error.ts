import { fileSentences } from './file-sentences.js';
import { type Message, type Say, sayFrom } from './message.js';

export type { FileItems, XmlFault, ZipFault } from './file-sentences.js';

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
 * The only error that a file's content can cause. It says why to the person who has the file, as data and as a sentence,
 * and in `fix` what to do where that is more than to look at the code.
 */
export class FileError extends Error {
  override readonly name = 'FileError';

  constructor(
    readonly code: FileErrorCode,
    readonly said: Message,
    readonly fix?: Message,
  ) {
    super(said.text);
  }
}

/** What is said about files. */
export const sayOfFile: Say<typeof fileSentences> = sayFrom(fileSentences);

export const damaged: Say<typeof fileSentences, FileError> = (code, ...given) =>
  new FileError('unreadable-file', sayOfFile(code, ...given));

export const tooComplex: Say<typeof fileSentences, FileError> = (code, ...given) =>
  new FileError('file-too-complex', sayOfFile(code, ...given));

export const unsupported: Say<typeof fileSentences, FileError> = (code, ...given) =>
  new FileError('unsupported-file', sayOfFile(code, ...given));
