import type { CellRange } from '@workbook-data-service/sheets/grid';

/** What is looked at of a sheet: which cells are filled, their texts, and whether these stand out. */
interface FilledTexts {
  isBlank(row: number, column: number): boolean;
  text(row: number, column: number): string;
  style(row: number, column: number): { bold: boolean };
}

/** Lines of a label above the one with the values. */
const maxLines = 3;
/** Fewer words rather head what is below them: `Age` over `under 18`. */
const minWords = 3;

const joinsOn = /[\p{L}\d)],$|\p{Ll}-$|\s(?:and|or|of|the|for|by|in|to|with|than|from|as)$/u;
const endsInWord = /\p{Ll}[\s,]+(?:and|or|of|the|for|by|in|to|with|than|from|as)$/u;
/** `職権による`: a Japanese label that ends with a particle goes on. */
const endsInParticle =
  /(?:による|に係る|に関する|に対する|及び|および|又は|または|並びに|(?<!も)の|[\p{sc=Han}]を|[、・，])$/u;
const footnote = /(?<=\S)(?:\s*\\\d{1,2})+$/;
const endsHeading = /[:：;.…]$|--$/;
const mayEndParticle = new Set('るびはにのを、・， 　');

/**
 * Whether a row has nothing but the begin of a label that goes on in the row below, where its values are: `Bank loans not elsewhere` over
 * `classified | 12 | 14`.
 */
export function beginsLabel(cells: FilledTexts, row: number, range: CellRange): boolean {
  const column = loneColumn(cells, row, range);
  if (column === undefined || !/\p{L}/u.test(cells.text(row, column))) return false;
  const last = Math.min(range.bottom, row + maxLines);
  let record = row + 1;
  if (isLabelOfNext(cells, row, range, column)) return true;
  while (record <= last && loneColumn(cells, record, range) === column) record++;
  if (record > last || firstColumn(cells, record, range) !== column) return false;
  if (cells.style(row, column).bold !== cells.style(record, column).bold) return false;
  const lines = Array.from({ length: record - row + 1 }, (_, at) => cells.text(row + at, column).trim());
  const next = record < range.bottom ? cells.text(record + 1, column).trim() : '';
  return lines.slice(1).every((line, at) => goesOn(lines[at] as string, line, next));
}

/** Whether the row below a label has values and no label, between rows that have both: `Intermediate goods` over ` | 114.5 | 129.2`. */
function isLabelOfNext(cells: FilledTexts, row: number, range: CellRange, column: number): boolean {
  if (column !== range.left || row <= range.top || row + 1 >= range.bottom) return false;
  if (endsHeading.test(cells.text(row, column).trim().replace(footnote, ''))) return false;
  const isRecord = (at: number) => {
    const second = firstColumn(cells, at, { ...range, left: column + 1 });
    return second !== undefined && firstColumn(cells, at, { ...range, left: second + 1 }) !== undefined;
  };
  if (!cells.isBlank(row + 1, column) || !isRecord(row + 1)) return false;
  return [row - 1, row + 2].every((at) => !cells.isBlank(at, column) && isRecord(at));
}

/**
 * Whether a row has nothing but the begin of a heading that goes on in the row below, which has no values either:
 * `Hispanic or Latino origin` over `of reference person`, `END USE` over `(billion kilowatt-hours)`.
 */
export function beginsHeading(cells: FilledTexts, row: number, range: CellRange): boolean {
  if (row + 1 >= range.bottom) return false;
  const column = loneColumn(cells, row, range);
  if (column === undefined || loneColumn(cells, row + 1, range) !== column) return false;
  if (cells.style(row, column).bold !== cells.style(row + 1, column).bold) return false;
  const [begun, rest] = [row, row + 1].map((at) => cells.text(at, column).trim()) as [string, string];
  if (!/\p{L}/u.test(begun) || endsHeading.test(begun)) return false;
  if (joinsOn.test(begun.toLowerCase()) || /^\(.*\)$/.test(rest)) return true;
  return /^\p{Ll}/u.test(rest) && begun.split(/\s+/).length >= minWords;
}

/**
 * Whether a row has nothing but the end of the label above it, where the values are: `記載・消除等` below `職権による | 12 | 14`,
 * `similar organizations` below `Labor, political, and | 12 | 14`.
 * Footnote marks may stand beside it, and the same label at the right.
 */
export function endsLabel(cells: FilledTexts, row: number, range: CellRange): boolean {
  const column = firstColumn(cells, row, range);
  if (column === undefined || row <= range.top || firstColumn(cells, row - 1, range) !== column) return false;
  const begun = cells.text(row - 1, column);
  if (
    loneColumn(cells, row, range) === column &&
    endsInWord.test(begun.trimEnd()) &&
    /^\s*\p{Ll}/u.test(cells.text(row, column)) &&
    loneColumn(cells, row - 1, range) === undefined
  )
    return true;
  // Long lists are looked through here, so the last character has to do for most rows.
  return (
    mayEndParticle.has(begun.at(-1) ?? '') &&
    endsInParticle.test(begun.trim()) &&
    loneColumn(cells, row - 1, range) === undefined
  );
}

function goesOn(begun: string, rest: string, next: string): boolean {
  if (endsHeading.test(begun) || rest === '') return false;
  if (joinsOn.test(begun) || endsInParticle.test(begun) || (isOpen(begun) && rest.includes(')'))) return true;
  if (/^\([^()]*\)$/.test(rest)) return true;
  const isWithin = (text: string) => /^\p{Ll}/u.test(text);
  return isWithin(rest) && !isWithin(next) && begun.split(/\s+/).length >= minWords;
}

const isOpen = (text: string) => text.lastIndexOf('(') > text.lastIndexOf(')');

/** The lines of a label as one text; only words are parted by a space. */
export const joinLines = (lines: readonly string[]) =>
  lines.reduce((text, line) => `${text}${/[!-~][!-,.-~]$/.test(text) && line !== '' ? ' ' : ''}${line}`);

function firstColumn(cells: FilledTexts, row: number, { left, right }: CellRange): number | undefined {
  for (let column = left; column <= right; column++) if (!cells.isBlank(row, column)) return column;
  return undefined;
}

function loneColumn(cells: FilledTexts, row: number, range: CellRange): number | undefined {
  const column = firstColumn(cells, row, range);
  const isAlone =
    column !== undefined && firstColumn(cells, row, { ...range, left: column + 1 }) === undefined;
  return isAlone ? column : undefined;
}
