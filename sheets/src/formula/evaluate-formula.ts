import type { Cells } from '../core/cell-values.js';
import type { ColumnType } from '../core/column-types.js';
import { arrayOf, type ElementOf, isElementwise } from './array-argument.js';
import type { BinaryNode, CallNode, FormulaNode } from './formula-ast.js';
import { cellReader, cellWriter, type FormulaResult } from './formula-cells.js';
import { functionNamed } from './formula-functions.js';
import { FormulaRefused, sayOfFormula } from './formula-refused.js';
import {
  compareScalars,
  DIV0,
  errorOf,
  type FormulaError,
  finite,
  isError,
  MAX_TEXT,
  NAME,
  REF,
  toNumber,
  toText,
  VALUE,
} from './formula-values.js';
import type { Argument, ArgumentKind, CellBlock, Evaluate, FormulaFunction } from './function-kinds.js';
import { power } from './math-functions.js';

export interface FormulaInput {
  id: string;
  type: ColumnType;
}

/**
 * Compiles a bound formula to a function of one row's canonical cells, by column id. The tree is walked once;
 * per row only closures are called.
 */
export function compileFormula(
  ast: FormulaNode,
  columns: readonly FormulaInput[],
  wanted: ColumnType,
): (cells: Cells) => FormulaResult {
  const types = new Map(columns.map(({ id, type }) => [id, type]));
  const readColumn = (column: string): Evaluate => {
    const type = types.get(column);
    if (type === undefined) return () => REF;
    const read = cellReader(type);
    return (cells) => read(cells[column]);
  };
  if (ast.kind === 'column' && types.get(ast.column) === wanted) {
    // A plain copy keeps every digit, where a serial or a double might not.
    return (cells) => ({ value: cells[ast.column] ?? null });
  }
  const evaluate = compile(ast, { resolve: readColumn, functionNamed });
  const write = cellWriter(wanted);
  return (cells) => write(evaluate(cells));
}

/** What the names in a formula stand for. */
interface Scope {
  /** One value, or the cells of a range. */
  resolve: (reference: string) => Evaluate | CellBlock;
  functionNamed: (name: string) => FormulaFunction | undefined;
  /** The value of a range of several cells where a formula is computed for one cell after the other. */
  elementOf?: ElementOf | undefined;
}

/** Throws a problem where a range is used as one value. */
export function compile(node: FormulaNode, scope: Scope): Evaluate {
  switch (node.kind) {
    case 'number':
    case 'text':
    case 'boolean': {
      const { value } = node;
      return () => value;
    }
    case 'error': {
      const error = errorOf(node.code);
      return () => error;
    }
    case 'missing':
      return () => null;
    case 'column': {
      const referred = scope.resolve(node.column);
      if (typeof referred === 'function') return referred;
      if (referred.rows === 1 && referred.columns === 1) return () => referred.at(0, 0);
      if (!scope.elementOf) throw new FormulaRefused(sayOfFormula('formula-whole-range'), node.at);
      return scope.elementOf(referred);
    }
    case 'unary': {
      const operand = compile(node.operand, scope);
      // A plus before text leaves it text, as in Excel.
      return node.operator === '+' ? operand : mapNumber(operand, (number) => -number);
    }
    case 'percent':
      return mapNumber(compile(node.operand, scope), (number) => number / 100);
    case 'binary':
      return compileBinary(node, scope);
    case 'call':
      return compileCall(node, scope);
  }
}

function compileCall({ name, args }: CallNode, scope: Scope): Evaluate {
  const called = scope.functionNamed(name);
  if (!called || args.length < called.least || args.length > called.most) return () => NAME;
  const inner = isElementwise(name) ? scope : { ...scope, elementOf: undefined };
  return called.build(args.map((arg, index) => argumentOf(arg, inner, called.argumentKind(index))));
}

function argumentOf(node: FormulaNode, scope: Scope, kind: ArgumentKind): Argument {
  const isReference = node.kind === 'column';
  if (kind === 'array') {
    const array = arrayOf((elementOf) => compile(node, { ...scope, elementOf }));
    return { evaluate: () => VALUE, isReference, array };
  }
  const referred = kind === 'range' && isReference ? scope.resolve(node.column) : undefined;
  return typeof referred === 'object'
    ? { evaluate: () => VALUE, isReference, block: referred }
    : { evaluate: referred ?? compile(node, scope), isReference };
}

function compileBinary(node: BinaryNode, scope: Scope): Evaluate {
  const [left, right] = [compile(node.left, scope), compile(node.right, scope)];
  switch (node.operator) {
    case '+':
      return arithmetic(left, right, (a, b) => sum(a, b));
    case '-':
      return arithmetic(left, right, (a, b) => sum(a, -b));
    case '*':
      return arithmetic(left, right, (a, b) => finite(a * b));
    case '/':
      return arithmetic(left, right, (a, b) => (b === 0 ? DIV0 : finite(a / b)));
    case '^':
      return arithmetic(left, right, (a, b) => power(a, b) as number | FormulaError);
    case '&':
      return concatenation(left, right);
    case '=':
      return comparison(left, right, (order) => order === 0);
    case '<>':
      return comparison(left, right, (order) => order !== 0);
    case '<':
      return comparison(left, right, (order) => order < 0);
    case '>':
      return comparison(left, right, (order) => order > 0);
    case '<=':
      return comparison(left, right, (order) => order <= 0);
    case '>=':
      return comparison(left, right, (order) => order >= 0);
  }
}

const NOISE = 2 ** -50;

/** The remainder of `0.1 + 0.2 - 0.3` is floating-point noise, which Excel shows as 0. */
function sum(a: number, b: number): number | FormulaError {
  const total = a + b;
  if (Math.abs(total) < Math.abs(a) * NOISE && !Number.isInteger(total)) return 0;
  return finite(total);
}

function mapNumber(operand: Evaluate, call: (number: number) => number): Evaluate {
  return (cells) => {
    const number = toNumber(operand(cells));
    return typeof number === 'number' ? call(number) : number;
  };
}

function arithmetic(
  left: Evaluate,
  right: Evaluate,
  call: (a: number, b: number) => number | FormulaError,
): Evaluate {
  return (cells) => {
    const a = toNumber(left(cells));
    if (typeof a !== 'number') return a;
    const b = toNumber(right(cells));
    return typeof b === 'number' ? call(a, b) : b;
  };
}

function concatenation(left: Evaluate, right: Evaluate): Evaluate {
  return (cells) => {
    const a = toText(left(cells));
    if (isError(a)) return a;
    const b = toText(right(cells));
    if (isError(b)) return b;
    return a.length + b.length > MAX_TEXT ? VALUE : a + b;
  };
}

function comparison(left: Evaluate, right: Evaluate, holds: (order: number) => boolean): Evaluate {
  return (cells) => {
    const order = compareScalars(left(cells), right(cells));
    return typeof order === 'number' ? holds(order) : order;
  };
}
