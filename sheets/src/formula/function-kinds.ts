import type { Cells } from '../core/cell-values.js';
import type { ColumnType } from '../core/column-types.js';
import { type FormulaError, isError, type Scalar, toNumber, toText } from './formula-values.js';

export type Evaluate = (cells: Cells) => Scalar;

export interface Argument {
  evaluate: Evaluate;
  /** Aggregates ignore text and booleans in a referenced cell, but not in a literal argument. */
  isReference: boolean;
  /** The cells of a range, where the function takes one; `evaluate` then has no meaning. */
  block?: CellBlock | undefined;
  /** One value for every cell of the ranges in it, where the function takes an array; likewise. */
  array?: ValueArray | undefined;
}

/** Rows and columns count from 0. */
export interface ValueArray {
  /** Its size, empty cells included. */
  rows: number;
  columns: number;
  /** How much of it can be filled: every cell beyond is empty, so whole columns cost no more than their cells. */
  usedRows: number;
  usedColumns: number;
  at: (row: number, column: number) => Scalar;
}

export interface CellBlock extends ValueArray {
  /** Of the cells that are not empty, and of some that are. */
  values: () => Iterable<Scalar>;
  /** Without cells that are subtotals themselves, and perhaps without those of hidden rows. */
  subtotalValues: (withHiddenRows: boolean) => Iterable<Scalar>;
}

/** What a function takes at a position: one value, the cells that are referred to, or a value for each of them. */
export type ArgumentKind = 'value' | 'range' | 'array';

/** The type of a call: fixed, or derived from the types of its arguments (see infer-formula-type.ts). */
export type ResultRule =
  | ColumnType
  | { unify: (count: number) => readonly number[] }
  | 'arithmetic'
  | 'extreme';

export interface FormulaFunction {
  least: number;
  most: number;
  result: ResultRule;
  argumentKind: (index: number) => ArgumentKind;
  build: (args: readonly Argument[]) => Evaluate;
}

export type FunctionGroup = Readonly<Record<string, FormulaFunction>>;

type Arity = number | readonly [least: number, most: number];

export function define(
  arity: Arity,
  result: ResultRule,
  build: FormulaFunction['build'],
  argumentKind: FormulaFunction['argumentKind'] = () => 'value',
): FormulaFunction {
  const [least, most] = typeof arity === 'number' ? [arity, arity] : arity;
  return { least, most, result, argumentKind, build };
}

/** A function of values: returns the first error among its arguments. */
export function scalarFunction(
  arity: Arity,
  result: ResultRule,
  call: (args: readonly Scalar[]) => Scalar,
): FormulaFunction {
  return define(arity, result, (args) => {
    const evaluates = args.map(({ evaluate }) => evaluate);
    return (cells) => {
      const values: Scalar[] = [];
      for (const evaluate of evaluates) {
        const value = evaluate(cells);
        if (isError(value)) return value;
        values.push(value);
      }
      return call(values);
    };
  });
}

/** A function of numbers; a missing argument is `undefined`. */
export function numberFunction(
  arity: Arity,
  result: ResultRule,
  call: (...numbers: number[]) => Scalar,
): FormulaFunction {
  return scalarFunction(arity, result, (args) => {
    const numbers: number[] = [];
    for (const arg of args) {
      const number = toNumber(arg);
      if (typeof number !== 'number') return number;
      numbers.push(number);
    }
    return call(...numbers);
  });
}

/** A function of one text and further values. */
export function textFunction(
  arity: Arity,
  result: ResultRule,
  call: (text: string, rest: readonly Scalar[]) => Scalar,
): FormulaFunction {
  return scalarFunction(arity, result, ([first = null, ...rest]) => {
    const text = toText(first);
    return typeof text === 'string' ? call(text, rest) : text;
  });
}

/** An optional number: calls `use` with the number, or with `otherwise` if it is left out. */
export function withNumber(
  value: Scalar | undefined,
  otherwise: number,
  use: (number: number) => Scalar,
): Scalar {
  if (value === undefined) return use(otherwise);
  const number = toNumber(value);
  return typeof number === 'number' ? use(number) : number;
}

/** The numbers that an aggregate such as SUM takes from its arguments, or the error that it returns. */
export function numbersOf(args: readonly Argument[], cells: Cells): number[] | FormulaError {
  const numbers: number[] = [];
  for (const arg of args) {
    for (const value of valuesOf(arg, cells)) {
      if (typeof value === 'number') numbers.push(value);
      else if (isError(value)) return value;
      else if (!arg.isReference) {
        const number = toNumber(value);
        if (typeof number !== 'number') return number;
        numbers.push(number);
      }
    }
  }
  return numbers;
}

/** The value of an argument, or those of its range. */
export function valuesOf({ evaluate, block }: Argument, cells: Cells): Iterable<Scalar> {
  return block ? block.values() : [evaluate(cells)];
}
