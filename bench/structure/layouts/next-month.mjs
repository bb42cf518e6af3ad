import { readPeriod } from '#structure/values/periods.js';
import { isFilled, numberAt, textAt } from './cells-of.mjs';

// What the next file of a kind has changed. Each takes `{sheet, spec, totals, random}` and gives how rows and columns stand now
// (move-sheet.mjs), or undefined where the sheet has nothing to change so.

const all = (count) => Array.from({ length: count }, (_, at) => at);
const asItWas = ({ sheet }) => ({ rows: all(sheet.rowCount), columns: all(sheet.columns.length) });

const tables = ({ spec }) => spec.regions.filter(({ kind, layout }) => kind === 'data' && layout !== 'form');

/**
 * Rows that are records between others in every table that has them, so that what is above and below tells nothing. A row whose
 * label holds for those below it is none: it comes and goes with them.
 */
function records(one) {
  const all = one.spec.regions.filter(({ kind }) => kind === 'data');
  const filled = (row) => one.sheet.columns.filter((_, column) => isFilled(one.sheet, row, column)).length;
  const isMerged = (row) =>
    one.sheet.merges.some(({ top, bottom }) => top < bottom && top <= row + 1 && row - 1 <= bottom);
  const isWithin = ({ range, headerRows, rowRoles, rowParents = {}, steps, layout, columns }, row) => {
    const others = [...headerRows, ...rowRoles.group, ...rowRoles.derived, ...Object.values(rowParents)];
    const isReshaped = steps.some(({ operator }) => operator === 'transpose' || operator === 'pivot');
    const [first] = columns;
    const isLabelForOthers =
      first !== undefined &&
      isFilled(one.sheet, row, first.source) &&
      !isFilled(one.sheet, row + 1, first.source);
    return (
      layout !== 'form' &&
      !isReshaped &&
      range.top < row - 1 &&
      row + 1 <= range.bottom &&
      !isLabelForOthers &&
      (columns.length < 3 || filled(row) > 1) &&
      [row - 1, row, row + 1].every((near) => !others.includes(near))
    );
  };
  const found = [];
  for (let row = 1; row < one.sheet.rowCount; row++) {
    const own = all.filter(({ range }) => range.top <= row && row <= range.bottom);
    if (own.length === 0 || !own.every((region) => isWithin(region, row)) || isMerged(row)) continue;
    if ([row - 1, row, row + 1].every((near) => filled(near) > 0)) found.push(row);
  }
  return found;
}

/** Whether all totals are known by what they add, so that those of the next month can be right. */
function isExplained({ spec, totals }) {
  const summed = new Set(totals.map(({ cell }) => cell.row));
  return tables({ spec }).every(({ rowRoles }) => rowRoles.derived.every((row) => summed.has(row)));
}

/** Other numbers in the records, and for new ones other labels where those of the column are all different. */
function valuesOf(one) {
  const { sheet, spec, random } = one;
  const data = spec.regions.filter(({ kind, layout }) => kind === 'data' && layout !== 'form');
  const measures = new Set();
  const names = new Set();
  /** By row, the columns that say what a row of a report is. */
  const labels = new Map();
  for (const { range, headerRows, headerColumns, columns, layout } of data) {
    const first = Math.max(range.top, ...headerRows.map((row) => row + 1));
    const keys = columns.slice(0, headerColumns).map(({ source }) => source);
    if (layout === 'report') for (let row = first; row <= range.bottom; row++) labels.set(row, keys);
    for (const { source, type, role } of columns) {
      const texts = [];
      const numbers = [];
      for (let row = first; row <= range.bottom; row++) {
        const [number, text] = [numberAt(sheet, row, source), textAt(sheet, row, source)];
        if (number !== undefined) numbers.push(number);
        else if (text !== undefined) texts.push(text);
      }
      const isNames = type === 'VARCHAR' && texts.every((text) => isName.test(text));
      if (isNames && texts.length > 1 && new Set(texts).size === texts.length) names.add(source);
      const isMeasure = (type === 'BIGINT' || type === 'DOUBLE') && role !== 'key' && !isOrdinal(numbers);
      if (!isMeasure) continue;
      for (let row = first; row <= range.bottom; row++) measures.add(`${row} ${source}`);
    }
  }
  return (value, { row, column, isCopy, to }, isOther) => {
    if (typeof value === 'string') {
      const isOfReport = labels.get(row)?.includes(column) && isName.test(value);
      return isCopy && row > 0 && (names.has(column) || isOfReport) ? otherLabel(value, to) : value;
    }
    if (!(isCopy || isOther) || !measures.has(`${row} ${column}`)) return value;
    const digits = (`${value}`.split('.')[1] ?? '').length;
    const now = Number((value * (0.7 + 0.6 * random())).toFixed(Math.min(6, digits)));
    return now === 0 ? value : now;
  };
}

