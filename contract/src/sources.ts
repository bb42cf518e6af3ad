import { Type } from '@sinclair/typebox';
import {
  ActorText,
  Cursor,
  idOf,
  LONGEST_NAME,
  limit,
  NextCursor,
  nullable,
  optionalNullable,
  strictObject,
  Timestamp,
  textEnum,
  WorkbookId,
} from './common.js';
import { withDefault } from './defaults.js';
import { DryRunQuery } from './editing.js';
import { messageFieldsOf } from './message-fields.js';
import { modelReadingFields, ReadBy } from './model-readings.js';
import { Reconciliation, SheetCoverage, SpecAlternative, SpecQuestion, SpecSummary } from './parse-spec.js';
import { ReadingChoiceName, rememberedFields } from './remembered.js';
import { ArtifactSummary } from './tables.js';

export const SourceParams = Type.Object({
  workbook_id: WorkbookId,
  source_name: Type.String({ maxLength: LONGEST_NAME, description: 'The name of the source, or its id' }),
});

export const Mode = withDefault(
  textEnum(['auto', 'staged'], {
    description: '`auto`: tables are made of the file at once. `staged`: once …/materialize asks for them.',
  }),
  'auto',
);
export const Async = withDefault(
  Type.Boolean({ description: 'Answer 202 with a job at once, and do the work in it' }),
  false,
);
export const structuringByDefault = 'auto';
const StructuringName = textEnum(['auto', 'skip', 'defer'], {
  description:
    '`auto`: find out what the sheets mean, and make clean tables of them. `skip`: leave them as they are. `defer`: do it in a job.',
});
/** In a JSON body, where null is the same as an absent field. */
export const Structuring = optionalNullable(StructuringName);

export const ReadingChoice = optionalNullable(ReadingChoiceName);

/** The fields of the form other than the file. */
export const UploadForm = strictObject({
  mode: Mode,
  async: Async,
  structuring: withDefault(StructuringName, structuringByDefault),
  reading: withDefault(ReadingChoiceName, 'known'),
});

export const UrlIngestRequest = strictObject({
  url: Type.String({ minLength: 1, maxLength: 8000, description: 'Of a file on the open Internet' }),
  filename: optionalNullable(
    Type.String({ minLength: 1, maxLength: 255, description: 'Where absent, as the server or the URL says' }),
  ),
  mode: Mode,
  structuring: Structuring,
  reading: ReadingChoice,
  async: Async,
});

/** A drive that files are read from. */
export const DriveProvider = textEnum(['google_drive', 'microsoft'], {
  description: '`microsoft` stands for OneDrive and SharePoint',
});

export const SourceProvenance = Type.Object({
  kind: textEnum(['url', 'drive']),
  url: Type.Optional(Type.String({ description: 'Without its query' })),
  provider: Type.Optional(DriveProvider),
  file_id: Type.Optional(Type.String()),
  version: Type.Optional(
    nullable(Type.String({ description: 'What the drive calls this version of the content' })),
  ),
  modified_by: Type.Optional(nullable(Type.String())),
  modified: Type.Optional(nullable(Type.String())),
  fetched_at: Timestamp,
});

export const Source = Type.Object({
  id: Type.String(),
  name: Type.String(),
  filename: Type.String(),
  size: nullable(Type.Integer({ description: 'In bytes; null as sha256' })),
  sha256: nullable(
    Type.String({ description: 'Null for those who may not see every column that comes from the source' }),
  ),
  format: nullable(Type.String()),
  reader: Type.Unknown(),
  mode: textEnum(['auto', 'staged']),
  status: textEnum(['registered', 'analyzed', 'materialized', 'failed']),
  failure: nullable(Type.String({ description: 'Why it is `failed`' })),
  ...messageFieldsOf('failure'),
  failure_fix: Type.Optional(Type.String({ description: 'What to do about it, where that is known' })),
  ...messageFieldsOf('failure_fix'),
  provenance: nullable(SourceProvenance),
  workbook_id: Type.String(),
  created_at: Timestamp,
});
export const SourceListQuery = Type.Object({ limit: limit(100), cursor: Cursor });
export const SourceList = Type.Object({ sources: Type.Array(Source), next_cursor: NextCursor });
export const SourceDetail = Type.Composite([
  Source,
  Type.Object({
    artifacts: Type.Array(ArtifactSummary),
    parse_spec: nullable(SpecSummary),
    coverage: nullable(Type.Array(SheetCoverage)),
    reconciliation: nullable(Type.Array(Reconciliation, { description: 'Null where columns are governed' })),
  }),
]);

