import type { Why } from './why.js';

const withReason = (reason: string | null): string => (reason === null ? '' : ` (${reason})`);

/** About drives, and providers that people sign in with: what they refuse or fail to do. */
export const driveSentences = {
  'drive-not-begun': () =>
    'This authorization was never begun, took longer than ten minutes, or is already finished.',
  'drive-other-user': () =>
    'This authorization was begun by another user, who would have read your files. Nothing was connected.',
  'drive-not-allowed': ({ drive }: { drive: string }) => `Access to your ${drive} was not granted.`,
  'drive-not-connected': ({ drive }: { drive: string }) => `You have not let the service read your ${drive}.`,
  'drive-no-longer': ({ drive }: { drive: string }) =>
    `${drive} no longer lets the service read for this user.`,
  'drive-grant-ended': () => 'The permission to read the drive has ended.',
  'drive-limits': ({ drive }: { drive: string }) => `${drive} is limiting requests.`,
  'drive-forbids': ({ drive, reason }: { drive: string; reason: string | null }) =>
    `${drive} does not let this user read it${withReason(reason)}.`,
  'drive-no-file': ({ drive }: { drive: string }) => `${drive} has no file with this id for this user.`,
  'drive-unknown-id': ({ drive }: { drive: string }) => `${drive} does not know this id or cursor.`,
  'drive-foreign-id': () => 'The id is not one that a drive issues.',
  'drive-status': ({ drive, status, reason }: { drive: string; status: number; reason: string | null }) =>
    `${drive} answered with status ${status}${withReason(reason)}.`,
  'drive-status-for-file': ({ drive, status }: { drive: string; status: number }) =>
    `${drive} answered with status ${status} instead of the file.`,
  'drive-silent': ({ drive }: { drive: string }) => `${drive} does not answer.`,
  'drive-broke-off': ({ drive }: { drive: string }) =>
    `${drive} closed the connection while the file was being read.`,
  'drive-file-changed-meanwhile': ({ file }: { file: string }) =>
    `${file} changed in its drive while it was read.`,
  'drive-trashed': ({ file, drive }: { file: string; drive: string }) =>
    `${file} is in the trash of ${drive}.`,
  'drive-deleted': ({ file, drive }: { file: string | null; drive: string }) =>
    `${file ?? 'The file'} was deleted in ${drive}.`,
  'drive-folder': ({ file }: { file: string }) => `${file} is a folder.`,
  'drive-other-document': ({ file }: { file: string }) =>
    `${file} is a Google document of another kind than Sheets.`,
  'drive-no-content': () => 'The file has no content that can be downloaded from Google Drive.',
  'drive-export-limit': () => 'Google exports spreadsheets of at most 10 MB.',
  'drive-api-off': () => 'The Drive API is not enabled for the OAuth client of this service.',
  'drive-scope-refused': ({ drive }: { drive: string }) =>
    `The service was not allowed to read files in ${drive}.`,
  'drive-not-lasting': ({ drive }: { drive: string }) =>
    `${drive} granted no permission that lasts longer than an hour.`,
  'drive-refused-by': ({ drive, error }: { drive: string; error: string }) =>
    `Access to ${drive} was not granted (${error}).`,
  'drive-foreign-answer': ({ drive }: { drive: string }) =>
    `The answer of ${drive} does not belong to this request.`,
  'drive-permission-refused': ({ drive, error }: { drive: string; error: string }) =>
    `${drive} does not accept the permission of this user (${error}).`,
  'drive-no-token': ({ drive, error }: { drive: string; error: string }) =>
    `${drive} issues no token to this service (${error}).`,
  'drive-no-token-status': ({ drive, status }: { drive: string; status: number }) =>
    `${drive} issues no token (status ${status}).`,
  'drive-asked-for': ({ why, account }: { account: string } & Why) => `${why} It was asked for ${account}.`,
  'drive-asked-for-yours': ({ why, drive }: { drive: string } & Why) =>
    `${why} It was asked for your ${drive}.`,
  'provider-refuses-code': () =>
    'The provider does not accept the code: it has expired, was already used, or belongs to another sign-in.',
  'provider-foreign-answer': () => 'What the provider answered does not belong to this sign-in.',
  'provider-cancelled': () => 'The sign-in was cancelled, or the provider does not let you in.',
  'provider-ended': ({ error }: { error: string }) => `The provider ended the sign-in: ${error}.`,
};
