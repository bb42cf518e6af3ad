import { createHash } from 'node:crypto';
import { say } from '@workbook-data-service/contract/messages';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { decodeCursor, encodeCursor } from '../../core/cursor.js';
import { fieldError, problem } from '../../core/problems.js';
import { checkFilter } from '../../core/row-filter.js';
import { type OrderTerm, parseOrder } from '../../core/row-order.js';
import type { GovernedColumn, ReadableTable } from '../governance/governed-tables.js';
import { retryingLostFiles } from '../retry-lost-files.js';
import { storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';
import type { EntityShape } from './entity-members.js';
import { namedColumns, requireColumn } from './named-columns.js';
import { pageFromEngine } from './page-from-engine.js';
import { pageFromMemory } from './small-tables/page-from-memory.js';
import type { EntityFormat, PageBody, PageCut, PageFormat } from './take-page.js';

export interface RowsRequest {
  limit: number;
  cursor?: string | undefined;
  /** How many rows are skipped; not with a cursor. */
  offset?: number | undefined;
  orderBy?: string | undefined;
  filter?: string | undefined;
  /** Names separated by commas, or a JSON array of them. */
  columns?: string | undefined;
  /** The column after which the page begins, where an earlier page had only some. */
  columnsAfter?: string | undefined;
  format: PageFormat | EntityFormat;
  /** The members of an entity, in place of the columns under their own names. */
  entity?: EntityShape | undefined;
  /** Whether empty cells are the least of their column, as in OData; they come last otherwise. */
  emptyIsLeast?: boolean | undefined;
  /** The most bytes of the page, if less than the service allows. */
  maxBytes?: number | undefined;
  /** Whether the caller has this page of the table at this version. It is then empty, since nobody reads it. */
  isAtHand?: (table: ReadableTable) => boolean;
}

export interface RowsPage {
  page: PageBody;
  rowIds: number[];
  columns: GovernedColumn[];
  /** The last of the columns, if the table has more than a page shows. */
  nextColumnsAfter: string | null;
  nextCursor: string | null;
  /** Why the page ends early, if it does. */
  cutBy: PageCut | null;
  total: number;
}

interface Position {
  q: string;
  at: (string | null)[];
}

/** A page of a governed table. A cursor has the sort values of the last row, so edits in between shift no other row. */
export const pageOfRows = retryingLostFiles(
  async (data: WorkbookData, table: ReadableTable, request: RowsRequest): Promise<RowsPage> => {
    const stores = storesOf(data);
    const maxBytes = Math.min(request.maxBytes ?? stores.maxPageBytes, stores.maxPageBytes);
    const { columns, nextColumnsAfter } = chooseColumns(table.columns, request);
    const filterColumns = [...table.columns, { name: ROW_ID, type: 'BIGINT' as const }];
    const terms = orderOf(request, table);
    const sameQuery = fingerprint(request);
    const filter = request.filter === undefined ? undefined : checkFilter(request.filter, filterColumns);
    const position = request.cursor === undefined ? undefined : positionOf(request, sameQuery, terms);
    // After everything that the request may be refused for.
    if (request.isAtHand?.(table))
      return {
        page: '[]',
        rowIds: [],
        columns,
        nextColumnsAfter,
        nextCursor: null,
        cutBy: null,
        total: table.rowCount,
      };
    const wanted = { table, columns, filter, terms, position, maxBytes, request };
    const {
      next,
      cutBy = null,
      ...found
    } = (await pageFromMemory(stores, wanted)) ?? (await pageFromEngine(stores, wanted));
    const nextCursor = next ? encodeCursor({ q: sameQuery, at: next } satisfies Position) : null;
    return { ...found, columns, nextColumnsAfter, nextCursor, cutBy };
  },
);

function orderOf({ orderBy, emptyIsLeast = false }: RowsRequest, { columns }: ReadableTable): OrderTerm[] {
  const terms = parseOrder(orderBy, columns);
  if (!emptyIsLeast) return terms;
  return terms.map((term) => ({ ...term, emptyFirst: !term.descending && term.name !== ROW_ID }));
}

function requireNoOffset({ offset }: RowsRequest): void {
  if (offset === undefined) return;
  throw problem('invalid-request', say('offset-and-cursor'), {
    fix: say('fix-offset-and-cursor'),
    members: { errors: [fieldError('/offset', say('offset-with-cursor'))] },
  });
}

/** A page of more columns would take the engine seconds, or more memory than it has. */
const MAX_COLUMNS = 2000;

function chooseColumns(
  columns: GovernedColumn[],
  { columns: wanted, columnsAfter }: RowsRequest,
): Pick<RowsPage, 'columns' | 'nextColumnsAfter'> {
  const chosen = wanted === undefined ? columns : namedColumns(columns, wanted, '/columns');
  const after =
    columnsAfter === undefined ? undefined : requireColumn(chosen, columnsAfter, '/columns_after');
  const rest = after ? chosen.slice(chosen.indexOf(after) + 1) : chosen;
  const shown = rest.slice(0, MAX_COLUMNS);
  return {
    columns: shown,
    nextColumnsAfter: shown.length < rest.length ? (shown.at(-1)?.name ?? null) : null,
  };
}

function fingerprint({ orderBy, filter }: RowsRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([orderBy ?? '', filter ?? '']))
    .digest('base64url')
    .slice(0, 16);
}

function positionOf(request: RowsRequest, sameQuery: string, terms: OrderTerm[]): (string | null)[] {
  requireNoOffset(request);
  const isPosition = (value: unknown): value is Position => {
    const position = value as Position | null;
    return (
      position?.q === sameQuery &&
      Array.isArray(position.at) &&
      position.at.length === terms.length &&
      position.at.every((part) => part === null || typeof part === 'string')
    );
  };
  return decodeCursor(request.cursor as string, isPosition).at;
}
