import { aggregateFunctions } from './aggregate-functions.js';
import { compile, type Resolve } from './evaluate-formula.js';
import type { FormulaNode } from './formula-ast.js';
import { checkFunctions } from './formula-functions.js';
import { formulaProblem } from './formula-problem.js';
import type { Scalar } from './formula-values.js';
import { parseFormula } from './parse-formula.js';

/** A formula of a sheet with its cells and ranges: `B2*C2`, `SUM($B$2:$B$9)`, `'Other sheet'!A1`, `SUM(B:B)`. */
const references =
  /"(?:[^"]|"")*"|(?<![\p{L}\p{N}_.$])(?:(?:'(?:[^']|'')+'|[\p{L}_][\p{L}\p{N}_.]*)!)?\$?[A-Z]{1,3}(?:\$?\d{1,7}(?::\$?[A-Z]{1,3}\$?\d{1,7})?|:\$?[A-Z]{1,3})(?![\p{L}\p{N}_.($])/giu;

/**
 * Compiles a formula of a sheet; `resolve` gets its references as written. Throws a problem where it calls a
 * function that is not offered, or uses a range other than as an argument of an aggregate.
 */
export function compileSheetFormula(text: string, resolve: Resolve): () => Scalar {
  if (text.replaceAll(/"(?:[^"]|"")*"/g, '').includes('['))
    throw formulaProblem('it refers to a table or to another file');
  const ast = parseFormula(
    text.replaceAll(references, (found) => (found.startsWith('"') ? found : `[${found}]`)),
  );
  checkFunctions(ast);
  checkRanges(ast, false);
  const evaluate = compile(ast, resolve);
  return () => evaluate({});
}

function checkRanges(node: FormulaNode, isAggregated: boolean): void {
  switch (node.kind) {
    case 'column':
      if (node.column.includes(':') && !isAggregated)
        throw formulaProblem('it computes with a range as a whole', node.at);
      return;
    case 'call':
      for (const arg of node.args) checkRanges(arg, Object.hasOwn(aggregateFunctions, node.name));
      return;
    case 'binary':
      checkRanges(node.left, false);
      checkRanges(node.right, false);
      return;
    case 'unary':
    case 'percent':
      checkRanges(node.operand, false);
  }
}
