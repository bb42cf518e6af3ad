import { queryOptions } from '@tanstack/react-query';
import { getSession } from '@workbook-data-service/client/api';
import { basePath, service } from './service.js';

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => getSession(service, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Goes to the sign-in page, which leads back here. The whole page is loaded anew, so that nothing of the former user stays. */
export function leaveForSignIn(): void {
  const here = location.pathname.slice(basePath.length) + location.search;
  if (here.startsWith('/sign-in')) return;
  location.assign(`${basePath}/sign-in?${new URLSearchParams({ return_to: here })}`);
}
