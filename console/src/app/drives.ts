import { queryOptions } from '@tanstack/react-query';
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
