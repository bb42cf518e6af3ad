import { unitOfTitle } from '../header-units.js';
import { opensLikeNote } from '../lines/line-words.js';
import type { SheetRegion } from '../regions/region.js';
import type { SheetCells } from '../sheet-cells.js';

const longestName = 60;
/** A title farther above belongs to something else. */
const mostRowsBetween = 3;

/** A name for each region: that of the title right above, else that of the sheet with a number. */
export function nameRegions(cells: SheetCells, regions: readonly SheetRegion[]): string[] {
  const tables = regions.filter(({ kind }) => kind === 'data').length;
  let number = 0;
  return regions.map((region) => {
    if (region.kind !== 'data') return `${cells.sheet.name} ${region.kind}`;
    number++;
    const title = titleOf(cells, regions, region);
    return title ?? (tables > 1 ? `${cells.sheet.name}_${number}` : cells.sheet.name);
  });
}

/** All texts above a region, from the top of the sheet down to it. */
export function titlesOver(
  cells: SheetCells,
  regions: readonly SheetRegion[],
  { range }: SheetRegion,
): string[] {
  return regions
    .filter((other) => other.kind === 'title' && other.range.bottom < range.top)
    .flatMap((title) => textsOf(cells, title));
}

function titleOf(
  cells: SheetCells,
  regions: readonly SheetRegion[],
  { range }: SheetRegion,
): string | undefined {
  const above = regions.filter(
    ({ kind, range: title }) =>
      kind === 'title' &&
      title.bottom < range.top &&
      range.top - title.bottom <= mostRowsBetween &&
      title.left <= range.right &&
      title.right >= range.left,
  );
  const texts = above.flatMap((title) => textsOf(cells, title)).filter((text) => !unitOfTitle(text));
  return texts.find((text) => text.length <= longestName && !opensLikeNote(text));
}

function textsOf(cells: SheetCells, { range }: SheetRegion): string[] {
  return cells
    .filledRows(range)
    .flatMap((row) => cells.filledInRow(row, range).map((column) => cells.text(row, column)))
    .map((text) => text.replaceAll(/\s+/g, ' ').trim());
}
