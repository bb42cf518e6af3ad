import type { CellRange } from '@workbook-data-service/sheets/grid';
import { opensLikeNote, readsAsDate, readsAsPeriod } from '../lines/line-vocabulary.js';
import type { SheetRegion } from '../regions/region.js';
import type { SheetCells } from '../sheet-cells.js';
import { unitOfTitle } from '../values/header-units.js';
import { readNumber } from '../values/read-number.js';

const longestName = 60;
/** Of a title with the number of its table, which nothing else has. */
const longestNumbered = 120;
/** Shorter texts beside another are rather the label of a field. */
const shortestBegin = 10;
/** A title farther above belongs to something else. */
const maxRowsBetween = 3;

/**
 * A name for each region: the base name for a single table; else that of the title right above, that which a person
 * gave to the table, or the base name with a number. The only one with a header needs none.
 */
export function nameRegions(cells: SheetCells, regions: readonly SheetRegion[], baseName: string): string[] {
  const tables = regions.filter(({ kind }) => kind === 'data');
  if (tables.length === 1)
    return regions.map(({ kind }) => (kind === 'data' ? baseName : `${baseName} ${kind}`));
  const titles = periodsOfTables(cells, regions, tables) ?? titlesOfTables(cells, regions, tables);
  const [main, ...others] = tables.filter(hasHeader);
  const isMain = (region: SheetRegion) => region === main && others.length === 0;
  return regions.map((region) => {
    if (region.kind !== 'data') return `${baseName} ${region.kind}`;
    const at = tables.indexOf(region);
    if (titles[at] !== undefined) return titles[at];
    return isMain(region) ? baseName : (region.name ?? `${baseName}_${at + 1}`);
  });
}

/** Forms have names of their own too. */
const hasHeader = ({ range, roles, fields }: SheetRegion) =>
  fields !== undefined || roles.slice(range.top, range.bottom + 1).includes('header');

/** All texts above a region, from the top of the sheet down to it. */
export function titlesOver(
  cells: SheetCells,
  regions: readonly SheetRegion[],
  { range }: SheetRegion,
): string[] {
  return regions
    .filter((other) => other.kind === 'title' && other.range.bottom < range.top)
    .flatMap((title) => textsIn(cells, title.range));
}

/**
 * The title of the whole sheet may be above its first table. It names that table only if it is the only one,
 * or right above it, or if all others have titles of their own. Above a form it is that of the whole document.
 */
function titlesOfTables(
  cells: SheetCells,
  regions: readonly SheetRegion[],
  tables: readonly SheetRegion[],
): (string | undefined)[] {
  const found = tables.map((table) => titlesRightAbove(cells, regions, table, isTitle));
  const isShared = ({ nearest, texts }: TitlesAbove) =>
    nearest !== undefined &&
    found.filter((other) => other.nearest === nearest && other.texts.at(-1) === texts.at(-1)).length > 1;
  const [first, ...others] = found.map((titles) => (isShared(titles) ? noTitles : titles));
  const fewest = Math.min(...others.map(({ texts }) => texts.length));
  const isOfSheet = fewest === 0 && (!first?.isAdjacent || tables[0]?.fields !== undefined);
  const ofFirst = fewest > 0 ? (first?.texts.at(-fewest) ?? first?.texts[0]) : first?.texts[0];
  return [isOfSheet ? undefined : ofFirst, ...others.map(({ texts }) => texts[0])];
}

/** A period is no name, unless it is what tells several tables apart: January, February, March. */
function periodsOfTables(
  cells: SheetCells,
  regions: readonly SheetRegion[],
  tables: readonly SheetRegion[],
): string[] | undefined {
  const above = tables.map((table) => titlesRightAbove(cells, regions, table, isShort));
  const nearest = above.map(({ texts }) => texts.at(-1) ?? '');
  const areTold = nearest.length > 1 && new Set(nearest).size === nearest.length;
  return areTold && nearest.every((text) => isPeriodAlone(text.normalize('NFKC'))) ? nearest : undefined;
}

interface TitlesAbove {
  texts: string[];
  /** Whether no blank row is between them and the table. */
  isAdjacent: boolean;
  nearest: SheetRegion | undefined;
}

const noTitles: TitlesAbove = { texts: [], isAdjacent: false, nearest: undefined };

/** The texts of the block of titles nearest above a table that could name it; those above a form name the whole document. */
function titlesRightAbove(
  cells: SheetCells,
  regions: readonly SheetRegion[],
  { range }: SheetRegion,
  mayName: (text: string) => boolean,
): TitlesAbove {
  const above = regions
    .filter(
      ({ kind, range: title, fields }) =>
        kind === 'title' &&
        fields === undefined &&
        title.bottom < range.top &&
        title.left <= range.right &&
        title.right >= range.left,
    )
    .sort((a, b) => b.range.bottom - a.range.bottom);
  let { texts, isAdjacent, nearest } = { ...noTitles, isAdjacent: true };
  const endOfForms = Math.max(
    -1,
    ...regions
      .filter((other) => other.kind === 'data' && other.fields && other.range.bottom < range.top)
      .map((form) => form.range.bottom),
  );
  let top = range.top;
  let isTitled = false;
  for (const title of above) {
    const distance = top - title.range.bottom;
    if (distance > maxRowsBetween || (isTitled && distance > 1)) break;
    isAdjacent &&= distance <= 1;
    if (title.range.bottom <= endOfForms) break;
    const below = { ...title.range, top: Math.max(title.range.top, endOfForms + 1) };
    texts = [...textsOver(cells, below, range, mayName), ...texts];
    if (texts.length > 0) nearest ??= title;
    // A title that is too long for a name is still the table's, so that one further above is not.
    isTitled ||= texts.length > 0 || textsIn(cells, title.range).some((text) => !isShort(text));
    top = title.range.top;
  }
  // `To:` over the lines of an address.
  if (texts.length > 1 && /[:：]$/.test(texts[0] ?? '')) return noTitles;
  return { texts, isAdjacent, nearest };
}

