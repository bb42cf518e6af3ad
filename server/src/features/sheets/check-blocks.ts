import type { Static } from '@sinclair/typebox';
import { say } from '@workbook-data-service/contract/messages';
import type { Saying } from '@workbook-data-service/contract/messages/message';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import type {
  ChartBlock,
  SheetBlock as GivenBlock,
  TableViewBlock as GivenView,
} from '@workbook-data-service/contract/sheets';
import { nearestName } from '@workbook-data-service/sheets/names';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { findChart } from '../../catalog/chart-records.js';
import { compileFilter } from '../../core/filter-sql.js';
import { parseJson } from '../../core/parse-json.js';
import { fieldError, Problem, problem, sayingOf } from '../../core/problems.js';
import { type RowFilter, renameColumns } from '../../core/row-filter.js';
import { namedOrder } from '../../core/row-order.js';
import type { Reference, SheetBlock, TableViewBlock } from '../../core/sheet-blocks.js';
import { totalFits } from '../../core/total-fits.js';
import type { GovernedColumn, GovernedTable } from '../../workbook/governance/governed-tables.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { type Referents, referentsOf } from './sheet-referents.js';

type Given = Static<typeof GivenBlock>;

interface CheckedBlocks {
  blocks: SheetBlock[];
  referents: Referents;
}

/** The blocks of a request as they are stored. One that names what the caller cannot see is refused. */
export async function checkBlocks(
  service: Service,
  caller: Caller,
  workbookId: string,
  given: readonly Given[],
): Promise<CheckedBlocks> {
  const check = new BlockCheck(service, caller, workbookId);
  const blocks: SheetBlock[] = [];
  for (const [index, block] of given.entries()) blocks.push(await check.block(block, new Place(index)));
  return { blocks, referents: await referentsOf(service, caller, workbookId, blocks) };
}

/** A block of a request, for what is wrong with it. */
class Place {
  constructor(private readonly index: number) {}

  refuse(part: string, fault: Saying, fix: Saying): Problem {
    const path = `/spec/blocks/${this.index}/${part}`;
    return problem('invalid-request', say('block-invalid', { block: this.index, part, ...whyOf(fault) }), {
      fix,
      members: { errors: [fieldError(path, fault)] },
    });
  }

  unknown(part: string, what: 'table' | 'chart' | 'column', name: string, known: readonly string[]): Problem {
    const nearest = nearestName(name, known.slice(0, MAX_COMPARED));
    return this.refuse(
      part,
      say('block-unknown-name', { what, name: JSON.stringify(name) }),
      nearest === undefined ? say(`fix-block-${what}`) : say(`fix-block-${what}-nearest`, { nearest }),
    );
  }

  /** Runs a check that knows nothing of blocks. */
  within<Result>(part: string, run: () => Result): Result {
    try {
      return run();
    } catch (error) {
      if (error instanceof Problem) throw this.refuse(part, faultIn(error), error.said.fix);
      throw error;
    }
  }
}

/** A table may have 16,384 columns, and comparing names takes time. */
const MAX_COMPARED = 500;

class BlockCheck {
  readonly #tables = new Map<string, GovernedTable>();

  constructor(
    private readonly service: Service,
    private readonly caller: Caller,
    private readonly workbookId: string,
  ) {}

