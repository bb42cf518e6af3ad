import { expect, test } from 'vitest';
import { allowedFunctions } from '../../../../server/src/engine/guard/functions.js';
import { formulaFunctions } from './formula-help.js';

/** Part of the language, not functions. */
const syntax = new Set(['if', 'coalesce', 'nullif']);

test('the service allows every function that is offered for formulas', () => {
  const names = formulaFunctions.map(({ sample }) => sample.slice(0, sample.indexOf('(')));
  expect(names.filter((name) => !allowedFunctions.has(name) && !syntax.has(name))).toEqual([]);
});
