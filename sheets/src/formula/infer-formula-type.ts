import type { ColumnType } from '../core/column-types.js';
import type { FormulaInput } from './evaluate-formula.js';
import type { BinaryNode, CallNode, FormulaNode } from './formula-ast.js';
import { functionNamed } from './formula-functions.js';

/** `undefined` fits any column: nothing, an error, or the "" that stands for an empty cell. */
type Inferred = ColumnType | undefined;

/** The type of the column that a bound formula fills. */
export function inferFormulaType(ast: FormulaNode, columns: readonly FormulaInput[]): ColumnType {
  const types = new Map(columns.map(({ id, type }) => [id, type]));
  return infer(ast, types) ?? 'VARCHAR';
}

type Types = ReadonlyMap<string, ColumnType>;

function infer(node: FormulaNode, types: Types): Inferred {
  switch (node.kind) {
    case 'number':
      return Number.isSafeInteger(node.value) ? 'BIGINT' : 'DOUBLE';
    case 'text':
      return node.value === '' ? undefined : 'VARCHAR';
    case 'boolean':
      return 'BOOLEAN';
    case 'column':
      return types.get(node.column);
    case 'unary': {
      const operand = infer(node.operand, types);
      return node.operator === '+' ? operand : isInteger(operand) ? 'BIGINT' : 'DOUBLE';
    }
    case 'percent':
      return 'DOUBLE';
    case 'binary':
      return inferBinary(node, types);
    case 'call':
      return inferCall(node, types);
    default:
      return undefined;
  }
}

function inferBinary({ operator, left, right }: BinaryNode, types: Types): Inferred {
  switch (operator) {
    case '&':
      return 'VARCHAR';
    case '+':
    case '-':
    case '*':
      return inferArithmetic(operator, infer(left, types), infer(right, types));
    case '/':
    case '^':
      return 'DOUBLE';
    default:
      return 'BOOLEAN';
  }
}

function inferArithmetic(operator: '+' | '-' | '*', left: Inferred, right: Inferred): ColumnType {
  if (isInteger(left) && isInteger(right)) return 'BIGINT';
  if (operator === '+') return shifted(left, right) ?? shifted(right, left) ?? 'DOUBLE';
  if (operator === '-') {
    if (left === 'DATE' && right === 'DATE') return 'BIGINT';
    return shifted(left, right) ?? 'DOUBLE';
  }
  return 'DOUBLE';
}

/** A day moved by whole days stays a day; one moved by part of a day becomes a moment. */
function shifted(from: Inferred, by: Inferred): ColumnType | undefined {
  if (by === undefined || !(isNumber(by) || by === 'TIME')) return undefined;
  if (from === 'DATE') return isInteger(by) ? 'DATE' : 'TIMESTAMP';
  return from === 'TIMESTAMP' || from === 'TIMESTAMPTZ' ? from : undefined;
}

function inferCall({ name, args }: CallNode, types: Types): Inferred {
  const rule = functionNamed(name)?.result;
  if (rule === undefined) return undefined;
  if (rule === 'arithmetic') {
    return args.every((arg) => isInteger(infer(arg, types))) ? 'BIGINT' : 'DOUBLE';
  }
  if (rule === 'extreme') {
    const type = unifyAll(args.map((arg) => infer(arg, types)));
    return type === undefined || type === 'VARCHAR' || type === 'BOOLEAN' || type === 'JSON'
      ? 'DOUBLE'
      : type;
  }
  if (typeof rule === 'string') return name === 'NA' ? undefined : rule;
  return unifyAll(
    rule
      .unify(args.length)
      .map((index) => args[index])
      .map((arg) => arg && infer(arg, types)),
  );
}

function unifyAll(types: readonly Inferred[]): Inferred {
  return types.reduce<Inferred>(unify, undefined);
}

/** The narrowest type that holds both without loss, or text. */
function unify(a: Inferred, b: Inferred): Inferred {
  if (a === undefined || a === b) return b;
  if (b === undefined) return a;
  if (isInteger(a) && isInteger(b)) return 'BIGINT';
  if (isNumber(a) && isNumber(b)) return 'DOUBLE';
  const both = [a, b];
  if (both.includes('DATE') && both.includes('TIMESTAMP')) return 'TIMESTAMP';
  return 'VARCHAR';
}

function isInteger(type: Inferred): boolean {
  return type === 'BIGINT' || type === 'INTEGER';
}

function isNumber(type: Inferred): boolean {
  return isInteger(type) || type === 'DOUBLE' || (type?.startsWith('DECIMAL') ?? false);
}
