import { queryOptions } from '@tanstack/react-query';
import { getDriveAuthorization } from '@workbook-data-service/client/api';
import { service } from './service.js';

/** The drives that a service can read, each with what its operator has to set. */
export const drives = [
  {
    provider: 'google_drive',
    name: 'Google Drive',
    settings: 'SVC_GOOGLE_CLIENT_ID, SVC_GOOGLE_CLIENT_SECRET',
  },
  {
    provider: 'microsoft',
    name: 'OneDrive / SharePoint',
    settings: 'SVC_MICROSOFT_CLIENT_ID, SVC_MICROSOFT_CLIENT_SECRET',
  },
] as const;

export type DriveProvider = (typeof drives)[number]['provider'];

/** Whether the service may read the drive of the reader, who allows it in another tab and then comes back. */
export const driveQuery = (provider: DriveProvider) =>
  queryOptions({
    queryKey: ['drive', provider],
    queryFn: ({ signal }) => getDriveAuthorization(service, { path: { provider }, signal }),
    refetchOnWindowFocus: 'always',
  });
