/** The workbook is valid, but cannot take these edits in place; the message is a sentence that says why. */
export class CannotPatch extends Error {
  override readonly name = 'CannotPatch';
}
