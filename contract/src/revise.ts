import { Type } from '@sinclair/typebox';
import { ActorText, nullable, strictObject } from './common.js';
import { DryRunQuery } from './editing.js';
import { readingFields, Source } from './sources.js';
import { ArtifactSummary } from './tables.js';

/** The fields of the form other than the file. */
export const ReviseForm = strictObject({ actor: ActorText });
export const ReviseQuery = DryRunQuery;

export const RevisedTable = Type.Object({
  name: Type.String(),
  artifact_id: Type.String(),
  edit_version: Type.Integer(),
  inserted: Type.Integer(),
  updated: Type.Integer(),
  deleted: Type.Integer(),
  unchanged: Type.Integer(),
  added_columns: Type.Array(Type.String()),
  missing_columns: Type.Array(Type.String(), {
    description:
      'Columns that the file no longer has under their names. They are dropped, unless people edited their cells or a formula reads them',
  }),
});

export const KeptEdit = Type.Object({
  table: Type.String(),
  row_id: Type.Integer(),
  column: nullable(
    Type.String({ description: 'Null where the row was deleted here and changed in the file' }),
  ),
  kept: Type.Unknown(),
  incoming: Type.Unknown({ description: 'What the file has there; null also where it lacks the row' }),
});

export const ReviseAnswer = Type.Object({
  source: Source,
  revision: Type.Integer({ description: 'Counted from 1, the first upload' }),
  unchanged: Type.Boolean({ description: 'The file is the one that the source has' }),
  artifacts: Type.Array(ArtifactSummary),
  tables: Type.Array(RevisedTable, { description: 'The tables that the file has again' }),
  kept_edits: Type.Array(KeptEdit, {
    description: 'The first 1,000 cells that people and the file changed to different values',
  }),
  kept_edit_count: Type.Integer(),
  archived: Type.Array(Type.String(), { description: 'Tables that are no longer in the file' }),
  ...readingFields,
  op_id: nullable(Type.Integer()),
  dry_run: Type.Boolean(),
});
