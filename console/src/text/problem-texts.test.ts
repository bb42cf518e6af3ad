import { JobFailedError, ProblemError } from '@workbook-data-service/client';
import { expect, test } from 'vitest';
import { messageText } from './messages/message-text.js';
import { fileFailureWords, jobFailureWords, problemWords } from './problem-texts.js';

const unknownTable = new ProblemError({
  type: '/problems/not-found',
  title: 'Not found',
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
    fix: 'Check the tables of the workbook.',
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
    fix: 'SQL 文を直してください。',
    exactly: 'syntax error at or near "fro"',
  });
  expect(problemWords(new ProblemError(body), 'en').fix).toBe('Correct the statement.');
});

test('what is wrong with a field, and why, is told in the language of the reader', () => {
  const refused = { value: '"x"', type: 'BIGINT' };
  const why = { why: 'is not a whole number', why_code: 'cell-not-whole', why_params: {} };
  const body = {
    type: '/problems/invalid-request',
    title: 'The request is not valid',
    status: 422,
    detail: 'Nothing was written: /rows/0/qty "x" is not a whole number (BIGINT).',
    code: 'rows-invalid',
    params: {
      path: '/rows/0/qty',
      why: '"x" is not a whole number (BIGINT)',
      why_code: 'field-cell',
      why_params: { ...refused, ...why },
    },
    suggested_fix: 'Send values that fit.',
    request_id: 'req_3',
    errors: [
      {
        path: '/rows/0/qty',
        message: '"x" is not a whole number (BIGINT)',
        code: 'field-cell',
        params: { ...refused, ...why },
      },
      { path: '/rows/1/qty', message: 'in the words of a library' },
    ],
  };
  expect(problemWords(new ProblemError(body), 'ja').exactly).toBe(
    '「qty」: "x" は整数型の列に入りません（整数ではありません） 「qty」: in the words of a library',
  );
  expect(problemWords(new ProblemError(body), 'en').detail).toContain(
    '“qty” does not take "x": it is not a whole number.',
  );
  const damaged = {
    text: 'The parse spec does not fit the file: The name is blank.',
    code: 'spec-unfit',
    params: {
      why: 'The name is blank.',
      why_code: 'spec-region-name',
      why_params: { why: 'is blank', why_code: 'name-blank', why_params: {} },
    },
  };
  expect(messageText(damaged, 'ja')).toBe(
    '読み取り方がファイルに合いません: 領域の名前が正しくありません（空白です）。',
  );
});

test('values, numbers and lists are told with the words around them', () => {
  const said = {
    text: '12 values of "数量 (kg)" are no e-mail address: "x", "y" and 10 more.',
    code: 'found-invalid-e-mail',
    params: { column: '数量 (kg)', rows: 12, values: { shown: ['x', 'y'], more: 10 } },
  };
  expect(messageText(said, 'ja')).toBe(
    '「数量 (kg)」の 12 件が、メールアドレスとして正しくありません: 「x」、「y」ほか 10 件',
  );
  expect(messageText(said, 'en')).toBe(said.text);
});

test('what a newer service says stays in English', () => {
  expect(messageText({ text: 'Something new.', code: 'of-a-newer-release', params: {} }, 'ja')).toBe(
    'Something new.',
  );
});

test('a file or a job that failed is told with what to do about it', () => {
  const failed = {
    failure: 'The file is protected by a password.',
    failure_code: 'file-password',
    failure_params: {},
    failure_fix: 'Remove the password and send it again.',
    failure_fix_code: 'fix-encrypted-file',
    failure_fix_params: {},
  };
  const inJapanese = fileFailureWords(failed, 'ja');
  expect(inJapanese?.detail).toBe('ファイルにパスワードがかかっています。');
  expect(inJapanese?.fix).toContain('パスワード');
  expect(fileFailureWords({ failure: 'Of an earlier release.' }, 'ja')).toEqual({
    detail: 'Of an earlier release.',
    fix: '',
  });
  expect(fileFailureWords({ failure: null }, 'en')).toBeNull();
  const job = {
    error: failed.failure,
    error_fix: failed.failure_fix,
    error_fix_code: failed.failure_fix_code,
  };
  expect(jobFailureWords(new JobFailedError(job as never), 'ja').fix).toBe(inJapanese?.fix);
});
