import { ROW_ID } from '@workbook-data-service/sheets/values';
import { filterSql } from '../../core/filter-sql.js';
import { type NarrowPage, pageByRowId } from '../../core/page-by-row-id.js';
import type { RowRange } from '../../core/row-edits.js';
import { afterPosition, orderClause } from '../../core/row-order.js';
import { identifier } from '../../core/sql-text.js';
import { relationOf } from '../governance/governed-tables.js';
import type { Stores } from '../stores.js';
import { entityMembers } from './entity-members.js';
import type { PageFound, PageWanted } from './page-wanted.js';
import { discardPage, takePage } from './take-page.js';

export async function pageFromEngine(
  { engine, recentPages, queryTimeoutMs: deadlineMs }: Stores,
  wanted: PageWanted,
): Promise<PageFound> {
  const { table, columns, filter, terms, position, request, maxBytes } = wanted;
  const { workbook_id: workbookId } = table.record;
  const relation = relationOf(table, 'rows');
  const parameters: unknown[] = [];
  const conditions = filter ? [filterSql(filter, parameters)] : [];
  const filtered = { where: whereClause(conditions), parameters: [...parameters] };
  if (position) conditions.push(afterPosition(terms, position, parameters));
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
    const narrow = narrowPage(wanted);
    if (narrow) {
      const reply = await readPage(narrow.clauses, [], narrow.rows);
      if (reply.cutBy || narrow.reachesEnd) return reply;
      discardPage(reply.page);
    }
    return await readPage(pageOf(whereClause(conditions), orderClause(terms), request), parameters);
  };
  const countRows = async () => {
    const { page } = await engine.read({
      workbookId,
      relations: [relation],
      sql: `select count(*) as n from rows ${filtered.where}`,
      parameters: filtered.parameters,
      output: { kind: 'page', format: 'json', limit: 1, keys: 0 },
      deadlineMs,
    });
    return (JSON.parse(page as string) as { n: number }[])[0]?.n ?? 0;
  };

  const { cursor, offset, limit, orderBy, filter: filterText, format } = request;
  const shown = request.entity ? selected : columns.map(({ id }) => id);
  const asked = [relation, cursor, offset, limit, orderBy, filterText, shown, format, maxBytes];
  const [reply, total] = await Promise.all([
    recentPages.get(asked, readFound),
    filter ? countRows() : table.rowCount,
  ]);
  const { page, rowIds = [], cutBy, next } = reply;
  return { page, rowIds, cutBy, next, total };
}

/** Undefined if the page cannot be found by its row ids alone. */
function narrowPage({ table, request, filter, position }: PageWanted): NarrowPage | undefined {
  const { record, rowCount } = table;
  const { limit, orderBy, offset = 0 } = request;
  if (record.kind === 'derived' || orderBy || filter) return undefined;
  const start = position ? { afterId: Number(position[0] || Number.NaN) } : { offset };
  return pageByRowId(start, limit + 1, { rowCount, nextRowId: record.next_row_id });
}

/** The ids of a page are selected first, so that the rows that are skipped are not read in full. */
function pageOf(where: string, order: string, { limit, offset }: PageWanted['request']): string {
  const sorted = `order by ${order} limit ${limit + 1}`;
  if (!offset) return `${where} ${sorted}`;
  const id = identifier(ROW_ID);
  return `where ${id} in (select ${id} from rows ${where} ${sorted} offset ${offset}) ${sorted}`;
}

const whereClause = (conditions: string[]): string =>
  conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
