import { isReservedName } from './reserved-names.js';

/** Control characters, and marks that reorder the text around them. */
const unprintable = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const MOST_FILENAME = 255;
const MOST_TABLE_NAME = 200;

/** A file's name as it is kept: without folders, without invisible characters, never empty. */
export function cleanFilename(given: string): string {
  const base = given.split(/[\\/]/).at(-1) ?? '';
  const name = base.replaceAll(unprintable, ' ').replaceAll(/\s+/g, ' ').trim();
  return shorten(name === '' || /^\.+$/.test(name) ? 'upload' : name, MOST_FILENAME);
}

/** The name without its extension. */
export function stem(filename: string): string {
  return filename.replace(/(?<=.)\.[^.]{1,8}$/, '');
}

/** A table's name made from a sheet's or file's: anything printable, never empty. */
export function cleanTableName(given: string): string {
  // Cut before it is looked at: a title can be a cell of many megabytes.
  const beginning = cut(given.trimStart(), 4 * MOST_TABLE_NAME);
  const name = beginning.replaceAll(unprintable, ' ').replaceAll(/\s+/g, ' ').trim();
  if (name === '') return 'table';
  // A name that the SQL engine keeps for itself could never be queried.
  return cut(isReservedName(name) ? `table ${name}` : name, MOST_TABLE_NAME).trim();
}

/** The first of `name`, `name_2`, `name_3`, … that is free. */
export function freeName(name: string, taken: (candidate: string) => boolean): string {
  if (!taken(name)) return name;
  for (let n = 2; ; n++) {
    const candidate = `${cut(name, MOST_TABLE_NAME - 8)}_${n}`;
    if (!taken(candidate)) return candidate;
  }
}

/** As freeName, with the number before the extension: `report (2).xlsx`. */
export function freeFilename(filename: string, taken: (candidate: string) => boolean): string {
  if (!taken(filename)) return filename;
  const base = stem(filename);
  const extension = filename.slice(base.length);
  for (let n = 2; ; n++) {
    const candidate = `${cut(base, MOST_FILENAME - extension.length - 8)} (${n})${extension}`;
    if (!taken(candidate)) return candidate;
  }
}

function shorten(filename: string, most: number): string {
  if (filename.length <= most) return filename;
  const base = stem(filename);
  const extension = filename.slice(base.length);
  return cut(base, most - extension.length) + extension;
}

/** Never cuts through a character that takes two code units. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = /[\ud800-\udbff]/.test(text[most - 1] ?? '') ? most - 1 : most;
  return text.slice(0, end);
}
