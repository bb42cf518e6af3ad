import { say } from '@workbook-data-service/contract/messages';
import type { Message, Params, Saying } from '@workbook-data-service/contract/messages/message';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { columnKind } from '../../core/column-kind.js';
import { identifier } from '../../core/sql-text.js';
import type { ReadableTable, Viewer } from '../../workbook/governance/governed-tables.js';
import { readStatement, type StatementRow } from '../../workbook/reading/read-statement.js';
import type { Service } from '../service.js';
import type { ReviewedColumn, ReviewedTable, TableRole } from './reviewed-table.js';
import { COLUMNS_PER_PASS, figuresOf, figuresStatement } from './table-figures.js';

/** A table wider than this is a matrix, not a list of records; its further columns are not inspected. */
const MAX_COLUMNS = 300;
/** The values of a column are counted one by one up to this many distinct ones. */
const MAX_VALUES = 10_000;
/** Longer texts are prose, not categories or names. */
const LONGEST_VALUE = 200;

/** Reports of earlier releases have no codes. */
export interface Skipped {
  what: string;
  whatCode?: string | undefined;
  whatParams?: Params | undefined;
  why: string;
  whyCode?: string | undefined;
  whyParams?: Params | undefined;
}

export function skippedOf(what: Message, why: Saying): Skipped {
  return {
    what: what.text,
    whatCode: what.code,
    whatParams: what.params,
    why: why.text,
    whyCode: why.code,
    whyParams: why.params,
  };
}

export interface ValueCount {
  value: string;
  count: number;
}

export interface TableToReview {
  table: ReadableTable;
  role: TableRole;
}

export interface ContextOptions {
  workbookId: string;
  tables: readonly TableToReview[];
  /** Of the day on which dates are in the future. */
  now?: Date;
}

/** What rules inspect. Everything is read at the versions the tables had when the review began. */
export class ReviewContext {
  readonly workbookId: string;
  /** The ISO date of the review. */
  readonly today: string;
  readonly skipped: Skipped[] = [];
  /** In the order of their creation, once their figures are taken. */
  readonly tables: ReviewedTable[] = [];
  readonly #memory = new Map<string, Promise<unknown>>();

  constructor(
    readonly service: Service,
    readonly viewer: Viewer,
    { workbookId, now = new Date() }: ContextOptions,
  ) {
    this.workbookId = workbookId;
    this.today = now.toISOString().slice(0, 10);
  }

  /** Reports in `coverage` what a rule did not inspect, and why. */
  skip(what: Message, why: Saying): void {
    // Rules that look at the same values leave out the same.
    if (!this.skipped.some((one) => one.what === what.text)) this.skipped.push(skippedOf(what, why));
  }

  /** The first rows of a statement over the current names of these tables. */
  async rows<Row = StatementRow>(
    tables: readonly [ReviewedTable, ...ReviewedTable[]],
    sql: string,
    limit: number,
  ): Promise<Row[]> {
    const [first, ...others] = tables;
    return (await this.#read([first.table, ...others.map(({ table }) => table)], sql, limit)) as Row[];
  }

  async #read(
    tables: readonly [ReadableTable, ...ReadableTable[]],
    sql: string,
    limit: number,
  ): Promise<StatementRow[]> {
    const deadlineMs = this.service.config.queryTimeoutMs;
    return await readStatement(this.service.data, tables, { sql, limit, deadlineMs });
  }

  /** Takes the figures of a table, which makes it one of the reviewed tables. */
  async take({ table, role }: TableToReview, index: number): Promise<ReviewedTable> {
    const name = table.record.name;
    const described = table.columns.map((column, place) => ({
      id: column.id,
      name: column.name,
      type: column.type,
      kind: columnKind(column.type),
      index: place,
      isComputed: column.formula !== undefined,
    }));
    if (described.length > MAX_COLUMNS)
      this.skip(
        say('skipped-columns', { table: name, after: MAX_COLUMNS }),
        say('why-columns', { columns: described.length }),
      );
    const columns: ReviewedColumn[] = [];
    const looked = described.slice(0, MAX_COLUMNS);
    for (let start = 0; start < looked.length; start += COLUMNS_PER_PASS) {
      const some = looked.slice(start, start + COLUMNS_PER_PASS);
      // A table without rows has no figures, and is not loaded to find out.
      const [answer = {}] =
        table.rowCount === 0
          ? []
          : await this.#read([table], figuresStatement(name, some, table.rowCount), 1);
      columns.push(...some.map((column, nth) => ({ ...column, ...figuresOf(answer, nth) })));
    }
    return { table, role, name, rowCount: table.rowCount, index, columns };
  }

  /** How many different values a column has, counted. */
  async countDistinct(table: ReviewedTable, column: ReviewedColumn): Promise<number> {
    if (column.filled === 0) return 0;
    // The estimate is too far off to be all of them.
    if (column.distinct < column.filled * 0.8) return column.distinct;
    return await this.#once(`distinct ${table.index} ${column.index}`, async () => {
      const sql = `select count(distinct ${identifier(column.name)}) as n from ${identifier(table.name)}`;
      const [answer] = await this.rows<{ n: number }>([table], sql, 1);
      return answer?.n ?? 0;
    });
  }

  /**
   * The values of a text column with their counts, the most frequent first; undefined if they are too many to be
   * categories or names.
   */
  async values(table: ReviewedTable, column: ReviewedColumn): Promise<ValueCount[] | undefined> {
    if (column.kind !== 'text' || column.distinct > MAX_VALUES * 0.9) return undefined;
    if (column.filled === 0) return [];
    return await this.#once(`values ${table.index} ${column.index}`, async () => {
      const name = identifier(column.name);
      const sql = `select ${name} as value, count(*) as count from ${identifier(table.name)}
        where length(${name}) <= ${LONGEST_VALUE} group by 1 order by 2 desc, 1`;
      return await this.rows<ValueCount>([table], sql, MAX_VALUES);
    });
  }

  /** What is known of the texts of a column: all values with their counts, else some of them once each. */
  async texts(table: ReviewedTable, column: ReviewedColumn): Promise<ValueCount[]> {
    if (column.kind !== 'text' || column.filled === 0) return [];
    const values = await this.values(table, column);
    return values ?? (column.sample ?? []).map((value) => ({ value, count: 1 }));
  }

  /** The share of the texts of a column that match, as far as is known; 0 of an empty one. */
  async shareOf(
    table: ReviewedTable,
    column: ReviewedColumn,
    matches: (text: string) => boolean,
  ): Promise<number> {
    let [all, matching] = [0, 0];
    for (const { value, count } of await this.texts(table, column)) {
      all += count;
      if (matches(value)) matching += count;
    }
    return all === 0 ? 0 : matching / all;
  }

  /** Several rules ask for the same. */
  async #once<Answer>(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const known = this.#memory.get(key) ?? ask();
    this.#memory.set(key, known);
    return (await known) as Answer;
  }
}

/** For statements of rules: the row id and the columns of a table that show what is wrong. */
export function selectRows(table: ReviewedTable, columns: readonly ReviewedColumn[], where: string): string {
  const shown = [...new Set([ROW_ID, ...columns.map(({ name }) => name)])].map(identifier).join(', ');
  return `select ${shown} from ${identifier(table.name)} where ${where}`;
}
