/** Longer headings are cut wherever they are read: nobody reads more, and a file can contain megabytes. */
const LONGEST_HEADING = 255;

export function headingText(text: string): string {
  if (text.length <= LONGEST_HEADING) return text;
  // Never cut a surrogate pair.
  return text.slice(0, LONGEST_HEADING).replace(/[\ud800-\udbff]$/, '');
}
