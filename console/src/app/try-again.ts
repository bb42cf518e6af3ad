import type { QueryClient } from '@tanstack/react-query';
import { ConnectionError, ProblemError } from '@workbook-data-service/client';

/** After what cannot be reached is asked for again. The client repeats each call too, so this is between whole attempts. */
const AGAIN_MS = 3_000;

/** What a proxy answers while the service behind it is not there. */
const ofProxies: readonly number[] = [502, 503, 504];

const isOutage = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof ProblemError && ofProxies.includes(error.status));

/** Asks again for what a page could not read while the service was out of reach, until it answers. */
export function tryingAgain(client: () => QueryClient): (error: unknown) => void {
  let isWaiting = false;
  return (error) => {
    if (isWaiting || !isOutage(error)) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      void client().refetchQueries({ type: 'active', predicate: ({ state }) => isOutage(state.error) });
    }, AGAIN_MS);
  };
}
