/** The errors that a formula may return instead of a value, spelled as in Excel. */
export const errorCodes = ['#NULL!', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#N/A'] as const;
export type ErrorCode = (typeof errorCodes)[number];

export const binaryOperators = ['=', '<>', '<=', '>=', '<', '>', '&', '+', '-', '*', '/', '^'] as const;
export type BinaryOperator = (typeof binaryOperators)[number];

export interface ColumnNode {
  kind: 'column';
  /** The name as written; after binding, the id of the column. */
  column: string;
  /** Its position in the text, counted from 1. */
  at: number;
}

export interface CallNode {
  kind: 'call';
  /** In capitals. */
  name: string;
  args: readonly FormulaNode[];
  at: number;
}

export interface BinaryNode {
  kind: 'binary';
  operator: BinaryOperator;
  left: FormulaNode;
  right: FormulaNode;
}

export type FormulaNode =
  | { kind: 'number'; value: number }
  | { kind: 'text'; value: string }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'error'; code: ErrorCode }
  /** An argument left out between separators, as in `IF([a],,1)`. */
  | { kind: 'missing' }
  | { kind: 'unary'; operator: '-' | '+'; operand: FormulaNode }
  | { kind: 'percent'; operand: FormulaNode }
  | ColumnNode
  | BinaryNode
  | CallNode;

/** From loosest to tightest; unary minus binds tighter than a power, as in Excel: `-2^2` is 4. */
export const binaryPrecedence: Readonly<Record<BinaryOperator, number>> = {
  '=': 1,
  '<>': 1,
  '<': 1,
  '>': 1,
  '<=': 1,
  '>=': 1,
  '&': 2,
  '+': 3,
  '-': 3,
  '*': 4,
  '/': 4,
  '^': 5,
};
export const UNARY_PRECEDENCE = 6;
export const PERCENT_PRECEDENCE = 7;

function childrenOf(node: FormulaNode): readonly FormulaNode[] {
  switch (node.kind) {
    case 'unary':
    case 'percent':
      return [node.operand];
    case 'binary':
      return [node.left, node.right];
    case 'call':
      return node.args;
    default:
      return [];
  }
}

export function* nodesOf(root: FormulaNode): Generator<FormulaNode> {
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node;
    waiting.push(...childrenOf(node).toReversed());
  }
}
