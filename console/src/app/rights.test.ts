import { expect, test } from 'vitest';
import { rightsOf } from './rights.js';

const all = { mayWrite: true, mayDelete: true, mayGovern: true, mayShare: true };
const none = { mayWrite: false, mayDelete: false, mayGovern: false, mayShare: false };

test('a role allows what the service grants it, and the owner of a workbook is in charge of it unless they may only read', () => {
  expect(rightsOf('admin', false)).toEqual({ ...all, mayShare: false });
  expect(rightsOf('editor', false)).toEqual({ ...none, mayWrite: true });
  expect(rightsOf('editor', true)).toEqual(all);
  expect(rightsOf('viewer', false)).toEqual(none);
  expect(rightsOf('viewer', true)).toEqual(none);
  expect(rightsOf(undefined, true)).toEqual(all);
});
