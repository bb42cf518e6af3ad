import type { CellRange } from '@workbook-data-service/sheets/grid';
import type { CellGrid } from '../cell-grid.js';
import type { FormulaOperation, FormulaTerm } from './formula-operation.js';
import type { Direction } from './number-table.js';
import type { ComputedLine, Operation, Ratio, SignedLine } from './operation.js';

/** A sum over more lines is not written out line by line. */
const maxParts = 5000;

/** The operation of a formula by cell; asked for each cell of a table, in both directions. */
export type FormulaOperations = (row: number, column: number) => FormulaOperation | undefined;

/** A line as one of its formulas describes it, without the record. */
type LineFormula = Pick<ComputedLine, 'operation' | 'parts' | 'ratio'>;

/** The rows (or columns) most of whose formulas compute them alike from other rows (or columns). */
export function formulaLines(
  grid: CellGrid,
  operationAt: FormulaOperations,
  direction: Direction,
  { top, left, bottom, right }: CellRange,
): ComputedLine[] {
  const isDown = direction === 'down';
  const [first, last] = isDown ? [top, bottom] : [left, right];
  const [from, to] = isDown ? [left, right] : [top, bottom];
  const found: ComputedLine[] = [];
  for (let line = first; line <= last; line++) {
    const ways = new Map<string, { formula: LineFormula | undefined; across: number[] }>();
    let formulas = 0;
    for (let record = from; record <= to; record++) {
      const [row, column] = isDown ? [line, record] : [record, line];
      const operation = operationAt(row, column);
      if (!operation) continue;
      formulas++;
      if (Number.isNaN(grid.number(row, column))) continue;
      const place = { line, record, isDown, operationAt };
      const key = keyOf(operation, place);
      const way = ways.get(key);
      if (way) way.across.push(record);
      else ways.set(key, { formula: lineFormula(operation, place), across: [record] });
    }
    const main = [...ways.values()].sort((a, b) => b.across.length - a.across.length)[0];
    if (main?.formula && 2 * main.across.length >= formulas)
      found.push({ line, ...main.formula, across: main.across, evidence: 'formula' });
  }
  return found;
}

interface FormulaPlace {
  line: number;
  record: number;
  isDown: boolean;
  operationAt: FormulaOperations;
}

/** Equal for formulas that compute the line alike. */
function keyOf({ kind, terms, divisor, factor, lessOne }: FormulaOperation, place: FormulaPlace): string {
  const { record, isDown } = place;
  const written = [...terms, ...divisor].map((term) => {
    const { top, left, bottom, right } = term.range;
    const [first, last, from] = isDown ? [top, bottom, left] : [left, right, top];
    const where = from === record ? '' : isBefore(term, place) ? 'before' : from;
    return `${term.sign} ${first}:${last} ${where}`;
  });
  return [kind, factor, lessOne, terms.length, ...written].join();
}

/** Undefined where the formula refers to other records, except for a balance and for a share of a total. */
function lineFormula(operation: FormulaOperation, place: FormulaPlace): LineFormula | undefined {
  if (operation.kind === 'ratio') return ratioFormula(operation, place);
  const before = operation.kind === 'sum' ? operation.terms.find((term) => isBefore(term, place)) : undefined;
  const parts = linesOf(
    operation.terms.filter((term) => term !== before),
    place,
    operation.isSubtotal,
  );
  if (!parts || parts.length === 0) return undefined;
  if (before) return { operation: 'running_balance', parts };
  return { operation: operation.kind === 'average' ? 'average' : additionOf(parts), parts };
}

export function additionOf(parts: readonly { sign: 1 | -1 }[]): Operation {
  return parts.some(({ sign }) => sign === -1) ? 'difference' : 'sum';
}

function ratioFormula(operation: FormulaOperation, place: FormulaPlace): LineFormula | undefined {
  const dividend = linesOf(operation.terms, place, false);
  if (!dividend) return undefined;
  const ratio = { factor: operation.factor, isChange: operation.lessOne };
  const divisor = linesOf(operation.divisor, place, false);
  if (!divisor) return shareFormula(operation, dividend, ratio, place);
  const [below] = divisor;
  if (!below || divisor.length > 1 || below.sign === -1) return undefined;
  // (b - a) / a
  const [after, ...others] = dividend.toSorted((a, b) => b.sign - a.sign);
  const isChange = others.length === 1 && others[0]?.sign === -1 && others[0].line === below.line;
  if (!after || after.sign === -1 || (others.length > 0 && !isChange)) return undefined;
  return {
    operation: 'ratio',
    parts: [after, below],
    ratio: { ...ratio, isChange: isChange || ratio.isChange },
  };
}

/** Divided by the number that its dividend has in another record: the share of a total. */
function shareFormula(
  { divisor: [whole, ...others] }: FormulaOperation,
  dividend: SignedLine[],
  ratio: Ratio,
  { isDown }: FormulaPlace,
): LineFormula | undefined {
  if (!whole || others.length > 0 || dividend.length !== 1) return undefined;
  const { top, left, bottom, right } = whole.range;
  const [line, record] = isDown ? [top, left] : [left, top];
  if (top !== bottom || left !== right || line !== dividend[0]?.line) return undefined;
  return { operation: 'ratio', parts: dividend, ratio: { ...ratio, shareOf: record } };
}

/** Whether a term is the number of the same line one record before. */
function isBefore({ range, sign }: FormulaTerm, { line, record, isDown }: FormulaPlace): boolean {
  const { top, left, bottom, right } = range;
  const [own, before] = isDown ? [top, left] : [left, top];
  return sign === 1 && top === bottom && left === right && own === line && before === record - 1;
}

function linesOf(
  terms: readonly FormulaTerm[],
  { line, record, isDown, operationAt }: FormulaPlace,
  isSubtotal: boolean,
): SignedLine[] | undefined {
  const lines: SignedLine[] = [];
  for (const { range, sign } of terms) {
    const [first, last] = isDown ? [range.top, range.bottom] : [range.left, range.right];
    const [from, to] = isDown ? [range.left, range.right] : [range.top, range.bottom];
    if (from !== record || to !== record || lines.length + last - first > maxParts) return undefined;
    for (let part = first; part <= last; part++) {
      if (part === line) return undefined;
      const inner = isDown ? operationAt(part, record) : operationAt(record, part);
      if (!isSubtotal || !inner?.isSubtotal) lines.push({ line: part, sign });
    }
  }
  return lines;
}
