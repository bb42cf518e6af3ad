import { expect, test } from 'vitest';
import { allowedFunctions } from '../../../../server/src/engine/guard/functions.js';
import { sqlFunctions } from './duckdb-functions.js';

test('every function that is offered is one that the service runs', () => {
  expect(sqlFunctions.map(({ name }) => name).filter((name) => !allowedFunctions.has(name))).toEqual([]);
});