/** Times, dates and amounts that are written as texts are none. */
const isName = /^\s*(?:\p{L}{2}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u;

/** A row of a report is another one by its name: nothing has the same year twice. */
function mayHaveAnother({ sheet, spec }, row) {
  const reports = spec.regions.filter(
    ({ layout, range }) => layout === 'report' && range.top <= row && row <= range.bottom,
  );
  return reports.every(({ columns, headerColumns }) =>
    columns.slice(0, Math.max(1, headerColumns)).some(({ source }) => {
      const text = textAt(sheet, row, source) ?? '';
      return isName.test(text) && !readPeriod(text);
    }),
  );
}

/** Years and numbers of lines are counted, not measured. */
function isOrdinal(numbers) {
  const isYear = (one) => Number.isInteger(one) && 1900 <= one && one <= 2100;
  return numbers.every(isYear) || numbers.every((one, at) => at === 0 || one === numbers[at - 1] + 1);
}

const otherLabel = (text, number) =>
  /\d\s*$/.test(text)
    ? text.replace(/\d+(\s*)$/, (digits, space) => `${Number(digits) + 1000 + number}${space}`)
    : /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\s*$/u.test(text)
      ? text.replace(/(\s*)$/, '西$1')
      : text.replace(/(\s*)$/, ' West$1');

const sample = (list, count, random) =>
  list
    .map((item) => [random(), item])
    .sort(([a], [b]) => a - b)
    .slice(0, count)
    .map(([, item]) => item);

/** Texts of the header, by row and column. */
const isHeader = (one) => {
  const cells = new Set(
    tables(one).flatMap(({ headerRows, range }) =>
      headerRows.flatMap((row) => all(range.right - range.left + 1).map((at) => `${row} ${range.left + at}`)),
    ),
  );
  return ({ row, column }) => cells.has(`${row} ${column}`);
};

const withDates = (text) => (/(?:\b0?2[-/.]29|29[-/.]0?2\b|2月29日)/.test(text) ? text : withNextDates(text));

const withNextDates = (text) =>
  text
    .replaceAll(/\b(20\d\d)\b/g, (year) => `${Number(year) + 1}`)
    .replaceAll(/\bJanuary\b/g, 'February')
    .replaceAll(/\bMarch\b/g, 'April')
    .replaceAll(/(?<!\d)(1?\d)月(?!\d)/g, (_, month) => `${(Number(month) % 12) + 1}月`);

/** A column of a plain table that is not its first one, and what may be done to it. */
function plainColumn(one) {
  if (one.spec.regions.some(({ layout }) => layout === 'form')) return undefined;
  const found = tables(one).filter(
    ({ layout, steps, headerRows, columns, range }) =>
      layout === 'flat' &&
      steps.length === 0 &&
      headerRows.length > 0 &&
      columns.length > 3 &&
      range.left <= columns[0].source,
  );
  if (
    tables(one).length !== 1 ||
    found.length !== 1 ||
    one.sheet.merges.some(
      ({ top, bottom, left, right }) =>
        right > left && found[0].headerRows.some((row) => top <= row && row <= bottom),
    )
  )
    return undefined;
  // A period that is called otherwise is another one.
  const isName = ({ name }) => !/\d/.test(name) && !readPeriod(name.replace(/^corrected /, ''));
  // Names over several columns do not move with one of them.
  if (found[0].headerRows.length > 1) return undefined;
  const [region] = found;
  // Nor does one that has the labels of totals, or a row to itself.
  const { derived } = region.rowRoles;
  const isNeeded = ({ source }) => {
    if (derived.some((row) => /\p{L}/u.test(textAt(one.sheet, row, source) ?? ''))) return true;
    const others = region.columns.filter((column) => column.source !== source);
    return all(one.sheet.rowCount).some(
      (row) =>
        region.range.top <= row &&
        row <= region.range.bottom &&
        isFilled(one.sheet, row, source) &&
        others.every((column) => !isFilled(one.sheet, row, column.source)),
    );
  };
  const candidates = region.columns
    .slice(1)
    .filter((column) => column.role !== 'period' && isName(column) && !isNeeded(column));
  return { region, source: sample(candidates, 1, one.random)[0]?.source };
}

/** What a new column has, in every record. */
const costCentre =
  ({ sheet }, { headerRows, range, columns, rowRoles: { group, derived } }) =>
  (row) => {
    if (headerRows.at(-1) === row) return 'Cost centre';
    const isRecord =
      row > headerRows.at(-1) && row <= range.bottom && !derived.includes(row) && !group.includes(row);
    const hasOthers = columns.some(({ source }) => isFilled(sheet, row, source));
    return isRecord && hasOthers ? `cc-${row % 7}` : '';
  };

export const nextMonths = {
  nothing: (one) => asItWas(one),
  'other values': (one) => {
    if (!isExplained(one)) return undefined;
    const other = valuesOf(one);
    return { ...asItWas(one), change: (value, cell) => other(value, cell, true) };
  },
  'rows more': (one) => {
    const mayBeNew = records(one).filter((row) => mayHaveAnother(one, row));
    const found = sample(mayBeNew, 1 + Math.floor(one.random() * 14), one.random);
    if (found.length === 0 || !isExplained(one)) return undefined;
    const chosen = new Set(found);
    return {
      ...asItWas(one),
      change: valuesOf(one),
      rows: all(one.sheet.rowCount).flatMap((row) => (chosen.has(row) ? [row, { copy: row }] : [row])),
    };
  },
  'rows fewer': (one) => {
    const found = records(one);
    // A list may have half as many; of what a report lists, little goes.
    const part = tables(one).some(({ layout }) => layout === 'report') ? 5 : 2;
    const gone = new Set(sample(found, Math.floor(found.length / part), one.random));
    if (gone.size === 0 || !isExplained(one)) return undefined;
    return { ...asItWas(one), rows: all(one.sheet.rowCount).filter((row) => !gone.has(row)) };
  },
  'titles and dates': (one) => {
    const header = isHeader(one);
    return {
      ...asItWas(one),
      change: (value, cell) => (header(cell) || typeof value !== 'string' ? value : withDates(value)),
    };
  },
  'a row more above': (one) => {
    const [first] = tables(one);
    if (!first || first.headerRows.length === 0) return undefined;
    return { ...asItWas(one), rows: [{ blank: true }, ...all(one.sheet.rowCount)] };
  },
  'a column more': (one) => {
    const found = plainColumn(one);
    if (!found || found.source === undefined) return undefined;
    const { region } = found;
    /** @type {any[]} */
    const columns = all(one.sheet.columns.length);
    columns.splice(region.range.right + 1, 0, { added: true });
    return {
      ...asItWas(one),
      columns,
      added: costCentre(one, region),
    };
  },
  'a column more within': (one) => {
    const found = plainColumn(one);
    if (!found || found.source === undefined) return undefined;
    const { region, source } = found;
    /** @type {any[]} */
    const columns = all(one.sheet.columns.length);
    columns.splice(source, 0, { added: true });
    return {
      ...asItWas(one),
      columns,
      added: costCentre(one, region),
    };
  },
  'a column less': (one) => {
    const found = plainColumn(one);
    if (!found || found.source === undefined) return undefined;
    return {
      ...asItWas(one),
      columns: all(one.sheet.columns.length).filter((column) => column !== found.source),
      gone: found.source,
    };
  },
  'a column renamed': (one) => {
    const found = plainColumn(one);
    if (!found || found.source === undefined) return undefined;
    const row = found.region.headerRows.at(-1);
    return {
      ...asItWas(one),
      change: (text, cell) => {
        if (cell.row !== row || cell.column !== found.source || !/\p{L}/u.test(text)) return text;
        if (readPeriod(text)) return text;
        return `${text} (new)`;
      },
      renamed: found.source,
    };
  },
  'a column moved': (one) => {
    const found = plainColumn(one);
    if (!found || found.source === undefined) return undefined;
    const columns = all(one.sheet.columns.length).filter((column) => column !== found.source);
    const at =
      columns.indexOf(found.region.range.right) + (found.source === found.region.range.right ? 0 : 1);
    columns.splice(found.source === found.region.range.right ? 1 : at, 0, found.source);
    return { ...asItWas(one), columns, movedColumn: found.source };
  },
};
