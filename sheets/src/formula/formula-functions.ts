import { nearestName } from '../core/nearest-name.js';
import { aggregateFunctions } from './aggregate-functions.js';
import { criteriaFunctions } from './criteria-functions.js';
import { dateFunctions } from './date-functions.js';
import { type CallNode, type FormulaNode, nodesOf } from './formula-ast.js';
import { FormulaRefused, sayOfFormula } from './formula-refused.js';
import type { NotOffered } from './formula-sentences.js';
import type { FormulaFunction } from './function-kinds.js';
import { informationFunctions, logicalFunctions } from './logical-functions.js';
import { lookupFunctions } from './lookup-functions.js';
import {
  engineeringFunctions,
  financialFunctions,
  mathFunctions,
  roundingFunctions,
  trigonometryFunctions,
} from './math-functions.js';
import { rangeFunctions } from './range-functions.js';
import { textFunctions } from './text-functions.js';

/** Every function that a formula column may call; nothing else runs. */
export const functionGroups = Object.freeze({
  logical: logicalFunctions,
  information: informationFunctions,
  math: mathFunctions,
  rounding: roundingFunctions,
  trigonometry: trigonometryFunctions,
  aggregate: aggregateFunctions,
  text: textFunctions,
  date: dateFunctions,
  financial: financialFunctions,
  engineering: engineeringFunctions,
});

const functions: ReadonlyMap<string, FormulaFunction> = new Map(
  Object.values(functionGroups).flatMap((group) => Object.entries(group)),
);

export const functionNames: readonly string[] = Object.freeze([...functions.keys()].sort());

export function functionNamed(name: string): FormulaFunction | undefined {
  return functions.get(name);
}

/** Those that only formulas of sheets may call, because they look at more than one row. */
const sheetFunctions: ReadonlyMap<string, FormulaFunction> = new Map(
  [criteriaFunctions, lookupFunctions, rangeFunctions].flatMap((group) => Object.entries(group)),
);

export function sheetFunctionNamed(name: string): FormulaFunction | undefined {
  return functions.get(name) ?? sheetFunctions.get(name);
}

const refusals: ReadonlyMap<string, NotOffered> = new Map([
  ...['NOW', 'TODAY', 'RAND', 'RANDBETWEEN', 'RANDARRAY'].map((name) => [name, 'changes-by-itself'] as const),
  ...['INDIRECT', 'OFFSET', 'CELL', 'INFO', 'ROW', 'COLUMN', 'INDEX', 'MATCH', 'ADDRESS'].map(
    (name) => [name, 'looks-elsewhere'] as const,
  ),
  ...['LOOKUP', 'VLOOKUP', 'HLOOKUP', 'XLOOKUP', 'XMATCH', 'SUMIF', 'SUMIFS', 'COUNTIF', 'COUNTIFS'].map(
    (name) => [name, 'looks-elsewhere'] as const,
  ),
  ...['AVERAGEIF', 'AVERAGEIFS', 'FILTER', 'SORT', 'UNIQUE', 'SUMPRODUCT', 'RANK', 'SUBTOTAL'].map(
    (name) => [name, 'looks-elsewhere'] as const,
  ),
  ...['WEBSERVICE', 'HYPERLINK', 'IMAGE', 'RTD', 'CALL', 'ENCODEURL'].map(
    (name) => [name, 'reaches-outside'] as const,
  ),
]);

/** No name is longer; the cost of finding the nearest one grows with the wrong name. */
const LONGEST_QUOTED = 50;

/** Refuses functions that do not exist, may not be called, or have too few or too many arguments. */
export function checkFunctions(root: FormulaNode, named = functionNamed): void {
  for (const node of nodesOf(root)) if (node.kind === 'call') checkCall(node, named(node.name));
}

function checkCall({ name, args, at }: CallNode, called: FormulaFunction | undefined): void {
  if (!called) {
    const reason = refusals.get(name);
    if (reason) throw new FormulaRefused(sayOfFormula('formula-not-offered', { name, reason }), at);
    const nearest = nearestName(name.slice(0, LONGEST_QUOTED), functionNames);
    throw new FormulaRefused(
      sayOfFormula('formula-function-unknown', { name: name.slice(0, LONGEST_QUOTED) }),
      at,
      sayOfFormula('fix-formula-function', { nearest: nearest ?? '' }),
    );
  }
  const { least, most } = called;
  if (args.length < least || args.length > most) {
    const counts = { min: least, max: most, given: args.length };
    throw new FormulaRefused(sayOfFormula('formula-arguments', { name, ...counts }), at);
  }
  const inPairs = name === 'IFS' && args.length % 2 === 1;
  if (inPairs) throw new FormulaRefused(sayOfFormula('formula-pairs', { name }), at);
}
