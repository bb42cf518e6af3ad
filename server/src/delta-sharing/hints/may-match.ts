import type { DeltaType } from '../../core/delta/delta-types.js';
import type { ColumnStatistics, FileStatistics } from '../../core/delta/file-statistics.js';
import type { Comparison, Hint, HintValue } from './hint.js';

/** Whether a condition may be true of some row of a file, and whether it may be false of some; of empty cells it is neither. */
interface Chances {
  true: boolean;
  false: boolean;
}

const any: Chances = { true: true, false: true };
const none: Chances = { true: false, false: false };

type DeltaTypes = ReadonlyMap<string, DeltaType>;

/** Whether a file may have rows that fulfil a condition. Types are by names in lower case. */
export function mayMatch(hint: Hint, file: FileStatistics, types: DeltaTypes): boolean {
  return chancesOf(hint, file, types).true;
}

function chancesOf(hint: Hint, file: FileStatistics, types: DeltaTypes): Chances {
  switch (hint.is) {
    case 'unknown':
      return any;
    case 'not': {
      const chances = chancesOf(hint.of, file, types);
      return { true: chances.false, false: chances.true };
    }
    case 'and': {
      const parts = hint.of.map((part) => chancesOf(part, file, types));
      return { true: parts.every((part) => part.true), false: parts.some((part) => part.false) };
    }
    case 'or': {
      const parts = hint.of.map((part) => chancesOf(part, file, types));
      return { true: parts.some((part) => part.true), false: parts.every((part) => part.false) };
    }
    case 'empty': {
      const column = statisticsOf(hint.column, file);
      return column ? { true: column.nulls > 0, false: column.nulls < file.rows } : any;
    }
    case 'compare': {
      const column = statisticsOf(hint.column, file);
      const type = types.get(hint.column.toLowerCase());
      if (!column || !type) return any;
      if (column.nulls === file.rows) return none;
      return compared(hint.how, column, hint.value, type);
    }
  }
}

function statisticsOf(name: string, { columns }: FileStatistics): ColumnStatistics | undefined {
  const key = name.toLowerCase();
  return Object.entries(columns).find(([column]) => column.toLowerCase() === key)?.[1];
}

function compared(
  how: Comparison,
  { min, max }: ColumnStatistics,
  value: HintValue,
  type: DeltaType,
): Chances {
  // Below, at or above the value; undefined if that is unknown.
  const low = min === null ? undefined : ordered(min, value, type);
  const high = max === null ? undefined : ordered(max, value, type);
  const lowIs = (test: (order: number) => boolean) => low === undefined || test(low);
  const highIs = (test: (order: number) => boolean) => high === undefined || test(high);
  switch (how) {
    case '=':
      return { true: lowIs((o) => o <= 0) && highIs((o) => o >= 0), false: !(low === 0 && high === 0) };
    case '<':
      return { true: lowIs((o) => o < 0), false: highIs((o) => o >= 0) };
    case '<=':
      return { true: lowIs((o) => o <= 0), false: highIs((o) => o > 0) };
    case '>':
      return { true: highIs((o) => o > 0), false: lowIs((o) => o <= 0) };
    case '>=':
      return { true: highIs((o) => o >= 0), false: lowIs((o) => o < 0) };
  }
}

/** The order of a bound and a value, or undefined if they are not of a kind. */
function ordered(bound: string, { kind, text }: HintValue, type: DeltaType): number | undefined {
  if (type === 'string')
    return kind === 'text' ? Buffer.compare(Buffer.from(bound), Buffer.from(text)) : undefined;
  if (type === 'date') {
    const isDate = (kind === 'date' || kind === 'text') && /^\d{4}-\d\d-\d\d$/.test(text);
    return isDate ? signOf(bound, text) : undefined;
  }
  if (type === 'timestamp') {
    const time = kind === 'timestamp' && text.endsWith('Z') ? Date.parse(text) : Number.NaN;
    return Number.isNaN(time) ? undefined : signOf(Date.parse(bound), time);
  }
  if (kind !== 'number' || type === 'boolean') return undefined;
  if (type === 'double') return signOf(Number(bound), Number(text));
  return exactOrder(bound, text);
}

const signOf = <Value extends string | number>(one: Value, other: Value): number =>
  one < other ? -1 : one > other ? 1 : 0;

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;
/** More digits than any decimal of the engine has behind its point. */
const SCALE = 40;

/** Of numbers with more digits than a double has. */
function exactOrder(one: string, other: string): number | undefined {
  const [left, right] = [scaled(one), scaled(other)];
  if (left === undefined || right === undefined) return undefined;
  return left < right ? -1 : left > right ? 1 : 0;
}

function scaled(text: string): bigint | undefined {
  const [, sign, whole = '', fraction = ''] = DECIMAL.exec(text) ?? [];
  if (whole === '' || fraction.length > SCALE || whole.length > SCALE) return undefined;
  return BigInt(`${sign}${whole}${fraction.padEnd(SCALE, '0')}`);
}
