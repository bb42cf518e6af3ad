import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobRef } from '../../blobs/blob-store.js';
import { nameKey } from '../../catalog/tables.js';
import type { Lineage } from '../../engine/lineage/column-lineage.js';
import type { Parameters, ResultColumn } from '../../engine/protocol.js';
import { fingerprint, type GovernedTable } from '../governance/governed-tables.js';
import { retryingLostFiles } from '../retry-lost-files.js';
import { storeResultFile } from '../store-result-file.js';
import { storesOf } from '../stores.js';
import type { Reader } from '../workbook-data.js';
import { type PinnedName, tablesOfStatement } from './tables-of-statement.js';
import { discardPage, type PageBody, type PageCut, type PageFormat, takePage } from './take-page.js';

export type { Parameters };

interface QueryRequest {
  workbookId: string;
  sql: string;
  parameters: Parameters;
  limit: number;
  format: PageFormat;
  deadlineMs: number;
  /** The most bytes of the page, if less than the service allows. */
  maxBytes?: number | undefined;
  /** An edit_version, for statements over one table, or the tables of a snapshot. */
  asOf?: number | readonly PinnedName[] | undefined;
}

export interface QueryColumn extends ResultColumn {
  /** Whether it is computed only from columns that are masked for the viewer. */
  masked: boolean;
}

export interface QueryOutcome {
  columns: QueryColumn[];
  /** The number of rows that are kept. */
  rowCount: number;
  /** Whether there are more rows than are kept. */
  capped: boolean;
  /** Without the cap; null if unknown. */
  totalRows: number | null;
  page: PageBody;
  pageRows: number;
  cutBy: PageCut | null;
  tables: GovernedTable[];
  policyFingerprint: string;
  /** Null if the page is the whole result. */
  blob: BlobRef | null;
}

/** Checks the statement, runs it over the caller's view of its tables, and keeps every row of the result. */
export const executeQuery = retryingLostFiles(
  async (reader: Reader, request: QueryRequest): Promise<QueryOutcome> => {
    const { engine, blobs, recentResults, maxPageBytes, maxResultRows, maxResultBytes } = storesOf(
      reader.data,
    );
    const { workbookId, sql, parameters, limit, format, deadlineMs } = request;
    const maxBytes = Math.min(request.maxBytes ?? maxPageBytes, maxPageBytes);
    const { tables, relations, isSteady } = await tablesOfStatement(reader, request);
    const path = join(engine.outDir, `${randomUUID()}.parquet`);
    const lineage = tables.some(({ masked }) => masked.length > 0);
    const policyFingerprint = fingerprint(tables);
    const run = () =>
      takePage(engine, maxBytes, (bounds) => {
        const output = {
          kind: 'result',
          format,
          limit,
          bounds,
          maxRows: maxResultRows,
          path,
          lineage,
        } as const;
        return engine.read({ workbookId, relations, sql, parameters, output, isSteady, deadlineMs });
      }).catch(async (error: unknown) => {
        // A process that was killed while writing leaves a partial file.
        await rm(path, { force: true });
        throw error;
      });
    const reply = isSteady
      ? await recentResults.get(
          [
            sql,
            parameters,
            format,
            limit,
            maxBytes,
            relations.map(({ name, tableId, version }) => [name, tableId, version]),
            policyFingerprint,
          ],
          run,
        )
      : await run();
    const { page, pageRows, rowCount, capped = false } = reply;
    try {
      return {
        columns: markMasked(reply.columns, reply.lineage, tables),
        rowCount,
        capped,
        totalRows: capped ? (reply.totalRows ?? null) : rowCount,
        page,
        pageRows,
        cutBy: reply.cutBy ?? null,
        tables,
        policyFingerprint,
        blob: reply.file
          ? await storeResultFile(blobs, path, { maxBytes: maxResultBytes, disposable: true })
          : null,
      };
    } catch (error) {
      discardPage(page);
      throw error;
    }
  },
);

