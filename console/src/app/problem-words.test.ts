import { ProblemError } from '@workbook-data-service/client';
import { expect, test } from 'vitest';
import { messageText } from './messages/message-text.js';
import { problemWords } from './problem-words.js';

const unknownTable = new ProblemError({
  type: '/problems/not-found',
  title: 'No such thing',
  status: 404,
  detail: 'No table "sale" in this workbook.',
  code: 'table-unknown',
  params: { table: 'sale' },
  suggested_fix: 'GET …/tables lists the tables of the workbook; percent-encode names in the path.',
  fix_code: 'fix-tables',
  fix_params: {},
  request_id: 'req_1',
});

test('a problem is told by its code, and advice for programs in the words of the console', () => {
  expect(problemWords(unknownTable, 'ja')).toEqual({
    detail: 'このワークブックに、表「sale」はありません。',
    fix: '表の一覧を確認してください。',
  });
  expect(problemWords(unknownTable, 'en')).toEqual({
    detail: 'No table "sale" in this workbook.',
    fix: 'Look at the tables of the workbook.',
  });
});

test('a problem in the words of the database is told by its kind, and exactly in English', () => {
  const body = {
    type: '/problems/sql-invalid',
    title: 'The SQL cannot be planned',
    status: 422,
    detail: 'syntax error at or near "fro"',
    suggested_fix: 'Correct the statement. POST …/query/validate checks a query without running it.',
    fix_code: 'fix-sql-invalid',
    fix_params: {},
    request_id: 'req_2',
  };
  expect(problemWords(new ProblemError(body), 'ja')).toEqual({
    detail: 'SQL に誤りがあります。',
    fix: '文を直してください。',
    exactly: 'syntax error at or near "fro"',
  });
  expect(problemWords(new ProblemError(body), 'en').fix).toBe('Correct the statement.');
});

test('values, numbers and lists are told with the words around them', () => {
  const said = {
    text: '12 values of "数量 (kg)" are no e-mail address: "x", "y" and 10 more.',
    code: 'found-invalid-e-mail',
    params: { column: '数量 (kg)', rows: 12, values: { shown: ['x', 'y'], more: 10 } },
  };
  expect(messageText(said, 'ja')).toBe(
    '「数量 (kg)」の 12 件が、メールアドレスとして正しくありません: "x", "y" ほか 10 件',
  );
  expect(messageText(said, 'en')).toBe(said.text);
});

test('what a newer service says stays in English', () => {
  expect(messageText({ text: 'Something new.', code: 'of-a-newer-release', params: {} }, 'ja')).toBe(
    'Something new.',
  );
});
