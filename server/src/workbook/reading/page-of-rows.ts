import { createHash } from 'node:crypto';
import { say } from '@workbook-data-service/contract/messages';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { decodeCursor, encodeCursor } from '../../core/cursor.js';
import { compileFilter } from '../../core/filter-sql.js';
import { type NarrowPage, pageByRowId } from '../../core/page-by-row-id.js';
import { fieldError, problem } from '../../core/problems.js';
import type { RowRange } from '../../core/row-edits.js';
import { afterPosition, type OrderTerm, orderClause, parseOrder } from '../../core/row-order.js';
import { identifier } from '../../core/sql-text.js';
import type { Engine } from '../../engine/engine.js';
import { type GovernedColumn, type ReadableTable, relationOf } from '../governance/governed-tables.js';
import { retryingLostFiles } from '../retry-lost-files.js';
import { storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';
import { type EntityShape, entityMembers } from './entity-members.js';
import { namedColumns, requireColumn } from './named-columns.js';
import {
  discardPage,
  type EntityFormat,
  type PageBody,
  type PageCut,
  type PageFormat,
  takePage,
} from './take-page.js';

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
    const { engine, recentPages, maxPageBytes, queryTimeoutMs: deadlineMs } = storesOf(data);
    const { workbook_id: workbookId } = table.record;
    const maxBytes = Math.min(request.maxBytes ?? maxPageBytes, maxPageBytes);
    const relation = relationOf(table, 'rows');
    const { columns, nextColumnsAfter } = chooseColumns(table.columns, request);
    const filterColumns = [...table.columns, { name: ROW_ID, type: 'BIGINT' as const }];
    const terms = orderOf(request, table);
    const sameQuery = fingerprint(request);

    const parameters: unknown[] = [];
    const conditions: string[] = [];
    if (request.filter !== undefined)
      conditions.push(compileFilter(request.filter, filterColumns, parameters));
    const filtered = { where: whereClause(conditions), parameters: [...parameters] };
    let position: Position['at'] | undefined;
    if (request.cursor !== undefined) {
      requireNoOffset(request);
      position = positionOf(request.cursor, sameQuery, terms);
      conditions.push(afterPosition(terms, position, parameters));
    }
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
    const order = orderClause(terms);
    const selected = request.entity
      ? entityMembers(columns, request.entity)
      : [...columns.map(({ name }) => identifier(name)), identifier(ROW_ID)];
    const keys = terms.map(({ name }, i) => `${identifier(name)} as ${identifier(`__key${i}`)}`);
    const readPage = (clauses: string, values: unknown[], rows?: RowRange) =>
      takePage(engine, maxBytes, (bounds) =>
        engine.read({
          workbookId,
          relations: [{ ...relation, rows }],
          sql: `select ${[...selected, ...keys].join(', ')} from rows ${clauses}`,
          parameters: values,
          output: {
            kind: 'page',
            format: request.format,
            limit: request.limit,
            keys: keys.length,
            rowIds: true,
            bounds,
          },
          deadlineMs,
        }),
      );
    const readFound = async () => {
      const narrow = narrowPage(table, request, position);
      if (narrow) {
        const reply = await readPage(narrow.clauses, [], narrow.rows);
        if (reply.cutBy || narrow.reachesEnd) return reply;
        discardPage(reply.page);
      }
      return await readPage(pageOf(whereClause(conditions), order, request), parameters);
    };

    const { cursor, offset, limit, orderBy, filter, format } = request;
    const shown = request.entity ? selected : columns.map(({ id }) => id);
    const asked = [relation, cursor, offset, limit, orderBy, filter, shown, format, maxBytes];
    const [reply, counted] = await Promise.all([
      recentPages.get(asked, readFound),
      request.filter === undefined
        ? table.rowCount
        : countRows(engine, { workbookId, relation, ...filtered, deadlineMs }),
    ]);
    const nextCursor = reply.next ? encodeCursor({ q: sameQuery, at: reply.next } satisfies Position) : null;
    const { rowIds = [], cutBy = null } = reply;
    return { page: reply.page, rowIds, columns, nextColumnsAfter, nextCursor, cutBy, total: counted };
  },
);

function orderOf({ orderBy, emptyIsLeast = false }: RowsRequest, { columns }: ReadableTable): OrderTerm[] {
  const terms = parseOrder(orderBy, columns);
  if (!emptyIsLeast) return terms;
  return terms.map((term) => ({ ...term, emptyFirst: !term.descending && term.name !== ROW_ID }));
}

/** Undefined if the page cannot be found by its row ids alone. */
function narrowPage(
  { record, rowCount }: ReadableTable,
  { limit, orderBy, filter, offset = 0 }: RowsRequest,
  position: Position['at'] | undefined,
): NarrowPage | undefined {
  if (record.kind === 'derived' || orderBy || filter !== undefined) return undefined;
  const start = position ? { afterId: Number(position[0] || Number.NaN) } : { offset };
  return pageByRowId(start, limit + 1, { rowCount, nextRowId: record.next_row_id });
}

/** The ids of a page are selected first, so that the rows that are skipped are not read in full. */
function pageOf(where: string, order: string, { limit, offset }: RowsRequest): string {
  const sorted = `order by ${order} limit ${limit + 1}`;
  if (!offset) return `${where} ${sorted}`;
  const id = identifier(ROW_ID);
  return `where ${id} in (select ${id} from rows ${where} ${sorted} offset ${offset}) ${sorted}`;
}

function requireNoOffset({ offset }: RowsRequest): void {
  if (offset === undefined) return;
  throw problem('invalid-request', say('offset-and-cursor'), {
    fix: say('fix-offset-and-cursor'),
    members: { errors: [fieldError('/offset', say('offset-with-cursor'))] },
  });
}

async function countRows(
  engine: Engine,
  query: {
    workbookId: string;
    relation: ReturnType<typeof relationOf>;
    where: string;
    parameters: unknown[];
    deadlineMs: number;
  },
): Promise<number> {
  const { workbookId, relation, where, parameters, deadlineMs } = query;
  const reply = await engine.read({
    workbookId,
    relations: [relation],
    sql: `select count(*) as n from rows ${where}`,
    parameters,
    output: { kind: 'page', format: 'json', limit: 1, keys: 0 },
    deadlineMs,
  });
  return (JSON.parse(reply.page as string) as { n: number }[])[0]?.n ?? 0;
}

const whereClause = (conditions: string[]): string =>
  conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';

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

function positionOf(cursor: string, sameQuery: string, terms: OrderTerm[]): (string | null)[] {
  const isPosition = (value: unknown): value is Position => {
    const position = value as Position | null;
    return (
      position?.q === sameQuery &&
      Array.isArray(position.at) &&
      position.at.length === terms.length &&
      position.at.every((part) => part === null || typeof part === 'string')
    );
  };
  return decodeCursor(cursor, isPosition).at;
}
