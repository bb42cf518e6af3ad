import { createRequire } from 'node:module';
import type * as FormulaJs from '@formulajs/formulajs';

type Library = typeof FormulaJs;

let loaded: Record<string, (...values: unknown[]) => unknown> | undefined;

/**
 * The functions of @formulajs/formulajs, loaded on the first call of one: most processes only read formulas
 * and should not pay for it at start.
 */
export const functionLibrary = new Proxy({} as Library, {
  get:
    (_, name) =>
    (...values: unknown[]): unknown => {
      loaded ??= createRequire(import.meta.url)('@formulajs/formulajs') as NonNullable<typeof loaded>;
      return loaded[String(name)]?.(...values);
    },
});
