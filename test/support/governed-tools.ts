import { SECRET } from './canaries.js';
import { call, type Door, names, nothing, ofTable, ofWorkbook } from './governed-probes.js';
import type { World } from './governed-world.js';

const idOf = ({ workbook }: World): string => workbook.split('/').at(-1) as string;

/** The tools of agents, by name. */
export const tools: Record<string, Door> = {
  'mcp list_workbooks': ofWorkbook('nothing', () => [call('list_workbooks', {})]),
  'mcp list_tables': ofWorkbook('names', (_, world) => [
    call('list_tables', { workbook_id: idOf(world), state: 'all' }),
  ]),
  'mcp describe_table': ofTable('values', ({ table }, world) => [
    call('describe_table', { workbook_id: idOf(world), table }),
  ]),
  'mcp query': ofTable('values', ({ table, word, pay }, world) => {
    const ask = (sql: string, more: object = {}) => call('query', { workbook_id: idOf(world), sql, ...more });
    return [
      ask(`select * from "${table}"`),
      ask(`select * from "${table}"`, { as_of: 1 }),
      ask(`select sum("${pay}"::double) as total, max("${word}") as last from "${table}"`),
      names(ask(`select "${word}e" from "${table}"`)),
      nothing(ask(`select count(*) as n from "${table}" where "${word}" = '${SECRET}'`)),
    ];
  }),
  'mcp list_charts': ofWorkbook('names', (_, world) => [call('list_charts', { workbook_id: idOf(world) })]),
  'mcp render_chart': ofWorkbook('values', (_, world) => {
    const draw = (format: string) => call('render_chart', { workbook_id: idOf(world), chart: 'pay', format });
    // Nobody reads the pixels of a PNG here.
    return [draw('svg'), nothing(draw('png'))];
  }),
  'mcp create_chart': ofTable('nothing', ({ table, word, pay }, world) => {
    const chart = { workbook_id: idOf(world), name: 'made here', chart_type: 'bar', table, x: word };
    return [
      call('create_chart', { ...chart, y: [pay], aggregate: 'count' }),
      names(call('create_chart', { ...chart, x: `${word}e` })),
    ];
  }),
  'mcp delete_chart': ofWorkbook('nothing', (_, world) => [
    call('delete_chart', { workbook_id: idOf(world), chart: 'made here' }),
  ]),
};
