import { type DelimitedCells, parseDelimited } from './parse-delimited.js';

/**
 * In order of preference: where two explain a file equally well, a comma is more likely to be part of the
 * text.
 */
const delimiters = ['\t', ';', '|', ','] as const;
const SAMPLE_LENGTH = 256 * 1024;
const SAMPLE_CELLS = 4000;
/** The margin by which a later hypothesis must be better: less is noise. */
const MARGIN = 0.02;

interface DialectChoice {
  delimiter: string;
  quote: string;
  /**
   * Where the table begins: after a line such as `sep=;`, which is not a row but tells Excel the delimiter.
   */
  start: number;
  /** From 0, no row is split, to 1, every row is split into the same number of cells. */
  agreement: number;
  /** Rows that were examined. */
  rows: number;
}

/**
 * Reads the beginning of a text in every dialect and chooses the one in which it looks most like a table:
 * rows of the same width, and cells that are whole values rather than parts or clusters of them.
 */
export function chooseDialect(text: string, fallback: string): DialectChoice {
  const announced = /^sep=(.)(?:\r\n|\r|\n)/.exec(text);
  const start = announced?.[0].length ?? 0;
  const sample = text.slice(start, start + SAMPLE_LENGTH);
  const cut = text.length > start + SAMPLE_LENGTH;
  const wanted = announced?.[1];
  const hypotheses = (wanted ? [wanted] : delimiters).map((delimiter) => judge(sample, cut, delimiter));
  // A text of one column has no delimiter, but its quotes count.
  let best =
    hypotheses.find(({ delimiter }) => delimiter === (wanted ?? fallback)) ?? judge(sample, cut, fallback);
  let maxPoints = 0;
  for (const hypothesis of hypotheses) {
    const promised = hypothesis.delimiter === '\t' && fallback === '\t' && hypothesis.points > 0;
    const points = hypothesis.points + (promised ? 1 : 0);
    if (points <= maxPoints + MARGIN) continue;
    maxPoints = points;
    best = hypothesis;
  }
  const { delimiter, quote, agreement, rows } = best;
  return { delimiter, quote, start, agreement, rows };
}

function judge(sample: string, cut: boolean, delimiter: string) {
  const { cells, quote } = chooseQuote(sample, delimiter);
  // The last row of a sample may be cut.
  const rowCount = cut ? Math.max(1, cells.rowCount - 1) : cells.rowCount;
  const rowsByWidth = new Map<number, number>();
  let rows = 0;
  let filled = 0;
  let plain = 0;
  for (let row = 0; row < rowCount; row++) {
    const start = cells.rowStart(row);
    const end = cells.rowStart(row + 1);
    const width = end - start;
    if (width === 1 && cells.isEmpty(start)) continue;
    rows++;
    if (width === 1) continue;
    rowsByWidth.set(width, (rowsByWidth.get(width) ?? 0) + 1);
    for (let index = start; index < end; index++) {
      if (filled === SAMPLE_CELLS || cells.isEmpty(index)) continue;
      filled++;
      if (isPlainValue(cells.at(index))) plain++;
    }
  }
  const widths = [...rowsByWidth.values()];
  const split = widths.reduce((sum, count) => sum + count, 0);
  const alike = Math.max(0, ...widths);
  const agreement = rows === 0 ? 0 : (alike + (split - alike) / 2) / rows;
  const plainness = filled === 0 ? 1 : plain / filled;
  return { delimiter, quote, rows, agreement, points: agreement * (0.5 + plainness / 2) };
}

/**
 * The apostrophe is the quote character only where that explains more of the file than the double quote does.
 */
function chooseQuote(sample: string, delimiter: string): { cells: DelimitedCells; quote: string } {
  const double = tryQuote(sample, delimiter, '"');
  if (!sample.includes("'")) return double;
  const single = tryQuote(sample, delimiter, "'");
  return single.evidence > Math.max(0, double.evidence) ? single : double;
}

function tryQuote(sample: string, delimiter: string, quote: string) {
  const seen = { sound: 0, needed: 0, broken: 0 };
  const witness = {
    sound: (inner: string) => {
      seen.sound++;
      if (inner.includes(quote) || inner.includes(delimiter) || /[\r\n]/.test(inner)) seen.needed++;
    },
    broken: () => seen.broken++,
  };
  const cells = parseDelimited(sample, { delimiter, quote }, { witness });
  // A few words between apostrophes may just be a quotation; those that hide a delimiter are not.
  const habitual = seen.sound >= cells.cellCount / 4 ? seen.sound : 0;
  return { cells, quote, evidence: seen.needed + habitual - 3 * seen.broken };
}

const number = /^[-+(]?[$€£¥]?\s?[\d.,\s]*\d\s?%?\)?$/;
const words = /^[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M} ._'()/&%-]*$/u;
const moment = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ].*)?$|^\d{1,2}:\d{2}/;

/** Whether a cell is one value, such as a number, a date or a few words, and not several run together. */
function isPlainValue(text: string): boolean {
  const cell = text.trim();
  return number.test(cell) || words.test(cell) || moment.test(cell);
}
