import { tooComplex } from '../../core/file-error.js';

/** More comments, ranges or fonts than this are an attack, not a spreadsheet. */
const MOST_ITEMS = 1_000_000;

/** Adds to a list whose length a file decides; `what` is a plural noun for the error message. */
export function addBounded<T>(list: T[], item: T, what: string, most = MOST_ITEMS): void {
  if (list.length >= most) throw tooComplex(`There are more than ${most.toLocaleString('en-US')} ${what}.`);
  list.push(item);
}
