import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isProblem } from '@workbook-data-service/client';
import { leaveForSignIn } from './session.js';
import { tryingAgain } from './try-again.js';

/** The client repeats calls itself, so that a failure here is final. */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 15_000 }, mutations: { retry: false } },
  queryCache: new QueryCache({ onError: takeFailure }),
  mutationCache: new MutationCache({ onError: leaveIfSignedOut }),
});

const tryAgain = tryingAgain(() => queryClient);

function takeFailure(error: unknown): void {
  leaveIfSignedOut(error);
  tryAgain(error);
}

function leaveIfSignedOut(error: unknown): void {
  if (isProblem(error, 'unauthenticated')) leaveForSignIn();
}