/** The texts of a title that may name a table: where several tables have theirs in one row, those over this one. */
function textsOver(
  cells: SheetCells,
  range: CellRange,
  table: CellRange,
  mayName: (text: string) => boolean,
): string[] {
  const over = {
    ...range,
    left: Math.max(table.left, range.left),
    right: Math.min(table.right, range.right),
  };
  const texts = headingsIn(cells, over).filter(mayName);
  return texts.length > 0 ? texts : headingsIn(cells, range).filter(mayName);
}

/** The texts of rows that are no field: `Amount due | ¥132,000`, `Bill to: | Harbour Café`. */
function headingsIn(cells: SheetCells, range: CellRange): string[] {
  return cells
    .filledRows(range)
    .map((row) => headingsOfRow(cells, row, range))
    .filter(
      ([first = '', ...others]) => !others.some(isAmount) && !(others.length > 0 && /[:：]$/.test(first)),
    )
    .flat();
}

/** The texts of a row; one that ends at the right edge of its cell goes on in the next, as titles over two pages do. */
function headingsOfRow(cells: SheetCells, row: number, range: CellRange): string[] {
  const texts: string[] = [];
  let last = Number.NaN;
  for (const column of cells.filledInRow(row, range)) {
    const text = cells.text(row, column).replaceAll(/\s+/g, ' ').trim();
    const { align } = cells.style(row, column);
    const begun = texts.at(-1) ?? '';
    const goesOn =
      last === column - 1 &&
      (align === null || align === 'left') &&
      cells.style(row, last).align === 'right' &&
      begun.length >= shortestBegin;
    if (goesOn) texts[texts.length - 1] = `${begun} ${text}`;
    else texts.push(text);
    last = column;
  }
  return texts;
}

/** `¥132,000`, `132,000円(税込)`. */
const isAmount = (text: string) =>
  !Number.isNaN(readNumber(text.replace(/\s*[(（][^()（）]*[)）]$/, ''))) && !readsAsPeriod(text);

/** `Table 1: Sales`, `Table 4a: Costs`, `Q2: Would you come again?`, `Part B: Costs`, `第3章：…`. */
const numberedTitle = /^(?:\S.*)?(?:\d[a-z]?|\b[A-Z]|\b[IVX]+|\d[章節部表])\s*:/;

const numberOfTable = /^(?:table|chart|figure|fig\.|exhibit|[図表])\s*\d/i;

/** Not a unit, a date, a page number, a field of a form, the name of a company, a sentence, or a remark. */
function isTitle(text: string): boolean {
  const isRemark = opensLikeNote(text) && !isWord(text);
  return isShort(text) && !unitOfTitle(text) && !isRemark && !saysOtherwise(text);
}

/** `Legend` alone is what the table below it is called. */
const isWord = (text: string) => /^\p{L}+$/u.test(text);

const isShort = (text: string) =>
  text.length <= longestName || (text.length <= longestNumbered && numberOfTable.test(text));

function saysOtherwise(text: string): boolean {
  const plain = text.normalize('NFKC');
  return (
    /^\([^()]*\)$/.test(plain) ||
    (/^[^:]{1,12}:\s*\S/.test(plain) && !numberedTitle.test(plain)) ||
    /。$|^(?:please|thank you|dear)\b|\s\S+\s.*[a-z)]{3}\.$/i.test(plain) ||
    /\p{Ll}{2}[.!?] \p{Lu}.*[.!]$/u.test(plain) ||
    /^page\b|^p\.\s*\d|^\d+\s*\/\s*\d+|ページ$/i.test(plain) ||
    /^(?:as of|printed|prepared|created|updated|reporting date|date)\b|(?:現在|時点|作成|印刷|更新)$/i.test(
      plain,
    ) ||
    /^(?:株式会社|有限会社|合同会社)|(?:株式会社|有限会社|合同会社|御中|様)$|\b(?:inc|ltd|llc|gmbh|corp)\.?$/i.test(
      plain,
    ) ||
    isPeriodAlone(plain)
  );
}

/** `2024年4月1日`, `2024/04`, `令和6年度`, `FY2024`. */
const isPeriodAlone = (text: string) =>
  (readsAsDate(text) || readsAsPeriod(text)) &&
  /^[\d\s/.:T年月日度期分元-]*$|^[a-z]+\.?\s*\d*$/i.test(
    text.replace(/^(?:明治|大正|昭和|平成|令和|fy|cy|[hsr](?=\d))/i, ''),
  );

function textsIn(cells: SheetCells, range: CellRange): string[] {
  return cells
    .filledRows(range)
    .flatMap((row) => cells.filledInRow(row, range).map((column) => cells.text(row, column)))
    .map((text) => text.replaceAll(/\s+/g, ' ').trim());
}
