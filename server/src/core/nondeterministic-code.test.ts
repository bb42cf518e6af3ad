import { expect, test } from 'vitest';
import { mayBeNondeterministic } from './nondeterministic-code.js';

test.each([
  ['sql', 'select now() as t from {{ a }}', true],
  ['sql', 'select * from {{ a }} where day < Current_Date', true],
  ['sql', 'select * from {{ a }} using sample 3', true],
  ['sql', 'select known, day from {{ a }}', false],
  ['python', 'import random\noutput = [random.choice(list({{ a }}))]', true],
  ['python', 'output = [row for row in {{ a }}]', false],
] as const)('%s %j may give other results: %s', (kind, code, answer) => {
  expect(mayBeNondeterministic({ kind, code })).toBe(answer);
});