  async block(block: Given, place: Place): Promise<SheetBlock> {
    switch (block.kind) {
      case 'heading':
        return { kind: 'heading', text: block.text, level: (block.level ?? 1) as 1 | 2 | 3 };
      case 'text':
        return block;
      case 'spacer':
        return { kind: 'spacer', rows: block.rows ?? 1 };
      case 'chart':
        return { kind: 'chart', chart: await this.#chart(block, place) };
      case 'table_view':
        return viewOf(block, await this.#table(block.table, place), place);
    }
  }

  async #table(name: string, place: Place): Promise<GovernedTable> {
    const known = this.#tables.get(name);
    if (known) return known;
    try {
      const table = await this.service.data.as(this.caller).describe(this.workbookId, name);
      this.#tables.set(name, table);
      return table;
    } catch (error) {
      if (!(error instanceof Problem) || error.slug !== 'not-found') throw error;
      throw place.unknown('table', 'table', name, await this.#names('tables'));
    }
  }

  async #chart({ chart: name }: Static<typeof ChartBlock>, place: Place): Promise<Reference> {
    const chart = await findChart(this.service.catalog.db, this.workbookId, name);
    if (!chart) throw place.unknown('chart', 'chart', name, await this.#names('charts'));
    return { id: chart.id, name: chart.name };
  }

  async #names(of: 'tables' | 'charts'): Promise<string[]> {
    const rows = await this.service.catalog.db
      .selectFrom(of)
      .select('name')
      .where('workbook_id', '=', this.workbookId)
      .orderBy('id')
      .limit(MAX_COMPARED)
      .execute();
    return rows.map(({ name }) => name);
  }
}

function viewOf(given: Static<typeof GivenView>, table: GovernedTable, place: Place): TableViewBlock {
  const find = new ColumnFinder(table, place);
  const columns = given.columns ? chosenColumns(given.columns, find, place) : null;
  return {
    kind: 'table_view',
    table: { id: table.record.id, name: table.record.name },
    title: given.title ?? null,
    columns: columns && [...columns].map(reference),
    filter: filterOf(given.filter, table, find, place),
    orderBy: orderOf(given.order_by, table, find, place),
    limit: given.limit ?? null,
    totals: (given.totals ?? []).map(({ column: name, fn }, i) => {
      const column = find.column(name, `totals/${i}/column`);
      if (columns && !columns.has(column))
        throw place.refuse(
          `totals/${i}/column`,
          say('block-column-not-shown', { column: JSON.stringify(name) }),
          say('fix-block-column-not-shown'),
        );
      if (!totalFits(fn, column.type))
        throw place.refuse(
          `totals/${i}/fn`,
          say('block-total-type', { total: fn, column: column.name, type: column.type }),
          say('fix-block-total-type'),
        );
      return { column: reference(column), fn };
    }),
    showHeader: given.show_header ?? true,
  };
}

function chosenColumns(
  names: readonly string[],
  find: ColumnFinder,
  place: Place,
): ReadonlySet<GovernedColumn> {
  const columns = new Set<GovernedColumn>();
  for (const [i, name] of names.entries()) {
    const column = find.column(name, `columns/${i}`);
    if (columns.has(column))
      throw place.refuse(`columns/${i}`, say('field-repeated-column'), say('fix-block-column-repeated'));
    columns.add(column);
  }
  if (columns.size === 0) throw place.refuse('columns', say('field-no-columns'), say('fix-block-no-columns'));
  return columns;
}

const reference = ({ id, name }: GovernedColumn): Reference => ({ id, name });

/** The columns of one table by name, of those that the caller may see. */
class ColumnFinder {
  readonly #columns: ReadonlyMap<string, GovernedColumn>;

  constructor(
    private readonly table: GovernedTable,
    private readonly place: Place,
  ) {
    this.#columns = new Map(table.columns.map((column) => [column.name.toLowerCase(), column]));
  }

  column(name: string, part: string): GovernedColumn {
    const column = this.#columns.get(name.toLowerCase());
    if (column) return column;
    const known = this.table.columns.map((one) => one.name);
    throw this.place.unknown(part, 'column', name, known);
  }

  /** Rows can be chosen by their ids too. */
  id(name: string, part: string): string {
    return name.toLowerCase() === ROW_ID ? ROW_ID : this.column(name, part).id;
  }
}

function filterOf(given: unknown, table: GovernedTable, find: ColumnFinder, place: Place): RowFilter | null {
  if (given === undefined || given === null) return null;
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  const columns = [...table.columns, { name: ROW_ID, type: 'BIGINT' as const }];
  const byId = renameColumns(typeof given === 'string' ? parsed(given) : given, (name) =>
    find.id(name, 'filter'),
  );
  place.within('filter', () => compileFilter(text, columns, []));
  return byId as RowFilter;
}

/** Undefined if it is not JSON, which the filter compiler reports. */
function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function orderOf(
  given: string | readonly string[] | null | undefined,
  table: GovernedTable,
  find: ColumnFinder,
  place: Place,
): TableViewBlock['orderBy'] {
  if (given === undefined || given === null || given.length === 0) return [];
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  const terms = place.within('order_by', () => namedOrder(text, table.columns));
  return terms.map(({ name, descending }) => ({ column: find.id(name, 'order_by'), descending }));
}

function faultIn({ members, said }: Problem): Saying {
  const [first] = members.errors ?? [];
  return first ? sayingOf(first) : said.detail;
}
