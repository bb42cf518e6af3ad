import { queryOptions, useQueries } from '@tanstack/react-query';
import { isProblem } from '@workbook-data-service/client';
import { getDriveAuthorization } from '@workbook-data-service/client/api';
import { service } from './service.js';

/** The drives that a service can read. */
export const drives = [
  { provider: 'google_drive', name: 'Google Drive' },
  { provider: 'microsoft', name: 'OneDrive / SharePoint' },
] as const;

export type DriveProvider = (typeof drives)[number]['provider'];

/** Whether the service may read the drive of the reader, who allows it in another tab and then comes back. */
export const driveQuery = (provider: DriveProvider) =>
  queryOptions({
    queryKey: ['drive', provider],
    queryFn: ({ signal }) => getDriveAuthorization(service, { path: { provider }, signal }),
    refetchOnWindowFocus: 'always',
  });

/** Whether the service can read any drive; as long as that is not known, none is offered. */
export function useHasDrives(): boolean {
  const states = useQueries({ queries: drives.map(({ provider }) => driveQuery(provider)) });
  return states.some(({ data, error }) => data || (error && !isProblem(error, 'not-configured')));
}
