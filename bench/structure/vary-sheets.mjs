// Varied copies of sheets. Each labelled set has few layouts; varied copies keep the model from learning the
// habits of one publisher (totals first, no text columns, one table per file, no unit above, no looks).
import { dressSheet } from './dress-sheets.mjs';
import { addAbove, addBelow, addHeading, narrow, repeatHeader } from './everyday-changes.mjs';

const WORDS =
  'North South Retail Active Pending Smith Johnson Private Public Monthly Annual Basic Energy Water Paris Tokyo Engineering Closed Fund Gas Power Review History Biology None Yes No High Low'.split(
    ' ',
  );
const SENTENCE = 'based on data reported by the office and revised in the following year for all units'.split(
  ' ',
);

/** Some varied copies of the sheets: `{rows, labels}` each, with rows of texts. */
export function varySheets(sheets, copies, random) {
  const varied = [];
  for (let copy = 0; copy < copies; copy++) {
    for (const sheet of sheets) {
      let result = varyOne(sheet, random);
      if (random() < 0.45) result = stackWithOthers(result, sheet, sheets, random);
      if (result.rows.length > 1) varied.push(random() < 0.5 ? dressSheet(result, random) : result);
    }
  }
  return varied;
}

function varyOne(sheet, random) {
  let result = { rows: sheet.rows.map((row) => [...row]), labels: [...sheet.labels] };
  const maybe = (chance, change) => {
    if (random() < chance) result = change(result, random);
  };
  maybe(0.5, shorten);
  maybe(0.3, (s) => withoutLines(s, 'metadata'));
  maybe(0.3, (s) => withoutLines(s, 'notes'));
  maybe(0.3, (s) => withoutLines(s, 'empty'));
  maybe(0.3, totalsBelow);
  maybe(0.3, renameTotals);
  maybe(0.12, groupsInOwnColumn);
  maybe(0.5, numbersToTexts);
  maybe(0.25, thinOut);
  maybe(0.25, addTotals);
  maybe(0.35, (s) => spreadTexts(s, 'metadata', random));
  maybe(0.25, (s) => spreadTexts(s, 'notes', random));
  maybe(0.15, narrow);
  maybe(0.1, repeatHeader);
  maybe(0.25, addAbove);
  maybe(0.15, addBelow);
  maybe(0.2, shiftRight);
  return result;
}

function keepLines({ rows, labels }, keep) {
  const kept = rows.map((_, i) => i).filter(keep);
  return { rows: kept.map((i) => rows[i]), labels: kept.map((i) => labels[i]) };
}

const withoutLines = (sheet, role) => keepLines(sheet, (i) => sheet.labels[i] !== role);

/** Keeps a run of the body, at most some dozens of lines. */
function shorten(sheet, random) {
  const body = sheet.labels.map((role, i) => (role === 'data' ? i : -1)).filter((i) => i >= 0);
  const most = 2 + Math.floor(random() * 30);
  if (body.length <= most) return sheet;
  const from = body[0];
  const cut = body[most];
  const last = body.at(-1);
  return keepLines(sheet, (i) => i < from || i < cut || i > last);
}

/** Moves a total above its block to the end of it. */
function totalsBelow({ rows, labels }) {
  const order = [];
  for (let i = 0; i < rows.length; i++) {
    if (labels[i] !== 'derived') {
      order.push(i);
      continue;
    }
    let end = i;
    while (labels[end + 1] === 'data') end++;
    for (let k = i + 1; k <= end; k++) order.push(k);
    order.push(i);
    i = end;
  }
  return { rows: order.map((i) => rows[i]), labels: order.map((i) => labels[i]) };
}

/** Without the word "total", only position and arithmetic remain. */
function renameTotals({ rows, labels }, random) {
  const blank = random() < 0.4;
  rows.forEach((row, i) => {
    if (labels[i] !== 'derived') return;
    const lead = row.findIndex((cell) => cell.trim());
    if (lead >= 0 && !isNumeric(row[lead])) row[lead] = blank ? '' : pick(WORDS, random);
  });
  return { rows, labels };
}

/** The names of groups in a separate column at the left. */
function groupsInOwnColumn({ rows, labels }) {
  const outside = (i) => ['metadata', 'notes', 'group'].includes(labels[i]);
  return { rows: rows.map((row, i) => (outside(i) ? [row[0], '', ...row.slice(1)] : ['', ...row])), labels };
}

/** Columns of text instead of numbers: lists, directories, programmes. */
function numbersToTexts({ rows, labels }, random) {
  const width = Math.max(...rows.map((row) => row.length));
  const share = [0.3, 0.6, 1, 1][Math.floor(random() * 4)];
  for (let column = 0; column < width; column++) {
    const write = random() < share ? pick(TEXT_COLUMNS, random) : null;
    if (!write) continue;
    rows.forEach((row, i) => {
      if (!isNumeric(row[column] ?? '')) return;
      if (labels[i] === 'data') row[column] = write(random);
      else if (labels[i] === 'derived' || labels[i] === 'group') row[column] = '';
    });
  }
  return keepLines({ rows, labels }, (i) => labels[i] !== 'derived' || rows[i].some(isNumeric));
}

