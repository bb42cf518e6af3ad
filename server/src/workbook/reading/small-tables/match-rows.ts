import type { CellValue } from '@workbook-data-service/sheets/values';
import type { CheckedFilter, Compared, Comparison, TextTest } from '../../../core/row-filter.js';
import { LeftToEngine } from './left-to-engine.js';
import type { MemoryColumn } from './memory-column.js';
import { searchFor } from './search-text.js';
import { storedValue, type Value } from './stored-value.js';

/** Whether a row meets a condition. An empty cell meets none but `ne`, as in the engine. */
export type RowTest = (row: number) => boolean;

/** The cells under a name; undefined if they are masked, which reads as empty. */
export type CellsNamed = (name: string) => MemoryColumn | undefined;

const never: RowTest = () => false;

/** The rows that the engine would find. What memory might see in another way is left to it. */
export function matching(filter: CheckedFilter, cellsNamed: CellsNamed): RowTest {
  switch (filter.kind) {
    case 'all': {
      const tests = filter.of.map((one) => matching(one, cellsNamed));
      return tests.length === 1 ? (tests[0] as RowTest) : (row) => tests.every((test) => test(row));
    }
    case 'any':
      return anyOf(filter.of.map((one) => matching(one, cellsNamed)));
    case 'not': {
      const test = matching(filter.of, cellsNamed);
      return (row) => !test(row);
    }
    case 'is-empty': {
      const cells = cellsNamed(filter.column.name);
      return cells ? (row) => cells.isEmpty(row) === filter.empty : () => filter.empty;
    }
    case 'compare':
      return comparing(filter.op, cellsOf(filter.of, cellsNamed), comparedValue(filter.value, filter.of));
    case 'among': {
      const cells = cellsOf(filter.of, cellsNamed);
      return anyOf(filter.values.map((value) => comparing('eq', cells, comparedValue(value, filter.of))));
    }
    case 'text': {
      const cells = textsOf(filter.of, cellsNamed);
      return testing(filter.test, cells, withoutEnd(filter.text));
    }
    case 'search':
      return searching(textsOf(filter.of, cellsNamed), withoutEnd(filter.text));
    case 'search-any':
      return anyOf(filter.columns.map(({ name }) => searching(cellsNamed(name), withoutEnd(filter.text))));
  }
}

function anyOf(tests: readonly RowTest[]): RowTest {
  return tests.length === 1 ? (tests[0] as RowTest) : (row) => tests.some((test) => test(row));
}

function cellsOf({ column, apply }: Compared, cellsNamed: CellsNamed): MemoryColumn | undefined {
  if (apply !== undefined || column.type === 'JSON') throw new LeftToEngine();
  return cellsNamed(column.name);
}

/** Numbers and times have another text in the engine. */
function textsOf(compared: Compared, cellsNamed: CellsNamed): MemoryColumn | undefined {
  if (compared.column.type !== 'VARCHAR') throw new LeftToEngine();
  return cellsOf(compared, cellsNamed);
}

function comparedValue(value: CellValue, { type }: Compared): Value {
  const stored = storedValue(value, type) as Value;
  return typeof stored === 'string' ? withoutEnd(stored) : stored;
}

/** The engine's bindings may cut a text at its first NUL. */
function withoutEnd(text: string): string {
  if (text.includes('\0')) throw new LeftToEngine();
  return text;
}

function comparing(op: Comparison, cells: MemoryColumn | undefined, value: Value): RowTest {
  if (!cells) return () => op === 'ne';
  // Of an empty cell NaN, which is neither less than 0 nor equal nor greater.
  const compared = cells.comparedWith(value);
  switch (op) {
    case 'eq':
      return (row) => compared(row) === 0;
    case 'ne':
      return (row) => compared(row) !== 0;
    case 'lt':
      return (row) => compared(row) < 0;
    case 'le':
      return (row) => compared(row) <= 0;
    case 'gt':
      return (row) => compared(row) > 0;
    case 'ge':
      return (row) => compared(row) >= 0;
  }
}

const textTests: Record<TextTest, (text: string, part: string) => boolean> = {
  contains: (text, part) => text.includes(part),
  starts_with: (text, part) => text.startsWith(part),
  ends_with: (text, part) => text.endsWith(part),
};

function testing(test: TextTest, cells: MemoryColumn | undefined, part: string): RowTest {
  if (!cells) return never;
  const isMet = textTests[test];
  return (row) => !cells.isEmpty(row) && isMet(cells.valueAt(row) as string, part);
}

function searching(cells: MemoryColumn | undefined, text: string): RowTest {
  const wanted = searchFor(text);
  if (!cells) return never;
  if (!cells.hasPlainCase) throw new LeftToEngine();
  return (row) => !cells.isEmpty(row) && wanted.test(cells.valueAt(row) as string);
}
