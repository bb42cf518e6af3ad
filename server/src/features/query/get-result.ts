import { problem } from '../../core/problems.js';
import type { Service } from '../../service.js';
import type { KeptResult, PageFormat, ResultColumn } from '../../workbook/workbook-data.js';
import type { Caller } from '../caller.js';
import { requireWorkbook } from '../workbooks/require-workbook.js';

export interface ResultPageView {
  id: string;
  columns: ResultColumn[];
  rowCount: number;
  offset: number;
  nextOffset: number | null;
  page: string | Uint8Array;
  format: PageFormat;
  expiresAt: string;
}

/** A page of a kept result, for the user who made it. */
export async function getResult(
  service: Service,
  caller: Caller,
  resultId: string,
  page: { limit: number; offset: number; format: PageFormat },
): Promise<ResultPageView> {
  const result = await service.catalog.db
    .selectFrom('results')
    .selectAll()
    .where('id', '=', resultId)
    .executeTakeFirst();
  if (!result || result.user_id !== caller.userId) throw problem('not-found', `No result ${resultId}.`);
  await requireWorkbook(service, caller, result.workbook_id, 'workbooks:read');
  if (result.expires_at <= new Date().toISOString()) {
    throw problem('expired', `The result ${resultId} has expired.`, { fix: 'Run the query again.' });
  }
  const columns = JSON.parse(result.columns) as ResultColumn[];
  const bytes = await service.data.resultPage(
    caller,
    result.workbook_id,
    {
      blobHash: result.blob_hash,
      rows: result.rows,
      tables: JSON.parse(result.tables) as KeptResult['tables'],
      policyFingerprint: result.policy_fingerprint,
    },
    { ...page, columns },
  );
  const end = page.offset + page.limit;
  return {
    id: result.id,
    columns,
    rowCount: result.row_count,
    offset: page.offset,
    nextOffset: end < result.row_count ? end : null,
    page: bytes,
    format: page.format,
    expiresAt: result.expires_at,
  };
}
