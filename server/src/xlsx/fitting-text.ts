/** Excel takes a file with a longer text for damaged. */
const LONGEST_TEXT = 32_767;

export function fitsCell(text: string): boolean {
  return text.length <= LONGEST_TEXT;
}

/** The text, or as much of it as a cell holds. */
export function fittingText(text: string): string {
  // Half of a pair would be a character that was never there.
  return fitsCell(text) ? text : text.slice(0, LONGEST_TEXT).replace(/[\ud800-\udbff]$/, '');
}
