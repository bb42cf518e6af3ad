import { cellAddress } from '@workbook-data-service/sheets/addresses';
import type { CellAddress, RegionSpec } from '../../parse-spec.js';
import type { SheetCells } from '../../sheet-cells.js';
import { areSlips } from '../../values/unreadable-numbers.js';
import type { Checked } from './doubt.js';

const maxNamed = 5;
const longestQuoted = 40;

/** Cells among numbers that cannot be read as such, by address, and what became of them. */
export function slipDoubts(cells: SheetCells, region: RegionSpec): Checked {
  const { unreadable: left = [] } = region;
  return [
    ['unreadable_number', left.length > 0, { ...named(cells, left), column: null }, left[0]],
    ...textsAmongNumbers(cells, region).map(({ name, slips }): Checked[number] => [
      'unreadable_number',
      true,
      { ...named(cells, slips), column: name },
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

/** The first few, and how many more there are. */
function named(cells: SheetCells, slips: readonly CellAddress[]) {
  const shown = slips.slice(0, maxNamed).map(({ row, column }) => {
    const text = cells.text(row, column).trim();
    return {
      cell: cellAddress(row + 1, column),
      text: text.length > longestQuoted ? `${text.slice(0, longestQuoted)}…` : text,
    };
  });
  return { cells: shown, more: slips.length - shown.length };
}
