/**
 * Control characters in cells and names could move the cursor, rename the window or hide what else is printed, so a
 * terminal is shown a sign for each of them. Line breaks would break a table.
 */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text =
    typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.replace(unsafe, (character) =>
    character === '\n' || character === '\r' ? '⏎' : character === '\t' ? ' ' : '�',
  );
}

/** Besides control characters, those that reverse the direction of what follows. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const unsafe = /\r\n|[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
