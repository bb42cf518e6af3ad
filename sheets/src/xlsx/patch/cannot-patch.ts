import { sayOfFile } from '../../core/file-error.js';
import type { fileSentences } from '../../core/file-sentences.js';
import type { Message, Say } from '../../core/message.js';

/** The workbook is valid, but cannot take these edits in place, and why. */
export class CannotPatch extends Error {
  override readonly name = 'CannotPatch';

  constructor(readonly said: Message) {
    super(said.text);
  }
}

export const cannotPatch: Say<typeof fileSentences, CannotPatch> = (code, ...given) =>
  new CannotPatch(sayOfFile(code, ...given));
