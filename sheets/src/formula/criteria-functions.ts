import type { Cells } from '../core/cell-values.js';
import { CellsByValue, rememberedByBlock } from './cells-by-value.js';
import { type Criterion, criterionKey, criterionOf, keyOfCell } from './criteria.js';
import { FormulaRefused, sayOfFormula } from './formula-refused.js';
import { DIV0, type FormulaError, finite, isError, type Scalar, VALUE } from './formula-values.js';
import {
  type Argument,
  type CellBlock,
  define,
  type FormulaFunction,
  type FunctionGroup,
} from './function-kinds.js';
import { rangeOf } from './range-of.js';

interface Condition {
  range: CellBlock;
  holds: Criterion;
  /** Where it holds, in order of columns and rows, where that need not be searched. */
  places?: readonly number[] | undefined;
}

const cellsOf = rememberedByBlock(
  ({ usedRows, usedColumns, at }) =>
    new CellsByValue(usedRows * usedColumns, (place) =>
      keyOfCell(at(place % usedRows, Math.floor(place / usedRows))),
    ),
);

function conditionOf(range: CellBlock, condition: Scalar): Condition {
  const key = criterionKey(condition);
  const places = key === undefined ? undefined : cellsOf(range)?.all(key);
  return { range, holds: criterionOf(condition), places };
}

/** Pairs of a range and what its cells are to fulfil; all ranges have the same size. */
function conditionsOf(args: readonly Argument[], cells: Cells): Condition[] | FormulaError {
  const conditions: Condition[] = [];
  if (args.length % 2 === 1) throw new FormulaRefused(sayOfFormula('formula-range-pairs'));
  for (let index = 0; index + 1 < args.length; index += 2) {
    const range = rangeOf(args[index] as Argument, cells);
    if (isError(range)) return range;
    conditions.push(conditionOf(range, (args[index + 1] as Argument).evaluate(cells)));
  }
  const [first, ...others] = conditions;
  return others.some(({ range }) => !isSameSize(range, first?.range)) ? VALUE : conditions;
}

function isSameSize(one: CellBlock, other: CellBlock | undefined): boolean {
  return one.rows === other?.rows && one.columns === other.columns;
}

/** How much of the ranges can be filled. */
function usedSize(ranges: readonly CellBlock[]): { rows: number; columns: number } {
  return {
    rows: Math.max(...ranges.map(({ usedRows }) => usedRows)),
    columns: Math.max(...ranges.map(({ usedColumns }) => usedColumns)),
  };
}

/** The places within a size where all conditions hold. */
function* placesOf(
  conditions: readonly Condition[],
  { rows, columns }: ReturnType<typeof usedSize>,
): Generator<[row: number, column: number]> {
  const known = conditions.find(({ places }) => places);
  if (known) {
    const others = conditions.filter((condition) => condition !== known);
    for (const place of known.places ?? []) {
      const [row, column] = [place % known.range.usedRows, Math.floor(place / known.range.usedRows)];
      if (others.every(({ range, holds }) => holds(range.at(row, column)))) yield [row, column];
    }
    return;
  }
  for (let column = 0; column < columns; column += 1) {
    for (let row = 0; row < rows; row += 1) {
      if (conditions.every(({ range, holds }) => holds(range.at(row, column)))) yield [row, column];
    }
  }
}

/** Empty cells count where they fulfil the conditions, also those beyond the used part of the sheet. */
function countPlaces(conditions: readonly Condition[]): number {
  const [first] = conditions;
  if (conditions.length === 1 && first?.places) return first.places.length;
  const ranges = conditions.map(({ range }) => range);
  const used = usedSize(ranges);
  let count = 0;
  for (const _ of placesOf(conditions, used)) count += 1;
  const { rows, columns } = ranges[0] as CellBlock;
  const holdsForEmpty = conditions.every(({ holds }) => holds(null));
  return holdsForEmpty ? count + rows * columns - used.rows * used.columns : count;
}

/** The numbers of a range at the places where the conditions hold, or the first error there. */
function numbersWhere(folded: CellBlock, conditions: readonly Condition[]): number[] | FormulaError {
  const numbers: number[] = [];
  const used = usedSize([folded, ...conditions.map(({ range }) => range)]);
  for (const [row, column] of placesOf(conditions, used)) {
    const value = folded.at(row, column);
    if (isError(value)) return value;
    if (typeof value === 'number') numbers.push(value);
  }
  return numbers;
}

type Fold = (numbers: readonly number[]) => Scalar;

/** One condition; the range to fold comes last, and is the range of the condition where it is left out. */
function foldIf(fold: Fold): FormulaFunction {
  const build: FormulaFunction['build'] = (args) => (cells) => {
    const conditions = conditionsOf(args.slice(0, 2), cells);
    if (isError(conditions)) return conditions;
    const [{ range }] = conditions as [Condition];
    const folded = args[2] ? rangeOf(args[2], cells) : range;
    if (isError(folded)) return folded;
    // Excel would take other cells than those that the formula refers to.
    if (!isSameSize(folded, range)) throw new FormulaRefused(sayOfFormula('formula-range-sizes'));
    const numbers = numbersWhere(folded, conditions);
    return isError(numbers) ? numbers : fold(numbers);
  };
  return define([2, 3], 'DOUBLE', build, (index) => (index === 1 ? 'value' : 'range'));
}

/** Any number of conditions; the range to fold comes first. */
function foldIfs(fold: Fold): FormulaFunction {
  const build: FormulaFunction['build'] =
    ([first, ...rest]) =>
    (cells) => {
      const folded = rangeOf(first as Argument, cells);
      if (isError(folded)) return folded;
      const conditions = conditionsOf(rest, cells);
      if (isError(conditions)) return conditions;
      if (!isSameSize(folded, conditions[0]?.range)) return VALUE;
      const numbers = numbersWhere(folded, conditions);
      return isError(numbers) ? numbers : fold(numbers);
    };
  return define([3, 255], 'DOUBLE', build, (index) => (index > 0 && index % 2 === 0 ? 'value' : 'range'));
}

function countIfs(most: number): FormulaFunction {
  const build: FormulaFunction['build'] = (args) => (cells) => {
    const conditions = conditionsOf(args, cells);
    return isError(conditions) ? conditions : countPlaces(conditions);
  };
  return define([2, most], 'BIGINT', build, (index) => (index % 2 === 0 ? 'range' : 'value'));
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
const total: Fold = (numbers) => finite(sum(numbers));
const mean: Fold = (numbers) => (numbers.length === 0 ? DIV0 : finite(sum(numbers) / numbers.length));
const least: Fold = (numbers) => (numbers.length === 0 ? 0 : numbers.reduce((a, b) => Math.min(a, b)));
const greatest: Fold = (numbers) => (numbers.length === 0 ? 0 : numbers.reduce((a, b) => Math.max(a, b)));

export const criteriaFunctions: FunctionGroup = {
  SUMIF: foldIf(total),
  AVERAGEIF: foldIf(mean),
  COUNTIF: countIfs(2),
  SUMIFS: foldIfs(total),
  AVERAGEIFS: foldIfs(mean),
  MINIFS: foldIfs(least),
  MAXIFS: foldIfs(greatest),
  COUNTIFS: countIfs(254),
};
