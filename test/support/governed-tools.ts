import { SECRET } from './canaries.js';
import { fileTools } from './governed-file-tools.js';
import {
  call,
  type Door,
  names,
  nothing,
  ofTable,
  ofWorkbook,
  ofWorkspace,
  own,
  workbookIdOf,
} from './governed-probes.js';
import { tableTools } from './governed-table-tools.js';

/** The tools of agents, by name. */
export const tools: Record<string, Door> = {
  ...tableTools,
  ...fileTools,
  'mcp list_workbooks': ofWorkbook('nothing', () => [call('list_workbooks', {})]),
  'mcp create_workbook': ofWorkbook('nothing', () => [
    ofWorkspace(call('create_workbook', { title: 'New' })),
  ]),
  'mcp list_tables': ofWorkbook('names', (_, world) => [
    call('list_tables', { workbook_id: workbookIdOf(world), state: 'all' }),
  ]),
  'mcp describe_table': ofTable('values', ({ table }, world) => [
    call('describe_table', { workbook_id: workbookIdOf(world), table }),
  ]),
  'mcp query': ofTable('values', ({ table, word, pay }, world) => {
    const ask = (sql: string, more: object = {}) =>
      call('query', { workbook_id: workbookIdOf(world), sql, ...more });
    return [
      ask(`select * from "${table}"`),
      ask(`select * from "${table}"`, { as_of: 1 }),
      ask(`select sum("${pay}"::double) as total, max("${word}") as last from "${table}"`),
      names(ask(`select "${word}e" from "${table}"`)),
      nothing(ask(`select count(*) as n from "${table}" where "${word}" = '${SECRET}'`)),
    ];
  }),
  'mcp list_charts': ofWorkbook('names', (_, world) => [
    call('list_charts', { workbook_id: workbookIdOf(world) }),
  ]),
  'mcp render_chart': ofWorkbook('values', (_, world) => {
    const draw = (format: string) =>
      call('render_chart', { workbook_id: workbookIdOf(world), chart: 'pay', format });
    // Nobody reads the pixels of a PNG here.
    return [draw('svg'), nothing(draw('png'))];
  }),
  'mcp create_chart': ofTable('nothing', ({ table, word, pay }, world) => {
    const chart = { workbook_id: workbookIdOf(world), name: 'made here', chart_type: 'bar', table, x: word };
    return [
      call('create_chart', { ...chart, y: [pay], aggregate: 'count' }),
      names(call('create_chart', { ...chart, x: `${word}e` })),
    ];
  }),
  'mcp delete_chart': ofWorkbook('nothing', (_, world) => [
    call('delete_chart', { workbook_id: workbookIdOf(world), chart: 'none' }),
  ]),
  'mcp create_transform': ofTable('names', ({ table, pay }, world) => {
    const definition = { name: 'new', kind: 'sql', args: { t: table }, output: 'new', key: ['Name'] };
    const plan = (code: string) =>
      call('create_transform', { workbook_id: workbookIdOf(world), ...definition, code, dry_run: true });
    return [plan('select * from {{ t }}'), plan(`select "${pay}e" from {{ t }}`)];
  }),
  'mcp run_transform': ofWorkbook('nothing', (_, world) => {
    const plan = (transform?: string) =>
      own(call('run_transform', { workbook_id: workbookIdOf(world), transform, dry_run: true }));
    return [plan('derived'), plan('copied'), plan()];
  }),
  'mcp put_sheet': ofTable('nothing', ({ table, word, pay }, world) => {
    const view = { kind: 'table_view', table, columns: [word], order_by: [pay] };
    return [call('put_sheet', { workbook_id: workbookIdOf(world), sheet: 'new', blocks: [view] })];
  }),
  'mcp render_sheet': ofTable('values', ({ table }, world) => [
    call('render_sheet', { workbook_id: workbookIdOf(world), sheet: `of ${table}` }),
  ]),
};
