import { say } from '@workbook-data-service/contract/messages';
import { problem } from '../../core/problems.js';
import type { ResultPageRequest } from '../../engine/protocol.js';
import { fingerprint, requireReadable, requireTable } from '../governance/governed-tables.js';
import { retryingLostFiles } from '../retry-lost-files.js';
import { isDamage } from '../stored-blobs.js';
import { storesOf } from '../stores.js';
import type { Reader } from '../workbook-data.js';
import { type PageBody, type PageCut, takePage } from './take-page.js';

/** A query result as stored in the catalog: its file, or its rows as JSON. */
export interface KeptResult {
  blobHash: string | null;
  rows: string | null;
  /** At the versions that were read: their columns may have been computed from others since. */
  tables: { id: string; version: number }[];
  policyFingerprint: string;
}

interface ResultPage {
  page: PageBody;
  pageRows: number;
  cutBy?: PageCut | undefined;
}

/** A page of a kept result. Refused once the caller may see other columns than when the result was computed. */
export const resultPage = retryingLostFiles(
  async (
    reader: Reader,
    workbookId: string,
    result: KeptResult,
    page: Omit<ResultPageRequest, 'kept' | 'bounds'>,
  ): Promise<ResultPage> => {
    const { blobs, engine, queryTimeoutMs, maxPageBytes } = storesOf(reader.data);
    await refuseIfColumnsChanged(reader, workbookId, result);
    const kept =
      result.blobHash === null
        ? { rows: result.rows ?? '[]' }
        : { path: await blobs.localPath(result.blobHash).catch(explainLostResult) };
    return await takePage(engine, maxPageBytes, (bounds) =>
      engine.resultPage(workbookId, { ...page, kept, bounds }, queryTimeoutMs),
    );
  },
);

async function refuseIfColumnsChanged(
  reader: Reader,
  workbookId: string,
  { tables, policyFingerprint }: KeptResult,
): Promise<void> {
  const governance = await reader.governance(workbookId);
  if (!governance.governed) return;
  const { db } = storesOf(reader.data).catalog;
  const asRead = await Promise.all(
    tables.map(async ({ id, version }) =>
      requireReadable(await governance.view(db, await requireTable(db, workbookId, id), version)),
    ),
  );
  if (fingerprint(asRead) === policyFingerprint) return;
  throw problem('expired', say('result-columns-changed'), {
    fix: say('fix-run-again'),
  });
}

/** A result can be computed again, so a damaged one just counts as expired. */
function explainLostResult(error: unknown): never {
  if (!isDamage(error)) throw error;
  throw problem('expired', say('result-unreadable'), {
    fix: say('fix-run-again'),
  });
}
