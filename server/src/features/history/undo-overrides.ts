import { cellKey, placeOfOverride } from '../../catalog/overrides.js';
import type { ReadableTable } from '../../workbook/governance/governed-tables.js';
import { byCell, writeOverrides } from '../../workbook/writing/write-overrides.js';
import { toDrop } from '../overrides/drop-overrides.js';
import type { Service } from '../service.js';
import { castOldValue } from '../tables/cast-old-value.js';
import type { Inverse, OverlappingEdit } from './inverse.js';

/** Undoes the overrides that an op set: each becomes the override before it, or is dropped. */
export async function inverseOfOverrides(
  service: Service,
  table: ReadableTable,
  op: { opId: number; version: number },
): Promise<Inverse> {
  const history = await service.catalog.db
    .selectFrom('overrides')
    .selectAll()
    .where('table_id', '=', table.record.id)
    .execute();
  const set = history.filter(({ op_id, since_version }) => op_id === op.opId && since_version === op.version);
  const before = byCell(history.filter(({ until_version }) => until_version === op.version));
  const current = byCell(history.filter(({ until_version }) => until_version === null));
  const now = set.map((override) => current.get(cellKey(placeOfOverride(override))));
  const columns = new Map(table.columns.map((column) => [column.id, column]));
  const changes = now.flatMap((override) => {
    if (!override) return [];
    const earlier = before.get(cellKey(placeOfOverride(override)));
    const column = columns.get(override.column_id);
    const value = earlier && column && castOldValue(column, JSON.parse(earlier.value));
    return [{ ...toDrop(override), value }];
  });
  const changedSince = set.flatMap(({ row_id, column_id }, i): OverlappingEdit[] => {
    const { op_id, since_version: edit_version = table.version } = now[i] ?? {};
    const names = [columns.get(column_id)?.name ?? column_id];
    return op_id === op.opId ? [] : [{ row_id, columns: names, edit_version }];
  });
  return {
    changedSince,
    rows: new Set(changes.map(({ rowId }) => rowId)).size,
    write: (c, edit) => writeOverrides(c, { ...edit, readVersion: table.version }, changes),
  };
}
