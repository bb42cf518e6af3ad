import { cellAddress } from '@workbook-data-service/sheets/addresses';
import type { CellAddress, RegionSpec } from '../../parse-spec.js';
import type { SheetCells } from '../../sheet-cells.js';
import { areSlips } from '../../values/unreadable-numbers.js';
import type { Checked } from './doubt.js';

const mostNamed = 5;
const longestQuoted = 40;

/** Cells among numbers that cannot be read as such, by address, and what became of them. */
export function slipDoubts(cells: SheetCells, region: RegionSpec): Checked {
  const { unreadable: left = [] } = region;
  const leftBlank = `${named(cells, left)} among numbers. Such cells are left blank, and their texts are in the notes.`;
  return [
    ['unreadable number', left.length > 0, leftBlank, left[0]],
    ...textsAmongNumbers(cells, region).map(({ name, slips }): Checked[number] => [
      'unreadable number',
      true,
      `${named(cells, slips)} among numbers, so the column "${name}" is text.`,
      slips[0],
    ]),
  ];
}

/** The text columns that would be numbers but for a few cells. */
function textsAmongNumbers(cells: SheetCells, { range, headerRows, rowRoles, columns }: RegionSpec) {
  const others = new Set([...headerRows, ...rowRoles.group, ...rowRoles.derived]);
  return columns
    .filter(({ type, role }) => type === 'VARCHAR' && role === 'value')
    .flatMap(({ name, source }) => {
      const rows = cells
        .filledRows({ ...range, left: source, right: source })
        .filter((row) => !others.has(row));
      const split = cells.splitNumbers(source, rows);
      const slips = split.others.map((row) => ({ row, column: source }));
      const texts = split.others.map((row) => cells.text(row, source).trim());
      return areSlips(split.numbers.length, texts) ? [{ name, slips }] : [];
    });
}

/** `F5 reads "1O5", and 3 more cells cannot be read either`. */
function named(cells: SheetCells, slips: readonly CellAddress[]): string {
  const quoted = slips.slice(0, mostNamed).map(({ row, column }) => {
    const text = cells.text(row, column).trim();
    const shown = text.length > longestQuoted ? `${text.slice(0, longestQuoted)}…` : text;
    return `${cellAddress(row + 1, column)} reads "${shown}"`;
  });
  const more = slips.length - quoted.length;
  return quoted.join(', ') + (more > 0 ? ` and ${more} more are unreadable` : '');
}
