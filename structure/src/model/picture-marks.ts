import { columnLetters } from '@workbook-data-service/sheets/addresses';
import type { CellRange } from '@workbook-data-service/sheets/grid';
import { relativeFormulas } from '../relative-formula.js';
import type { SheetCells } from '../sheet-cells.js';
import { rangeText, rowsText } from './picture-text.js';
import { withinTokens } from './tokens.js';

const maxColumns = 60;
const maxRows = 3000;
const maxFormulaLength = 80;
const maxMerges = 25;
const maxRuns = 30;

/** What a sheet says besides its cells: merges, formulas, number formats, what is hidden, tables and comments. */
export function pictureOfMarks(cells: SheetCells, used: CellRange, maxTokens: number): string[] {
  const { sheet } = cells;
  const merges = sheet.merges.slice(0, maxMerges).map(rangeText);
  const more = sheet.merges.length - merges.length;
  const told = (name: string, items: readonly string[], between = ', ') =>
    items.length > 0 ? [`${name}: ${items.join(between)}`] : [];
  const hiddenColumns = [...sheet.hiddenColumns].sort((a, b) => a - b).slice(0, maxRuns);
  const lines = [
    ...told('merged', [...merges, ...(more > 0 ? [`${more} more`] : [])]),
    ...told('hidden columns', hiddenColumns.map(columnLetters)),
    ...(sheet.hiddenRows.size > 0 ? [`hidden rows: ${rowsText(sheet.hiddenRows)}`] : []),
    ...told(
      'defined tables',
      sheet.tables.slice(0, maxRuns).map(({ range }) => rangeText(range)),
    ),
    ...told('formulas', runsIn(cells, used, formulaRuns), '; '),
    ...told('number formats', runsIn(cells, used, formatRuns), '; '),
  ];
  return withinTokens(lines.map(shortened), maxTokens).kept;
}

const maxLineLength = 700;
const shortened = (line: string) =>
  line.length > maxLineLength ? `${line.slice(0, maxLineLength - 1)}…` : line;

interface RangeRun extends CellRange {
  /** Equal for cells that are of one kind. */
  key: string;
  text: string;
}

/** What runs down the columns, with like runs beside each other as one. */
function runsIn(
  cells: SheetCells,
  { left, right }: CellRange,
  find: (cells: SheetCells, column: number) => RangeRun[],
): string[] {
  const found: RangeRun[] = [];
  for (let column = left; column <= Math.min(right, left + maxColumns - 1); column++) {
    for (const run of find(cells, column)) {
      const beside = found.find(
        (one) =>
          one.key === run.key && one.right === column - 1 && one.top === run.top && one.bottom === run.bottom,
      );
      if (beside) beside.right = column;
      else if (found.length <= maxRuns) found.push(run);
    }
  }
  const told = found.slice(0, maxRuns).map((run) => `${rangeText(run)} ${run.text}`);
  return found.length > maxRuns ? [...told, '…'] : told;
}

function formulaRuns({ sheet }: SheetCells, column: number): RangeRun[] {
  const formulas = sheet.columns[column]?.formulas;
  if (!formulas || formulas.size === 0) return [];
  const relative = relativeFormulas(formulas, column);
  const rows = firstOf(formulas.keys(), maxRows).sort((a, b) => a - b);
  return joined(rows, column, (row) => {
    const formula = formulas.get(row) ?? '';
    const text = formula.length > maxFormulaLength ? `${formula.slice(0, maxFormulaLength)}…` : formula;
    return { key: relative(row) ?? '', text: `=${text.replaceAll(/\s+/gu, ' ')}` };
  });
}

function formatRuns(cells: SheetCells, column: number): RangeRun[] {
  const held = cells.sheet.columns[column];
  if (!held?.styles) return [];
  const rows = Array.from({ length: Math.min(maxRows, held.kinds.length) }, (_, at) => held.firstRow + at);
  return joined(
    rows.filter((row) => cells.style(row, column).numberFormat !== 'General' && !cells.isBlank(row, column)),
    column,
    (row) => {
      const text = cells.style(row, column).numberFormat.slice(0, 30).replaceAll(/\s+/gu, ' ');
      return { key: text, text };
    },
  );
}

/** Rows in their order as runs of one key; a gap of a blank row ends none. */
function joined(
  rows: readonly number[],
  column: number,
  of: (row: number) => Pick<RangeRun, 'key' | 'text'>,
): RangeRun[] {
  const runs: RangeRun[] = [];
  for (const row of rows) {
    const { key, text } = of(row);
    const last = runs.at(-1);
    if (last?.key === key && row - last.bottom <= 2) last.bottom = row;
    else runs.push({ key, text, top: row, bottom: row, left: column, right: column });
  }
  return runs;
}

function firstOf<T>(all: Iterable<T>, count: number): T[] {
  const first: T[] = [];
  for (const one of all) {
    if (first.length === count) break;
    first.push(one);
  }
  return first;
}
