import { resourceRead } from './agent.js';
import { type Door, ofTable, ofWorkbook, type Probe, workbookIdOf } from './governed-probes.js';
import type { World } from './governed-world.js';

const read = (uri: string): Probe => ({ method: 'POST', ...resourceRead(uri) });
const tableUri = (world: World, table: string): string =>
  `table://${workbookIdOf(world)}/${encodeURIComponent(table)}`;

/** The resources of agents, by the name of their template. */
export const resources: Record<string, Door> = {
  'mcp resource workbook': ofWorkbook('names', (_, world) => [read(`workbook://${workbookIdOf(world)}`)]),
  'mcp resource table': ofTable('values', ({ table }, world) => [read(tableUri(world, table))]),
  'mcp resource schema': ofTable('names', ({ table }, world) => [read(`${tableUri(world, table)}/schema`)]),
};
