import { useTableTitle } from '../../app/use-table-title.js';
import type { LineageNode } from './lineage-layout.js';

export const isTable = ({ kind }: LineageNode): boolean => kind === 'table' || kind === 'raw_table';

/** What a node is called: a table by what it is, anything else by its name. */
export function useNodeTitle(): (node: LineageNode) => string {
  const titleOf = useTableTitle();
  return (node) => (isTable(node) ? titleOf(node.name) : node.name);
}
