import { compile } from './evaluate-formula.js';
import { type FormulaNode, nodesOf } from './formula-ast.js';
import { checkFunctions, functionGroups } from './formula-functions.js';
import type { Scalar } from './formula-values.js';
import type { CellBlock } from './function-kinds.js';
import { parseFormula } from './parse-formula.js';

/** A formula of a sheet in which `[0]`, `[1]`, … stand for its references. */
export interface SheetFormula {
  ast: FormulaNode;
  /** Whether it depends on how dates are counted; the functions know only the way since 1900. */
  usesDates: boolean;
}

const dating = new Set([...Object.keys(functionGroups.date), 'TEXT', 'VALUE']);

/** Throws a problem where the formula cannot be read or calls a function that is not offered. */
export function parseSheetFormula(text: string): SheetFormula {
  const ast = parseFormula(text);
  checkFunctions(ast);
  const usesDates = [...nodesOf(ast)].some((node) => node.kind === 'call' && dating.has(node.name));
  return { ast, usesDates };
}

/** Throws a problem where a range is used other than as an argument of an aggregate. */
export function evaluateSheetFormula(
  { ast }: SheetFormula,
  reference: (index: number) => (() => Scalar) | CellBlock,
): Scalar {
  return compile(ast, (index) => reference(Number(index)))({});
}
