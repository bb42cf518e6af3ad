import { say } from '@workbook-data-service/contract/messages';
import { excerptOf } from '@workbook-data-service/contract/messages/words';
import { identifier } from '../../../core/sql-text.js';
import { finding } from '../finding.js';
import type { TableRule } from '../review-rule.js';

const MIN_ROWS = 10;
const MIN_REPEATS = 20;

export const emptyColumns: TableRule = {
  id: 'empty-columns',
  group: 'completeness',
  severity: 'info',
  of: 'table',
  title: 'Columns without any value',
  looksAt: 'Columns with a name of their own that are empty in every one of ten or more rows.',
  async find(table, context) {
    // The levels of a report share its columns, and one named by its letter only was empty in the sheet too.
    if (table.rowCount < MIN_ROWS || table.role === 'level') return [];
    const empty = table.columns.filter(({ filled, name }) => filled === 0 && !/^[A-Z]{1,3}$/.test(name));
    if (empty.length === 0) return [];
    return await finding(context, emptyColumns, {
      table,
      column: empty.length === 1 ? empty[0] : undefined,
      subject: 'empty',
      query: `select count(*) as "rows", ${empty
        .map(({ name }) => `count(${identifier(name)}) as ${identifier(name)}`)
        .join(', ')} from ${identifier(table.name)}`,
      orderBy: '1',
      message: () => {
        const columns = excerptOf(
          empty.map(({ name }) => name),
          6,
        );
        return say('found-empty-columns', { columns, count: empty.length });
      },
      fix: say('mend-empty-columns'),
      request: {
        method: 'DELETE',
        path: `/tables/${encodeURIComponent(table.name)}/columns/${encodeURIComponent(empty[0]?.name ?? '')}`,
        body: null,
      },
    });
  },
};

export const constantColumns: TableRule = {
  id: 'constant-columns',
  group: 'completeness',
  severity: 'info',
  of: 'table',
  title: 'Columns with the same value in every row',
  looksAt: 'Columns with one value, and no empty cell, in 20 or more rows.',
  async find(table, context) {
    if (table.rowCount < MIN_REPEATS) return [];
    const constant = table.columns.filter(
      ({ filled, distinct, kind }) => filled === table.rowCount && distinct === 1 && kind !== 'json',
    );
    if (constant.length === 0) return [];
    return await finding(context, constantColumns, {
      table,
      column: constant.length === 1 ? constant[0] : undefined,
      subject: 'constant',
      query: `select count(*) as "rows", ${constant
        .map(({ name }) => `any_value(${identifier(name)}) as ${identifier(name)}`)
        .join(', ')} from ${identifier(table.name)}`,
      orderBy: '1',
      message: ({ rows: [row = {}] }) =>
        say('found-constant-columns', {
          columns: excerptOf(constant.map(({ name }) => name)),
          count: constant.length,
          values: excerptOf(constant.map(({ name }) => row[name])),
        }),
      fix: say('mend-constant-columns'),
    });
  },
};
