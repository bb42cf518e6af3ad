import { Type } from '@sinclair/typebox';
import {
  Actor,
  ActorText,
  idOf,
  NextCursor,
  nullable,
  pageQuery,
  strictObject,
  Timestamp,
  textEnum,
  WorkbookId,
} from './common.js';
import { withDefault } from './defaults.js';
import { DryRunQuery } from './editing.js';
import { ReadingChoiceName } from './remembered.js';
import { KeptEdit, RevisedTable } from './revise.js';
import { readingFields } from './sources.js';
import { ArtifactSummary } from './tables.js';

export const FileLinkParams = Type.Object({ workbook_id: WorkbookId, link_id: idOf('a tracked file') });
export const FileVersionParams = Type.Object({
  ...FileLinkParams.properties,
  n: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, description: 'The number of a version' }),
});

export const FileLinkVersion = Type.Object({
  n: Type.Integer({ description: 'Counted from 1' }),
  kind: textEnum(['link', 'sync', 'revert'], {
    description:
      '`link`: what tracking began with. `sync`: pushed, or pulled from a drive. `revert`: the bytes of an earlier version',
  }),
  filename: Type.String(),
  modified_by: nullable(
    Type.String({ description: 'Who changed the file, as the client or the drive says' }),
  ),
  modified: nullable(Type.String({ description: 'When; RFC 3339, UTC' })),
  synced_at: Timestamp,
  snapshot_id: nullable(Type.String({ description: 'The state of the workbook with this version' })),
  size: nullable(Type.Integer({ description: 'In bytes; null as sha256' })),
  sha256: nullable(
    Type.String({ description: 'Null for those who may not see every column that comes from the source' }),
  ),
});

export const FileLink = Type.Object({
  id: Type.String(),
  filename: Type.String(),
  source: Type.String({ description: 'The name of the source that the file feeds' }),
  provider: textEnum(['local', 'google_drive', 'microsoft']),
  external_id: nullable(Type.String({ description: 'The id of the file in its drive' })),
  origin: Type.String({
    description: 'Where the file lives: as the owner of a local file says, or whose drive it is in',
  }),
  created_at: Timestamp,
  versions: Type.Array(FileLinkVersion, { description: 'Newest last' }),
});
export const FileLinkListQuery = pageQuery(100);
export const FileLinkList = Type.Object({ file_links: Type.Array(FileLink), next_cursor: NextCursor });

const ModifiedBy = Type.Optional(
  Type.String({ maxLength: 200, description: 'Who changed the file; your e-mail where absent' }),
);
const ModifiedTime = Type.Optional(
  Type.String({ maxLength: 40, description: 'When the file was changed; RFC 3339' }),
);

export const OnExisting = withDefault(
  textEnum(['auto', 'seed', 'replace', 'refuse'], {
    description:
      'What to do if the workbook has a source of that name. `seed`: what it has becomes version 1, the file version 2. ' +
      '`auto`: the same, if both have a sheet in common; otherwise it is refused. `replace`: the file becomes version ' +
      '1 and revises the source. `refuse`: 409',
  }),
  'auto',
);
export const AsName = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'The name of the source; that of the file where absent',
  }),
);

/** The fields of the form other than the file. */
export const TrackLocalFileForm = strictObject({
  as_name: AsName,
  on_existing: OnExisting,
  reading: withDefault(ReadingChoiceName, 'known'),
  origin: withDefault(
    Type.String({ maxLength: 1000, description: 'Where the file lives, such as a path; it is never opened' }),
    '',
  ),
  modified_by: ModifiedBy,
  modified_time: ModifiedTime,
});
/** The fields of the form other than the file. */
export const PushVersionForm = strictObject({ modified_by: ModifiedBy, modified_time: ModifiedTime });
export const TrackFileQuery = DryRunQuery;
export const RevertFileVersionRequest = strictObject({ actor: Actor });

export const TrackedFile = Type.Composite([
  FileLink,
  Type.Object({
    changed: Type.Boolean({ description: 'False where the bytes are those of the latest version' }),
    version: FileLinkVersion,
    artifacts: Type.Array(ArtifactSummary),
    tables: Type.Array(RevisedTable, { description: 'The tables that the file has again' }),
    kept_edits: Type.Array(KeptEdit, {
      description: 'The first 1,000 cells that people and the file changed to different values',
    }),
    kept_edit_count: Type.Integer(),
    archived: Type.Array(Type.String(), { description: 'Tables that are no longer in the file' }),
    ...readingFields,
    op_id: nullable(Type.Integer({ description: 'Null where nothing changed' })),
    dry_run: Type.Boolean(),
  }),
]);

export const UntrackFileQuery = Type.Object({ actor: ActorText });
export const UntrackedFile = Type.Object({
  id: Type.String(),
  filename: Type.String(),
  source: Type.String({ description: 'The name of the source, which stays' }),
  op_id: Type.Integer(),
});
