/** A formula that cannot be accepted, and why; the message names the character, counted from 1. */
export class FormulaRefused extends Error {
  override readonly name = 'FormulaRefused';

  constructor(
    message: string,
    at?: number,
    readonly fix?: string,
  ) {
    super(at === undefined ? message : `${message}, at character ${at}`);
  }
}
