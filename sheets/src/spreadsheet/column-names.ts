import { columnLetters } from '../core/column-letters.js';
import { ROW_ID } from '../core/column-types.js';
import { cleanName, cutName, LONGEST_NAME } from '../core/names.js';

interface Heading {
  /** The position of the column in its sheet. */
  column: number;
  text: string | null;
}

/** A name for every column: readable, never empty, and unique regardless of case. */
export function columnNames(headings: Heading[]): string[] {
  const taken = new Set([ROW_ID.toLowerCase()]);
  const numbers = new Map<string, number>();
  return headings.map(({ column, text }) => {
    const name = unique(cleanName(text ?? '') || columnLetters(column), taken, numbers);
    taken.add(name.toLowerCase());
    return name;
  });
}

/**
 * `numbers` remembers the next number to try: among thousands of columns with one name, none is tried twice.
 */
function unique(name: string, taken: ReadonlySet<string>, numbers: Map<string, number>): string {
  const key = name.toLowerCase();
  let candidate = name;
  for (let number = numbers.get(key) ?? 2; taken.has(candidate.toLowerCase()); number++) {
    candidate = `${cutName(name, LONGEST_NAME - `_${number}`.length)}_${number}`;
    numbers.set(key, number + 1);
  }
  return candidate;
}
