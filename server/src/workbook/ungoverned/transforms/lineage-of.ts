import { type LineageEdge, ROWS } from '../../../catalog/lineage.js';
import { inputName } from '../../../core/transform-template.js';
import type { InputColumn, Lineage } from '../../../engine/lineage/column-lineage.js';
import type { PlannedInput, TransformPlan } from '../../transforms/transform-plan.js';

/** An input as the code sees it. */
export interface TracedInput {
  placeholder: string;
  table: { record: { id: string }; version: number; columns: readonly { id: string; name: string }[] };
}

/** The input columns that each column, and the rows, of a statement's result depend on, by id. */
export function lineageOf(
  found: Lineage,
  stored: TransformPlan['stored'],
  inputs: readonly TracedInput[],
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

/** The number format of an input column. */
export function numberFormatOf(
  column: InputColumn | undefined,
  inputs: readonly PlannedInput[],
): string | undefined {
  const input = inputs.find(({ placeholder }) => inputName(placeholder) === column?.table);
  return input?.table.columns.find(({ name }) => name === column?.column)?.numberFormat;
}

/** For code whose lineage is unknown: every column and the rows depend on every column of every input. */
export function lineageOfAnything(
  stored: TransformPlan['stored'],
  inputs: readonly PlannedInput[],
): LineageEdge[] {
  const edges = [...stored.map(({ id }) => id), ROWS].flatMap((columnId) =>
    inputs.flatMap(({ table }) => table.columns.map(({ id }) => edge(columnId, table, id, false))),
  );
  return distinct([...edges, ...rowsOf(inputs)]);
}

/** The output depends on what decided which rows an input has, even if it only counts them. */
function rowsOf(inputs: readonly TracedInput[]): LineageEdge[] {
  return inputs.map(({ table }) => edge(ROWS, table, ROWS, true));
}

function edge(
  columnId: string,
  input: TracedInput['table'],
  inputColumnId: string,
  exact: boolean,
): LineageEdge {
  return { columnId, inputTableId: input.record.id, inputVersion: input.version, inputColumnId, exact };
}

/** Several placeholders may name the same table. */
function distinct(edges: LineageEdge[]): LineageEdge[] {
  const byPlaces = new Map(
    edges.map((one) => [`${one.columnId} ${one.inputTableId} ${one.inputColumnId}`, one]),
  );
  return [...byPlaces.values()];
}
