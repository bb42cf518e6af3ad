import { type LineageEdge, ROWS } from '../../../catalog/lineage.js';
import { inputName } from '../../../core/transform-template.js';
import type { InputColumn, Lineage } from '../../../engine/lineage/column-lineage.js';
import type { GovernedTable } from '../../governance/governed-tables.js';
import type { PlannedInput, TransformPlan } from './transform-plan.js';

/** From which columns of its inputs the columns and the rows of a statement's result follow, by their ids. */
export function lineageOf(
  found: Lineage,
  stored: TransformPlan['stored'],
  inputs: readonly PlannedInput[],
): LineageEdge[] {
  const tables = new Map(inputs.map(({ placeholder, table }) => [inputName(placeholder), table]));
  const edgesTo = (columnId: string, sources: readonly InputColumn[], exact: boolean): LineageEdge[] =>
    sources.flatMap(({ table, column }) => {
      const input = tables.get(table);
      const origin = input?.columns.find(({ name }) => name === column);
      return input && origin ? [edge(columnId, input, origin.id, exact)] : [];
    });
  const values = stored.flatMap(({ id, position }) => {
    const { sources = [], exact = false } = found.columns[position] ?? {};
    return edgesTo(id, sources, exact);
  });
  return distinct([...values, ...edgesTo(ROWS, found.influences, found.exact), ...rowsOf(inputs)]);
}

/** Where nothing can be known of the code: every column and the rows follow from every column of every input. */
export function lineageOfAnything(
  stored: TransformPlan['stored'],
  inputs: readonly PlannedInput[],
): LineageEdge[] {
  const edges = [...stored.map(({ id }) => id), ROWS].flatMap((columnId) =>
    inputs.flatMap(({ table }) => table.columns.map(({ id }) => edge(columnId, table, id, false))),
  );
  return distinct([...edges, ...rowsOf(inputs)]);
}

/** Whatever decided which rows an input has decides about the output as well, even where it only counts them. */
function rowsOf(inputs: readonly PlannedInput[]): LineageEdge[] {
  return inputs.map(({ table }) => edge(ROWS, table, ROWS, true));
}

function edge(columnId: string, input: GovernedTable, inputColumnId: string, exact: boolean): LineageEdge {
  return { columnId, inputTableId: input.record.id, inputVersion: input.version, inputColumnId, exact };
}

/** A table may stand behind several placeholders. */
function distinct(edges: LineageEdge[]): LineageEdge[] {
  const byPlaces = new Map(
    edges.map((one) => [`${one.columnId} ${one.inputTableId} ${one.inputColumnId}`, one]),
  );
  return [...byPlaces.values()];
}
