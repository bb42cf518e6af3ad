import { readPeriod } from '#structure/values/periods.js';

// What the next file of a kind has changed. Each takes `{sheet, spec, random}` and gives how rows and columns stand now
// (move-sheet.mjs), or undefined where the sheet has nothing to change so.

const all = (count) => Array.from({ length: count }, (_, at) => at);
const asItWas = ({ sheet }) => ({ rows: all(sheet.rowCount), columns: all(sheet.columns.length) });

const tables = ({ spec }) => spec.regions.filter(({ kind, layout }) => kind === 'data' && layout !== 'form');

/** Rows that are records between others in every table that has them, so that what is above and below tells nothing. */
function records(one) {
  const all = one.spec.regions.filter(({ kind }) => kind === 'data');
  const filled = (row) =>
    one.sheet.columns.some((column) => (column?.kinds[row - column.firstRow] ?? 0) !== 0);
  const isMerged = (row) =>
    one.sheet.merges.some(({ top, bottom }) => top < bottom && top <= row + 1 && row - 1 <= bottom);
  const isWithin = ({ range, headerRows, rowRoles, rowParents = {}, steps, layout }, row) => {
    const others = [...headerRows, ...rowRoles.group, ...rowRoles.derived, ...Object.values(rowParents)];
    const isReshaped = steps.some(({ operator }) => operator === 'transpose' || operator === 'pivot');
    return (
      layout !== 'form' &&
      !isReshaped &&
      range.top < row - 1 &&
      row + 1 <= range.bottom &&
      [row - 1, row, row + 1].every((near) => !others.includes(near))
    );
  };
  const found = [];
  for (let row = 1; row < one.sheet.rowCount; row++) {
    const own = all.filter(({ range }) => range.top <= row && row <= range.bottom);
    if (own.length === 0 || !own.every((region) => isWithin(region, row)) || isMerged(row)) continue;
    if ([row - 1, row, row + 1].every(filled)) found.push(row);
  }
  return found;
}

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

const withDates = (text) =>
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
  const isName = ({ name }) => !/\d/.test(name) && !readPeriod(name);
  // Names over several columns do not move with one of them.
  if (found[0].headerRows.length > 1) return undefined;
  const [region] = found;
  const candidates = region.columns.slice(1).filter((column) => column.role !== 'period' && isName(column));
  return { region, source: sample(candidates, 1, one.random)[0]?.source };
}

export const nextMonths = {
  nothing: (one) => asItWas(one),
  'rows more': (one) => {
    const found = sample(records(one), 1 + Math.floor(one.random() * 14), one.random);
    if (found.length === 0) return undefined;
    const chosen = new Set(found);
    return {
      ...asItWas(one),
      rows: all(one.sheet.rowCount).flatMap((row) => (chosen.has(row) ? [row, { copy: row }] : [row])),
    };
  },
  'rows fewer': (one) => {
    const found = records(one);
    const gone = new Set(sample(found, Math.floor(found.length / 2), one.random));
    if (gone.size === 0) return undefined;
    return { ...asItWas(one), rows: all(one.sheet.rowCount).filter((row) => !gone.has(row)) };
  },
  'titles and dates': (one) => {
    const header = isHeader(one);
    return { ...asItWas(one), change: (text, cell) => (header(cell) ? text : withDates(text)) };
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
      added: (row) =>
        region.headerRows.at(-1) === row
          ? 'Cost centre'
          : row > region.headerRows.at(-1) &&
              row <= region.range.bottom &&
              !region.rowRoles.derived.includes(row) &&
              !region.rowRoles.group.includes(row)
            ? `cc-${row % 7}`
            : '',
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
      added: (row) =>
        region.headerRows.at(-1) === row
          ? 'Cost centre'
          : row > region.headerRows.at(-1) &&
              row <= region.range.bottom &&
              !region.rowRoles.derived.includes(row) &&
              !region.rowRoles.group.includes(row)
            ? `cc-${row % 7}`
            : '',
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
