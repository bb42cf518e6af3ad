import { Readable } from 'node:stream';
import { type Static, Type } from '@sinclair/typebox';
import { nullable, strictObject, textEnum, WorkbookId } from '@workbook-data-service/contract/common';
import { withDefault } from '@workbook-data-service/contract/defaults';
import { say } from '@workbook-data-service/contract/messages';
import type { Received } from '@workbook-data-service/contract/received';
import { ReadingChoiceName } from '@workbook-data-service/contract/remembered';
import { UploadAnswer, UrlIngestRequest } from '@workbook-data-service/contract/sources';
import type { JobRecord } from '../../catalog/job-records.js';
import { problem } from '../../core/problems.js';
import { ingestFile } from '../../features/ingest/ingest-file.js';
import { ingestFromUrl } from '../../features/ingest/ingest-from-url.js';
import type { Ingested } from '../../features/ingest/ingest-request.js';
import { ingestUpload } from '../../features/uploads/ingest-upload.js';
import { requireSlot } from '../../features/uploads/upload-slots.js';
import { targetBody } from '../../present/readings.js';
import { receiveFile } from '../../workbook/files/received-file.js';
import { shortReading } from '../short-reading.js';
import { type ToolContext, tool } from '../tool.js';

const MAX_TABLES = 100;
const SHOWN_COLUMNS = 20;

const Input = strictObject({
  workbook_id: WorkbookId,
  url: Type.Optional(UrlIngestRequest.properties.url),
  content: Type.Optional(Type.String({ description: 'The file itself, in place of `url`; at most 900 KB' })),
  encoding: withDefault(textEnum(['text', 'base64'], { description: 'Of `content`' }), 'text'),
  upload_id: Type.Optional(
    Type.String({ maxLength: 100, description: 'An upload slot with the file, in place of `url`' }),
  ),
  filename: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'As `sales.csv`; needed with `content`' }),
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
  title: 'Upload a spreadsheet',
  description:
    'Takes a file (xlsx, xls, ods, csv and others) from a public URL or from `content`, and makes tables from it; the same bytes are not imported twice. The sheet itself stays as an archived table. `reading` shows the confidence, and `alternatives` where it is low: `correct_parse_spec` takes one, `materialize` makes its tables. Next, `read_parse_spec`. Example: {"filename": "sales.csv", "content": "region,amount\\nNorth,100"}.',
  scope: 'workbooks:write',
  effect: 'fetches',
  storesData: true,
  input: Input,
  output: Output,
  run: async (context, input) => ({ body: uploaded(await ingest(context, input)) }),
});

async function ingest(
  { service, caller }: ToolContext,
  { workbook_id, url, content, upload_id, filename, encoding, structuring, reading }: Received<typeof Input>,
): Promise<Ingested> {
  if ([url, content, upload_id].filter((given) => given !== undefined).length !== 1) throw notOneFile();
  const request = { workbookId: workbook_id, ...asIngest[structuring], reading };
  if (url !== undefined)
    return done(await ingestFromUrl(service, caller, { ...request, url, filename, async: false }, {}));
  if (upload_id !== undefined) {
    await requireSlotOf({ service, caller }, workbook_id, upload_id);
    return done(await ingestUpload(service, caller, upload_id, { async: false, reading }, {}));
  }
  if (content === undefined || filename === undefined) throw notOneFile();
  const file = await receiveFile(service.data, Readable.from([bytesOf(content, encoding)]), filename);
  return await ingestFile(service, caller, { ...request, file }, {}, { viewer: caller });
}

/** A call is authorized for its workbook, and recorded there. */
async function requireSlotOf(
  { service, caller }: Pick<ToolContext, 'service' | 'caller'>,
  workbookId: string,
  uploadId: string,
): Promise<void> {
  const { slot } = await requireSlot(service, caller, uploadId, 'workbooks:write');
  if (slot.workbook_id !== workbookId)
    throw problem('not-found', say('agent-upload-unknown', { upload: uploadId }));
}

function done(taken: Ingested | JobRecord): Ingested {
  if ('source' in taken) return taken;
  throw new TypeError('an upload that is waited for has no job');
}

function bytesOf(content: string, encoding: 'text' | 'base64'): Buffer {
  if (encoding === 'base64' && !/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(content))
    throw problem('invalid-request', say('content-not-base64'), {
      fix: say('fix-content-not-base64'),
    });
  return Buffer.from(content, encoding === 'text' ? 'utf8' : 'base64');
}

function notOneFile() {
  return problem('invalid-request', say('agent-file-where'), {
    fix: say('fix-agent-file-where'),
  });
}

function uploaded({
  source,
  isNew,
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
