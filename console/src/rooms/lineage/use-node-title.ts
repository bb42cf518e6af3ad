import { useTableTitle } from '../../app/use-table-title.js';
import type { LineageNode } from './lineage-layout.js';

/** What a node is called: a table by what it is, anything else by its name. */
export function useNodeTitle(): (node: LineageNode) => string {
  const titleOf = useTableTitle();
  return ({ kind, name }) => (kind === 'table' || kind === 'raw_table' ? titleOf(name) : name);
}
