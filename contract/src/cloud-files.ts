import { Type } from '@sinclair/typebox';
import {
  Cursor,
  LONGEST_ID,
  LONGEST_URL,
  limit,
  NextCursor,
  nullable,
  optionalNullable,
  strictObject,
  Timestamp,
} from './common.js';
import { AsName, OnExisting } from './file-links.js';
import { Async, DriveProvider, Mode, ReadingChoice, Structuring } from './sources.js';

/** Longer than any id or name of a file in a drive. */
const LONGEST_FILE_ID = 1000;
const LONGEST_FILE_NAME = 255;

export const DriveParams = Type.Object({ provider: DriveProvider });

export const DriveAuthorizationQuery = Type.Object({
  workbook_id: Type.Optional(
    Type.String({ maxLength: LONGEST_ID, description: 'Refuses with 404 if this workbook is out of reach' }),
  ),
});

export const DriveAuthorization = Type.Object({
  provider: DriveProvider,
  authorized: Type.Boolean({ description: 'Whether the service may read your drive' }),
  authorize_url: nullable(
    Type.String({
      description: 'To open in a browser within ten minutes, once; null where `authorized` is true',
    }),
  ),
  account: nullable(Type.String({ description: 'Whose drive it is, as the provider says' })),
});

const parameter = (description: string) =>
  Type.Optional(Type.String({ maxLength: LONGEST_URL, description }));

/** What a provider adds to the address of the callback; it may send more than is read. */
export const DriveCallbackQuery = Type.Object(
  {
    state: parameter('Which authorization this is the answer to'),
    code: parameter('What the service gets its tokens for, once the user has confirmed it'),
    error: parameter('`access_denied` where the user said no'),
  },
  { additionalProperties: true },
);

export const DriveAuthorizationAnswer = strictObject({
  answer: Type.String({
    maxLength: LONGEST_URL,
    description: 'The query string with which the provider sent the browser back, such as `state=…&code=…`',
    examples: ['state=Zx0…&code=4/0A…'],
  }),
});

export const CloudFileListQuery = Type.Object({
  folder_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: LONGEST_FILE_ID,
      description: 'The id of a folder; absent, the top of the drive',
    }),
  ),
  q: Type.Optional(
    Type.String({ minLength: 1, maxLength: LONGEST_FILE_NAME, description: 'Part of a name' }),
  ),
  limit: limit(100),
  cursor: Cursor,
});

export const CloudFile = Type.Object({
  id: Type.String(),
  name: Type.String(),
  isFolder: Type.Boolean(),
  mime_type: nullable(Type.String()),
  size: nullable(
    Type.Integer({ description: 'In bytes; null for folders, and for files without bytes of their own' }),
  ),
  modified: nullable(Timestamp),
  modified_by: nullable(Type.String()),
});
export const CloudFileList = Type.Object({
  files: Type.Array(CloudFile, { description: 'Folders first' }),
  next_cursor: NextCursor,
});

const FileId = Type.String({ minLength: 1, maxLength: LONGEST_FILE_ID, description: 'Its id in the drive' });

export const CloudImportRequest = strictObject({
  provider: DriveProvider,
  file_id: FileId,
  filename: Type.String({
    minLength: 1,
    maxLength: LONGEST_FILE_NAME,
    description: 'The name to register the source under, with the extension',
  }),
  mode: Mode,
  structuring: Structuring,
  reading: ReadingChoice,
  async: Async,
});

export const TrackFileRequest = strictObject({
  provider: DriveProvider,
  file_id: FileId,
  filename: optionalNullable(
    Type.String({
      minLength: 1,
      maxLength: LONGEST_FILE_NAME,
      description: 'The name of the file, with the extension; that in the drive where absent',
    }),
  ),
  as_name: AsName,
  on_existing: OnExisting,
  reading: ReadingChoice,
});
