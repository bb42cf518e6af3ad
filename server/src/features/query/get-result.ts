import { say } from '@workbook-data-service/contract/messages';
import { problem } from '../../core/problems.js';
import type { QueryColumn } from '../../workbook/reading/execute-query.js';
import { type KeptResult, resultPage } from '../../workbook/reading/result-page.js';
import type { PageBody, PageCut, PageFormat } from '../../workbook/reading/take-page.js';
import { requireWorkbook } from '../access/require-workbook.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

export interface ResultPageView {
  id: string;
  columns: QueryColumn[];
  rowCount: number;
  offset: number;
  nextOffset: number | null;
  page: PageBody;
  cutBy: PageCut | null;
  /** Whether the query had more rows than were stored. */
  capped: boolean;
  totalRows: number | null;
  format: PageFormat;
  expiresAt: string;
}

/** A page of a stored result, for the user who ran the query. */
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
  if (!result || result.user_id !== caller.userId)
    throw problem('not-found', say('result-unknown', { result: resultId }));
  await requireWorkbook(service, caller, result.workbook_id, 'workbooks:read');
  if (result.expires_at <= new Date().toISOString()) {
    throw resultExpired(resultId);
  }
  const columns = readColumns(result.columns);
  const {
    page: body,
    pageRows,
    cutBy,
  } = await unlessExpired(service, resultId, () =>
    resultPage(
      service.data.as(caller),
      result.workbook_id,
      {
        blobHash: result.blob_hash,
        rows: result.rows,
        tables: JSON.parse(result.tables) as KeptResult['tables'],
        policyFingerprint: result.policy_fingerprint,
      },
      { ...page, columns },
    ),
  );
  const end = page.offset + pageRows;
  const hasMore = pageRows > 0 && end < result.row_count;
  return {
    id: result.id,
    columns,
    rowCount: result.row_count,
    offset: page.offset,
    nextOffset: hasMore ? end : null,
    cutBy: hasMore ? (cutBy ?? 'limit') : null,
    capped: result.capped === 1,
    totalRows: result.total_rows,
    page: body,
    format: page.format,
    expiresAt: result.expires_at,
  };
}

/** A result that is evicted while it is read is reported as expired. */
async function unlessExpired<T>(service: Service, resultId: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const still = await service.catalog.db
      .selectFrom('results')
      .select('expires_at')
      .where('id', '=', resultId)
      .executeTakeFirst();
    throw still && still.expires_at > new Date().toISOString() ? error : resultExpired(resultId);
  }
}

function resultExpired(resultId: string) {
  return problem('expired', say('result-expired', { result: resultId }), {
    fix: say('fix-run-again'),
  });
}

type EarlierColumn = Omit<QueryColumn, 'masked'> & Partial<QueryColumn>;

/** Earlier releases did not store which columns are masked. */
function readColumns(stored: string): QueryColumn[] {
  return (JSON.parse(stored) as EarlierColumn[]).map((column) => ({
    masked: false,
    ...column,
  }));
}
