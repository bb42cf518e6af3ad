import type { Filter } from '@workbook-data-service/client';
import { readRows, upsertRows } from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';
import { exactText } from '../../grid/cell-text.js';
import { pathOf, type TablePlace } from './first-rows.js';
import { type Replacement, replaced } from './replaced-text.js';

/** As the service takes them at once. */
export const MAX_REPLACED_ROWS = 10_000;

interface ReplacedCell {
  rowId: number;
  column: string;
  before: string;
  after: string;
}

export interface ReplacePlan {
  cells: ReplacedCell[];
  /** Of the table, as it was read. */
  version: number;
  /** Whether there are more rows than are changed at once. */
  hasMore: boolean;
}

/** Reads the rows that have what is looked for, of those that are shown, and says what would become of their cells. */
export async function planReplacement(
  place: TablePlace,
  shown: Filter | undefined,
  replacement: Replacement,
): Promise<ReplacePlan> {
  const { find, columns } = replacement;
  const found: Filter = { or: columns.map((column) => ({ column, op: 'search', value: find })) };
  const page = await readRows(service, {
    path: pathOf(place),
    query: {
      limit: MAX_REPLACED_ROWS,
      columns: JSON.stringify(columns),
      filter: JSON.stringify(shown ? { and: [shown, found] } : found),
    },
  });
  const cells = page.rows.flatMap((row) =>
    columns.flatMap((column) => {
      const before = exactText(row[column]);
      const after = replaced(before, replacement);
      return after === undefined ? [] : [{ rowId: Number(row.__svc_row_id), column, before, after }];
    }),
  );
  return { cells, version: page.edit_version, hasMore: page.next_cursor !== null };
}

/** One op for all cells, which is undone as one; a dry run asks whether the table would take them. */
export async function replaceCells(place: TablePlace, { cells, version }: ReplacePlan, isDryRun: boolean) {
  const rows = new Map<number, Record<string, unknown>>();
  for (const { rowId, column, after } of cells) {
    const row = rows.get(rowId) ?? { __svc_row_id: rowId };
    row[column] = after === '' ? null : after;
    rows.set(rowId, row);
  }
  return await upsertRows(service, {
    path: pathOf(place),
    query: { dry_run: isDryRun },
    body: { rows: [...rows.values()], expected_version: version },
  });
}
