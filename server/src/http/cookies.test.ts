import { expect, test } from 'vitest';
import { readCookie, writeCookie } from './cookies.js';

test.each([
  [undefined, undefined],
  ['', undefined],
  ['a=1', '1'],
  ['b=2; a=1==; c=3', '1=='],
  ['b=2;a=1', '1'],
  ['ba=2', undefined],
  ['a', undefined],
  ['a=1; a=2', '1'],
])('the cookie a in %j is %j', (header, value) => {
  expect(readCookie(header, 'a')).toBe(value);
});

test('a cookie is sent only where it belongs, and only over TLS if the service has it', () => {
  const cookie = { name: 'a', value: '1', seconds: 600 };
  expect(writeCookie({ ...cookie, url: 'https://example.com/data/api/auth' })).toBe(
    'a=1; Path=/data/api/auth; Max-Age=600; HttpOnly; SameSite=Lax; Secure',
  );
  expect(writeCookie({ ...cookie, url: 'http://127.0.0.1:80/api/auth' })).toBe(
    'a=1; Path=/api/auth; Max-Age=600; HttpOnly; SameSite=Lax',
  );
});
