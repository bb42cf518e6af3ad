import { QueryCache, QueryClient, QueryObserver } from '@tanstack/react-query';
import { ConnectionError } from '@workbook-data-service/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { tryingAgain } from './try-again.js';

test('what could not be read is asked for again until the service answers, and what was refused is not', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false } },
    queryCache: new QueryCache({ onError: tryingAgain(() => queries) }),
  });
  const answers = [new ConnectionError('/a', undefined), new ConnectionError('/a', undefined), 'here'];
  const read = vi.fn(async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const refused = vi.fn(async () => {
    throw new Error('refused');
  });
  const seen = new QueryObserver(queries, { queryKey: ['a'], queryFn: read });
  onTestFinished(seen.subscribe(() => {}));
  onTestFinished(new QueryObserver(queries, { queryKey: ['b'], queryFn: refused }).subscribe(() => {}));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen.getCurrentResult().data).toBe('here');
  expect(read).toHaveBeenCalledTimes(3);
  expect(refused).toHaveBeenCalledTimes(1);
});
