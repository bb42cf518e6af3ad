import { standsIn } from '../materialize/held-texts.js';
import type { RegionSpec } from '../parse-spec.js';
import type { SheetCells } from '../sheet-cells.js';
import type { StandingCells } from './standing-cells.js';

/** A column that has the name of another one, and what stands over it in the sheet. */
interface MisplacedName {
  name: string;
  heading: string;
}

/**
 * Names that stand in the sheet over another column of their table than the one that has them: two that were swapped, or all
 * of a row that was shifted.
 */
export function misplacedNames(
  cells: SheetCells,
  regions: readonly RegionSpec[],
  { columns }: StandingCells,
): MisplacedName[] {
  const found = new Map<string, MisplacedName>();
  for (const region of regions) {
    const own = columns.filter(({ role, regionId }) => regionId === region.id && role !== 'accounts');
    const isNamedSo = (source: number, name: string) =>
      own.some((column) => column.source === source && isAlike(column.name, name));
    for (const { name, originalName: heading, source } of own) {
      if (heading === null || isAlike(heading, name)) continue;
      const isElsewhere = headerCells(cells, region).some(
        ({ text, column }) => column !== source && isAlike(text, name) && !isNamedSo(column, name),
      );
      if (isElsewhere) found.set(`${name}\n${heading}`, { name, heading });
    }
  }
  return [...found.values()];
}

const isAlike = (one: string, other: string) => standsIn(one, other) || standsIn(other, one);

function headerCells(cells: SheetCells, { range, headerRows, layout, columns }: RegionSpec) {
  if (layout === 'form')
    return columns.flatMap(({ label }) =>
      label ? [{ text: cells.text(label.row, label.column), column: label.column }] : [],
    );
  return headerRows.flatMap((row) =>
    cells.filledInRow(row, range).map((column) => ({ text: cells.text(row, column), column })),
  );
}
