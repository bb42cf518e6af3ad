import type { ReadableTable } from '../workbook/governance/governed-tables.js';
import type { RowsSummary } from '../workbook/reading/summary-of-rows.js';
import { warningsBody } from './warnings.js';

export function summaryBody({
  table,
  groupBy,
  groups,
  groupCount,
  total,
}: RowsSummary & { table: ReadableTable }) {
  return {
    name: table.record.name,
    edit_version: table.version,
    group_by: groupBy.map(({ name }) => name),
    groups: groups.map(({ values, rows, figures }) => ({
      values,
      rows,
      columns: figures.map(({ column: { name, type, masked }, ...figure }) => ({
        name,
        type,
        masked,
        ...figure,
      })),
    })),
    group_count: groupCount,
    total,
    ...warningsBody(table),
  };
}
