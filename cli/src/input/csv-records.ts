import { CommandError } from '../exit-code.js';

/** A cell of a csv file: an empty one without quotation marks is no value, as `wds rows --format csv` writes it. */
type CsvCell = string | null;

const cellOf = /(?:"((?:[^"]|"")*)"|([^,"\r\n][^,\r\n]*)|)(,|\r\n|\n|\r|$)/y;

/** The lines of a csv file (RFC 4180) by the names in its first line. */
export function csvRecords(text: string, file: string): Record<string, CsvCell>[] {
  const [header = [], ...lines] = linesOf(text.replace(/^\ufeff/, ''), file);
  const names = header.map((name) => name ?? '');
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new CommandError(`${file} has two columns called “${twice}”.`, 'refused');
  return lines.map((cells, index) => {
    if (cells.length !== names.length)
      throw new CommandError(
        `${file}: record ${index + 1} has ${cells.length} cells, and there are ${names.length} columns.`,
        'refused',
      );
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? null]));
  });
}

function linesOf(text: string, file: string): CsvCell[][] {
  const lines: CsvCell[][] = [];
  let line: CsvCell[] = [];
  for (let at = 0; at < text.length; at = cellOf.lastIndex) {
    cellOf.lastIndex = at;
    const found = cellOf.exec(text);
    if (!found)
      throw new CommandError(`${file}: record ${lines.length} has a quotation mark out of place.`, 'refused');
    const [, quoted, plain = null, end] = found;
    line.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',' && cellOf.lastIndex < text.length) continue;
    if (end === ',') line.push(null);
    lines.push(line);
    line = [];
  }
  return lines.filter((cells) => cells.length > 1 || cells[0] !== null);
}
