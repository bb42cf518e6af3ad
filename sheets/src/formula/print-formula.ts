import {
  binaryPrecedence,
  type CallNode,
  type ColumnNode,
  type FormulaNode,
  PERCENT_PRECEDENCE,
  UNARY_PRECEDENCE,
} from './formula-ast.js';

interface FormulaSpelling {
  column(node: ColumnNode): string;
  functionName(node: CallNode): string;
  text(value: string): string;
  /** Between arguments, and around the operator that joins text. */
  separator: ',' | ', ';
  ampersand: '&' | ' & ';
}

const ATOM = 8;

/** The text of a formula with the fewest parentheses, without the leading `=`. */
export function printFormula(node: FormulaNode, spelling: FormulaSpelling): string {
  const print = (inner: FormulaNode, floor: number): string => {
    const printed = printFormula(inner, spelling);
    return precedenceOf(inner) < floor ? `(${printed})` : printed;
  };
  switch (node.kind) {
    case 'number':
      return String(node.value).toUpperCase();
    case 'text':
      return spelling.text(node.value);
    case 'boolean':
      return node.value ? 'TRUE' : 'FALSE';
    case 'error':
      return node.code;
    case 'missing':
      return '';
    case 'column':
      return spelling.column(node);
    case 'unary':
      return node.operator + print(node.operand, UNARY_PRECEDENCE);
    case 'percent':
      return `${print(node.operand, PERCENT_PRECEDENCE)}%`;
    case 'binary': {
      const own = binaryPrecedence[node.operator];
      // Operators group to the left, so only the right side needs parentheses at the same precedence.
      const [left, right] = [print(node.left, own), print(node.right, own + 1)];
      return left + (node.operator === '&' ? spelling.ampersand : node.operator) + right;
    }
    case 'call':
      return `${spelling.functionName(node)}(${node.args.map((arg) => print(arg, 0)).join(spelling.separator)})`;
  }
}

function precedenceOf(node: FormulaNode): number {
  if (node.kind === 'binary') return binaryPrecedence[node.operator];
  if (node.kind === 'unary') return UNARY_PRECEDENCE;
  return node.kind === 'percent' ? PERCENT_PRECEDENCE : ATOM;
}

export function quoteText(value: string): string {
  return `"${value.replaceAll('"', '""')}"`;
}
