import { type Piece, piece } from './xml-bytes.js';

/** The markup between the reference of a cell and its value, for each kind of value. */
export interface CellMarkup {
  number: Piece;
  boolean: Piece;
  error: Piece;
  text: Piece;
  /** For text that begins or ends with white space. */
  spacedText: Piece;
  /** A whole empty cell, written only for its look; null if it has none. */
  empty: Piece | null;
  /** The same in front of a formula. */
  formula: { number: Piece; boolean: Piece; error: Piece; text: Piece };
}

/** `numberFormat` is for numbers, `otherFormat` for everything else; 0 is the default. */
export function cellMarkup(numberFormat: number, otherFormat: number): CellMarkup {
  const style = (format: number) => (format === 0 ? '"' : `" s="${format}"`);
  const [number, other] = [style(numberFormat), style(otherFormat)];
  return {
    number: piece(`${number}><v>`),
    boolean: piece(`${other} t="b"><v>`),
    error: piece(`${other} t="e"><v>`),
    text: piece(`${other} t="inlineStr"><is><t>`),
    spacedText: piece(`${other} t="inlineStr"><is><t xml:space="preserve">`),
    empty: otherFormat === 0 ? null : piece(`${other}/>`),
    formula: {
      number: piece(`${number}><f>`),
      boolean: piece(`${other} t="b"><f>`),
      error: piece(`${other} t="e"><f>`),
      text: piece(`${other} t="str"><f>`),
    },
  };
}

export const cellEnd = {
  value: piece('</v></c>'),
  text: piece('</t></is></c>'),
  formula: piece('</f></c>'),
  formulaBeforeValue: piece('</f><v>'),
};
