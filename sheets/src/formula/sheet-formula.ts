import { compile } from './evaluate-formula.js';
import { type FormulaNode, nodesOf } from './formula-ast.js';
import { checkFunctions, functionGroups, sheetFunctionNamed } from './formula-functions.js';
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
  checkFunctions(ast, sheetFunctionNamed);
  const usesDates = [...nodesOf(ast)].some((node) => node.kind === 'call' && dating.has(node.name));
  return { ast, usesDates };
}

/**
 * Throws a problem where the formula uses a range in a way that is not offered. References to one range may be
 * the same block, as long as its cells stay the same: what was found in it is then remembered.
 */
export function evaluateSheetFormula({ ast }: SheetFormula, reference: (index: number) => CellBlock): Scalar {
  const resolve = (index: string) => reference(Number(index));
  return compile(ast, { resolve, functionNamed: sheetFunctionNamed })({});
}
