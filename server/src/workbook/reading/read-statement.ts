import { type ReadableTable, relationOf } from '../governance/governed-tables.js';
import { retryingLostFiles } from '../retry-lost-files.js';
import { storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';

export type StatementRow = Record<string, unknown>;

interface StatementRequest {
  /** Written by the service, over the names of the tables. */
  sql: string;
  limit: number;
  deadlineMs: number;
}

/** The first rows of a statement over tables of one workbook, each at the version and as its reader may see it. */
export const readStatement = retryingLostFiles(
  async (
    data: WorkbookData,
    tables: readonly [ReadableTable, ...ReadableTable[]],
    { sql, limit, deadlineMs }: StatementRequest,
  ): Promise<StatementRow[]> => {
    const { page } = await storesOf(data).engine.read({
      workbookId: tables[0].record.workbook_id,
      relations: tables.map((table) => relationOf(table)),
      sql,
      output: { kind: 'page', format: 'json', limit, keys: 0 },
      deadlineMs,
    });
    return JSON.parse(page as string) as StatementRow[];
  },
);
