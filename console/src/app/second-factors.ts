import { queryOptions } from '@tanstack/react-query';
import { getSecondFactors } from '@workbook-data-service/client/api';
import { service } from './service.js';

/** What the user has set up beside their password. */
export const secondFactorsQuery = queryOptions({
  queryKey: ['second-factors'],
  queryFn: ({ signal }) => getSecondFactors(service, { signal }),
});
