import { type FileItems, tooComplex } from '../../core/file-error.js';

/** More comments, ranges or fonts than this are an attack, not a spreadsheet. */
const MAX_ITEMS = 1_000_000;

/** Adds to a list whose length a file decides; `what` they are is for the error message. */
export function addBounded<T>(list: T[], item: T, what: FileItems, most = MAX_ITEMS): void {
  if (list.length >= most) throw tooComplex('file-many-items', { max: most, what });
  list.push(item);
}
