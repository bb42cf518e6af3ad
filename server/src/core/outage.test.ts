import { expect, test } from 'vitest';
import { BackendHealth, isNetworkError, Outage } from './outage.js';

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const fail = (error: Error) => () => Promise.reject(error);

test('an outage is reported once when it begins and once when it ends, however many calls meet it', async () => {
  const reported: string[] = [];
  const health = new BackendHealth({
    backend: 'database',
    isOutage: isNetworkError,
    onLost: (backend) => reported.push(`lost ${backend}`),
    onFound: (backend) => reported.push(`found ${backend}`),
  });
  for (let call = 0; call < 3; call++) {
    const error = await health.watch(fail(refused)).catch((caught) => caught);
    expect(error).toBeInstanceOf(Outage);
    expect(error).toMatchObject({ status: 503, cause: refused, members: { retry_after: 5 } });
  }
  expect(await health.watch(async () => 'rows')).toBe('rows');
  expect(reported).toEqual(['lost database', 'found database']);
});

test('a backend that refuses a call has answered', async () => {
  const reported: string[] = [];
  const health = new BackendHealth({
    backend: 'blob store',
    isOutage: isNetworkError,
    onFound: (backend) => reported.push(backend),
  });
  await health.watch(fail(refused)).catch(() => {});
  await expect(health.watch(fail(new Error('no such key')))).rejects.toThrow('no such key');
  expect(reported).toEqual(['blob store']);
});
