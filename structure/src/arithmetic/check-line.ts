import { sumTolerance } from './compute.js';
import type { NumberTable } from './number-table.js';
import type { ComputedLine } from './operation.js';

/** What one cell of a computed line should be. Lines and records are those of the number table. */
export interface LineCheck {
  computed: number;
  error: number;
  /** How far roundings may take the stated number from the computed one. */
  tolerance: number;
  /** How far roundings of whole numbers among the parts may take a ratio in addition. */
  slack: number;
  /** False where zeros or a single number agree by themselves. */
  isTelling: boolean;
}

/** Undefined where the record has no number in the line or none in its parts. */
export function checkRecord(table: NumberTable, line: ComputedLine, record: number): LineCheck | undefined {
  const stated = table.value(record, line.line);
  if (Number.isNaN(stated)) return undefined;
  switch (line.operation) {
    case 'sum':
    case 'difference':
      return checkSum(table, line, record, stated, 0);
    case 'running_balance':
      return checkBalance(table, line, record, stated);
    case 'average':
      return checkAverage(table, line, record, stated);
    case 'ratio':
      return checkRatio(table, line, record, stated);
  }
}

function checkSum(
  table: NumberTable,
  { line, parts }: ComputedLine,
  record: number,
  stated: number,
  before: number,
): LineCheck | undefined {
  let computed = before;
  let magnitude = Math.abs(before);
  let present = 0;
  let unit = table.unitAt(record, line);
  for (const part of parts) {
    const value = table.value(record, part.line);
    if (Number.isNaN(value)) continue;
    present++;
    computed += part.sign * value;
    magnitude += Math.abs(value);
    unit = Math.max(unit, table.unitAt(record, part.line));
  }
  if (present === 0) return undefined;
  return {
    computed,
    error: Math.abs(stated - computed),
    tolerance: sumTolerance(unit, present, magnitude),
    slack: 0,
    isTelling: magnitude > Math.abs(before) && (present > 1 || before !== 0),
  };
}

function checkBalance(table: NumberTable, line: ComputedLine, record: number, stated: number) {
  const before = balanceBefore(table, line.line, record);
  return Number.isNaN(before) ? undefined : checkSum(table, line, record, stated, before);
}

/** The last balance above (or to the left), past lines without one. */
function balanceBefore(table: NumberTable, field: number, record: number): number {
  for (let before = record - 1; before >= Math.max(0, record - 3); before--) {
    const value = table.value(before, field);
    if (!Number.isNaN(value)) return value;
  }
  return Number.NaN;
}

function checkAverage(table: NumberTable, { line, parts }: ComputedLine, record: number, stated: number) {
  const values = parts.map((part) => table.value(record, part.line)).filter((value) => !Number.isNaN(value));
  if (values.length === 0) return undefined;
  const computed = values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    computed,
    error: Math.abs(stated - computed),
    tolerance: table.unitAt(record, line) * 0.55 + Math.abs(stated) * 1e-9,
    slack: 0,
    isTelling: values.some((value) => value !== values[0]),
  };
}

function checkRatio(table: NumberTable, line: ComputedLine, record: number, stated: number) {
  const [dividend, divisor] = line.parts;
  const { factor, isChange, shareOf } = line.ratio ?? { factor: 1, isChange: false };
  if (!dividend) return undefined;
  const a = table.value(record, dividend.line);
  const b =
    shareOf === undefined ? table.value(record, divisor?.line ?? -1) : table.value(shareOf, dividend.line);
  if (Number.isNaN(a) || Number.isNaN(b) || b === 0) return undefined;
  const computed = factor * (isChange ? (a - b) / b : a / b);
  const unit = table.unitAt(record, dividend.line);
  const slack = (factor * (unit / 2) * (1 + Math.abs(a / b))) / Math.abs(b);
  // Whole numbers are counts and exact; fractions were rounded.
  const tolerance = table.unitAt(record, line.line) * 0.55 + (unit < 1 ? slack : 0) + Math.abs(stated) * 1e-9;
  return {
    computed,
    error: Math.abs(stated - computed),
    tolerance,
    slack,
    // Any small share rounds to zero.
    isTelling: a !== 0 && a !== b && Math.abs(b) !== 1 && Math.abs(computed) > tolerance,
  };
}

export const isExact = ({ error, computed }: LineCheck) => error <= Math.abs(computed) * 1e-9 + 1e-9;

interface Agreement {
  /** Where the numbers agree, zeros included. */
  records: number[];
  /** Of the telling records: how many agree, agree to the last digit, or do not agree. */
  fits: number;
  exact: number;
  fails: number;
}

/** `leftOut` are records that do not count. */
export function agreementOf(
  table: NumberTable,
  line: ComputedLine,
  leftOut: ReadonlySet<number> = new Set(),
): Agreement {
  const agreement: Agreement = { records: [], fits: 0, exact: 0, fails: 0 };
  for (let record = 0; record < table.recordCount; record++) {
    const check = leftOut.has(record) ? undefined : checkRecord(table, line, record);
    if (!check) continue;
    const fits = check.error <= check.tolerance;
    if (fits) agreement.records.push(record);
    if (!fits) agreement.fails++;
    else if (check.isTelling) {
      agreement.fits++;
      if (isExact(check)) agreement.exact++;
    }
  }
  return agreement;
}
