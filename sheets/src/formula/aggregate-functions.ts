import { DIV0, finite, isError, type Scalar } from './formula-values.js';
import {
  define,
  type FormulaFunction,
  type FunctionGroup,
  numbersOf,
  type ResultRule,
  valuesOf,
} from './function-kinds.js';

function overRanges(result: ResultRule, build: FormulaFunction['build']): FormulaFunction {
  return define([1, 255], result, build, () => 'range');
}

function aggregate(result: ResultRule, fold: (numbers: readonly number[]) => Scalar): FormulaFunction {
  return overRanges(result, (args) => (cells) => {
    const numbers = numbersOf(args, cells);
    return isError(numbers) ? numbers : fold(numbers);
  });
}

/** Counts arguments without failing on their errors, as Excel does. */
function count(counts: (value: Scalar, isReference: boolean) => boolean): FormulaFunction {
  return overRanges('BIGINT', (args) => (cells) => {
    let counted = 0;
    for (const arg of args) {
      for (const value of valuesOf(arg, cells)) if (counts(value, arg.isReference)) counted += 1;
    }
    return counted;
  });
}

/** By the cells that are filled, since a range need not list its empty ones. */
const countBlank = overRanges('BIGINT', (args) => (cells) => {
  let blank = 0;
  for (const arg of args) {
    blank += arg.block ? arg.block.rows * arg.block.columns : 1;
    for (const value of valuesOf(arg, cells)) if (value !== null && value !== '') blank -= 1;
  }
  return blank;
});

function sum(numbers: readonly number[]): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

function squares(numbers: readonly number[]): number {
  const mean = sum(numbers) / numbers.length;
  return sum(numbers.map((number) => (number - mean) ** 2));
}

const variance = (numbers: readonly number[]): number => squares(numbers) / (numbers.length - 1);
const populationVariance = (numbers: readonly number[]): number => squares(numbers) / numbers.length;
const sampled = (fold: (numbers: readonly number[]) => number) =>
  aggregate('DOUBLE', (numbers) => (numbers.length < 2 ? DIV0 : finite(fold(numbers))));
const populated = (fold: (numbers: readonly number[]) => number) =>
  aggregate('DOUBLE', (numbers) => (numbers.length < 1 ? DIV0 : finite(fold(numbers))));

export const aggregateFunctions: FunctionGroup = {
  SUM: aggregate('arithmetic', (numbers) => finite(sum(numbers))),
  PRODUCT: aggregate('arithmetic', (numbers) =>
    numbers.length === 0 ? 0 : finite(numbers.reduce((a, b) => a * b)),
  ),
  SUMSQ: aggregate('arithmetic', (numbers) => finite(sum(numbers.map((number) => number * number)))),
  AVERAGE: aggregate('DOUBLE', (numbers) =>
    numbers.length === 0 ? DIV0 : finite(sum(numbers) / numbers.length),
  ),
  MIN: aggregate('extreme', (numbers) =>
    numbers.length === 0 ? 0 : numbers.reduce((a, b) => Math.min(a, b)),
  ),
  MAX: aggregate('extreme', (numbers) =>
    numbers.length === 0 ? 0 : numbers.reduce((a, b) => Math.max(a, b)),
  ),
  MEDIAN: populated((numbers) => {
    const sorted = numbers.toSorted((a, b) => a - b);
    const middle = Math.floor(sorted.length / 2);
    const upper = sorted[middle] ?? 0;
    return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
  }),
  VAR: sampled(variance),
  'VAR.S': sampled(variance),
  'VAR.P': populated(populationVariance),
  STDEV: sampled((numbers) => Math.sqrt(variance(numbers))),
  'STDEV.S': sampled((numbers) => Math.sqrt(variance(numbers))),
  'STDEV.P': populated((numbers) => Math.sqrt(populationVariance(numbers))),
  COUNT: count(
    (value, isReference) => typeof value === 'number' || (!isReference && typeof value === 'boolean'),
  ),
  COUNTA: count((value) => value !== null),
  COUNTBLANK: countBlank,
};