const TEXT_COLUMNS = [
  (random) => pick(WORDS.slice(0, 6), random),
  (random) => `${pick(WORDS, random)}, ${pick(WORDS, random)}`,
  (random) => `${pick(WORDS, random).slice(0, 2).toUpperCase()}-${Math.floor(random() * 900 + 100)}`,
  (random) =>
    `20${String(Math.floor(random() * 20)).padStart(2, '0')}-0${1 + Math.floor(random() * 9)}-1${Math.floor(random() * 9)} 00:00:00`,
  (random) => Array.from({ length: 3 + Math.floor(random() * 12) }, () => pick(SENTENCE, random)).join(' '),
  (random) => (random() < 0.6 ? '' : pick(WORDS, random)),
];

/** Sparse data: empty cells in the body. */
function thinOut({ rows, labels }, random) {
  const share = random() < 0.3 ? 0.95 : random() * 0.7;
  rows.forEach((row, i) => {
    if (labels[i] !== 'data') return;
    const lead = row.findIndex((cell) => cell.trim());
    for (let column = lead + 1; column < row.length; column++) if (random() < share) row[column] = '';
  });
  return { rows, labels };
}

/** True sums below or above runs of data, with and without a label. */
function addTotals({ rows, labels }, random) {
  /** @type {{ rows: string[][], labels: string[] }} */
  const result = { rows: [], labels: [] };
  const longest = 2 + Math.floor(random() * 8);
  const first = random() < 0.35;
  const name = pick(
    [() => 'Total', () => '', () => pick(WORDS, random), () => `${pick(WORDS, random)} Total`, () => 'Net'],
    random,
  );
  const gap = random() < 0.4;
  /** @type {string[][]} */
  let run = [];
  const flush = () => {
    if (run.length >= 2) {
      const total = sumOf(run, name());
      if (total) result.rows.push(...(first ? [total, ...run] : [...run, total]));
      else result.rows.push(...run);
      const data = run.map(() => 'data');
      result.labels.push(...(!total ? data : first ? ['derived', ...data] : [...data, 'derived']));
      if (gap) {
        result.rows.push(['']);
        result.labels.push('empty');
      }
    } else {
      result.rows.push(...run);
      result.labels.push(...run.map(() => 'data'));
    }
    run = [];
  };
  rows.forEach((row, i) => {
    if (labels[i] === 'data') run.push(row);
    if (labels[i] !== 'data' || run.length >= longest) flush();
    if (labels[i] === 'data') return;
    result.rows.push(row);
    result.labels.push(labels[i]);
  });
  flush();
  return result;
}

function sumOf(run, name) {
  const width = Math.max(...run.map((row) => row.length));
  const total = Array.from({ length: width }, (_, column) => {
    const cells = run.map((row) => row[column] ?? '').filter((cell) => cell.trim());
    if (cells.length === 0 || !cells.every(isNumeric)) return '';
    return String(cells.reduce((sum, cell) => sum + Number(cell.replaceAll(/[$,%()]/g, '')), 0));
  });
  const lead = run[0].findIndex((cell) => cell.trim());
  if (lead >= 0) total[lead] = name;
  return total.some(isNumeric) ? total : null;
}

/**
 * Titles and notes over several cells: number and name separate, a name with its value, in the middle of the
 * sheet.
 */
function spreadTexts({ rows, labels }, role, random) {
  const shift = random() < 0.3 ? 1 + Math.floor(random() * 3) : 0;
  const beside = random() < 0.3;
  const changed = rows.map((row, i) => {
    if (labels[i] !== role) return row;
    const cells = row.filter((cell) => cell.trim());
    const [lead = ''] = cells;
    const cut = lead.search(/(?<=[.:;])\s|\s(?=\S+$)/);
    const parts =
      cut > 0 && random() < 0.6 ? [lead.slice(0, cut), lead.slice(cut + 1), ...cells.slice(1)] : cells;
    if (beside && random() < 0.5) parts.push('', '', pick(TEXT_COLUMNS, random)(random));
    return [...Array.from({ length: shift }, () => ''), ...parts];
  });
  return { rows: changed, labels };
}

function shiftRight({ rows, labels }, random) {
  const blank = Array.from({ length: 1 + Math.floor(random() * 2) }, () => '');
  return { rows: rows.map((row) => [...blank, ...row]), labels };
}

/** Several tables below each other: different ones, or the same one repeatedly. */
function stackWithOthers(first, sheet, sheets, random) {
  const parts = [first];
  const alike = random() < 0.5;
  const count = 1 + Math.floor(random() * 4);
  for (let k = 0; k < count; k++) {
    const other = alike ? sheet : pick(sheets, random);
    const part = shorten(varyOne(other, random), random);
    parts.push(random() < 0.3 ? addHeading(part, random) : part);
  }
  const gap = Math.floor(random() * 3);
  /** @type {{ rows: string[][], labels: string[] }} */
  const stacked = { rows: [], labels: [] };
  for (const part of parts) {
    stacked.rows.push(...part.rows, ...Array.from({ length: gap }, () => ['']));
    stacked.labels.push(...part.labels, ...Array.from({ length: gap }, () => 'empty'));
  }
  return stacked;
}

const isNumeric = (cell) => /^\s*[-(]?[$]?[\d,.]+%?\)?\s*$/.test(cell) && /\d/.test(cell);
const pick = (list, random) => list[Math.floor(random() * list.length)];
