import { expect, test } from 'vitest';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.js';

test('ten codes differ, and are recognized however they are typed', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^(?:[a-km-np-z2-9]{4}-){3}[a-km-np-z2-9]{4}$/);
  const [code = ''] = codes;
  expect(hashRecoveryCode(` ${code.toUpperCase().replaceAll('-', ' ')}`)).toBe(hashRecoveryCode(code));
  expect(new Set(codes.map(hashRecoveryCode)).size).toBe(10);
  expect(hashRecoveryCode('123456')).toBeUndefined();
});
