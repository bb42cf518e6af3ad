import { type Piece, piece } from './xml-bytes.js';

/** The markup between the reference of a cell and its value, for each kind of value. */
export interface CellMarkup {
  number: Piece;
  boolean: Piece;
  error: Piece;
  text: Piece;
  /** For text that begins or ends with white space. */
  spacedText: Piece;
  /** For text with line breaks, which a cell shows only if it wraps. */
  wrappedText: () => Piece;
  /** A whole empty cell, written only for its look; null if it has none. */
  empty: Piece | null;
  /** The same in front of a formula. */
  formula: { number: Piece; boolean: Piece; error: Piece; text: Piece };
}

/** The formats of a cell's values; 0 is the default. */
interface CellFormats {
  number: number;
  other: number;
  /** Asked for only if there is such a text, because every format takes space in the style sheet. */
  wrapped: () => number;
}

export function cellMarkup(formats: CellFormats): CellMarkup {
  const style = (format: number) => (format === 0 ? '"' : `" s="${format}"`);
  const [number, other] = [style(formats.number), style(formats.other)];
  let wrappedText: Piece | undefined;
  return {
    number: piece(`${number}><v>`),
    boolean: piece(`${other} t="b"><v>`),
    error: piece(`${other} t="e"><v>`),
    text: piece(`${other} t="inlineStr"><is><t>`),
    spacedText: piece(`${other} t="inlineStr"><is><t xml:space="preserve">`),
    wrappedText: () => {
      wrappedText ??= piece(`${style(formats.wrapped())} t="inlineStr"><is><t xml:space="preserve">`);
      return wrappedText;
    },
    empty: formats.other === 0 ? null : piece(`${other}/>`),
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
