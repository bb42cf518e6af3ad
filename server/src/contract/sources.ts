import { Type } from '@sinclair/typebox';
import { Cursor, limit, NextCursor, nullable, strictObject, Timestamp, textEnum } from './common.js';
import { ArtifactSummary } from './tables.js';

export const SourceParams = Type.Object({
  workbook_id: Type.String(),
  source_name: Type.String({ description: 'The name of the source, or its id' }),
});

/** The fields of the form beside its file. */
export const UploadForm = strictObject({
  mode: Type.Optional(textEnum(['auto', 'staged'], { default: 'auto' })),
  async: Type.Optional(Type.Boolean({ default: false })),
  structuring: Type.Optional(textEnum(['auto', 'skip', 'defer'], { default: 'auto' })),
});

export const Source = Type.Object({
  id: Type.String(),
  name: Type.String(),
  filename: Type.String(),
  size: Type.Integer(),
  sha256: Type.String(),
  format: nullable(Type.String()),
  reader: Type.Unknown(),
  mode: textEnum(['auto', 'staged']),
  status: textEnum(['registered', 'analyzed', 'materialized', 'failed']),
  workbook_id: Type.String(),
  created_at: Timestamp,
});
export const SourceList = Type.Object({ sources: Type.Array(Source), next_cursor: NextCursor });
export const SourceDetail = Type.Composite([Source, Type.Object({ artifacts: Type.Array(ArtifactSummary) })]);

export const UploadAnswer = Type.Object({
  source: Source,
  artifacts: Type.Array(ArtifactSummary),
  structuring: nullable(textEnum(['structured', 'skipped', 'deferred', 'raw_fallback', 'off'])),
  structuring_reason: Type.Optional(Type.String()),
});
export const AsyncUploadAnswer = Type.Object({ job_id: Type.String(), status: Type.Literal('pending') });

export const Job = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  status: textEnum(['pending', 'running', 'succeeded', 'failed']),
  workbook_id: Type.String(),
  result: Type.Unknown({ description: 'On success, the body of the synchronous form' }),
  error: nullable(Type.String()),
  created_at: Timestamp,
  started_at: nullable(Timestamp),
  finished_at: nullable(Timestamp),
});
export const JobParams = Type.Object({ job_id: Type.String() });
export const JobListQuery = Type.Object({ limit: limit(50), cursor: Cursor });
export const JobList = Type.Object({ jobs: Type.Array(Job), next_cursor: NextCursor });
