import type { LineageEdge } from '../../catalog/lineage.js';
import { inputName } from '../../core/transform-template.js';
import type { Lineage } from '../../engine/lineage/column-lineage.js';
import type { GovernedTable } from '../governed-tables.js';
import type { PlannedInput, TransformPlan } from './transform-plan.js';

/** From which columns of its inputs each column of a statement is computed, by their ids. */
export function lineageOf(
  found: Lineage,
  stored: TransformPlan['stored'],
  inputs: readonly PlannedInput[],
): LineageEdge[] {
  const tables = new Map(inputs.map(({ placeholder, table }) => [inputName(placeholder), table]));
  const edges = stored.flatMap(({ id: columnId, position }) => {
    const { sources = [], exact = false } = found.columns[position] ?? {};
    return sources.flatMap(({ table, column }) => {
      const input = tables.get(table);
      const origin = input?.columns.find(({ name }) => name === column);
      return input && origin ? [edge(columnId, input, origin.id, exact)] : [];
    });
  });
  return distinct(edges);
}

/** Where nothing can be known of the code: every column of the output follows from every column of every input. */
export function lineageOfAnything(
  stored: TransformPlan['stored'],
  inputs: readonly PlannedInput[],
): LineageEdge[] {
  const edges = stored.flatMap(({ id: columnId }) =>
    inputs.flatMap(({ table }) => table.columns.map(({ id }) => edge(columnId, table, id, false))),
  );
  return distinct(edges);
}

function edge(columnId: string, input: GovernedTable, inputColumnId: string, exact: boolean): LineageEdge {
  return { columnId, inputTableId: input.row.id, inputVersion: input.version, inputColumnId, exact };
}

/** A table may stand behind several placeholders. */
function distinct(edges: LineageEdge[]): LineageEdge[] {
  const byPlaces = new Map(
    edges.map((one) => [`${one.columnId} ${one.inputTableId} ${one.inputColumnId}`, one]),
  );
  return [...byPlaces.values()];
}
