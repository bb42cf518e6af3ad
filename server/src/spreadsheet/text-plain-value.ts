const number = /^[-+(]?[$€£¥]?\s?[\d.,\s]*\d\s?%?\)?$/;
const words = /^[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M} ._'()/&%-]*$/u;
const moment = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ].*)?$|^\d{1,2}:\d{2}/;

/** Whether a cell is one value, such as a number, a date or a few words, and not several run together. */
export function isPlainValue(text: string): boolean {
  const cell = text.trim();
  return number.test(cell) || words.test(cell) || moment.test(cell);
}
