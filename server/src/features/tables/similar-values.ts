import { columnNamed } from '../../core/column-named.js';
import { type SimilarTexts, similarTexts } from '../../core/similar-values.js';
import { unknownColumn } from '../../core/unknown-column.js';
import type { GovernedColumn, ReadableTable } from '../../workbook/governance/governed-tables.js';
import { summaryOfRows } from '../../workbook/reading/summary-of-rows.js';
import type { Caller } from '../caller.js';
import type { ColumnPlace } from '../places.js';
import type { Service } from '../service.js';
import { requireTexts } from './text-column.js';

/** Comparing more would keep other requests waiting. */
const MAX_VALUES = 5000;
/** Longer texts are no names; those of groups come shortened. */
const LONGEST = 200;

export interface SimilarValues {
  table: ReadableTable;
  column: GovernedColumn;
  groups: SimilarTexts[];
  /** How many values the column has, and how many of them, the most frequent, were compared. */
  distinct: number;
  compared: number;
}

/** Texts of a column that may be meant to be the same. */
export async function findSimilarValues(
  service: Service,
  caller: Caller,
  { workbookId, table: name, column: columnName }: ColumnPlace,
  { limit }: { limit: number },
): Promise<SimilarValues> {
  const table = await service.data.as(caller).table(workbookId, name);
  const column = columnNamed(table.columns, columnName);
  if (!column) throw unknownColumn({ column: columnName, table: table.record.name });
  requireTexts(column);
  const { groups, groupCount } = await summaryOfRows(service.data, table, {
    groupBy: JSON.stringify([column.name]),
    orderGroups: 'rows',
    limit: MAX_VALUES,
  });
  const texts = groups.flatMap(({ values: [value], rows }) =>
    typeof value === 'string' && value !== '' && value.length <= LONGEST ? [{ value, rows }] : [],
  );
  return {
    table,
    column,
    groups: similarTexts(texts).slice(0, limit),
    distinct: groupCount,
    compared: texts.length,
  };
}
