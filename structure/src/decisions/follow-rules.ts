import type { Dialect } from '@workbook-data-service/sheets';
import type { Sheet } from '@workbook-data-service/sheets/grid';
import { readHeader } from '../headers/read-header.js';
import { rolesIn } from '../lines/roles-of-rows.js';
import type { RegionSpec, SheetSpec } from '../parse-spec.js';
import { withoutPeriods } from '../periods/without-periods.js';
import { fits, type Rule, rulesOf } from '../rules/rule.js';
import { SheetCells } from '../sheet-cells.js';
import { isTooLargeToStudy } from '../sheet-size.js';
import { readPeriod } from '../values/periods.js';
import { describeAnew } from './answer-questions.js';

/** The spec of a sheet with what rules say about its tables, and the lines of those that changed it. */
export function ruledSpec(
  sheet: Sheet,
  dialect: Dialect | null,
  spec: SheetSpec,
  lines: readonly string[],
): { spec: SheetSpec; used: string[] } {
  const used: string[] = [];
  let ruled = spec;
  for (const { line, rule } of rulesOf(lines)) {
    const next = rule && withRule(sheet, dialect, ruled, rule);
    if (!next || JSON.stringify(next.regions) === JSON.stringify(ruled.regions)) continue;
    ruled = next;
    used.push(line);
  }
  return { spec: ruled, used };
}

/** Whether a sheet is not to be read at all, and by which line. */
export function ignoringLine(name: string, lines: readonly string[]): string | undefined {
  return rulesOf(lines).find(({ rule }) => rule?.kind === 'ignore_sheet' && fits(name, rule.pattern))?.line;
}

function withRule(sheet: Sheet, dialect: Dialect | null, spec: SheetSpec, rule: Rule): SheetSpec | undefined {
  const cells = new SheetCells(sheet, dialect);
  const eachTable = (change: (region: RegionSpec) => RegionSpec): SheetSpec => ({
    ...spec,
    regions: spec.regions.map((region) => (region.kind === 'data' ? change(region) : region)),
  });
  switch (rule.kind) {
    case 'total':
      return eachTable((region) => withTotals(cells, region, rule.words));
    case 'periods_wide':
      return eachTable((region) =>
        region.layout === 'crosstab' ? answered(withoutPeriods(region), 'periods') : region,
      );
    case 'one_table':
      return eachTable((region) =>
        region.layout === 'report' ? answered(asFlat(region), 'levels') : region,
      );
    case 'fiscal_year':
      return eachTable((region) => inFiscalYears(cells, region, rule.month));
    case 'header_rows':
      return fits(sheet.name, rule.pattern) && !isTooLargeToStudy(sheet)
        ? withHeaderRows(cells, dialect, spec, rule.rows)
        : undefined;
    default:
      return undefined;
  }
}

function answered(region: RegionSpec, question: string): RegionSpec {
  const { questions, ...rest } = region;
  const open = (questions ?? []).filter(({ id }) => !id.endsWith(`.${question}`));
  return open.length > 0 ? { ...rest, questions: open } : rest;
}

const asFlat = (region: RegionSpec): RegionSpec => ({
  ...region,
  layout: 'flat',
  steps: region.steps.filter(({ operator }) => operator === 'ffill'),
});

const plain = (text: string) => text.normalize('NFKC').trim().toLowerCase();

/** Rows whose label is, or begins with, a word for a total. */
function withTotals(cells: SheetCells, region: RegionSpec, words: readonly string[]): RegionSpec {
  if (region.layout === 'form') return region;
  const { range, headerRows, rowRoles } = region;
  const wanted = words.map(plain);
  const isTotal = (row: number) => {
    const first = cells.firstFilled(row, range);
    const label = first === undefined ? '' : plain(cells.text(row, first));
    return wanted.some(
      (word) => label === word || (label.startsWith(word) && !/^\p{L}/u.test(label.slice(word.length))),
    );
  };
  const header = new Set(headerRows);
  const found = cells.filledRows(range).filter((row) => !header.has(row) && isTotal(row));
  const derived = [...new Set([...rowRoles.derived, ...found])].sort((a, b) => a - b);
  if (derived.length === rowRoles.derived.length) return region;
  const taken = new Set(derived);
  return { ...region, rowRoles: { group: rowRoles.group.filter((row) => !taken.has(row)), derived } };
}

/** A header of that many rows, from the first one that the first table of the sheet has. */
function withHeaderRows(
  cells: SheetCells,
  dialect: Dialect | null,
  spec: SheetSpec,
  count: number,
): SheetSpec | undefined {
  const at = spec.regions.findIndex(({ kind, layout }) => kind === 'data' && layout !== 'form');
  const region = spec.regions[at];
  if (!region || region.range.top + count > region.range.bottom) return undefined;
  const { top } = region.range;
  const rows = Array.from({ length: count }, (_, row) => top + row);
  if (String(rows) === String(region.headerRows)) return undefined;
  const roles = rolesIn(region);
  for (const row of region.headerRows) roles[row] = 'data';
  for (const row of rows) roles[row] = 'header';
  const found = describeAnew({ cells, dialect, spec }, { ...region, headerRows: rows }, roles);
  return { ...spec, regions: spec.regions.with(at, { ...found, headerRows: rows }) };
}

/** January to March of a fiscal year that begins in April are in the next year. */
function inFiscalYears(cells: SheetCells, region: RegionSpec, firstMonth: number): RegionSpec {
  if (region.layout !== 'crosstab' || firstMonth === 1) return region;
  const sources = region.columns.map(({ source }) => source);
  const headers = readHeader(cells, region.range, region.headerRows, sources);
  return {
    ...region,
    columns: region.columns.map((column, at) => {
      const [, year, month] = /^(\d{4})-(\d{2})$/.exec(column.period ?? '') ?? [];
      if (!year || Number(month) >= firstMonth) return column;
      const isFiscal = headers[at]?.some(({ text }) => isFiscalYear(text)) ?? false;
      return isFiscal ? { ...column, period: `${Number(year) + 1}-${month}` } : column;
    }),
  };
}

const isFiscalYear = (text: string) =>
  /^(?:fy|fiscal)/i.test(text.trim()) ||
  (readPeriod(text)?.kind === 'year' && readPeriod(text)?.fiscal === true);
