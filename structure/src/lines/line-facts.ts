import type { CellGrid } from '../cell-grid.js';
import { Kind } from '../cell-grid.js';
import { isMissingMark } from '../values/read-number.js';
import {
  isUnitLine,
  namesParty,
  readsAsDate,
  readsAsField,
  readsAsPeriod,
  saysComputed,
  saysTotal,
  saysWhenMade,
} from './line-vocabulary.js';

/** Facts about a line from its own cells. */
export interface LineFacts {
  row: number;
  filled: number;
  numbers: number;
  /** Everything but numbers: in a CSV file dates and errors are text, so they are here too. */
  texts: number;
  dates: number;
  /** Texts that mark a missing value: `n.a.`, `-`. */
  missing: number;
  /** Whole numbers or texts that read as a year or another period. */
  periods: number;
  firstColumn: number;
  lastColumn: number;
  /** The first filled cell, and how far its text is indented. */
  lead: string;
  indent: number;
  /** For all texts of the line together, and for its longest one. */
  textLength: number;
  longestText: number;
  totalWords: number;
  computedWords: number;
  /** Texts such as `Printed: today`, nothing but a unit, the date or the maker of a sheet, a company. */
  fields: number;
  units: number;
  whenMade: number;
  parties: number;
  /** How often a cell's kind differs from that of the filled cell before it. */
  kindChanges: number;
  /** Distinct texts. */
  distinctTexts: number;
}

const earliestYear = 1700;
const latestYear = 2100;
/** A sentence may mention a total; a label of a total is short. */
const longestLabel = 60;
const maxTextsRemembered = 50_000;

/** Facts about the non-empty lines, from top to bottom. */
export function readLineFacts(grid: CellGrid): LineFacts[] {
  const lines: LineFacts[] = [];
  const known = new KnownTexts();
  for (let row = 0; row < grid.rowCount; row++) {
    const facts = factsOfRow(grid, row, known);
    if (facts.filled > 0) lines.push(facts);
  }
  return lines;
}

function factsOfRow(grid: CellGrid, row: number, known: KnownTexts): LineFacts {
  const facts = blankFacts(row);
  const texts = new Set<string>();
  let kindBefore: Kind = Kind.empty;
  for (let column = 0; column < grid.columnCount; column++) {
    const kind = grid.kind(row, column);
    if (kind === Kind.empty) continue;
    if (facts.filled === 0) {
      facts.firstColumn = column;
      readLead(facts, grid, column);
    } else if (kind !== kindBefore) facts.kindChanges++;
    facts.filled++;
    facts.lastColumn = column;
    kindBefore = kind;
    if (kind === Kind.number) {
      facts.numbers++;
      if (isYear(grid.number(row, column))) facts.periods++;
    } else {
      const text = grid.text(row, column);
      texts.add(text);
      addText(facts, text, known.senseOf(text));
    }
  }
  facts.distinctTexts = texts.size;
  return facts;
}

function addText(facts: LineFacts, text: string, sense: TextSense): void {
  facts.texts++;
  facts.textLength += text.length;
  facts.longestText = Math.max(facts.longestText, text.length);
  facts.missing += sense.missing;
  facts.totalWords += sense.totalWords;
  facts.computedWords += sense.computedWords;
  facts.fields += sense.fields;
  facts.units += sense.units;
  facts.whenMade += sense.whenMade;
  facts.parties += sense.parties;
  facts.dates += sense.dates;
  facts.periods += sense.periods;
}

/** What one text adds to the counts of its line. */
type TextSense = Pick<
  LineFacts,
  | 'missing'
  | 'totalWords'
  | 'computedWords'
  | 'dates'
  | 'periods'
  | 'fields'
  | 'units'
  | 'whenMade'
  | 'parties'
>;

const noSense: TextSense = {
  missing: 0,
  totalWords: 0,
  computedWords: 0,
  dates: 0,
  periods: 0,
  fields: 0,
  units: 0,
  whenMade: 0,
  parties: 0,
};

function senseOf(text: string): TextSense {
  if (isMissingMark(text)) return { ...noSense, missing: 1 };
  if (text.length > longestLabel) return noSense;
  const isDate = readsAsDate(text);
  return {
    missing: 0,
    totalWords: Number(saysTotal(text)),
    computedWords: Number(saysComputed(text)),
    dates: Number(isDate),
    periods: Number(!isDate && readsAsPeriod(text)),
    fields: Number(readsAsField(text)),
    units: Number(isUnitLine(text)),
    whenMade: Number(saysWhenMade(text)),
    parties: Number(namesParty(text)),
  };
}

/** Long sheets repeat the same texts. */
class KnownTexts {
  readonly #senses = new Map<string, TextSense>();

  senseOf(text: string): TextSense {
    const known = this.#senses.get(text);
    if (known) return known;
    const sense = senseOf(text);
    if (this.#senses.size < maxTextsRemembered) this.#senses.set(text, sense);
    return sense;
  }
}

function readLead(facts: LineFacts, grid: CellGrid, column: number): void {
  facts.lead = grid.text(facts.row, column);
  const spaces = facts.lead.length - facts.lead.trimStart().length;
  facts.indent = spaces + 2 * grid.style(facts.row, column).indent;
}

function isYear(value: number): boolean {
  return value >= earliestYear && value <= latestYear && Number.isInteger(value);
}

function blankFacts(row: number): LineFacts {
  return {
    row,
    filled: 0,
    numbers: 0,
    texts: 0,
    dates: 0,
    missing: 0,
    periods: 0,
    firstColumn: 0,
    lastColumn: 0,
    lead: '',
    indent: 0,
    textLength: 0,
    longestText: 0,
    totalWords: 0,
    computedWords: 0,
    fields: 0,
    units: 0,
    whenMade: 0,
    parties: 0,
    kindChanges: 0,
    distinctTexts: 0,
  };
}
