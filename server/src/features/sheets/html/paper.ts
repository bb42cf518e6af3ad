/** How a table of a report is printed. */
export interface TableOnPaper {
  /** A class of the style sheet. */
  size: 'normal' | 'small';
  /** The columns of each part, by place; one part unless the table is too wide for a page. */
  parts: number[][];
}

/** In characters: the blank beside the text of a column, and what fits a page in each direction and size of letters. */
const BESIDE_TEXT = 3;
const fits = { upright: 104, landscape: 158, landscapeSmall: 205 };

const widthOf = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width + BESIDE_TEXT, 0);

/** Whether a report with tables of these columns is better read on its side. */
export function isLandscape(tables: readonly (readonly number[])[]): boolean {
  return tables.some((widths) => widthOf(widths) > fits.upright);
}

/** A table wider than a page is printed in parts of its columns, each of which begins with the first one. */
export function onPaper(widths: readonly number[]): TableOnPaper {
  const all = widths.map((_, place) => place);
  const needed = widthOf(widths);
  if (needed <= fits.landscapeSmall)
    return { size: needed <= fits.landscape ? 'normal' : 'small', parts: [all] };
  const [first = 0, ...others] = all;
  const parts: number[][] = [];
  let part: number[] = [];
  for (const place of others) {
    const next = [first, ...part, place].map((one) => widths[one] ?? 0);
    if (part.length > 0 && widthOf(next) > fits.landscape) {
      parts.push([first, ...part]);
      part = [];
    }
    part.push(place);
  }
  return { size: 'normal', parts: [...parts, [first, ...part]] };
}
