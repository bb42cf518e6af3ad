import { ProblemError } from '@workbook-data-service/client';
import { expect, test } from 'vitest';
import { notForPeople, sentenceCount } from '../../../client/test-support/every-sentence.js';
import { subjectOf } from './subject-of.js';
import { inWords, problemInWords } from './words.js';

/** What is seen in the console alone. */
const ofTheConsole = {
  page: /\b(page|panel|menu|button|click|reload)\b/i,
  place: /\bunder (Settings|Plan)/,
};
/** Scopes are what `wds tokens create --scope` takes. */
const ofTokens = /^(scope-missing|fix-insufficient-scope), /;

test('no sentence of the command speaks of HTTP or of pages', () => {
  expect(sentenceCount).toBeGreaterThan(900);
  expect(notForPeople(inWords, ofTheConsole).filter((found) => !ofTokens.test(found))).toEqual([]);
});

test('a problem says what went wrong, where, and which command mends it', () => {
  const problem = new ProblemError({
    type: '/problems/invalid-request',
    title: 'The request is not valid',
    status: 422,
    detail: 'Nothing was written: /rows/0/qty "abc" is not a whole number (BIGINT).',
    code: 'rows-invalid',
    params: {},
    suggested_fix: 'GET …/schema?format=json-schema describes a row.',
    fix_code: 'fix-columns',
    fix_params: {},
    errors: [{ path: '/rows/0/qty', message: '"abc" is …', code: 'field-type', params: { type: 'integer' } }],
    request_id: 'req_1',
  });
  expect(problemInWords(problem)).toEqual([
    'Nothing was saved: a value does not fit its column.',
    'row 1, “qty”: must be a whole number',
    'wds tables lists the columns of each table.',
  ]);
});

test('what a service of another release says, and a message within a message, stay readable', () => {
  expect(inWords({ text: 'Later.', code: 'of-a-newer-release' })).toBe('Later.');
  const params = { why: 'GET …', why_code: 'fix-tables', why_params: {} };
  expect(inWords({ text: '', code: 'warn-deletes-most', params })).toBe(
    'wds tables lists the tables of the workbook. Say --confirm-deletes if that is meant.',
  );
});

test.each([
  ['/order_by', '--order-by'],
  ['as_of', '--as-of'],
  ['/rows/2', 'row 3'],
  ['/rows/2/net~1gross', 'row 3, “net/gross”:'],
  ['/some_thing', 'some thing'],
])('%s is %s to who types commands', (pointer, subject) => {
  expect(subjectOf(pointer)).toBe(subject);
});
