import type { CellRange } from '@workbook-data-service/sheets/grid';
import { leadingWidth } from '../hierarchy/label-width.js';
import { readNumbering } from '../hierarchy/numbering.js';
import { isInCapitals } from '../hierarchy/row-label.js';
import type { RegionSpec } from '../parse-spec.js';
import type { SheetCells } from '../sheet-cells.js';
import { topRows } from './header-labels.js';

/** What a row shows of its place among the others, without what it says. */
export interface RowLook {
  row: number;
  role: 'group' | 'derived' | 'record';
  /** Where its label begins. */
  place: string;
  /** How its label is written. */
  style: string;
  isAfterBlank: boolean;
}

/** The rows of a table that may be above or below each other: those of its body, and a header that heads them. */
export function rowLooks(cells: SheetCells, region: RegionSpec): RowLook[] {
  const { range, headerRows, rowRoles } = region;
  const [groups, derived, headers] = [rowRoles.group, rowRoles.derived, headerRows].map(
    (rows) => new Set(rows),
  );
  const corner = headerRows.filter((row) => groups?.has(row));
  const body = cells.filledRows(bodyBelow(region)).filter((row) => !headers?.has(row));
  return [...corner, ...body].map((row, at, rows) => {
    const role = groups?.has(row) ? 'group' : derived?.has(row) ? 'derived' : 'record';
    return { row, role, ...lookOfLabel(cells, range, row), isAfterBlank: at > 0 && row - 1 !== rows[at - 1] };
  });
}

/** What is below the header. */
export function bodyBelow({ range, headerRows }: Pick<RegionSpec, 'range' | 'headerRows'>): CellRange {
  const top = Math.max(range.top, (topRows(headerRows).at(-1) ?? range.top - 1) + 1);
  return { ...range, top };
}

function lookOfLabel(cells: SheetCells, range: CellRange, row: number): Pick<RowLook, 'place' | 'style'> {
  const filled = cells.filledInRow(row, range);
  const [column = range.left] = filled;
  const text = cells.text(row, column);
  const { bold, italic, underline, fill, indent } = cells.style(row, column);
  const label = text.trim();
  const style = [
    bold ? 'b' : '',
    italic ? 'i' : '',
    underline ? 'u' : '',
    fill === null ? '' : 'f',
    isInCapitals(label) ? 'c' : '',
    /[:：]$/.test(label) ? ':' : '',
    readNumbering(label)?.style ?? '',
  ];
  return {
    place: `${column - range.left}.${leadingWidth(text) + widthOfIndent * indent}.${filled.length > 1 ? 'v' : ''}`,
    style: style.join(''),
  };
}

/** A step of indentation is as wide as so many spaces. */
const widthOfIndent = 3;
