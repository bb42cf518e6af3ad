import type { HeaderLabel } from '../headers/read-header.js';
import { countAsOutline } from '../hierarchy/numbering.js';
import type { ColumnRole, SpecType } from '../parse-spec.js';
import type { PeriodColumn } from '../periods/find-periods.js';
import type { SheetCells } from '../sheet-cells.js';
import { namesTotal } from '../total-vocabulary.js';
import { readPeriod } from '../values/periods.js';
import { readNumberText } from '../values/read-cells.js';

interface ColumnsToJudge {
  columns: readonly number[];
  headers: readonly HeaderLabel[][];
  types: readonly (SpecType | undefined)[];
  periods: readonly (PeriodColumn | undefined)[] | null;
  rows: readonly number[];
  groupRows: readonly number[];
}

const keyHeading =
  /^(?:no\.?|#|(?:lfd\. ?)?nr\.?|pos\.?|n°|sku|id|zip(?:[ -]?code)?|plz|.*(?:\bcode|[ _]id|\bno\.)|year|month|date|day|quarter|period|rank|.*(?:番号|コード)|年|年度|年次|月|日|年月|年月日|日付|期間|順位|区分|項番)$/i;
const rowsLookedAt = 200;

/** Columns from the left label the rows up to the first measure; text columns after it are attributes. */
export function columnRoles(cells: SheetCells, table: ColumnsToJudge): ColumnRole[] {
  let naming = true;
  return table.columns.map((_, at) => {
    const across = table.periods?.[at];
    const isMeasure = measures(table.types[at]) || holdsNumbers(cells, table, at);
    const isKey = naming && !across && (!isMeasure || namesRows(cells, table, at));
    naming &&= isKey;
    if (across) return across.period ? 'period' : 'value';
    if (isKey) return 'key';
    return isMeasure ? 'value' : 'attribute';
  });
}

const measures = (type: SpecType | undefined) => type === 'BIGINT' || type === 'DOUBLE';

/** A column of numbers with a few words among them is still a measure, and so is one that only totals have numbers in. */
function holdsNumbers(cells: SheetCells, { columns, types, rows }: ColumnsToJudge, at: number): boolean {
  if (types[at] !== 'VARCHAR' && types[at] !== undefined) return false;
  const texts = rows.slice(0, rowsLookedAt).map((row) => cells.text(row, columns[at] ?? 0));
  const filled = texts.filter((text) => text.trim() !== '');
  const isNumber = (text: string) => readNumberText(text, cells.decimalSign(columns[at] ?? 0, text));
  return filled.filter(isNumber).length > filled.length / 2;
}

/** `2016`, `2017`, `Percent change` again and again beside the labels tell the rows of each label apart. */
function repeatsYears(cells: SheetCells, column: number, rows: readonly number[]): boolean {
  const texts = rows.slice(0, rowsLookedAt).map((row) => cells.text(row, column).trim());
  const distinct = new Set(texts);
  const years = [...distinct].filter(isYear).length;
  const words = distinct.size - years;
  return !distinct.has('') && years > 1 && words > 0 && words <= years && 3 * distinct.size <= texts.length;
}

/** `101`, `102`, `計`, `201`, `202`, `計`: codes of what is added up, as totals stand among them rather than below them all. */
function totalsCodes(cells: SheetCells, column: number, rows: readonly number[]): boolean {
  const texts = rows.slice(0, rowsLookedAt).map((row) => cells.text(row, column).trim());
  const isCode = (text: string) => /^\d+$/.test(text);
  return (
    texts.filter(namesTotal).length > 1 &&
    texts.findIndex(namesTotal) < texts.findLastIndex(isCode) &&
    texts.every((text) => text === '' || isCode(text) || namesTotal(text))
  );
}

/**
 * Before names that every row has, numbers number the rows: without a heading those that are each other's own, under any heading
 * those that count one by one.
 */
function numbersNames(
  cells: SheetCells,
  columns: readonly number[],
  at: number,
  rows: readonly number[],
  hasHeading: boolean,
): boolean {
  const looked = rows.slice(0, rowsLookedAt);
  const counts = (texts: readonly string[]) =>
    texts.length > 2 && texts.every((text, place) => Number(text) === Number(texts[0]) + place);
  const isNumbering = (column: number) => {
    const texts = looked.map((row) => cells.text(row, column).trim()).filter((text) => text !== '');
    return (
      2 * texts.length > looked.length &&
      texts.every((text) => /^\d+$/.test(text)) &&
      new Set(texts).size === texts.length &&
      (!hasHeading || counts(texts))
    );
  };
  const name = columns.slice(at).find((column) => !isNumbering(column));
  return (
    name !== undefined &&
    name !== columns[at] &&
    looked.every((row) => !cells.isBlank(row, name) && !cells.isNumber(row, name))
  );
}

const isYear = (text: string) => readPeriod(text.replace(/\.0$/, ''))?.kind === 'year';

/** Numbers label rows where their heading says so, below labels of groups, where they count as an outline, or are all years. */
function namesRows(
  cells: SheetCells,
  { columns, headers, rows, groupRows }: ColumnsToJudge,
  at: number,
): boolean {
  const heading = headers[at]?.at(-1)?.text.normalize('NFKC').trim() ?? '';
  if (keyHeading.test(heading)) return true;
  if (numbersNames(cells, columns, at, rows, heading !== '')) return true;
  if (at > 0)
    return repeatsYears(cells, columns[at] ?? 0, rows) || totalsCodes(cells, columns[at] ?? 0, rows);
  if (groupRows.length > 1 && groupRows.every((row) => !cells.isBlank(row, columns[at] ?? 0))) return true;
  const texts = rows
    .slice(0, rowsLookedAt)
    .map((row) => cells.text(row, columns[at] ?? 0))
    .filter((text) => text !== '');
  if (countAsOutline(texts)) return true;
  return (
    texts.length > 1 &&
    new Set(texts).size === texts.length &&
    texts.every((text) => readPeriod(text)?.kind === 'year')
  );
}
