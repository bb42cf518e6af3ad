/** Of a longer heading the beginning is kept, wherever a heading is read: nobody reads more, and a file can hold megabytes. */
const LONGEST_HEADING = 255;

export function headingText(text: string): string {
  if (text.length <= LONGEST_HEADING) return text;
  // Never half of a character that takes two code units.
  return text.slice(0, LONGEST_HEADING).replace(/[\ud800-\udbff]$/, '');
}
