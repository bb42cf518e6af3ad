import type { Relation } from '../../engine/engine.js';

/** Every physical column under its id, ungoverned: for rewriting a table, never for a response. */
export function physicalRelation(
  table: { id: string },
  version: number,
  columns: readonly { id: string; type: string }[],
): Relation {
  return {
    name: 'rows',
    tableId: table.id,
    version,
    columns: columns.map(({ id, type }) => ({ name: id, id, type, masked: false })),
  };
}
