import { say } from '@workbook-data-service/contract/messages';
import { type OverrideRecord, overridesAt } from '../../catalog/overrides.js';
import { problem } from '../../core/problems.js';
import type {
  GovernedColumn,
  GovernedTable,
  ReadableTable,
} from '../../workbook/governance/governed-tables.js';
import type { Caller } from '../caller.js';
import type { TablePlace } from '../places.js';
import type { Service } from '../service.js';

/** An override of a cell whose column the caller may see. */
export interface VisibleOverride {
  row: OverrideRecord;
  column: GovernedColumn;
}

export async function derivedTable(
  service: Service,
  caller: Caller,
  { workbookId, table: name }: TablePlace,
): Promise<ReadableTable> {
  const table = await service.data.as(caller).table(workbookId, name);
  if (table.record.kind === 'derived') return table;
  throw problem('conflict', say('not-derived', { table: table.record.name }), {
    fix: say('fix-not-derived'),
  });
}

/** The overrides of a table at its version, or of some of its rows, in columns that the caller may see. */
export async function visibleOverrides(
  service: Service,
  table: GovernedTable,
  rowIds?: readonly number[],
): Promise<VisibleOverride[]> {
  if (table.record.kind !== 'derived') return [];
  const open = new Map(table.columns.filter(({ masked }) => !masked).map((column) => [column.id, column]));
  const overrides = await overridesAt(service.catalog.db, table.record.id, table.version, rowIds);
  return overrides.flatMap((row) => {
    const column = open.get(row.column_id);
    return column ? [{ row, column }] : [];
  });
}

/** Whether the cell shows the override: the row may have been deleted, or the value may no longer fit the column. */
export function isApplied({ computed }: OverrideRecord): boolean {
  return computed !== null;
}

export async function listOverrides(
  service: Service,
  caller: Caller,
  { workbookId, table: name }: TablePlace,
): Promise<{ table: GovernedTable; overrides: VisibleOverride[] }> {
  const table = await derivedTable(service, caller, { workbookId, table: name });
  return { table, overrides: await visibleOverrides(service, table) };
}
