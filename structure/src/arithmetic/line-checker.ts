import type { CellGrid } from '../cell-grid.js';
import { agreementOf, checkRecord, type LineCheck } from './check-line.js';
import type { TableBody } from './computed-lines.js';
import { type Direction, NumberTable } from './number-table.js';
import type { ComputedLine } from './operation.js';

/** A line with more numbers that fail does not fail by mistake. */
const maxFailures = 0.2;

/** What a line says about one of its cells. */
export interface LineSays {
  line: ComputedLine;
  check: LineCheck;
  direction: Direction;
}

/** The computed lines of a table in one direction, and what they say about its cells. */
export class LineChecker {
  readonly #table: NumberTable;
  readonly #lines: Map<number, ComputedLine>;
  readonly #inTable = new Map<number, ComputedLine>();
  /** How many of the sums are exact, and how many are off by no more than roundings. */
  readonly exact: number = 0;
  readonly rounded: number = 0;
  readonly #fails = new Map<number, number>();
  readonly #direction: Direction;
  readonly #first: number;
  readonly #firstRecord: number;

  /** Failures in columns (or rows) that follow from others are those of these. */
  constructor(
    grid: CellGrid,
    { range }: TableBody,
    direction: Direction,
    lines: readonly ComputedLine[],
    following: ReadonlySet<number> = new Set(),
  ) {
    this.#table = new NumberTable(grid, direction, range);
    this.#lines = new Map(lines.map((line) => [line.line, line]));
    this.#direction = direction;
    [this.#first, this.#firstRecord] =
      direction === 'down' ? [range.top, range.left] : [range.left, range.top];
    const leftOut = new Set([...following].map((record) => record - this.#firstRecord));
    for (const line of lines) {
      const inTable = movedUp(line, this.#first, this.#firstRecord);
      this.#inTable.set(line.line, inTable);
      const { fits, exact } = agreementOf(this.#table, inTable);
      this.#fails.set(line.line, agreementOf(this.#table, inTable, leftOut).fails);
      if (!isAddition(line)) continue;
      this.exact += exact;
      this.rounded += fits - exact;
    }
  }

  line(line: number): ComputedLine | undefined {
    return this.#lines.get(line);
  }

  check(at: number, record: number): LineSays | undefined {
    const line = this.#lines.get(at);
    const inTable = this.#inTable.get(at);
    const check = inTable && checkRecord(this.#table, inTable, record - this.#firstRecord);
    if (!line || !check) return undefined;
    return { line, check, direction: this.#direction };
  }

  /** Whether no more numbers of the line fail than mistakes explain. */
  mostlyHolds({ line, across }: ComputedLine): boolean {
    const fails = this.#fails.get(line) ?? 0;
    return fails <= Math.max(1, maxFailures * (across.length + fails));
  }

  /** Whether the number lies between its parts, as an average does and a sum hardly can. */
  isAmongParts({ line, parts }: ComputedLine, record: number): boolean {
    const value = (at: number) => this.#table.value(record - this.#firstRecord, at - this.#first);
    const values = parts.map((part) => value(part.line)).filter((one) => !Number.isNaN(one));
    const stated = value(line);
    return values.length > 1 && stated >= Math.min(...values) && stated <= Math.max(...values);
  }
}

function movedUp(line: ComputedLine, by: number, recordsBy: number): ComputedLine {
  const { ratio } = line;
  return {
    ...line,
    line: line.line - by,
    parts: line.parts.map((part) => ({ ...part, line: part.line - by })),
    ...(ratio?.shareOf === undefined ? {} : { ratio: { ...ratio, shareOf: ratio.shareOf - recordsBy } }),
  };
}

export const isAddition = ({ operation }: ComputedLine) => operation === 'sum' || operation === 'difference';