type FirstRowsRequest = Pick<QueryRequest, 'workbookId' | 'sql' | 'limit' | 'deadlineMs'>;

export interface FirstRows {
  columns: ResultColumn[];
  rows: Record<string, unknown>[];
  /** Whether the statement has more rows than these. */
  hasMore: boolean;
  tables: GovernedTable[];
}

/** Small enough to be a message between processes. */
const FIRST_ROWS_BYTES = 256 * 1024;

/** Checks and runs the statement like a query, to preview its first rows; the result is not stored. */
export const firstRows = retryingLostFiles(
  async (reader: Reader, request: FirstRowsRequest): Promise<FirstRows> => {
    const { engine } = storesOf(reader.data);
    const { workbookId, sql, limit, deadlineMs } = request;
    const { tables, relations } = await tablesOfStatement(reader, request);
    const { page, columns, cutBy } = await takePage(engine, FIRST_ROWS_BYTES, (bounds) => {
      const output = { kind: 'page', format: 'json', limit, bounds, keys: 0 } as const;
      return engine.read({ workbookId, relations, sql, output, deadlineMs });
    });
    const rows = JSON.parse(page as string) as FirstRows['rows'];
    return { columns, rows, hasMore: cutBy !== undefined, tables };
  },
);

/** Masked columns are NULL before the statement runs, so columns computed only from them reveal nothing. */
function markMasked(
  columns: readonly ResultColumn[],
  lineage: Lineage | undefined,
  tables: readonly GovernedTable[],
): QueryColumn[] {
  if (!lineage) return columns.map((column) => ({ ...column, masked: false }));
  const masked = new Set(
    tables.flatMap((table) =>
      table.columns.filter((column) => column.masked).map(({ name }) => sourceKey(table.record.name, name)),
    ),
  );
  return columns.map((column, i) => {
    const sources = lineage.columns[i]?.sources ?? [];
    const isMasked = sources.every((source) => masked.has(sourceKey(source.table, source.column)));
    return { ...column, masked: sources.length > 0 && isMasked };
  });
}

/** Table names in statements are case-insensitive. */
function sourceKey(table: string, column: string): string {
  return JSON.stringify([nameKey(table), column]);
}

/** A statement that was planned but not run. */
export interface DescribedQuery {
  columns: ResultColumn[];
  tables: GovernedTable[];
  /** The columns that each column is computed from; null if unknown. */
  lineage: { column: string; from: { table: string; column: string; exact: boolean }[] }[] | null;
}

type DescribeRequest = Pick<QueryRequest, 'workbookId' | 'sql' | 'deadlineMs'> & {
  /** If given, checked against the statement. */
  parameters?: Parameters | undefined;
};

/** Plans the statement without running it. */
export async function describeQuery(reader: Reader, request: DescribeRequest): Promise<DescribedQuery> {
  const { tables, relations } = await tablesOfStatement(reader, request);
  const { columns, lineage } = await storesOf(reader.data).engine.read({
    workbookId: request.workbookId,
    relations,
    sql: request.sql,
    ...(request.parameters && { parameters: request.parameters }),
    output: { kind: 'describe', lineage: true, bound: request.parameters !== undefined },
    deadlineMs: request.deadlineMs,
  });
  return { columns, tables, lineage: lineage ? namedLineage(columns, lineage, tables) : null };
}

/** Lineage with the actual names of tables, however the statement spells them. */
function namedLineage(
  columns: readonly ResultColumn[],
  lineage: Lineage,
  tables: readonly GovernedTable[],
): DescribedQuery['lineage'] {
  const names = new Map(tables.map(({ record }) => [record.name_key, record.name]));
  return columns.map(({ name }, i) => {
    const { sources = [], exact = false } = lineage.columns[i] ?? {};
    const from = sources.map(({ table, column }) => ({
      table: names.get(nameKey(table)) ?? table,
      column,
      exact,
    }));
    return { column: name, from };
  });
}
