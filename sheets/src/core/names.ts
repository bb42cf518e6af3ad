import { ROW_ID } from './column-types.js';
import type { Message } from './message.js';
import { sayOfValue } from './value-messages.js';

/** One rule for every name that people give: tables, columns, transforms, workbooks and so on. */
export const LONGEST_NAME = 200;

/** Control characters and lone surrogates. */
const unstorable = /[\p{Cc}\p{Cs}]/u;

/** Why a text cannot be a name, or null. Lengths count whole characters. */
export function nameFault(name: string, longest = LONGEST_NAME): Message | null {
  if (name.trim() === '') return sayOfValue('name-blank');
  // A character has at most two code units, so a very long text need not be counted.
  if (name.length > 2 * longest || [...name].length > longest)
    return sayOfValue('name-too-long', { max: longest });
  if (/\p{Cs}/u.test(name)) return sayOfValue('name-not-unicode');
  if (unstorable.test(name)) return sayOfValue('name-control-character');
  return null;
}

export function columnNameFault(name: string): Message | null {
  return nameFault(name) ?? (name.toLowerCase() === ROW_ID ? sayOfValue('name-of-row-id') : null);
}

/** Whitespace of any kind, and marks that reorder the text around them. */
const gaps = /[\s\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
const visible = /[^\p{C}\p{Z}]/u;

/** A name made from text of a file: printable and not too long; empty where nothing of it is visible. */
export function cleanName(given: string, longest = LONGEST_NAME): string {
  // Text far beyond the longest name is ignored: a heading may be as long as its file.
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

/** Cuts between whole characters. */
export function cutName(name: string, longest: number): string {
  return name.length <= longest ? name : [...name.slice(0, 2 * longest)].slice(0, longest).join('');
}
