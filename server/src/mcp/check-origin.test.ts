import { expect, test } from 'vitest';
import type { Problem } from '../core/problems.js';
import { checkOrigin } from './check-origin.js';

const at = 'https://data.example.com';

test.each<[status: number, host: string, origin: string | undefined, publicUrl: string | undefined]>([
  [200, 'localhost:8080', undefined, undefined],
  [200, '10.0.0.5:8080', undefined, undefined],
  [200, '[::1]:8080', 'http://[::1]:8080', undefined],
  [200, 'LocalHost:8080', 'http://localhost:8080', undefined],
  [421, 'wds:8080', undefined, undefined],
  [421, '', undefined, undefined],
  [421, 'evil.example', 'http://evil.example', undefined],
  [403, 'localhost:8080', 'http://localhost:3000', undefined],
  [403, 'localhost:8080', 'null', undefined],
  [200, 'data.example.com', undefined, at],
  [200, 'data.example.com', at, at],
  [403, 'data.example.com', 'http://data.example.com', at],
  [403, 'data.example.com', 'https://evil.example', at],
])('%i for the host %j and a page of %j, where the service is at %j', (status, host, origin, publicUrl) => {
  let answered = 200;
  try {
    checkOrigin({ host, ...(origin !== undefined && { origin }) }, publicUrl);
  } catch (error) {
    answered = (error as Problem).status;
  }
  expect(answered).toBe(status);
});
