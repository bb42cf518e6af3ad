import { cleanName, cutName, LONGEST_NAME } from '@workbook-data-service/sheets/names';
import { isReservedName } from './reserved-names.js';

const MAX_FILENAME = 255;
/** Longer names are cut before their extension is looked at; nobody will miss the rest. */
const MAX_READ = 4096;

/** A file name as it is stored: without folders, without invisible characters, never empty. */
export function cleanFilename(given: string): string {
  const base = given.split(/[\\/]/).at(-1) ?? '';
  const name = cleanName(base, MAX_READ);
  return shorten(name === '' || /^\.+$/.test(name) ? 'upload' : name, MAX_FILENAME);
}

/** Windows keeps the names of its devices for itself, whatever extension follows. */
const windowsDevice = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?= *(?:\.|$))/i;

/** A name without its extension, changed where a system would not accept it for a file. */
export function portableStem(name: string): string {
  return name
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_')
    .replace(/^\.+/, '_')
    .replace(windowsDevice, '$&_');
}

/** The name without its extension. */
export function stem(filename: string): string {
  return filename.replace(/(?<=.)\.[^.]{1,8}$/, '');
}

/** A table name made from the name of a sheet or file: printable, never empty. */
export function cleanTableName(given: string): string {
  const name = cleanName(given);
  if (name === '') return 'table';
  // A name that the SQL engine reserves could never be queried.
  return cutName(isReservedName(name) ? `table ${name}` : name, LONGEST_NAME).trim();
}

/** The first of `name`, `name_2`, `name_3`, … that is free. */
export function freeName(name: string, taken: (candidate: string) => boolean): string {
  if (!taken(name)) return name;
  for (let n = 2; ; n++) {
    const candidate = `${cutName(name, LONGEST_NAME - 8)}_${n}`;
    if (!taken(candidate)) return candidate;
  }
}

/** Like freeName, with the number before the extension: `report (2).xlsx`. */
export function freeFilename(filename: string, taken: (candidate: string) => boolean): string {
  if (!taken(filename)) return filename;
  const base = stem(filename);
  const extension = filename.slice(base.length);
  for (let n = 2; ; n++) {
    const candidate = `${cutName(base, MAX_FILENAME - extension.length - 8)} (${n})${extension}`;
    if (!taken(candidate)) return candidate;
  }
}

function shorten(filename: string, most: number): string {
  if (cutName(filename, most) === filename) return filename;
  const base = stem(filename);
  const extension = filename.slice(base.length);
  return cutName(base, most - extension.length) + extension;
}
