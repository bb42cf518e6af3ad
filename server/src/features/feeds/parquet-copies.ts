import { say } from '@workbook-data-service/contract/messages';
import {
  evictParquetCopies,
  filesOfParquetCopy,
  findParquetCopy,
  insertParquetCopy,
  noteUseOfParquetCopy,
  type ParquetCopy,
  type ParquetCopyFile,
  parquetCopyById,
} from '../../catalog/parquet-copies.js';
import { withoutCancellation } from '../../core/cancellation.js';
import type { FileStatistics } from '../../core/delta/file-statistics.js';
import { newId } from '../../core/ids.js';
import { type Problem, problem } from '../../core/problems.js';
import type { ReadableTable } from '../../workbook/governance/governed-tables.js';
import { copiedView, writeParquetCopy } from '../../workbook/reading/parquet-copy.js';
import { requireWorkbook } from '../access/require-workbook.js';
import { payerOf } from '../billing/spend.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

const MB = 1024 * 1024;
const HOUR_MS = 60 * 60 * 1000;

export interface SharedFile {
  copyId: string;
  position: number;
  hash: string;
  size: number;
  statistics: FileStatistics;
}

/** Copies that are being made, by what they are of. */
const making = new Map<string, Promise<SharedFile[]>>();

/** The files of a table as its reader sees it. They are made once for all readers who see the same. */
export async function parquetCopy(service: Service, table: ReadableTable): Promise<SharedFile[]> {
  const { catalog } = service;
  const view = copiedView(table);
  const known = await findParquetCopy(catalog.db, view);
  if (known) return await filesInUse(service, known);
  const key = JSON.stringify(view);
  let made = making.get(key);
  if (!made) {
    // Others may wait for it too, and who left asks again.
    made = withoutCancellation(() => makeCopy(service, table)).finally(() => making.delete(key));
    making.set(key, made);
  }
  return await made;
}

async function filesInUse({ catalog }: Service, copy: ParquetCopy): Promise<SharedFile[]> {
  const now = Date.now();
  if (Date.parse(copy.used_at) < now - HOUR_MS)
    await noteUseOfParquetCopy(catalog.db, copy.id, new Date(now).toISOString());
  return (await filesOfParquetCopy(catalog.db, copy.id)).map(sharedFile);
}

function sharedFile({ copy_id, position, blob_hash, size, statistics }: ParquetCopyFile): SharedFile {
  return {
    copyId: copy_id,
    position,
    hash: blob_hash,
    size: Number(size),
    statistics: JSON.parse(statistics) as FileStatistics,
  };
}

/** The same transaction deletes other copies of the account if together they exceed its limit. */
async function makeCopy(service: Service, table: ReadableTable): Promise<SharedFile[]> {
  const { catalog, config, data } = service;
  const files = await writeParquetCopy(data, table);
  const view = copiedView(table);
  const now = new Date().toISOString();
  const id = newId('pqc');
  const store = async (tx: Parameters<Parameters<typeof catalog.transaction>[0]>[0]): Promise<boolean> => {
    const accountId = await payerOf(tx, table.record.workbook_id);
    const copy = {
      id,
      workbook_id: table.record.workbook_id,
      account_id: accountId,
      table_id: view.tableId,
      version: view.version,
      view_digest: view.digest,
      bytes: files.reduce((sum, { size }) => sum + size, 0),
      created_at: now,
      used_at: now,
    };
    const rows = files.map(({ hash, size, statistics }) => ({
      blob_hash: hash,
      size,
      statistics: JSON.stringify(statistics),
    }));
    if (!(await insertParquetCopy(tx, copy, rows))) return false;
    await evictParquetCopies(tx, { accountId, maxBytes: config.accountResultsMb * MB, keep: id });
    return true;
  };
  if (await catalog.transaction(store, { isAnnounced: false }))
    return files.map((file, position) => ({ copyId: id, position, ...file }));
  const other = await findParquetCopy(catalog.db, view);
  return other ? await filesInUse(service, other) : await makeCopy(service, table);
}

/**
 * A file of a copy, for a caller who would still be given it: whoever may see less by now, or lost access to the table,
 * is refused.
 */
export async function openSharedFile(
  service: Service,
  caller: Caller,
  { copyId, position }: { copyId: string; position: number },
): Promise<SharedFile> {
  const { catalog, data } = service;
  const copy = await parquetCopyById(catalog.db, copyId);
  if (!copy) throw copyGone();
  await requireWorkbook(service, caller, copy.workbook_id, 'workbooks:read');
  const table = await data.as(caller).table(copy.workbook_id, copy.table_id, copy.version);
  if (copiedView(table).digest !== copy.view_digest) throw copyGone();
  const file = (await filesOfParquetCopy(catalog.db, copyId)).find((one) => one.position === position);
  if (!file) throw copyGone();
  return sharedFile(file);
}

export function copyGone(): Problem {
  return problem('expired', say('feed-file-gone'), { fix: say('fix-feed-file-gone') });
}
