import { call, type Door, ofTable, ofWorkbook, shut, workbookIdOf } from './governed-probes.js';
import type { World } from './governed-world.js';

const ofFile = (world: World, source = 'staff.xlsx') => ({ workbook_id: workbookIdOf(world), source });

/** The tools of agents that read files. */
export const fileTools: Record<string, Door> = {
  'mcp upload': ofWorkbook('names', (_, world) => {
    const { name: filename, content } = world.file;
    const file = { filename, content: Buffer.from(content).toString('base64'), encoding: 'base64' };
    return [call('upload', { workbook_id: workbookIdOf(world), ...file })];
  }),
  'mcp create_upload_slot': ofWorkbook('nothing', (_, world) => [
    call('create_upload_slot', { workbook_id: workbookIdOf(world), filename: 'x.csv' }),
  ]),
  'mcp revise_source': ofWorkbook('nothing', (_, world) => [
    call('revise_source', { ...ofFile(world), filename: 'x.csv', content: 'a\n1\n', dry_run: true }),
  ]),
  'mcp merge_file': ofWorkbook('nothing', (_, world) => [
    call('merge_file', {
      workbook_id: workbookIdOf(world),
      filename: 'x.csv',
      content: 'a\n1\n',
      branch_id: 'br_none',
      dry_run: true,
    }),
  ]),
  'mcp analyze': ofWorkbook('nothing', (_, world) => [call('analyze', ofFile(world))]),
  'mcp read_parse_spec': ofWorkbook('names', (_, world) => [call('read_parse_spec', ofFile(world))]),
  'mcp correct_parse_spec': ofWorkbook('names', (_, world) => {
    // Not of the file that `analyze` reads anew at the same time.
    const regions = [{ id: 'r1', name: 'elsewhere' }];
    return [call('correct_parse_spec', { ...ofFile(world, 'moved.csv'), regions, dry_run: true })];
  }),
  'mcp materialize': ofWorkbook('nothing', (_, world) => [
    call('materialize', { ...ofFile(world), regions: ['none'] }),
    call('materialize', {
      ...ofFile(world),
      append_to: 'staff',
      column_mapping: { Name: 'nowhere' },
      expected_version: null,
    }),
  ]),
  'mcp review': shut(
    ofWorkbook('names', (_, world) => [call('review', { workbook_id: workbookIdOf(world) })]),
  ),
  // What the link shows is the answer of downloadExport.
  'mcp export': ofTable('nothing', ({ table }, world) => [
    call('export', { workbook_id: workbookIdOf(world), tables: [table] }),
  ]),
};
