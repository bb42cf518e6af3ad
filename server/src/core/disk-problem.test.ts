import { expect, test } from 'vitest';
import { diskProblem } from './disk-problem.js';

const withCode = (code: string, syscall?: string) => Object.assign(new Error(code), { code, syscall });

test.each([
  [withCode('ENOSPC', 'write')],
  [withCode('EDQUOT', 'write')],
  [withCode('EROFS', 'open')],
  [withCode('EACCES', 'mkdir')],
  [withCode('53100')],
  [new Error('database or disk is full')],
  [new Error('attempt to write a readonly database')],
  [new Error('IO Error: Could not write file "/x/y.parquet": No space left on device')],
  [new Error('Failed to append: Could not write file "/x/y.tmp": No space left on device')],
  [new Error('IO Error: Cannot open file "/x/y.parquet": Read-only file system')],
])('%s means that no more can be written', (error) => {
  expect(diskProblem(error)).toMatchObject({ slug: 'insufficient-storage', status: 507 });
  expect(diskProblem(error)?.detail).not.toContain('/x/');
});

test.each([
  [withCode('EACCES', 'connect')],
  [withCode('ENOENT', 'open')],
  [new Error('Conversion Error: Could not convert string "No space left on device" to INT32')],
  [new Error('IO Error: Cannot open file "/x/y.parquet": No such file or directory')],
  ['ENOSPC'],
])('%s does not', (error) => {
  expect(diskProblem(error)).toBeUndefined();
});
