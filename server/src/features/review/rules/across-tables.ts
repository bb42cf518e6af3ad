import { say } from '@workbook-data-service/contract/messages';
import { excerptOf, quotable } from '@workbook-data-service/contract/messages/words';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { nameKey } from '../../../catalog/tables.js';
import { identifier } from '../../../core/sql-text.js';
import { namesAnyKey, namesKey } from '../column-vocabulary.js';
import { finding } from '../finding.js';
import { type ReviewContext, selectRows } from '../review-context.js';
import type { Finding, WorkbookRule } from '../review-rule.js';
import type { ReviewedColumn, ReviewedTable } from '../reviewed-table.js';

const MIN_KEYS = 10;
/** Where more references than this lead nowhere, the tables are not related. */
const MAX_ORPHANS = 0.1;
/** Pairs of tables are compared up to this many. */
const MAX_PAIRS = 200;
const MAX_SHARED = 10;
const MAX_DIFFERING = 0.05;

interface KeyOf {
  table: ReviewedTable;
  column: ReviewedColumn;
}

export const orphanReferences: WorkbookRule = {
  id: 'orphan-references',
  group: 'keys',
  severity: 'error',
  of: 'workbook',
  title: 'References to rows that do not exist',
  looksAt:
    'A column with the name and type of a unique key of another table, of whose different values 90 % or more, and ten at ' +
    'least, are there; names that any table may have, such as id, relate none.',
  async find(context) {
    const findings: Finding[] = [];
    for (const { key, reference } of await relatedColumns(context, MIN_KEYS)) {
      const [from, to] = [reference.table, key.table];
      const [column, there] = [identifier(reference.column.name), identifier(key.column.name)];
      const missing = `${column} is not null and ${column} not in (select ${there} from ${identifier(to.name)} where ${there} is not null)`;
      const [answer] = await context.rows<{ known: number; unknown: number }>(
        [from, to],
        `select count(*) as known, count_if(${missing}) as unknown
from (select distinct ${column} from ${identifier(from.name)} where ${column} is not null)`,
        1,
      );
      const { known: all = 0, unknown = 0 } = answer ?? {};
      if (unknown === 0 || all - unknown < MIN_KEYS || unknown > all * MAX_ORPHANS) continue;
      findings.push(
        ...(await finding(context, orphanReferences, {
          table: from,
          with: [to],
          column: reference.column,
          subject: to.table.record.id,
          severity: unknown <= all * 0.02 ? 'error' : 'warning',
          query: selectRows(from, [reference.column], missing),
          message: ({ rowCount, rows }) =>
            say('found-orphan-references', {
              count: unknown,
              column: reference.column.name,
              rows: rowCount,
              table: to.name,
              others: all - unknown,
              values: excerptOf([...new Set(rows.map((row) => row[reference.column.name]))]),
            }),
          fix: say('mend-orphan-references', { table: to.name }),
        })),
      );
    }
    return findings;
  },
};

export const differsBetweenTables: WorkbookRule = {
  id: 'differs-between-tables',
  group: 'consistency',
  severity: 'warning',
  of: 'workbook',
  title: 'One thing with different values in two tables',
  looksAt:
    'Columns of the same name and type in two tables with the same unique key, which agree in 95 % or more of ten or more ' +
    'common rows.',
  async find(context) {
    const findings: Finding[] = [];
    for (const { key, reference } of await relatedColumns(context, MIN_KEYS)) {
      const [one, other] = [reference.table, key.table];
      const isUnique =
        (await context.countDistinct(one, reference.column)) === reference.column.filled &&
        one.index > other.index;
      if (!isUnique) continue;
      const shared = one.columns
        .filter(({ kind, index }) => kind !== 'json' && index !== reference.column.index)
        .flatMap((column) => {
          const same = other.columns.find(
            ({ name, type, index }) =>
              nameKey(name) === nameKey(column.name) && type === column.type && index !== key.column.index,
          );
          return same ? [{ column, same }] : [];
        })
        .slice(0, MAX_SHARED);
      for (const { column, same } of shared)
        findings.push(...(await differing(context, differsBetweenTables, { key, reference }, column, same)));
    }
    return findings;
  },
};

/** Rows whose value is not that of the row with their key in the other table, where nearly all are the same. */
export async function differing(
  context: ReviewContext,
  rule: WorkbookRule,
  { key, reference }: RelatedColumns,
  column: ReviewedColumn,
  same: ReviewedColumn,
  /** Whether the other table is the one that is right. */
  otherIsRight = false,
): Promise<Finding[]> {
  const [one, other] = [reference.table, key.table];
  const joined = `from ${identifier(one.name)} a join ${identifier(other.name)} b
on a.${identifier(reference.column.name)} = b.${identifier(key.column.name)}`;
  const [here, there] = [`a.${identifier(column.name)}`, `b.${identifier(same.name)}`];
  const differ = `${here} is not null and ${there} is not null and ${here} <> ${there}`;
  const [answer] = await context.rows<{ both: number; differing: number }>(
    [one, other],
    `select count(*) as both, count_if(${differ}) as differing ${joined}`,
    1,
  );
  const { both = 0, differing: many = 0 } = answer ?? {};
  if (many === 0 || both < MIN_KEYS || many > both * MAX_DIFFERING) return [];
  return await finding(context, rule, {
    table: one,
    with: [other],
    column,
    subject: other.table.record.id,
    query: `select a.${identifier(ROW_ID)}, a.${identifier(reference.column.name)}, ${here}, ${there} as other ${joined} where ${differ}`,
    message: ({ rowCount, rows: [row = {}] }) =>
      say('found-differs-between-tables', {
        column: column.name,
        table: other.name,
        rows: rowCount,
        both,
        key: key.column.name,
        here: quotable(row[column.name]),
        there: quotable(row.other),
        at: quotable(row[reference.column.name]),
      }),
    fix: say('mend-differs-between-tables'),
    mend: otherIsRight
      ? {
          set: column,
          to: `(select any_value(${identifier(same.name)}) from ${identifier(other.name)} b
where b.${identifier(key.column.name)} = ${identifier(one.name)}.${identifier(reference.column.name)})`,
        }
      : undefined,
  });
}

interface RelatedColumns {
  key: KeyOf;
  reference: KeyOf;
}

/** Unique keys of so many rows, and the columns of other tables with their names and types. */
export async function relatedColumns(context: ReviewContext, minKeys: number): Promise<RelatedColumns[]> {
  const byName = new Map<string, KeyOf[]>();
  for (const table of context.tables) {
    for (const column of table.columns) {
      if (column.filled < minKeys || (column.kind !== 'text' && column.kind !== 'number')) continue;
      if (!namesKey(column.name) || namesAnyKey(column.name)) continue;
      const name = `${nameKey(column.name)} ${column.kind}`;
      byName.set(name, [...(byName.get(name) ?? []), { table, column }]);
    }
  }
  const related: RelatedColumns[] = [];
  for (const same of byName.values()) {
    if (same.length < 2) continue;
    for (const key of same) {
      if ((await context.countDistinct(key.table, key.column)) !== key.column.filled) continue;
      for (const reference of same) {
        if (reference.table === key.table) continue;
        if (related.length === MAX_PAIRS) {
          context.skip(say('skipped-pairs'), say('why-first-compared', { shown: MAX_PAIRS }));
          return related;
        }
        related.push({ key, reference });
      }
    }
  }
  return related;
}
