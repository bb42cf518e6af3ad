import { ROW_ID } from './column-types.js';
import { type Problem, problem } from './problems.js';
import { isReservedName } from './reserved-names.js';

/** One rule for every name that people give: of tables, columns, transforms, workbooks and so on. */
export const LONGEST_NAME = 200;

/** Control characters, and halves of characters that take two code units. */
const unstorable = /[\p{Cc}\p{Cs}]/u;

/** What keeps a text from being a name, or null. Lengths count whole characters. */
export function nameFault(name: string, longest = LONGEST_NAME): string | null {
  if (name.trim() === '') return 'is blank';
  // A character takes at most two code units, so a long text is not looked at any further.
  if (name.length > 2 * longest || [...name].length > longest) return `is longer than ${longest} characters`;
  if (/\p{Cs}/u.test(name)) return 'is not well-formed Unicode';
  if (unstorable.test(name)) return 'holds a control character';
  return null;
}

export function columnNameFault(name: string): string | null {
  return nameFault(name) ?? (name.toLowerCase() === ROW_ID ? 'is the name of the row id' : null);
}

export function tableNameFault(name: string): string | null {
  return nameFault(name) ?? (isReservedName(name) ? 'is reserved by the SQL engine' : null);
}

/** Refuses the name of a request, with its place in the body. */
export function refuseName(fault: string | null, path: string): void {
  if (fault !== null) throw badName(fault, path);
}

function badName(fault: string, path: string): Problem {
  return problem('invalid-request', `The name cannot be taken: ${path} ${fault}.`, {
    fix: `Send a name of 1 to ${LONGEST_NAME} characters without control characters.`,
    members: { errors: [{ path, message: fault }] },
  });
}

/** Gaps of any kind, and marks that reorder the text around them. */
const gaps = /[\s\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
const visible = /[^\p{C}\p{Z}]/u;

/** The name that a text from a file makes: printable and not too long; empty where nothing of it can be seen. */
export function cleanName(given: string, longest = LONGEST_NAME): string {
  // What is far beyond the longest name is not looked at: a heading may be as long as its file.
  const start = given.trimStart().slice(0, 10 * longest);
  const name = cutName(
    start
      .replace(/\p{Cs}/gu, '\ufffd')
      .replace(gaps, ' ')
      .trim(),
    longest,
  ).trim();
  return visible.test(name) ? name : '';
}

/** Cuts by whole characters. */
export function cutName(name: string, longest: number): string {
  return name.length <= longest ? name : [...name.slice(0, 2 * longest)].slice(0, longest).join('');
}
