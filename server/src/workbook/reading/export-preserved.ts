import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import type { Catalog } from '../../catalog/catalog.js';
import { originsOf } from '../../catalog/tables.js';
import { type Problem, problem } from '../../core/problems.js';
import type { TableOrigin } from '../../core/table-origin.js';
import { CURRENT, changedRowsSql, LANDED } from '../../file-workers/changed-rows.js';
import type { PreservedTable } from '../../file-workers/preserve-xlsx.js';
import type { ReadableTable } from '../governance/governed-tables.js';
import { retryingLostFiles } from '../retry-lost-files.js';
import { pathOfSource } from '../stored-blobs.js';
import { type Stores, storesOf } from '../stores.js';
import { landedContent } from '../ungoverned/landed-content.js';
import { physicalRelation } from '../ungoverned/physical-relation.js';
import type { Reader } from '../workbook-data.js';
import { type ExportedFile, writeExport } from './export-tables.js';
import { streamThenRemove } from './table-files.js';
import { EXPORT_DEADLINE_MS } from './view-files.js';

interface PreservedExportRequest {
  workbookId: string;
  tables: ReadableTable[];
  /** For a file that can return: a new file with row ids, for which the original has no place. */
  branchId?: string | undefined;
}

/** The formats of files that changes can be written into. */
const PATCHABLE_FORMATS = ['xlsx', 'xlsm'];

/**
 * Exports tables of one uploaded workbook as the original file with their changes in it, so that formulas, charts
 * and everything else stay; tables without such a file, and those of a branch, as a new file with formula columns as
 * formulas.
 * The original file also has other sheets, so it is only for workbooks without column policies.
 */
export const exportPreserved = retryingLostFiles(
  async (reader: Reader, request: PreservedExportRequest): Promise<ExportedFile> => {
    const { tables, workbookId, branchId } = request;
    if (await reader.isGoverned(workbookId)) {
      throw problem('governed-workbook', say('preserve-governed'), {
        fix: say('fix-preserve-governed'),
      });
    }
    const stores = storesOf(reader.data);
    const ids = tables.map(({ record }) => record.id);
    const origins = await originsOf(stores.catalog.db, ids, PATCHABLE_FORMATS);
    if (origins.size === 0 || branchId !== undefined) {
      return await writeExport(stores, {
        ...request,
        format: 'xlsx',
        includeRowIds: branchId !== undefined,
        liveFormulas: true,
      });
    }
    refuseMixture(tables, origins);
    const { name, blob_hash, format } = await sourceOf(stores.catalog, tables);
    const folder = join(stores.engine.outDir, randomUUID());
    await mkdir(folder, { recursive: true });
    try {
      const preserved: PreservedTable[] = [];
      for (const [i, table] of tables.entries()) {
        const origin = origins.get(table.record.id) as TableOrigin;
        preserved.push(await writeChanges(stores, table, origin, join(folder, String(i))));
      }
      const outPath = join(folder, 'export');
      const sourcePath = await pathOfSource(stores.blobs, blob_hash, name);
      const patch = { sourcePath, outPath, tables: preserved };
      const summary = await stores.fileWorkers.preserveXlsx(workbookId, patch);
      const extension = format === 'xlsm' ? 'xlsm' : 'xlsx';
      return { bytes: await streamThenRemove(outPath, folder), extension, ...summary };
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  },
);

/** Writes only the rows of the table that differ from the landed file. */
async function writeChanges(
  stores: Stores,
  table: ReadableTable,
  origin: TableOrigin,
  changesPath: string,
): Promise<PreservedTable> {
  const landed = await landedContent(stores, table.record.id);
  await stores.engine.read({
    workbookId: table.record.workbook_id,
    relations: [{ ...physicalRelation(table.record, table.version, table.columns), name: CURRENT }],
    sql: `with ${LANDED} as (from ${landed.rows})
          ${changedRowsSql(table.columns, landed.columns)}`,
    output: { kind: 'file', format: 'parquet', path: changesPath },
    deadlineMs: EXPORT_DEADLINE_MS,
  });
  return {
    origin,
    landedColumns: landed.columns.map(({ id, name }) => ({ id, name })),
    columns: table.columns.map(({ id, name, type, formula }) => ({ id, name, type, formula })),
    changesPath,
  };
}

function refuseMixture(tables: ReadableTable[], origins: ReadonlyMap<string, TableOrigin>): void {
  const foreign = tables.filter(({ record }) => !origins.has(record.id));
  if (foreign.length === 0) return;
  throw notOneFile(say('tables-of-no-file', { tables: namesOf(foreign) }));
}

async function sourceOf({ db }: Catalog, tables: ReadableTable[]) {
  const ids = new Set(tables.flatMap(({ record }) => record.source_id ?? []));
  const sources = await db
    .selectFrom('sources')
    .select(['id', 'name', 'blob_hash', 'format'])
    .where('id', 'in', [...ids])
    .execute();
  const [source] = sources;
  if (!source) throw problem('unavailable', say('original-gone'));
  if (sources.length === 1) return source;
  const files = sources.map(
    ({ id, name }) => `${name} (${namesOf(tables.filter(({ record }) => record.source_id === id))})`,
  );
  throw notOneFile(say('tables-of-files', { files: files.join(', ') }));
}

function notOneFile(detail: Message): Problem {
  return problem('invalid-request', detail, {
    fix: say('fix-preserve-tables'),
  });
}

const MAX_NAMES = 10;

function namesOf(tables: ReadableTable[]): string {
  const names = tables.slice(0, MAX_NAMES).map(({ record }) => `"${record.name}"`);
  return names.join(', ') + (tables.length > MAX_NAMES ? ` and ${tables.length - MAX_NAMES} more` : '');
}
