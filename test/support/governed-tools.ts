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
};
