import { sayOfReading } from '../reading-messages.js';
import { type ColumnProfile, mean, share } from './column-profile.js';
import type { Hypothesis } from './plan.js';
import type { Table } from './table.js';
import { isNumeric } from './value-shape.js';

const delimiters = [',', ';', '|', '\n', '、', '/'];

export function proposeExplode(columns: readonly ColumnProfile[]): Hypothesis[] {
  return columns.flatMap((column, at) =>
    delimiters.flatMap((delimiter) => weigh(column, at, delimiter, columns.length)),
  );
}

function weigh(column: ColumnProfile, at: number, delimiter: string, width: number): Hypothesis[] {
  const filled = column.values.filter((value) => value.shape !== 'blank' && !isNumber(value));
  // A repeated text adds nothing.
  const texts = [...new Set(filled.map((value) => value.text))];
  const lists = texts.filter((text) => isList(text, delimiter)).map((text) => piecesOf(text, delimiter));
  const listShare = filled.filter(({ text }) => isList(text, delimiter)).length / Math.max(1, column.filled);
  if (width < 2 || lists.length < 2 || listShare < 0.04) return [];
  const pieces = lists.flat();
  // Slashes also occur in dates, scores and fractions.
  if (delimiter === '/' && pieces.some((piece) => /^\d+$/.test(piece))) return [];
  const lengths = new Set(lists.map((list) => list.length));
  const recurring = 1 - new Set(pieces.map((piece) => piece.toLowerCase())).size / pieces.length;
  const singles = new Set(texts.filter((text) => !isList(text, delimiter)).map((text) => text.toLowerCase()));
  const knownAlone = share(pieces, (piece) => singles.has(piece.toLowerCase()));
  const brief = share(pieces, (piece) => piece.split(/\s+/).length <= 3 && piece.length <= 30);
  const several = Math.min(1, mean(lists.map((list) => list.length)) / 4);
  const varied = lengths.size > 1 ? 1 : 0;
  const plural = /\(s\)/i.test(column.header) ? 2 : /s$|list/i.test(column.header.trim()) ? 1 : 0;
  const confidence =
    (0.2 +
      0.2 * Math.min(1, 1.5 * listShare) +
      0.2 * recurring +
      0.1 * knownAlone +
      0.2 * several +
      0.1 * varied +
      0.1 * plural) *
    brief;
  return [
    {
      step: { operator: 'explode', column: at, delimiter },
      confidence: Math.min(1, confidence),
      explain: () =>
        sayOfReading('offer-explode', {
          percent: Math.round(100 * listShare),
          column: column.header,
          delimiter,
        }),
    },
  ];
}

/** Commas also occur in `1,403 pcm` and `July 7, 2017`, slashes in URLs. */
const isList = (text: string, delimiter: string) =>
  text.includes(delimiter) && !/\p{L} \d{1,2}, \d{4}\b|:\/\//u.test(text) && !hasNumberAmongWords(text);

const hasNumberAmongWords = (text: string) =>
  /\d,\d/.test(text) && text.split('\n').some((line) => /\d,\d/.test(line) && /\p{L}/u.test(line));

const isNumber = ({ shape }: ColumnProfile['values'][number]) => isNumeric(shape) || shape === 'period';

const piecesOf = (text: string, delimiter: string) =>
  text
    .split(delimiter)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');

export function applyExplode(
  table: Table,
  { column: listColumn, delimiter }: { column: number; delimiter: string },
): Table {
  const rows: number[] = [];
  const places: number[] = [];
  for (let row = 0; row < table.rowCount; row++) {
    const pieces = piecesOf(table.cell(row, listColumn).text, delimiter).length;
    for (let place = 0; place < Math.max(1, pieces); place++) {
      rows.push(row);
      places.push(place);
    }
  }
  return {
    header: table.header,
    rowCount: rows.length,
    cell: (row, column) => {
      const cell = table.cell(rows[row] ?? 0, column);
      if (column !== listColumn) return cell;
      return { text: piecesOf(cell.text, delimiter)[places[row] ?? 0] ?? '', source: cell.source };
    },
  };
}