export const DeleteSourceQuery = Type.Object({
  cascade: withDefault(
    Type.Boolean({ description: 'Also its tables, and what is computed from them' }),
    false,
  ),
  actor: ActorText,
  ...DryRunQuery.properties,
});
export const DeletedSource = Type.Object({
  id: Type.String(),
  name: Type.String(),
  deleted: Type.Array(Type.String(), { description: 'Names of every table that went' }),
  op_id: Type.Integer(),
  dry_run: Type.Boolean(),
});

export const PreviewQuery = Type.Object({
  sheet: Type.Optional(Type.String({ maxLength: LONGEST_NAME, description: 'The first one, where absent' })),
  range: Type.Optional(
    Type.String({
      maxLength: 30,
      description: 'Cells such as `A1:F40`, at most 10,000; the first 100 x 50 in use, where absent',
    }),
  ),
  looks: withDefault(
    Type.Boolean({
      description: 'Also styles, merged ranges, widths, and numbers as their formats show them',
    }),
    false,
  ),
});
const Line = Type.Optional(Type.String({ description: 'Such as `thin`, `medium` or `double`' }));
const Colour = Type.Optional(Type.String({ pattern: '^[0-9A-F]{6}$', description: 'As `RRGGBB`' }));
export const CellLook = Type.Object(
  {
    bold: Type.Optional(Type.Boolean()),
    italic: Type.Optional(Type.Boolean()),
    underline: Type.Optional(Type.Boolean()),
    strikethrough: Type.Optional(Type.Boolean()),
    font_color: Colour,
    fill: Colour,
    align: Type.Optional(
      textEnum(['left', 'center', 'right', 'fill', 'justify', 'centerContinuous', 'distributed']),
    ),
    vertical_align: Type.Optional(textEnum(['top', 'center', 'bottom', 'justify', 'distributed'])),
    indent: Type.Optional(Type.Integer()),
    wrap: Type.Optional(Type.Boolean()),
    borders: Type.Object({ top: Line, right: Line, bottom: Line, left: Line }),
  },
  { description: 'Only what was chosen' },
);
export const SheetLooks = Type.Object({
  styles: Type.Array(CellLook, { description: 'Those in the range; cells name them by position, from 0' }),
  styled_blanks: Type.Array(Type.Object({ range: Type.String(), style: Type.Integer() }), {
    description: 'Blank cells with a style',
  }),
  merges: Type.Array(Type.String(), { description: 'Merged ranges that reach into the range' }),
  column_widths: Type.Array(Type.Object({ column: Type.String(), width: Type.Number() }), {
    description: 'In characters, where they were chosen',
  }),
  hidden_columns: Type.Array(Type.String()),
  hidden_rows: Type.Array(Type.Integer()),
});
export const SourcePreview = Type.Object({
  sheets: Type.Array(Type.String()),
  sheet: Type.String(),
  used_range: nullable(Type.String({ description: 'Where the sheet has cells; null where it is blank' })),
  range: Type.String(),
  cells: Type.Array(
    Type.Object({
      cell: Type.String(),
      kind: textEnum(['text', 'number', 'date', 'boolean', 'error']),
      value: Type.Union([Type.String(), Type.Number(), Type.Boolean()]),
      formula: Type.Optional(Type.String()),
      format: Type.Optional(Type.String({ description: 'The number format, where one was chosen' })),
      text: Type.Optional(Type.String({ description: 'With `looks`: as the number format shows it' })),
      style: Type.Optional(Type.Integer({ description: 'With `looks`: a position among the styles' })),
    }),
    { description: 'Row by row; blank cells are left out' },
  ),
  looks: Type.Optional(SheetLooks),
});

const ReadingRemark = Type.Object({
  code: Type.String({ examples: ['header_like_row', 'total_disagrees'] }),
  params: Type.Record(Type.String(), Type.Unknown()),
  text: Type.String(),
  sheet: Type.String(),
  cell: nullable(Type.String({ description: 'The first one that shows it', examples: ['D8'] })),
});

const FollowedTarget = Type.Object(
  {
    mode: textEnum(['append', 'replace']),
    table: Type.String(),
    rows_added: Type.Integer(),
    rows_removed: Type.Integer({ description: 'Of an earlier file of the same period' }),
    refused: Type.Optional(
      textEnum(
        [
          'hidden_columns',
          'computed_columns',
          'derived_table',
          'several_tables',
          'unfit_values',
          'governed_workbook',
          'no_table',
          'too_large',
        ],
        {
          description: 'Why tables were made anew instead',
        },
      ),
    ),
  },
  { description: 'Where the rows went' },
);

