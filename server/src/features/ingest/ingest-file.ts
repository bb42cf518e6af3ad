import { isUniqueViolation } from '../../catalog/catalog.js';
import type { Author } from '../../catalog/change.js';
import { type Change, change } from '../../catalog/change.js';
import { nameKey, type TableRow } from '../../catalog/tables.js';
import { cleanFilename, cleanTableName, freeFilename, freeName, stem } from '../../core/file-names.js';
import { newId } from '../../core/ids.js';
import type { Service } from '../../service.js';
import type { LandedFile } from '../../workbook/land-file.js';
import type { ReceivedFile } from '../../workbook/received-file.js';
import { insertTable } from '../../workbook/write-tables.js';
import { findSourceByContent, type SourceRow, tablesOfSource } from './sources.js';

export interface IngestRequest {
  workbookId: string;
  file: ReceivedFile;
  mode: 'auto' | 'staged';
  structuring: 'auto' | 'skip' | 'defer';
  /** The address that the service itself fetched the file from. */
  fetchedFrom?: string;
}

export interface Ingested {
  source: SourceRow;
  tables: TableRow[];
  /** `off`: raw tables were landed, because this service has no structuring. */
  structuring: 'skipped' | 'off' | null;
  /** False when the same bytes were here before. */
  isNew: boolean;
}

/** Lands a file: one table per sheet, all of them and the source in one transaction, or nothing. */
export async function ingestFile(
  service: Service,
  author: Author,
  request: IngestRequest,
): Promise<Ingested> {
  const { workbookId, file } = request;
  const known = await answerKnown(service, author, request);
  if (known) return known;
  const landed = request.mode === 'auto' ? await service.data.land(file) : undefined;
  try {
    return await change(service.catalog, author, (c) => register(c, request, landed));
  } catch (error) {
    // The same bytes were registered while these were being read.
    if (
      !isUniqueViolation(error) ||
      !(await findSourceByContent(service.catalog.db, workbookId, file.blob.hash))
    )
      throw error;
    return (await answerKnown(service, author, request)) as Ingested;
  }
}

/** Identical bytes in the same workbook are the source that is already there. */
async function answerKnown(
  service: Service,
  author: Author,
  request: IngestRequest,
): Promise<Ingested | undefined> {
  const { workbookId, file } = request;
  const source = await findSourceByContent(service.catalog.db, workbookId, file.blob.hash);
  if (!source) return undefined;
  return await change(service.catalog, author, async (c) => {
    await c.audit({ chain: workbookId, action: 'source.uploaded_again', target: source.id });
    return {
      source,
      tables: await tablesOfSource(c.tx, source.id),
      structuring: outcome(request),
      isNew: false,
    };
  });
}

function outcome(request: IngestRequest): Ingested['structuring'] {
  if (request.mode === 'staged') return null;
  return request.structuring === 'skip' ? 'skipped' : 'off';
}

async function register(
  c: Change,
  request: IngestRequest,
  landed: LandedFile | undefined,
): Promise<Ingested> {
  const { workbookId, file } = request;
  const opId = await c.op({
    workbookId,
    kind: 'source.ingest',
    request: {
      file: file.blob.hash,
      filename: file.filename,
      mode: request.mode,
      structuring: request.structuring,
      fetched_from: request.fetchedFrom,
    },
  });
  const source = await insertSource(c, request, landed);
  const tables: TableRow[] = [];
  const names = await takenTableNames(c, workbookId);
  for (const { sheet, columns, rowCount, segment, origin } of landed?.tables ?? []) {
    const name = tableName(source.name, sheet, landed?.tables.length ?? 0, names);
    names.add(nameKey(name));
    tables.push(
      await insertTable(c, {
        workbookId,
        opId,
        name,
        kind: 'base',
        columns,
        rowCount,
        segment,
        source: { id: source.id, sheet, filename: source.name },
        origin,
      }),
    );
  }
  await c.audit({
    chain: workbookId,
    action: 'source.ingested',
    target: source.id,
    detail: {
      op_id: opId,
      filename: source.filename,
      sha256: source.blob_hash,
      fetched_from: request.fetchedFrom,
      tables: tables.map((table) => table.id),
    },
  });
  if (landed)
    await c.emit(workbookId, 'source.materialized', { source_id: source.id, name: source.name, op_id: opId });
  return { source, tables, structuring: outcome(request), isNew: true };
}

async function insertSource(
  c: Change,
  request: IngestRequest,
  landed: LandedFile | undefined,
): Promise<SourceRow> {
  const { workbookId, file, mode } = request;
  const filename = cleanFilename(file.filename);
  const existing = await c.tx
    .selectFrom('sources')
    .select('name')
    .where('workbook_id', '=', workbookId)
    .execute();
  const names = new Set(existing.map(({ name }) => name));
  const source: SourceRow = {
    id: newId('src'),
    workbook_id: workbookId,
    name: freeFilename(filename, (candidate) => names.has(candidate)),
    filename,
    blob_hash: file.blob.hash,
    size: file.blob.size,
    format: landed?.format ?? null,
    reader: landed ? JSON.stringify(landed.reader ?? null) : null,
    mode,
    status: landed ? 'materialized' : 'registered',
    created_at: c.at,
    created_by: c.author.userId ?? 'system',
  };
  await c.tx.insertInto('sources').values(source).execute();
  return source;
}

async function takenTableNames(c: Change, workbookId: string): Promise<Set<string>> {
  const rows = await c.tx
    .selectFrom('tables')
    .select('name_key')
    .where('workbook_id', '=', workbookId)
    .execute();
  return new Set(rows.map((row) => row.name_key));
}

/** A file with one sheet names its table; of several, each sheet does, with the file's name where that is taken. */
function tableName(sourceName: string, sheet: string, sheets: number, names: ReadonlySet<string>): string {
  const taken = (candidate: string): boolean => names.has(nameKey(candidate));
  const file = cleanTableName(stem(sourceName));
  if (sheets === 1) return freeName(file, taken);
  const bySheet = cleanTableName(sheet);
  return taken(bySheet) ? freeName(cleanTableName(`${file}_${bySheet}`), taken) : bySheet;
}
