import { createRequire } from 'node:module';
import type * as FormulaJs from '@formulajs/formulajs';

let loaded: typeof FormulaJs | undefined;

/** Loaded when it is first called: most processes only read formulas and should not pay for it at start. */
export function functionLibrary(): typeof FormulaJs {
  loaded ??= createRequire(import.meta.url)('@formulajs/formulajs') as typeof FormulaJs;
  return loaded;
}