/** How the tables of a file came about, in short. */
export const FileReading = Type.Object(
  {
    confidence: nullable(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description:
          'The probability that the least sure table is exactly what a person would make; null without tables',
      }),
    ),
    doubts: Type.Array(ReadingRemark, {
      description: 'What lowers the confidence, those of the least sure table first; at most ten',
    }),
    questions: Type.Array(Type.Composite([SpecQuestion, Type.Object({ sheet: Type.String() })]), {
      description:
        'Decisions that the file leaves open, which `answers` of PUT …/parse-spec take; at most ten',
    }),
    faults: Type.Array(ReadingRemark, {
      description:
        'Totals that do not agree, cells in no table, and cells that a careful reader would ask about; at most ten',
    }),
    alternatives: Type.Array(Type.Composite([SpecAlternative, Type.Object({ sheet: Type.String() })]), {
      description:
        'Other ways to read a sheet that was read with a confidence below .9, at most three of each, best first, those of ' +
        'the least sure sheet first; at most twelve. `{"reading": id}` to PUT …/parse-spec takes one.',
    }),
    kept_as_sheet: Type.Array(Type.String(), {
      description:
        'Sheets whose cells stay as they are, because no reading was sure enough; what was found is their first alternative',
    }),
    alternatives_cut: Type.Boolean({
      description: 'Looking for alternatives took too long, so there may be better ones',
    }),
    more: Type.Object(
      {
        doubts: Type.Integer(),
        questions: Type.Integer(),
        faults: Type.Integer(),
        alternatives: Type.Integer(),
      },
      {
        description: 'How many of each are left out here; …/parse-spec and …/sources/{source_name} have all',
      },
    ),
    ...Type.Partial(Type.Object(rememberedFields)).properties,
    read_by: ReadBy,
    model_readings: Type.Optional(
      Type.Array(Type.Object({ sheet: Type.String(), ...modelReadingFields }), {
        description: 'Of the sheets that a language model was asked about, what came of it',
      }),
    ),
    target: Type.Optional(FollowedTarget),
    rules: Type.Optional(
      Type.Array(Type.String(), { description: "The lines of the workspace's rules that decided something" }),
    ),
  },
  { description: 'How the file was read' },
);

/** What every answer to a file says about how it was read. */
export const readingFields = {
  kept_as_sheet: Type.Optional(
    Type.Boolean({
      description:
        'The cells of a sheet stay as they are, because no reading was sure enough; `reading` says which',
    }),
  ),
  reading: nullable(FileReading),
};

export const UploadAnswer = Type.Object({
  source: Source,
  artifacts: Type.Array(ArtifactSummary),
  structuring: nullable(textEnum(['structured', 'skipped', 'deferred', 'raw_fallback', 'off'])),
  structuring_reason: Type.Optional(
    Type.String({ description: 'Of `raw_fallback`: `no_credits` or `failed:<detail>`' }),
  ),
  ...readingFields,
  job_id: Type.Optional(
    Type.String({ description: 'The job that structures the source, where that is deferred' }),
  ),
});
export const AcceptedJob = Type.Object({ job_id: Type.String(), status: Type.Literal('pending') });

export const Job = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  status: textEnum(['pending', 'running', 'succeeded', 'failed']),
  workbook_id: Type.String(),
  subject: nullable(
    Type.String({
      description: 'What it works on, by its name when it was queued: a file, a column or a table',
    }),
  ),
  progress: nullable(Type.Object({ stage: Type.String(), percent: Type.Integer() })),
  result: Type.Unknown({ description: 'On success, the body of the synchronous form' }),
  error: nullable(Type.String()),
  ...messageFieldsOf('error'),
  error_fix: Type.Optional(Type.String({ description: 'What to do about it, where that is known' })),
  ...messageFieldsOf('error_fix'),
  created_at: Timestamp,
  started_at: nullable(Timestamp),
  finished_at: nullable(Timestamp),
});
export const JobParams = Type.Object({ job_id: idOf('a job') });
export const JobListQuery = Type.Object({ limit: limit(50), cursor: Cursor });
export const JobList = Type.Object({ jobs: Type.Array(Job), next_cursor: NextCursor });
