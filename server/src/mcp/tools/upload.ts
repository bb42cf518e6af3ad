import { type Static, Type } from '@sinclair/typebox';
import { nullable, strictObject, textEnum, WorkbookId } from '@workbook-data-service/contract/common';
import { withDefault } from '@workbook-data-service/contract/defaults';
import { say } from '@workbook-data-service/contract/messages';
import type { Received } from '@workbook-data-service/contract/received';
import { ReadingChoiceName } from '@workbook-data-service/contract/remembered';
import { UploadAnswer } from '@workbook-data-service/contract/sources';
import type { JobRecord } from '../../catalog/job-records.js';
import { cleanFilename } from '../../core/file-names.js';
import { problem } from '../../core/problems.js';
import { ingestFile } from '../../features/ingest/ingest-file.js';
import { ingestFromUrl } from '../../features/ingest/ingest-from-url.js';
import type { Ingested } from '../../features/ingest/ingest-request.js';
import { findSourceByContent, findSourceByName } from '../../features/sources/sources.js';
import { ingestUpload } from '../../features/uploads/ingest-upload.js';
import { targetBody } from '../../present/readings.js';
import type { ReceivedFile } from '../../workbook/files/received-file.js';
import { fileInput, receiveContent, requireOneFile, requireSlotOf } from '../file-input.js';
import { shortReading } from '../short-reading.js';
import { type ToolContext, tool } from '../tool.js';

const MAX_TABLES = 100;
const SHOWN_COLUMNS = 20;

const Input = strictObject({
  workbook_id: WorkbookId,
  ...fileInput,
  as_new: withDefault(
    Type.Boolean({ description: 'Another file with the name of one that is there' }),
    false,
  ),
  structuring: withDefault(
    textEnum(['auto', 'skip', 'staged'], {
      description:
        '`auto` finds the tables in each sheet, `skip` takes it as it is, `staged` makes none yet: `analyze` first',
    }),
    'auto',
  ),
  reading: withDefault(ReadingChoiceName, 'known'),
});

/** A model need not know that the API has two parameters for this. */
const asIngest = {
  auto: { mode: 'auto', structuring: 'auto' },
  skip: { mode: 'auto', structuring: 'skip' },
  staged: { mode: 'staged', structuring: 'auto' },
} as const;

const Output = Type.Object({
  source: Type.String(),
  is_new: Type.Boolean(),
  op_id: Type.Optional(Type.Integer()),
  structuring: nullable(Type.String()),
  structuring_reason: UploadAnswer.properties.structuring_reason,
  reading: nullable(Type.Record(Type.String(), Type.Unknown())),
  table_count: Type.Integer(),
  tables: Type.Array(
    Type.Object({
      name: Type.String(),
      state: Type.String(),
      row_count: nullable(Type.Integer()),
      columns: Type.Array(Type.String()),
    }),
  ),
});

export const upload = tool({
  name: 'upload',
  description:
    'Makes tables from a file (xlsx, xls, ods, csv, …): a public `url`, `content` with `filename` (to 900 KB), or the `upload_id` of a slot. For a newer version of a file use `revise_source` (`as_new`: it is another file), for an exported one `merge_file`. Sheets stay as archived tables. Where `reading` has low confidence, see `read_parse_spec`.',
  scope: 'workbooks:write',
  effect: 'fetches',
  storesData: true,
  input: Input,
  notes: {
    url: '',
    reading: '`ignore`: not as corrected before',
    as_new: '',
    structuring: '`skip`: sheets as they are; `staged`: tables by `analyze`, `materialize`',
  },
  output: Output,
  run: async (context, input) => ({ body: uploaded(await ingest(context, input)) }),
});

async function ingest(
  context: ToolContext,
  { workbook_id, structuring, reading, as_new: asNew, ...given }: Received<typeof Input>,
): Promise<Ingested> {
  requireOneFile(given);
  const { service, caller } = context;
  const { url, upload_id, filename } = given;
  const request = { workbookId: workbook_id, ...asIngest[structuring], reading };
  const examine = asNew
    ? undefined
    : (file: ReceivedFile) => refuseKnownName(context, workbook_id, file.filename, file.blob.hash);
  if (url !== undefined)
    return done(
      await ingestFromUrl(service, caller, { ...request, url, filename, examine, async: false }, {}),
    );
  if (upload_id !== undefined) {
    const slot = await requireSlotOf(context, workbook_id, upload_id);
    if (!asNew) await refuseKnownName(context, workbook_id, slot.filename, slot.blob_hash);
    return done(await ingestUpload(service, caller, upload_id, { async: false, reading }, {}));
  }
  const file = await receiveContent(context, given);
  await examine?.(file);
  return await ingestFile(service, caller, { ...request, file }, {}, { viewer: caller });
}

/** Otherwise a newer version of a file would become tables beside those of the file. */
async function refuseKnownName(
  { service }: ToolContext,
  workbookId: string,
  filename: string,
  hash: string | null,
): Promise<void> {
  const { db } = service.catalog;
  if (hash !== null && (await findSourceByContent(db, workbookId, hash))) return;
  const known = await findSourceByName(db, workbookId, cleanFilename(filename), hash ?? '');
  if (known)
    throw problem('conflict', say('agent-file-name-known', { file: known.name }), {
      fix: say('fix-agent-file-name-known', { file: known.name }),
    });
}

function done(taken: Ingested | JobRecord): Ingested {
  if ('source' in taken) return taken;
  throw new TypeError('an upload that is waited for has no job');
}

function uploaded({
  source,
  isNew,
  opId,
  structuring,
  structuringReason,
  reading,
  targets,
  tables,
  columns,
}: Ingested): Static<typeof Output> {
  return {
    source: source.name,
    is_new: isNew,
    ...(opId !== undefined && { op_id: opId }),
    structuring,
    ...(structuringReason !== undefined && { structuring_reason: structuringReason }),
    reading: reading
      ? { ...shortReading(reading), ...(targets?.length && { targets: targets.map(targetBody) }) }
      : null,
    table_count: tables.length,
    tables: tables.slice(0, MAX_TABLES).map(({ id, name, state, row_count }) => ({
      name,
      state,
      row_count,
      columns: (columns?.[id] ?? []).slice(0, SHOWN_COLUMNS).map((column) => column.name),
    })),
  };
}
