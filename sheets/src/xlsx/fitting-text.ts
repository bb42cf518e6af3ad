/** Excel reports a file with a longer text as damaged. */
export const LONGEST_TEXT = 32_767;

export function fitsCell(text: string): boolean {
  return text.length <= LONGEST_TEXT;
}

/** The text, cut to what a cell can contain. */
export function fittingText(text: string): string {
  // Half of a surrogate pair would be a character that was never there.
  return fitsCell(text) ? text : text.slice(0, LONGEST_TEXT).replace(/[\ud800-\udbff]$/, '');
}
